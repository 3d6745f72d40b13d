/** The VAT that is stored with payments and refunds (docs/contract, section 10.8). */
import { type RawBuilder, sql } from 'kysely'
import { vatOnce } from '#core/sale-terms'
import type { LockedOrder } from '../reserving/locked-orders.ts'
import type { Move } from './states.ts'

/**
 * Returns the VAT in cents of each payment of the orders that are paid now: then their prices are final. A sale of a
 * till from leased stock has an order for each ticket and one receipt.
 */
export function vatOf(moving: { order: LockedOrder; move: Move }[]): Map<string, number> {
  const paid = moving.filter(({ move }) => move.to === 'succeeded')
  const lines = paid.flatMap(({ order }) => order.lines)
  const vat = new Map<string, number>()
  for (const receipt of Map.groupBy(lines, (line) => line.sale_id ?? line.order_id).values()) {
    const units = receipt
      .toSorted((a, b) => a.line - b.line || (a.id < b.id ? -1 : 1))
      .map((line) => ({ ...line, rate: line.vat?.rate ?? null, seller_id: line.organizer_id }))
    for (const [nth, cents] of vatOnce(units).entries()) vat.set(units[nth]?.id ?? '', cents)
  }
  return vat
}

/**
 * The VAT in a done refund `r` of a payment `p`, for a statement that writes it: the stored VAT that is left, less the
 * share of it in the gross that is left. Rounded half up in integers; null while the payment has none stored.
 */
export const vatGivenBack: RawBuilder<number | null> = sql`(
  select left_vat - least(left_vat, (2 * p.vat_cents::bigint * left_cents + p.amount_cents) / greatest(2 * p.amount_cents::bigint, 1))
  from (
    select p.vat_cents - coalesce(sum(vat_cents), 0) as left_vat,
           p.amount_cents - r.amount_cents - coalesce(sum(amount_cents), 0) as left_cents
    from refunds before
    where before.payment_id = r.payment_id and before.id <> r.id and before.done_at is not null and before.refused is null
  ) b)`
