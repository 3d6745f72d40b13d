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
type Basket<Line> = { id: string; lines: Line[] }

/** What is counted together: a person's payments for one thing. */
export const keyOf = ({ user_id, entity_id }: Buying) => `${user_id} ${entity_id}`

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
 * Of orders that are about to hold what they buy, in their sequence, those that would be too many for their buyer, with
 * what of. It counts in a statement of its own, after the lock: what another transaction has bought is committed then.
 * `batch` has all orders of this transaction: of those, only the ones allowed so far count.
 */
export async function findOverPerson(
  db: Transaction,
  batch: Basket<Counted>[],
  orders: Basket<Counted>[],
): Promise<Map<string, string>> {
  const limited = orders.flatMap(({ lines }) => lines).filter(isLimited)
  if (limited.length === 0) return new Map()
  const ids = batch.flatMap(({ lines }) => lines.map(({ id }) => id))
  const { rows } = await sql<Buying & { count: number }>`
    select user_id, entity_id, count(*)::int as count
    from payments p
    where (user_id, entity_id) in (
        select user_id, entity_id from ${rowsOf('l', limited, { user_id: 'uuid', entity_id: 'uuid' })})
      and status in ${counted} and p.id <> all (${list(ids, 'uuid')})
    group by user_id, entity_id`.execute(db)
  const bought = new Map(rows.map((row) => [keyOf(row), row.count]))
  return findOver(orders, bought, ({ max_per_person }) => max_per_person ?? Infinity)
}

/**
 * Of orders in their sequence, those with which their buyer would have more of something than `mostOf` allows, with what
 * of. `bought` is how many there were before, by `keyOf`.
 */
export function findOver<Line extends Buying>(
  orders: Basket<Line>[],
  bought: Map<string, number>,
  mostOf: (line: Line) => number,
): Map<string, string> {
  const [over, counts] = [new Map<string, string>(), new Map(bought)]
  for (const { id, lines } of orders) {
    const after = new Map<string, number>()
    const reached = lines.find((line) => {
      const key = keyOf(line)
      after.set(key, (after.get(key) ?? counts.get(key) ?? 0) + 1)
      return (after.get(key) ?? 0) > mostOf(line)
    })
    if (reached) over.set(id, reached.entity_id)
    else for (const [key, count] of after) counts.set(key, count)
  }
  return over
}
