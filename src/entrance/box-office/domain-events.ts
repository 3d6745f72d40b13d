import { Type } from 'typebox'
import { type EventKind, publish } from '#core/domain-events'
import type { Database } from '#platform/database/tables'
import { Nullable } from '#platform/values/shapes'
import { readShift } from './books.ts'
import { Shift } from './schemas.ts'

const { id, festival_id, till, opened_at, closed_at, float, counted, difference, receipts, books } =
  Shift.properties

/** The events of the box office. */
export const boxOfficeEvents = {
  'shift.closed': {
    summary: 'A shift of a till was closed, with its books and what was counted',
    data: Type.Object(
      {
        shift: Type.Object(
          {
            id,
            festival_id,
            organizer_id: Nullable(Type.String({ examples: ['harbour-nights'] })),
            till,
            opened_at,
            closed_at,
            float,
            counted,
            difference,
            receipts,
            books,
          },
          { title: 'EventShift' },
        ),
      },
      { title: 'ShiftEventData' },
    ),
  },
} satisfies Record<string, EventKind>

/** Publishes in the running transaction that a shift was closed. */
export async function publishClosed(
  { db, now }: { db: Database; now: Date },
  shiftId: string,
): Promise<void> {
  const { movements: _, seller: __, last_seen_at: ___, ...shift } = await readShift(db, shiftId)
  const { organizer_id } = await db
    .selectFrom('festivals')
    .select('organizer_id')
    .where('id', '=', shift.festival_id)
    .executeTakeFirstOrThrow()
  const event = { type: 'shift.closed', organizer_id, data: { shift: { ...shift, organizer_id } } }
  await publish({ db, now }, [event])
}
