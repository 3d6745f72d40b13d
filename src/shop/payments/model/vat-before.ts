/** The VAT of payments and refunds that are stored without one, since the version before made them. */
import { type RawBuilder, sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { vatGivenBack } from './vat.ts'

/** The VAT included in so many cents of a unit, rounded for this unit alone; `vat` is the column of its rate. */
export const vatOfUnit = (cents: RawBuilder<unknown>, vat: string): RawBuilder<number> => sql`
  coalesce(round((${cents}) * (${sql.ref(vat)}->>'rate')::numeric / (100 + (${sql.ref(vat)}->>'rate')::numeric)), 0)::int`

/** Number of payments that are locked at once. */
const batch = 500

/**
 * Stores the VAT of payments that have none, as the report has shown it for them and for their refunds. Then stores the
 * VAT of refunds that the version before has finished meanwhile. Returns how many rows it has written. Locks payments,
 * then refunds.
 */
export function storeVat(db: Database): Promise<number> {
  return transact(db, async (trx) => {
    const payments = await sql`
      with part as (
        select id, festival_id, amount_cents, vat from payments
        where vat_cents is null and status in ('succeeded', 'partially_refunded', 'refunding', 'refunded')
        order by id limit ${batch} for no key update skip locked
      ), given_back as (
        select r.id, r.vat_cents, part.vat, part.amount_cents - sum(r.amount_cents) over until_then as left_cents,
               r.amount_cents as cents
        from part join refunds r on r.payment_id = part.id and r.done_at is not null
        window until_then as (partition by r.payment_id order by r.done_at, r.id)
      ), refunded as (
        update refunds r
        set vat_cents = ${vatOfUnit(sql`b.left_cents + b.cents`, 'b.vat')} - ${vatOfUnit(sql`b.left_cents`, 'b.vat')}
        from given_back b where r.id = b.id
      )
      update payments p
      set vat_cents = ${vatOfUnit(sql`part.amount_cents`, 'part.vat')}, vat_by_unit = true,
          seller_id = (select organizer_id from festivals f where f.id = part.festival_id)
      from part where p.id = part.id`.execute(trx)
    const written = Number(payments.numAffectedRows ?? 0)
    return written > 0 ? written : storeVatOfRefunds(trx)
  })
}

/** Stores the VAT of one refund of each payment at a time, the earliest first: each starts from the VAT left by earlier ones. */
async function storeVatOfRefunds(db: Database): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payments p
    where p.vat_cents is not null and exists (
      select from refunds r where r.payment_id = p.id and r.vat_cents is null and r.done_at is not null)
    order by p.id limit ${batch} for no key update skip locked`.execute(db)
  if (rows.length === 0) return 0
  const ids = list(
    rows.map(({ id }) => id),
    'uuid',
  )
  await sql`
    update refunds r set vat_cents = ${vatGivenBack}
    from payments p
    where p.id = r.payment_id and r.id in (
      select distinct on (payment_id) id from refunds
      where payment_id = any (${ids}) and vat_cents is null and done_at is not null
      order by payment_id, done_at, id)`.execute(db)
  return rows.length
}
