import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { invalidField, tooManyRequests } from '#platform/values/errors'
import { isEntityType, requireEntity } from './entities.ts'
import { senderOf } from './event-types.ts'
import { dayMs, type RecordContext, record, startOfDay } from './record.ts'
import type { EventResult, NewEvent } from './schemas.ts'

const metadataLimit = 4096

/**
 * Records a user event reported by a client (docs/contract, section 5.2). Unknown types, repeats, types that only
 * the service may send, and events about something that cannot be looked up, are recorded too: with an id of their own,
 * and without points. An entity of a known kind must exist: else 404. Beyond `EVENTS_PER_DAY` events of the user on a
 * UTC day: 429 `too_many_events`.
 */
export async function recordClientEvent(
  { dailyEvents, ...at }: RecordContext & { dailyEvents: number },
  user_id: string,
  { event_type, entity_type = null, entity_id = null, metadata = null }: NewEvent,
): Promise<EventResult> {
  const text = metadata === null ? null : JSON.stringify(metadata)
  if (text !== null && Buffer.byteLength(text) > metadataLimit) {
    throw invalidField('metadata', 'must have at most 4 KiB')
  }
  const { id: known_id, isSure } = await lookUp(at, { user_id, event_type, entity_type, entity_id })
  const sent = {
    user_id,
    event_type,
    entity_type,
    entity_id: known_id,
    metadata: text,
    source: null,
    euros: 0,
    fixed: null,
    isEligible: isSure && senderOf(event_type) === 'client',
  }
  const { events, badges } = await record(at, [sent], { dailyEvents })
  const [recorded] = events
  if (!recorded) throw tooManyEvents(at.now, dailyEvents)
  return {
    event_id: recorded.id,
    points_awarded: recorded.points,
    badges_progressed: badges.map(({ badge_id }) => badge_id),
  }
}

function tooManyEvents(now: Date, quota: number) {
  const left = startOfDay(now).getTime() + dayMs - now.getTime()
  const limit = { name: 'events', quota, window: dayMs / 1000, reset: Math.ceil(left / 1000) }
  const error = `At most ${quota} events are recorded for a user on a UTC day: send the next ones tomorrow`
  return tooManyRequests(error, { code: 'too_many_events', limit })
}

type About = {
  user_id: string
  event_type: string
  entity_type: string | null
  entity_id: string | null
}

/**
 * Looks up the entity of an event, which may have none. `isSure`: true if the subject of the event, including none, is
 * certain; `id` is in canonical form.
 */
async function lookUp(
  { db }: RecordContext,
  { entity_type: type, entity_id: given, ...event }: About,
) {
  if (type === null || given === null) return { id: given, isSure: type === given }
  if (!isEntityType(type)) return { id: given, isSure: false }
  const id = await requireEntity(db, type, given)
  return { id, isSure: type !== 'artist' || !(await wasCountedBeforeMerge(db, { ...event, id })) }
}

/**
 * Returns true if an event that counts once for an artist was counted under an id that was merged into the artist.
 * Events keep their original id: to move them, all events of all users would have to be read.
 */
async function wasCountedBeforeMerge(
  db: Database,
  { user_id, event_type, id }: { user_id: string; event_type: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from artist_aliases a
    join reward_rules r on r.event_type = ${event_type} and r.once_per_entity
    join reward_events e on e.entity_id = a.id::text
    where a.artist_id = ${id} and e.user_id = ${user_id} and e.event_type = r.event_type
      and e.entity_type = 'artist' and e.counted
    limit 1`.execute(db)
  return rows.length > 0
}

/** The time for which uncounted events of clients are stored, ms. */
const uncountedMs = 30 * dayMs

/**
 * Deletes uncounted events of clients after 30 days: neither points, badges, caps nor entities that count once are read
 * from them. Safe to do twice.
 */
export async function deleteUncountedEvents(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() - uncountedMs)
  await inBatches((limit) =>
    sql`
      delete from reward_events where id = any (array(
        select id from reward_events
        where not counted and source is null and created_at < ${until}
        order by created_at limit ${limit}))`.execute(db),
  )
}

/** Deletes events of erased users that were too many for the erasure itself. Safe to do twice. */
export async function deleteEventsOfErased(db: Database): Promise<void> {
  await inBatches((limit) =>
    sql`
      delete from reward_events where id = any (array(
        select e.id from users u join reward_events e on e.user_id = u.id
        where u.erased_at is not null and e.source is null limit ${limit}))`.execute(db),
  )
}
