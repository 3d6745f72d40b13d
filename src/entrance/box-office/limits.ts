/** Limits of one shift for setting aside and giving for free, so that a stolen till is worth little (docs/contract, 8.6). */
import { type RawBuilder, sql } from 'kysely'
import { conflict } from '#platform/values/errors'
import type { PaymentContext } from '#shop/payments'

type LimitedSale = Pick<PaymentContext, 'db' | 'config'> & { shiftId: string; quantity: number }

/** Refuses more open tickets of leases than a shift may have at a time. The caller has locked the shift. @throws 409 */
export function refuseOverLeased({ config, ...wanted }: LimitedSale): Promise<void> {
  const open = sql`
    payments p join till_leases l on l.id = p.lease_id
    where l.shift_id = ${wanted.shiftId} and l.ended_at is null and p.status = 'pending'`
  return refuseOver(wanted, config.LEASED_PER_SHIFT, { of: open, what: 'set aside' })
}

/** Refuses more free tickets than a shift may give. The caller has locked the shift. @throws 409 */
export function refuseOverComplimentary({ config, ...wanted }: LimitedSale): Promise<void> {
  const given = sql`
    till_sales s join orders o on o.sale_id = s.id join payments p on p.order_id = o.id
    where s.shift_id = ${wanted.shiftId} and s.means = 'complimentary'`
  const limited = { of: given, what: 'give for nothing' }
  return refuseOver(wanted, config.COMPLIMENTARY_PER_SHIFT, limited)
}

async function refuseOver(
  { db, quantity }: Pick<LimitedSale, 'db' | 'quantity'>,
  limit: number,
  { of, what }: { of: RawBuilder<unknown>; what: string },
): Promise<void> {
  if (limit === 0) return
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${of}`.execute(
    db,
  )
  if ((rows[0]?.count ?? 0) + quantity <= limit) return
  throw conflict(`A shift may ${what} at most ${limit}`, 'till_limit', { limit })
}
