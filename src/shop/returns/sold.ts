import { sql } from 'kysely'
import { list, rowsOf } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { lockTickets, publishReturned } from '#shop/tickets'
import { promisedCents } from './open.ts'

/** A ticket that is given to the next in line, and can be sold to them. */
export type Returned = {
  id: string
  payment_id: string
  /** its buyer, the recipient of the refund */
  user_id: string
  /** the refund */
  promised_cents: number
}

/**
 * Locks the tickets of payments, which the caller has locked, and returns the open returns of tickets that are still
 * good, by id. A ticket that a gate has used while this waited for the lock is not good.
 */
export async function findOpen(
  db: Transaction,
  paymentIds: string[],
): Promise<Map<string, Returned>> {
  if (paymentIds.length === 0) return new Map()
  await lockTickets(db, paymentIds)
  // Runs after the transactions that held the locks have committed, so it sees their changes.
  const { rows } = await sql<Returned>`
    select r.id, r.payment_id, b.user_id, ${promisedCents} as promised_cents
    from ticket_returns r join payments b on b.id = r.payment_id join festivals f on f.id = r.festival_id
    join tiers s on s.id = r.tier_id
    where r.payment_id = any (${list(paymentIds, 'uuid')}) and r.ended_at is null
      and f.cancelled_at is null and b.status in ('succeeded', 'partially_refunded')`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ends returns of tickets that others have bought, each by the payment `sold_to`, and stores the refunds. */
export async function endAsSold(
  { db, now }: { db: Transaction; now: Date },
  sold: { id: string; sold_to: string; promised_cents: number }[],
): Promise<void> {
  if (sold.length === 0) return
  const rows = sold.map((one) => ({ ...one, event_id: newId() }))
  await sql`
    with sold as (
      update ticket_returns r set outcome = 'sold', ended_at = ${now}, sold_to = s.sold_to,
          promised_cents = coalesce(r.promised_cents, s.promised_cents)
      from ${rowsOf('s', rows, { id: 'uuid', sold_to: 'uuid', promised_cents: 'int', event_id: 'uuid' })}
      where r.id = s.id
      returning r.payment_id, r.sold_to, s.event_id
    )
    ${publishReturned('sold', now)}`.execute(db)
}
