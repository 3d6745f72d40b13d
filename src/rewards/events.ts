import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { invalid } from '#platform/values/errors'
import { isEntityType, requireEntity } from './entities.ts'
import { senderOf } from './event-types.ts'
import { type At, record } from './record.ts'
import type { EventResult, NewEvent } from './schemas.ts'

const metadataLimit = 4096

/**
 * Records what a client says a user did (specification, section 6, "Inbound"). Unknown types, repeats,
 * those that only the service may send, and those about what cannot be looked up, are recorded too: with
 * an id of their own, and without points. An entity of a kind we know must exist: else 404.
 */
export async function recordClientEvent(
  at: At,
  user_id: string,
  { event_type, entity_type = null, entity_id = null, metadata = null }: NewEvent,
): Promise<EventResult> {
  const text = metadata === null ? null : JSON.stringify(metadata)
  if (text !== null && Buffer.byteLength(text) > metadataLimit) {
    throw invalid('metadata must have at most 4 KiB')
  }
  const entity = await lookUp(at, entity_type, entity_id)
  const { events, badges } = await record(at, [
    {
      user_id,
      event_type,
      entity_type,
      entity_id: entity.id,
      metadata: text,
      source: null,
      euros: 0,
      fixed: null,
      isEligible: entity.isSure && senderOf(event_type) === 'client',
    },
  ])
  const [{ id, points } = { id: '', points: 0 }] = events
  return {
    event_id: id,
    points_awarded: points,
    badges_progressed: badges.map(({ badge_id }) => badge_id),
  }
}

/** Whether it is sure what the event is about, which may be nothing; an id in its one spelling. */
async function lookUp({ db }: At, type: string | null, id: string | null) {
  if (type === null || id === null) return { id, isSure: type === id }
  if (!isEntityType(type)) return { id, isSure: false }
  return { id: await requireEntity(db, type, id), isSure: true }
}

/** Deletes what erased users had sent, where it was too much for the erasure itself. Safe to do twice. */
export async function forgetEventsOfErased(db: Database): Promise<void> {
  await inBatches((limit) =>
    sql`
      delete from reward_events where id = any (array(
        select e.id from users u join reward_events e on e.user_id = u.id
        where u.erased_at is not null and e.source is null limit ${limit}))`.execute(db),
  )
}
