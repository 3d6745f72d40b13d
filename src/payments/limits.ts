import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#platform/config/variables'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { conflict, type Problem } from '#platform/values/errors'
import type { Batch, Priced } from './order.ts'

/**
 * What keeps one person, or one network, from holding what others would buy: without paying for it, at no
 * cost. What is being charged at this moment is counted apart, so that an application may buy several at once.
 */

/** What waits for its buyer already: of the same offer for the same person, and at the same network. */
export type Waiting = {
  /** ids of payments, those first whose hold ends first */
  mine: string[]
  here: number
  next_release_at: Date | null
}

/** The columns of `Waiting` beside a payment in a row of `payment`, which does not count itself. */
export function waitingBeside(payment: string): RawBuilder<unknown> {
  const row = sql.ref(payment)
  const waits = sql`p.status = 'requires_action' and p.id <> ${row}.id`
  return sql`
    array(select p.id from payments p
          where p.user_id = ${row}.user_id and p.entity_id = ${row}.entity_id and ${waits}
          order by p.hold_until) as mine,
    (select count(*)::int from payments p where p.network = ${row}.network and ${waits}) as here,
    (select min(p.hold_until) from payments p
     where (p.network = ${row}.network or p.user_id = ${row}.user_id and p.entity_id = ${row}.entity_id)
       and ${waits}) as next_release_at`
}

type Limits = Pick<Config, 'WAITING_PER_PERSON' | 'WAITING_PER_NETWORK'>

/** Why one more may not wait: 409 `too_many_waiting`, with what stands in its way. */
export function overWaiting(
  { WAITING_PER_PERSON: person, WAITING_PER_NETWORK: network }: Limits,
  { mine, here, next_release_at }: Waiting,
): Problem | undefined {
  if (person > 0 && mine.length >= person) {
    const error = `You have ${mine.length} purchases of this that wait for you: complete one, or give it up with DELETE /payments/:id`
    return conflict(error, 'too_many_waiting', { payments: mine, next_release_at })
  }
  if (network === 0 || here < network) return undefined
  const error = `${here} purchases from your network wait for their buyers: complete yours, give them up with DELETE /payments/:id, or try again later`
  return conflict(error, 'too_many_waiting', { payments: mine, next_release_at })
}

/**
 * Of payments that are about to wait for their buyers, those that may not: counted under the locks of the
 * buyers' balances, which the caller holds, so that of many at once no more get through.
 */
export async function findOverWaiting(
  db: Database,
  limits: Limits,
  paymentIds: string[],
): Promise<Set<string>> {
  const over = new Set<string>()
  // One after the other: each that may wait counts for the next, and hardly ever are there several.
  const letIn: string[] = []
  for (const id of paymentIds) {
    const { rows } = await sql<Waiting & { beside: number; near: number }>`
      select ${waitingBeside('made')},
             (select count(*)::int from payments o where o.id = any (${list(letIn, 'uuid')})
              and o.user_id = made.user_id and o.entity_id = made.entity_id) as beside,
             (select count(*)::int from payments o where o.id = any (${list(letIn, 'uuid')})
              and o.network = made.network) as near
      from payments made where made.id = ${id}`.execute(db)
    const [found] = rows
    if (!found) continue
    const mine = [...found.mine, ...letIn.slice(0, found.beside)]
    if (overWaiting(limits, { ...found, mine, here: found.here + found.near })) over.add(id)
    else letIn.push(id)
  }
  return over
}

/** Why a payment was not let wait: what stands in its way by now may be less. */
export async function whyNotWaiting(
  { db, config }: { db: Database; config: Limits },
  paymentId: string,
): Promise<Problem> {
  const { rows } = await sql<Waiting>`
    select ${waitingBeside('made')} from payments made where made.id = ${paymentId}`.execute(db)
  const none = { mine: [], here: 0, next_release_at: null }
  const error =
    'Too many of your purchases wait for you: complete one, or give it up with DELETE /payments/:id'
  const { mine, next_release_at } = rows[0] ?? none
  return (
    overWaiting(config, rows[0] ?? none) ??
    conflict(error, 'too_many_waiting', { payments: mine, next_release_at })
  )
}

/**
 * Of payments for tickets and places that are free, those whose buyer has as many as one person may, with the refusal. The
 * rows of what is sold are locked by now, so that the count is right however many are bought at once.
 */
export async function overFree(
  { db, config }: Pick<Batch, 'db' | 'config'>,
  held: Priced[],
): Promise<Map<string, Problem>> {
  const most = config.FREE_PER_PERSON
  const free = held.filter(
    // A plan has no stock that others would miss.
    ({ price_cents, payment_type }) => price_cents === 0 && payment_type !== 'subscription',
  )
  if (most === 0 || free.length === 0) return new Map()
  const columns = { id: 'uuid', user_id: 'uuid', entity_id: 'uuid' } as const
  const { rows } = await sql<{ id: string }>`
    select id from (
      select f.id, row_number() over (partition by f.user_id, f.entity_id order by f.place) + (
        select count(*) from payments p
        where p.user_id = f.user_id and p.entity_id = f.entity_id and p.price_cents = 0
          and p.status in ('pending', 'requires_action', 'succeeded', 'partially_refunded')
          and p.id <> all (${list(
            free.map(({ id }) => id),
            'uuid',
          )})) as nth
      from ${rowsOf('f', free, columns)}
    ) counted where nth > ${most}::int`.execute(db)
  const error = `What is free is limited to ${most} for each person`
  return new Map(rows.map(({ id }) => [id, conflict(error, 'limit', { limit: most })]))
}
