import { type RawBuilder, sql } from 'kysely'
import type { TSchema } from 'typebox'
import { inBatches } from '#platform/database/batches'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'

/**
 * Domain events, for applications that subscribe to them. An event is written by the transaction that causes it, so it
 * exists exactly when its cause does, and only if an endpoint wants it: without listeners it costs one look at an empty
 * table.
 */
export type EventKind = {
  /** when it is sent, as a sentence for the reference */
  summary: string
  /** schema of its `data`, with examples */
  data: TSchema
}

export type DomainEvent = { type: string; organizer_id: string | null; data: object }

/** True if events are stored for the endpoint `w`. This includes an endpoint that the service has disabled: they are sent later. */
const listens = sql`(w.is_enabled or w.disabled_reason is not null)`

/** True if the endpoint `w` wants the event `e`. */
const wants = sql`
  ${listens} and (w.events is null or e.type = any (w.events))
  and (w.organizer_id is null or w.organizer_id = e.organizer_id)`

/**
 * Builds a statement that publishes events, to run alone or in a `with` beside the change itself.
 * @param rows gives `id` (a new one), `type`, `organizer_id`, `data` and `at`
 */
export function publishing(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into outbox (id, type, organizer_id, data, at)
    select e.id, e.type, e.organizer_id, e.data, e.at
    from (${rows}) e
    where exists (select from webhooks w where ${listens})
      and exists (select from webhooks w where ${wants})`
}

/** Returns events as rows for `publishing`. */
export function rowsOfEvents(published: DomainEvent[], now: Date): RawBuilder<unknown> {
  const events = published.map((event) => ({ id: newId(), ...event }))
  return sql`
    select id, type, organizer_id, data, cast(${now} as timestamptz) as at
    from jsonb_to_recordset(${JSON.stringify(events)})
      as h (id uuid, type text, organizer_id text, data jsonb)`
}

/** Publishes events, in the transaction that causes them. */
export async function publish(
  { db, now }: { db: Database; now: Date },
  published: DomainEvent[],
): Promise<void> {
  if (published.length > 0) await publishing(rowsOfEvents(published, now)).execute(db)
}

/** Stores an event for one endpoint alone, whatever events it wants. Returns the event's id. */
export async function addEventForEndpoint(
  { db, now }: { db: Database; now: Date },
  { type, data }: Pick<DomainEvent, 'type' | 'data'>,
): Promise<string> {
  const id = newId()
  const event = { id, type, data: JSON.stringify(data), at: now, is_spread: true }
  await db.insertInto('outbox').values(event).execute()
  return id
}

const most = 500

/** An event for one endpoint. `is_missed`: the service has disabled the endpoint, which misses the event meanwhile. */
export type Addressed = { event_id: string; webhook_id: string; is_missed: boolean }

/**
 * Takes events that no process has taken yet, 500 at most, and passes them to `address` with the endpoints that want
 * them, in one transaction. Returns their number: with 500 there may be more.
 */
export function fanOutEvents(
  db: Database,
  address: (trx: Database, addressed: Addressed[]) => Promise<void>,
): Promise<number> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{
      event_id: string
      webhook_id: string | null
      is_missed: boolean | null
    }>`
      with e as (
        update outbox set is_spread = true
        where id = any (array(
          select id from outbox where not is_spread order by id limit ${most} for update skip locked))
        returning id, type, organizer_id
      )
      select e.id as event_id, w.id as webhook_id, not w.is_enabled as is_missed
      from e left join webhooks w on ${wants}
      order by e.id`.execute(trx)
    const addressed = rows.flatMap(({ event_id, webhook_id, is_missed }) =>
      webhook_id === null ? [] : [{ event_id, webhook_id, is_missed: is_missed === true }],
    )
    if (addressed.length > 0) await address(trx, addressed)
    return new Set(rows.map(({ event_id }) => event_id)).size
  })
}

/** Time for which events are stored, with their deliveries, ms. */
const retentionMs = 30 * 86_400_000

/** Deletes events that are older than 30 days at `now`. Safe to do twice. */
export async function deleteOldEvents(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - retentionMs)
  await inBatches((limit) =>
    sql`
      delete from outbox where id = any (array(
        select id from outbox where at < ${end} order by at limit ${limit}))`.execute(db),
  )
}
