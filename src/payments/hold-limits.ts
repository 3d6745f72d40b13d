import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import { conflict, Problem } from '#platform/values/errors'
import { lockBalances } from '#rewards'
import type { Inserted } from './insert-orders.ts'
import type { Batch } from './order.ts'

/** The open orders that are held first: of a buyer, and how many units at a network. */
type Beside = {
  id: string
  mine: string[]
  here: number
  next_release_at: Date | null
  retry_after: number
}

/**
 * Of orders that are to be held until they are paid, in their sequence, those that are too many for their buyer (409
 * `too_many_holds`) or too much for their network (429 `too_many_held`). Counted under the locks of the buyers' balances.
 * Two processes at the same moment do not see what each other holds for a network.
 */
export async function overHolds(batch: Batch, inserted: Inserted[]): Promise<Map<string, Problem>> {
  const holds = inserted.filter(({ hold }) => hold)
  if (holds.length === 0) return new Map()
  // Those of all at once: the steps behind this take the balances of others, and would meet crosswise.
  await lockBalances(
    batch.db,
    inserted.map(({ user_id }) => user_id),
  )
  const beside = await findBeside(batch, holds)
  const [refused, mine, here] = [new Map<string, Problem>(), counting(), counting()]
  for (const order of holds) {
    const before = beside.get(order.id)
    if (!before) continue
    const network = order.network?.toString('hex')
    const units = before.here + here.of(network)
    const error = whyNot(batch.config, order, {
      ...before,
      here: units,
      besides: mine.of(order.user_id),
    })
    if (error) refused.set(order.id, error)
    else {
      mine.add(order.user_id, 1)
      here.add(network, order.lines.length)
    }
  }
  return refused
}

function counting() {
  const counts = new Map<string | undefined, number>()
  const of = (key: string | undefined) => (key === undefined ? 0 : (counts.get(key) ?? 0))
  return { of, add: (key: string | undefined, more: number) => counts.set(key, of(key) + more) }
}

function whyNot(
  { HOLDS_PER_PERSON: person, HELD_PER_NETWORK: network }: Batch['config'],
  { lines }: Inserted,
  { mine, here, next_release_at, retry_after, besides }: Beside & { besides: number },
): Problem | undefined {
  if (person > 0 && mine.length + besides >= person) {
    const error =
      'You hold as many orders as you may: pay one, or give it up with DELETE /orders/:id'
    return conflict(error, 'too_many_holds', { orders: mine, next_release_at })
  }
  // An order that is alone is never too large.
  if (network === 0 || here === 0 || here + lines.length <= network) return undefined
  const error =
    'Too much is held from your network: try again when some of it is paid or free again'
  return new Problem(429, error, { code: 'too_many_held', next_release_at, retry_after })
}

async function findBeside({ db, now }: Batch, holds: Inserted[]): Promise<Map<string, Beside>> {
  const ids = holds.map(({ id }) => id)
  const others = sql`h.charge_id is not null and h.status in ('held', 'pending', 'requires_action')
    and h.id <> all (${list(ids, 'uuid')})`
  // Each as in an index of its own.
  const atNetwork = sql`(
      select order_id from payments where network = own.network and status = 'pending'
      union all
      select order_id from payments where network = own.network and status = 'requires_action'
    ) p join orders h on h.id = p.order_id where ${others}`
  const { rows } = await sql<Beside>`
    select o.id,
           array(select h.id from orders h where h.user_id = o.user_id and ${others} order by h.hold_until) as mine,
           (select count(*)::int from ${atNetwork}) as here,
           released as next_release_at, greatest(1, ceil(extract(epoch from released - ${now}::timestamptz)))::int as retry_after
    from orders o
    join payments own on own.order_id = o.id and own.line = 1
    cross join lateral (
      select least((select min(h.hold_until) from orders h where h.user_id = o.user_id and ${others}),
                   (select min(h.hold_until) from ${atNetwork})) as released
    ) next
    where o.id = any (${list(ids, 'uuid')})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
