import { sql } from 'kysely'
import { lockBalances } from '#audience/rewards'
import { inBatches } from '#platform/database/batches'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { conflict, type Problem, tooManyRequests } from '#platform/values/errors'
import type { PricedOrder } from '../model/order-stages.ts'
import type { Batch } from './batch.ts'

/** The period in which orders that are not paid count, ms. */
const hourMs = 3_600_000

/** The other orders of a buyer, and at a network, that are held, or were held within the hour and not paid. */
type OrdersBeside = {
  id: string
  mine: string[]
  /** units that are held at the network */
  here: number
  next_release_at: Date | null
  retry_after: number
  /** orders of the buyer that were held within the hour and not paid, and the time of the earliest */
  unpaid: number
  unpaid_since: Date | null
  /** the same at the network */
  unpaid_here: number
  unpaid_here_since: Date | null
}

/**
 * Returns the refusals of orders to be held until they are paid, in their sequence: too many for their buyer (409
 * `too_many_holds`, within the hour 429 `too_many_unpaid`) or too much for their network (429 `too_many_held`,
 * `too_many_unpaid`). Counts under the locks of the buyers' balances. Two processes at the same moment do not see each
 * other's holds for a network.
 */
export async function overHolds(
  batch: Batch,
  inserted: PricedOrder[],
): Promise<Map<string, Problem>> {
  const holds = inserted.filter(({ hold }) => hold)
  if (holds.length === 0) return new Map()
  // Locks the balances of all orders at once: the steps behind this take the balances of others, and would deadlock.
  await lockBalances(
    batch.db,
    inserted.map(({ user_id }) => user_id),
  )
  const beside = await findBeside(batch, holds)
  const refused = new Map<string, Problem>()
  const [mine, units, orders] = [counting(), counting(), counting()]
  for (const order of holds) {
    const before = beside.get(order.id)
    if (!before) continue
    const network = order.network?.toString('hex')
    const error = denialReason(batch, order, {
      ...before,
      here: before.here + units.of(network),
      unpaid: before.unpaid + mine.of(order.user_id),
      unpaid_here: before.unpaid_here + orders.of(network),
      besides: mine.of(order.user_id),
    })
    if (error) refused.set(order.id, error)
    else {
      mine.add(order.user_id, 1)
      units.add(network, order.lines.length)
      orders.add(network, 1)
    }
  }
  return refused
}

function counting() {
  const counts = new Map<string | undefined, number>()
  const of = (key: string | undefined) => (key === undefined ? 0 : (counts.get(key) ?? 0))
  return { of, add: (key: string | undefined, more: number) => counts.set(key, of(key) + more) }
}

function denialReason(
  { config, now }: Pick<Batch, 'config' | 'now'>,
  { lines }: PricedOrder,
  beside: OrdersBeside & { besides: number },
): Problem | undefined {
  const { HOLDS_PER_PERSON: person, HELD_PER_NETWORK: network } = config
  const { mine, here, next_release_at, retry_after, besides } = beside
  if (person > 0 && mine.length + besides >= person) {
    const error =
      'You hold as many orders as you may: pay one, or give it up with DELETE /orders/:id'
    return conflict(error, 'too_many_holds', { orders: mine, next_release_at })
  }
  // A single order is never too large.
  if (network > 0 && here > 0 && here + lines.length > network) {
    const error =
      'Too much is held from your network: try again when some of it is paid or free again'
    const limit = { name: 'held-at-one-network', quota: network, reset: retry_after }
    return tooManyRequests(error, { code: 'too_many_held', limit }, { next_release_at })
  }
  const { UNPAID_PER_PERSON: ofPerson, UNPAID_PER_NETWORK: ofNetwork } = config
  if (ofPerson > 0 && beside.unpaid >= ofPerson) {
    const error = `You have held ${beside.unpaid} orders within an hour without paying them: try again later`
    return tooManyUnpaid(error, { quota: ofPerson, since: beside.unpaid_since, now })
  }
  if (ofNetwork > 0 && beside.unpaid_here >= ofNetwork) {
    const error = `${beside.unpaid_here} orders were held from your network within an hour and not paid: try again later`
    return tooManyUnpaid(error, { quota: ofNetwork, since: beside.unpaid_here_since, now })
  }
  return undefined
}

/** Returns the refusal until the earliest of the orders, from the time `since`, counts no more. */
function tooManyUnpaid(
  error: string,
  { quota, since, now }: { quota: number; since: Date | null; now: Date },
): Problem {
  const until = (since ?? now).getTime() + hourMs
  const reset = Math.max(1, Math.ceil((until - now.getTime()) / 1000))
  const limit = { name: 'unpaid-orders', quota, window: hourMs / 1000, reset }
  return tooManyRequests(error, { code: 'too_many_unpaid', limit })
}

/** Clears the networks of orders that expired and count no more. Safe to repeat. */
export function clearNetworks(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hourMs)
  return inBatches((limit) =>
    sql`
      update payments set network = null where id = any (array(
        select id from payments
        where status = 'expired' and network is not null and created_at <= ${since} limit ${limit}))`.execute(
      db,
    ),
  )
}

async function findBeside(
  { db, now }: Batch,
  holds: PricedOrder[],
): Promise<Map<string, OrdersBeside>> {
  const ids = holds.map(({ id }) => id)
  const heldFirst = sql`h.charge_id is not null and h.id <> all (${list(ids, 'uuid')})`
  const others = sql`${heldFirst} and h.status in ('held', 'pending', 'requires_action')`
  // Each part is written to match an index of its own.
  const openAtNetwork = sql`
    select order_id, line, created_at from payments where network = own.network and status = 'pending'
    union all
    select order_id, line, created_at from payments where network = own.network and status = 'requires_action'`
  const atNetwork = sql`(${openAtNetwork}) p join orders h on h.id = p.order_id where ${others}`
  const { rows } = await sql<OrdersBeside>`
    select o.id,
           array(select h.id from orders h where h.user_id = o.user_id and ${others} order by h.hold_until) as mine,
           (select count(*)::int from ${atNetwork}) as here,
           released as next_release_at, greatest(1, ceil(extract(epoch from released - ${now}::timestamptz)))::int as retry_after,
           buyer.unpaid, buyer.since as unpaid_since, near.unpaid as unpaid_here, near.since as unpaid_here_since
    from orders o
    join payments own on own.order_id = o.id and own.line = 1
    cross join lateral (
      select least((select min(h.hold_until) from orders h where h.user_id = o.user_id and ${others}),
                   (select min(h.hold_until) from ${atNetwork})) as released
    ) next
    cross join (select ${now}::timestamptz - interval '1 hour' as start) hour
    cross join lateral (
      select count(*)::int as unpaid, min(p.created_at) as since
      from payments p join orders h on h.id = p.order_id
      where p.user_id = o.user_id and p.created_at > hour.start and p.line = 1 and ${heldFirst}
        and h.status in ('held', 'pending', 'requires_action', 'expired')
    ) buyer
    cross join lateral (
      select count(*)::int as unpaid, min(p.created_at) as since
      from (
        ${openAtNetwork}
        union all
        select order_id, line, created_at from payments
        where network = own.network and status = 'expired' and created_at > hour.start
      ) p join orders h on h.id = p.order_id
      where p.created_at > hour.start and p.line = 1 and ${heldFirst}
    ) near
    where o.id = any (${list(ids, 'uuid')})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
