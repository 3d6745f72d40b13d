import { Type } from 'typebox'
import { type EventKind, publish } from '#core/domain-events'
import type { Database } from '#platform/database/tables'
import { NamedOrganizer } from './schemas.ts'

const data = Type.Object({ organizer: NamedOrganizer }, { title: 'OrganizerEventData' })

/** The events of organizers. */
export const organizerEvents = {
  'organizer.created': { summary: 'There is a new organizer', data },
  'organizer.updated': { summary: 'An organizer was changed', data },
  'organizer.deleted': { summary: 'An organizer is gone; it had no festivals left', data },
} satisfies Record<string, EventKind>

type Organizer = { id: string; name: string }

/** Publishes an event of an organizer in the running transaction. */
export function publishOrganizer(
  at: { db: Database; now: Date },
  verb: 'created' | 'updated' | 'deleted',
  { id, name }: Organizer,
): Promise<void> {
  const event = {
    type: `organizer.${verb}`,
    organizer_id: id,
    data: { organizer: { id, name } },
  }
  return publish(at, [event])
}
