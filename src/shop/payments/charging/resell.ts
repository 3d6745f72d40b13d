/** Sales of tickets that their buyers give to the next in line (docs/adr/0063). */
import { sql } from 'kysely'
import { tierStock } from '#catalogue/festivals'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import { Problem } from '#platform/values/errors'
import { endAsSold, findOpen, type Returned } from '#shop/returns'
import type { PaymentTransaction } from '../model/payment-context.ts'
import type { Move } from '../model/states.ts'
import { beginRefunds } from '../refunds/refund.ts'
import { linesOf } from '../reserving/hold.ts'
import type { LockedOrder, LockedPayment } from '../reserving/locked-orders.ts'
import type { PaymentNotice } from '../reserving/notification-content.ts'

export type Returns = Map<string, Returned>

/** Locks the tickets that are offered to orders about to be sold, and returns the ones that are still good, by return. */
export function lockReturns(
  db: Transaction,
  moving: { order: LockedOrder; move: Move }[],
): Promise<Returns> {
  const selling = moving.filter(({ move: { effect } }) => effect === 'sell' || effect === 'resell')
  return findOpen(
    db,
    selling.flatMap(({ order }) => order.offered_payment_id ?? []),
  )
}

/**
 * Replaces returned tickets that were used or kept meanwhile, in orders about to be sold, by tickets of the stock. An
 * order for which there is none is left out of the returned map.
 */
export async function replaceGone(
  db: Transaction,
  orders: LockedOrder[],
  returns: Returns,
): Promise<Map<string, LockedOrder>> {
  const isGone = ({ return_id = null }: LockedPayment) =>
    return_id !== null && !returns.has(return_id)
  const gone = linesOf<LockedPayment>(orders).filter(isGone)
  const wanted = gone.map(({ id: payment_id, entity_id }) => ({ payment_id, entity_id }))
  const held = await tierStock.hold(db, wanted)
  if (held.size > 0) {
    await sql`
      update payments set return_id = null where id = any (${list([...held], 'uuid')})`.execute(db)
  }
  const replaced = orders
    .filter(({ lines }) => lines.every((line) => !isGone(line) || held.has(line.id)))
    .map(({ lines, ...order }) => ({
      ...order,
      lines: lines.map((line) => (held.has(line.id) ? { ...line, return_id: null } : line)),
    }))
  return new Map(replaced.map((order) => [order.id, order]))
}

/**
 * Ends the returned tickets that orders buy, and begins to refund their former buyers the promised amount
 * (docs/adr/0063), also if the new buyer pays less. Returns the notices for the former buyers.
 */
export async function endReturned(
  trx: PaymentTransaction,
  sold: LockedOrder[],
  returns: Returns,
): Promise<PaymentNotice[]> {
  const bought = linesOf<LockedPayment>(sold).flatMap((line) => {
    const returned = returns.get(line.return_id ?? '')
    if (!returned) return []
    return { line, returned, cents: returned.promised_cents }
  })
  if (bought.length === 0) return []
  await endAsSold(
    trx,
    bought.map(({ line, returned }) => ({ ...returned, sold_to: line.id })),
  )
  const requests = bought.map(({ returned: { id, payment_id }, cents }) => ({
    payment_id,
    idempotency_key: `return ${id}`,
    cents,
    reason: 'Bought by the next in line',
    return_id: id,
  }))
  const begun = await beginRefunds({ ...trx, now: () => trx.now }, requests, trx.now)
  const refused = begun.find((one) => one instanceof Problem)
  if (refused) throw refused
  return bought.map(({ line, returned: { id, payment_id, user_id }, cents }) => ({
    type: 'returned',
    key: `return:${id}:sold`,
    payments: [{ id: payment_id, user_id, bought: line.bought }],
    cents,
  }))
}
