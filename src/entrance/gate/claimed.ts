import { sql } from 'kysely'
import { recordServerEvents } from '#audience/rewards'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import type { Bus } from '#platform/sync/bus'
import { presentTickets } from '#shop/tickets'
import { rewardOf } from './scans.ts'

/**
 * Records the admissions of tickets bought by guests, as the gate would have done, for the account that has claimed
 * them. The caller has locked the payments, the tickets and the account's balance.
 */
export async function recordAdmissions(
  { db, bus, now }: { db: Transaction; bus: Bus; now: Date },
  paymentIds: string[],
): Promise<void> {
  const { rows } = await sql<{ payment_id: string; by: string | null }>`
    select payment_id, validated_by as by from tickets
    where payment_id = any (${list(paymentIds, 'uuid')}) and validated_at is not null`.execute(db)
  if (rows.length === 0) return
  const used = rows.map(({ payment_id }) => payment_id)
  const tickets = await presentTickets(db, used)
  const admitted = rows.flatMap(({ payment_id, by }) => {
    const ticket = tickets.get(payment_id)
    return ticket ? [rewardOf({ ...ticket, by })] : []
  })
  await recordServerEvents({ db, bus, now, areBalancesHeld: true }, admitted)
}
