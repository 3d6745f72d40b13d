import { sql } from 'kysely'
import { type Addressed, fanOutEvents } from '#core/domain-events'
import { rowsOf } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Sent } from '#platform/outgoing/requests'
import { newId } from '#platform/values/ids'
import { patienceWithEndpoints } from './schedule.ts'

/** Adds deliveries of new events to the endpoints that subscribe to them. Returns the number of events handled. */
export function fanOut(db: Database, now: Date): Promise<number> {
  return fanOutEvents(db, async (trx, addressed) => {
    await addDeliveries(trx, addressed, now)
  })
}

/** Adds deliveries that are due at once, or missed ones that wait for a replay. Returns their ids. */
export async function addDeliveries(
  db: Database,
  addressed: Addressed[],
  now: Date,
): Promise<string[]> {
  const rows = addressed.map((delivery) => ({ id: newId(), ...delivery }))
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, created_at, status, due_at)
    select id, webhook_id, event_id, ${now}, case when is_missed then 'missed' else 'pending' end,
           case when not is_missed then ${now}::timestamptz end
    from ${rowsOf('d', rows, { id: 'uuid', webhook_id: 'uuid', event_id: 'uuid', is_missed: 'bool' })}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A delivery that this process attempts while it has the lease. */
export type Claimed = {
  id: string
  webhook_id: string
  event_id: string
  tries: number
  due_at: Date
  leased_until: Date
  type: string
  data: object
  at: Date
  url: string
  secret: Buffer
  old_secret: Buffer | null
  old_secret_ends_at: Date | null
}

/** The maximum number of requests that each process sends to one endpoint at once. */
export const mostAtOnce = 8

type Claiming = { now: Date; leaseUntil: Date; busy: { webhook_id: string; count: number }[] }

/**
 * Claims due deliveries that no process works on, for each endpoint as many as it may have besides the ones it is
 * `busy` with, so that a slow endpoint delays no other. During a replay an endpoint gets one delivery at a time, the
 * one that has been due longest (`head`).
 */
export async function claimDue(
  db: Database,
  { now, leaseUntil, busy }: Claiming,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select open.id
      from webhooks w
      left join ${rowsOf('b', busy, { webhook_id: 'uuid', count: 'int' })} on b.webhook_id = w.id
      left join lateral (
        select h.id, h.due_at from webhook_deliveries h
        where h.webhook_id = w.id and h.due_at <= w.replayed_at
        order by h.due_at, h.id limit 1
      ) head on true
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.webhook_id = w.id and d.due_at <= ${now}
          and d.due_at <= coalesce(head.due_at, ${now}) and d.id = coalesce(head.id, d.id)
          and (d.leased_until is null or d.leased_until <= ${now})
        order by d.due_at limit greatest(0, ${mostAtOnce}::int - coalesce(b.count, 0))
        for update skip locked
      ) open
      where w.is_enabled
    )
    update webhook_deliveries d set leased_until = ${leaseUntil}
    from due, webhooks w, outbox e
    where d.id = due.id and w.id = d.webhook_id and e.id = d.event_id
    returning d.id, d.webhook_id, d.event_id, d.tries, d.due_at, d.leased_until, e.type, e.data, e.at,
              w.url, w.secret, w.old_secret, w.old_secret_ends_at`.execute(db)
  return rows
}

/** Releases a delivery, so that another process can attempt it at once. */
export async function release(db: Database, { id, leased_until }: Claimed): Promise<void> {
  await sql`
    update webhook_deliveries set leased_until = null
    where id = ${id} and leased_until = ${leased_until}`.execute(db)
}

/** A finished attempt, and the time of the next one; undefined: no more. */
export type Attempt = { begun: Date; sent: Sent; next: Date | undefined }

/**
 * Records an attempt. A successful one ends the delivery. After a failure the next attempt is due at `next`, unless the
 * delivery was requested again meanwhile: then it stays due as requested.
 */
export async function recordAttempt(
  db: Database,
  delivery: Claimed,
  { begun, sent, next }: Attempt,
): Promise<void> {
  const { id, due_at, leased_until } = delivery
  const isDone = isSuccess(sent)
  const end = new Date(begun.getTime() + sent.ms)
  const [status, finished] = isDone
    ? ['delivered', end]
    : next
      ? ['pending', null]
      : ['failed', end]
  await sql`
    with noted as (
      update webhook_deliveries d
      set attempts = d.attempts + 1,
          leased_until = case when d.leased_until = ${leased_until} then null else d.leased_until end,
          tries = case when is_ours then d.tries + 1 else d.tries end,
          status = case when is_ours then ${status} else d.status end,
          due_at = case when is_ours then ${next ?? null}::timestamptz else d.due_at end,
          finished_at = case when is_ours then ${finished}::timestamptz else d.finished_at end
      from (
        select id, ${isDone}::boolean or due_at is not distinct from ${due_at} as is_ours
        from webhook_deliveries where id = ${id} for no key update
      ) o
      where d.id = o.id
      returning d.id, d.attempts
    )
    insert into webhook_attempts (delivery_id, number, at, duration_ms, status, answer, error)
    select id, attempts, ${begun}, ${sent.ms}, ${sent.status ?? null}, ${sent.answer ?? null}, ${sent.error ?? null}
    from noted`.execute(db)
}

export function isSuccess({ status = 0 }: Sent): boolean {
  return status >= 200 && status < 300
}

/** An endpoint that is no longer called, and the reason. */
export type Disabled = { reason: 'gone' | 'failing'; url: string; created_by: string | null }

/**
 * Records the result of the last attempt at an endpoint, and disables an endpoint that reports it is gone (410) or has
 * failed for three days: then `tell` is called in the same transaction.
 */
export async function recordHealth(
  db: Database,
  { webhook_id, now, sent }: { webhook_id: string; now: Date; sent: Sent },
  notifyDisabled: (trx: Database, disabled: Disabled) => Promise<void>,
): Promise<void> {
  if (isSuccess(sent)) {
    await sql`
      update webhooks set failing_since = null
      where id = ${webhook_id} and failing_since is not null`.execute(db)
    return
  }
  await sql`
    update webhooks set failing_since = ${now}
    where id = ${webhook_id} and failing_since is null`.execute(db)
  const reason = sent.status === 410 ? 'gone' : 'failing'
  const since = new Date(now.getTime() - (reason === 'gone' ? 0 : patienceWithEndpoints))
  await transact(db, async (trx) => {
    const { rows } = await sql<Disabled>`
      update webhooks set is_enabled = false, disabled_reason = ${reason}
      where id = ${webhook_id} and is_enabled and failing_since <= ${since}
      returning disabled_reason as reason, url, created_by`.execute(trx)
    for (const disabled of rows) await notifyDisabled(trx, disabled)
  })
}
