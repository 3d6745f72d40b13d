import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#platform/config/variables'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { conflict, type Problem } from '#platform/values/errors'
import type { PricedLine, PricedOrder } from '../model/order-stages.ts'
import type { Batch } from './batch.ts'
import { linesOf } from './hold.ts'
import { findOver, keyOf } from './per-person.ts'

/**
 * Limits that prevent one person, or one network, from holding stock without paying for it, at no cost. Orders being
 * charged at this moment are counted apart, so that an application may buy several at once.
 */

/** The orders that wait for their buyer already: of the same offer for the same person, and at the same network. */
export type Waiting = {
  /** a payment of each order, the first hold to end first */
  mine: string[]
  /** payments of others */
  here: number
  next_release_at: Date | null
}

/** The columns of `Waiting` beside a payment in a row of `payment`, without the order of that payment. */
export function waitingBeside(payment: string): RawBuilder<unknown> {
  const row = sql.ref(payment)
  const waits = sql`p.status = 'requires_action' and p.order_id <> ${row}.order_id`
  return sql`
    array(select id from (
            select distinct on (p.order_id) p.id, p.hold_until from payments p
            where p.user_id = ${row}.user_id and p.entity_id = ${row}.entity_id and ${waits}
            order by p.order_id, p.line) first_ones
          order by hold_until) as mine,
    (select count(*)::int from payments p where p.network = ${row}.network and ${waits}) as here,
    (select min(p.hold_until) from payments p
     where (p.network = ${row}.network or p.user_id = ${row}.user_id and p.entity_id = ${row}.entity_id)
       and ${waits}) as next_release_at`
}

type Limits = Pick<Config, 'WAITING_PER_PERSON' | 'WAITING_PER_NETWORK'>

/** Returns the reason why an order of so many `units` may not wait: 409 `too_many_waiting`, with the payments in its way. */
export function overWaiting(
  { WAITING_PER_PERSON: person, WAITING_PER_NETWORK: network }: Limits,
  { mine, here, next_release_at }: Waiting,
  units: number,
): Problem | undefined {
  if (person > 0 && mine.length >= person) {
    const error = `You have ${mine.length} purchases of this that wait for you: complete one, or give it up with DELETE /payments/:id`
    return conflict(error, 'too_many_waiting', { payments: mine, next_release_at })
  }
  // A single order is never too large.
  if (network === 0 || here === 0 || here + units <= network) return undefined
  const error = `${here} purchases from your network wait for their buyers: complete yours, give them up with DELETE /payments/:id, or try again later`
  return conflict(error, 'too_many_waiting', { payments: mine, next_release_at })
}

/**
 * Finds the orders that may not wait for their buyers. Counts under the locks of the buyers' balances, which the caller
 * holds, so that orders at the same moment cannot exceed the limits.
 */
export async function findOverWaiting(
  db: Database,
  limits: Limits,
  orderIds: string[],
): Promise<Set<string>> {
  const overLimit = new Set<string>()
  // One after the other: each order that may wait counts for the next, and there are hardly ever several.
  const letIn: string[] = []
  for (const id of orderIds) {
    const { rows } = await sql<Waiting & { units: number; beside: number; near: number }>`
      select ${waitingBeside('made')}, made.units,
             (select count(distinct o.order_id)::int from payments o where o.order_id = any (${list(letIn, 'uuid')})
              and o.user_id = made.user_id and o.entity_id = made.entity_id) as beside,
             (select count(*)::int from payments o where o.order_id = any (${list(letIn, 'uuid')})
              and o.network = made.network) as near
      from (${entitiesOf(id)}) made`.execute(db)
    const isOver = rows.some(({ mine, here, units, beside, near, ...waiting }) => {
      const before = [...mine, ...letIn.slice(0, beside)]
      return overWaiting(limits, { ...waiting, mine: before, here: here + near }, units)
    })
    if (isOver) overLimit.add(id)
    else letIn.push(id)
  }
  return overLimit
}

/** Selects one payment for each thing that an order buys, with how many payments the order has. */
const entitiesOf = (orderId: string) => sql`
  select distinct on (entity_id) *, count(*) over ()::int as units from payments
  where order_id = ${orderId} order by entity_id, line`

/** Returns the reason why an order could not wait: by now fewer purchases may be in its way. */
export async function waitingDenialReason(
  { db, config }: { db: Database; config: Limits },
  orderId: string,
): Promise<Problem> {
  const { rows } = await sql<Waiting & { units: number }>`
    select ${waitingBeside('made')}, made.units from (${entitiesOf(orderId)}) made`.execute(db)
  const error =
    'Too many of your purchases wait for you: complete one, or give it up with DELETE /payments/:id'
  const { mine = [], next_release_at = null } = rows[0] ?? {}
  return (
    rows.map(({ units, ...waiting }) => overWaiting(config, waiting, units)).find(Boolean) ??
    conflict(error, 'too_many_waiting', { payments: mine, next_release_at })
  )
}

/**
 * Finds orders with free tickets and places that give their buyer more than one person may have, and returns them with
 * the item and its limit. The rows of the stock are locked by now, so that the count is right however many are bought
 * at once.
 */
export async function overFree(
  { db, config }: Pick<Batch, 'db' | 'config'>,
  held: PricedOrder[],
): Promise<Map<string, { entity_id: string; limit: number }>> {
  const limit = config.FREE_PER_PERSON
  // A plan has no stock that others would miss.
  const isFree = ({ price_cents, payment_type }: PricedLine) =>
    price_cents === 0 && payment_type !== 'subscription'
  const free = linesOf(held).filter(isFree)
  if (limit === 0 || free.length === 0) return new Map()
  const ids = free.map(({ id }) => id)
  const { rows } = await sql<{ user_id: string; entity_id: string; count: number }>`
    select user_id, entity_id, count(*)::int as count from payments p
    where (user_id, entity_id) in (
        select user_id, entity_id from ${rowsOf('f', free, { user_id: 'uuid', entity_id: 'uuid' })})
      and price_cents = 0 and given_by is null and status in ('pending', 'requires_action', 'succeeded', 'partially_refunded')
      and p.id <> all (${list(ids, 'uuid')})
    group by user_id, entity_id`.execute(db)
  const before = new Map(rows.map((row) => [keyOf(row), row.count]))
  const overLimit = findOver(held, before, (line) => (isFree(line) ? limit : Infinity))
  return new Map([...overLimit].map(([id, entity_id]) => [id, { entity_id, limit }]))
}
