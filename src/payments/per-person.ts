/** How many of a tier or an accommodation one person may have (`max_per_person`). */
import { sql } from 'kysely'
import { list, rowsOf } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import { lockBalances } from '#rewards'

/** What is bought or being bought, and was not given back. */
const counted = sql`('pending', 'requires_action', 'succeeded', 'partially_refunded', 'refunding')`

type Buying = { user_id: string; entity_id: string }
/** A payment, as far as the limit counts it. */
type Counted = Buying & { id: string; points_used: number; max_per_person: number | null }
const keyOf = ({ user_id, entity_id }: Buying) => `${user_id} ${entity_id}`

const isLimited = ({ max_per_person }: Counted) => max_per_person !== null

/**
 * Locks the balances of buyers of something limited, so that what they buy at the same moment is counted one after
 * the other. Balances that the same payments take points from are locked with them, in the order of locks.
 */
export async function lockLimited(db: Transaction, payments: Counted[]): Promise<void> {
  if (!payments.some(isLimited)) return
  const locked = payments.filter((payment) => isLimited(payment) || payment.points_used > 0)
  await lockBalances(
    db,
    locked.map(({ user_id }) => user_id),
  )
}

/**
 * Of payments that are about to hold what they buy, in their order, those that would be too many for their buyer.
 * It counts in a statement of its own, after the lock: what another transaction has bought is committed then.
 * `batch` has all payments of this transaction: of those, only the ones allowed so far count.
 */
export async function findOverPerson(
  db: Transaction,
  batch: Counted[],
  payments: Counted[],
): Promise<Set<string>> {
  const limited = payments.filter(isLimited)
  if (limited.length === 0) return new Set()
  const ids = batch.map(({ id }) => id)
  const { rows } = await sql<Buying & { count: number }>`
    select user_id, entity_id, count(*)::int as count
    from payments p
    where (user_id, entity_id) in (
        select user_id, entity_id from ${rowsOf('l', limited, { user_id: 'uuid', entity_id: 'uuid' })})
      and status in ${counted} and p.id <> all (${list(ids, 'uuid')})
    group by user_id, entity_id`.execute(db)
  const bought = new Map(rows.map((row) => [keyOf(row), row.count]))
  const over = new Set<string>()
  for (const payment of limited) {
    const before = bought.get(keyOf(payment)) ?? 0
    if (before >= (payment.max_per_person ?? Infinity)) over.add(payment.id)
    else bought.set(keyOf(payment), before + 1)
  }
  return over
}
