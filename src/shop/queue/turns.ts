/** Turns: the right to buy the tiers of a queue, in the drawn order. */
import { type RawBuilder, sql } from 'kysely'
import { orderOf } from '#common/draw/permutation'
import { rowsOf } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import { Problem } from '#platform/values/errors'
import { sha256 } from './proof/sha256.ts'

/** An order for something that a queue covers. */
export type Turn = QueuePlaceKey & { id: string; entity_id: string }
type QueuePlaceKey = { user_id: string; queue_id: string }

type Refused = { entity_id: string; problem: Problem }

const isBought = sql`
  p.status in ('pending', 'requires_action', 'succeeded', 'partially_refunded', 'refunding') and p.given_by is null`

/**
 * Selects payments in turn, as rows of `payments`: paid or still payable, and neither given nor held by an offer of the
 * waiting list. Tickets that an order adds to its offer are bought in turn.
 */
export const boughtInTurn = (queueId: string | RawBuilder<unknown>) => sql`
  select p.user_id, p.order_id, p.created_at from payments p join orders o on o.id = p.order_id
  join queues q on q.id = ${queueId} and q.festival_id = p.festival_id and p.created_at >= q.created_at
  where p.entity_id in (select tier_id from queue_tiers where queue_id = q.id) and ${isBought}
    and not exists (select from waiting_entries w where w.id = o.offer_id and w.tier_id = p.entity_id)`

/**
 * Counts the people with payments in turn after `then`. A large sale has a hundred thousand of them in ten minutes:
 * they are read once, by the time of their festival, and payments by offers are known from the waiting list instead of
 * their orders.
 */
export const buyersSince = (queueId: string, then: Date) => sql<number>`(
  select count(*)::int from (
    select distinct p.user_id from payments p
    where p.festival_id = (select festival_id from queues where id = ${queueId})
      and p.created_at >= (select created_at from queues where id = ${queueId}) and p.created_at > ${then}
      and p.entity_id = any (array(select tier_id from queue_tiers where queue_id = ${queueId})) and ${isBought}
      and (p.order_id, p.entity_id) not in (
        select w.order_id, w.tier_id from waiting_entries w join queues q on q.festival_id = w.festival_id
        where q.id = ${queueId} and w.order_id is not null)
  ) buyers)`

type Row = {
  user_id: string
  queue_id: string
  serves: number
  entries: number
  seed: Buffer | null
  serving: number
}

/**
 * Returns the orders that may not buy now, each with its error (403 `not_your_turn`). Each person has one turn, for one
 * order that is open or paid: their row is locked before their orders are counted, so that of two concurrent orders one
 * is refused. Without orders for a queue's tiers it runs no statement.
 */
export async function refuseTurns(db: Transaction, turns: Turn[]): Promise<Map<string, Refused>> {
  if (turns.length === 0) return new Map()
  const { rows: places } = await sql<Row>`
    select e.user_id, e.queue_id, e.serves, d.entries, d.seed, d.serving
    from ${rowsOf('t', turns, { user_id: 'uuid', queue_id: 'uuid' })}
    join queue_entries e on e.user_id = t.user_id and e.queue_id = t.queue_id
    join queue_draws d on d.queue_id = e.queue_id
    order by e.queue_id, e.number for no key update of e`.execute(db)
  const called = new Set<string>()
  for (const place of places) if (await isCalled(place)) called.add(keyOf(place))
  const bought = await findBought(
    db,
    turns.filter((turn) => called.has(keyOf(turn))),
  )
  const refused = new Map<string, Refused>()
  for (const turn of turns) {
    const key = keyOf(turn)
    const error = !called.has(key)
      ? 'It is not your turn in the queue'
      : bought.has(key) && 'You have an order of your turn in the queue'
    if (error) refused.set(turn.id, { ...turn, problem: notYourTurn(error) })
    else bought.add(key)
  }
  return refused
}

const keyOf = ({ user_id, queue_id }: QueuePlaceKey) => `${queue_id} ${user_id}`

async function isCalled({ serves, entries, seed, serving }: Row): Promise<boolean> {
  if (!seed) return false
  const { placeOf } = await orderOf(seed, entries, sha256)
  return placeOf(serves) < serving
}

/** Runs as a statement of its own, so it sees purchases from before the lock was granted. */
async function findBought(db: Transaction, turns: Turn[]): Promise<Set<string>> {
  if (turns.length === 0) return new Set()
  const { rows } = await sql<QueuePlaceKey>`
    select t.user_id, t.queue_id from ${rowsOf('t', turns, { user_id: 'uuid', queue_id: 'uuid' })}
    where exists (select from (${boughtInTurn(sql.ref('t.queue_id'))}) p where p.user_id = t.user_id)`.execute(
    db,
  )
  return new Set(rows.map(keyOf))
}

const notYourTurn = (error: string) => new Problem(403, error, { code: 'not_your_turn' })
