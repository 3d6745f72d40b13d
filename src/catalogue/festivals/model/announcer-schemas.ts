import { type Static, Type } from 'typebox'
import { NamedOrganizer } from '#catalogue/organizers'
import { PartQuery } from '#platform/http/cursors'
import { Name, Nullable, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

export const mostAnnouncers = 1_000

/** An organizer that may, or would like to, announce for an artist. */
export const Announcer = Type.Object(
  {
    organizer: NamedOrganizer,
    approved: Nullable(
      Type.Boolean({
        description: 'null: not decided yet; what it announces waits',
        examples: [true],
      }),
    ),
    waiting: Type.Array(
      Type.Object(
        { id: Uuid, name: Name('Harbour Nights 2027'), start_time: Timestamp },
        { title: 'WaitingFestival' },
      ),
      { description: 'Festivals whose announcement waits for the decision, 20 at most' },
    ),
  },
  { title: 'Announcer' },
)
export type Announcer = Static<typeof Announcer>

export const AnnouncersQuery = PartQuery(100, mostAnnouncers)

export const AnnouncerPath = Type.Object({
  id: Type.String({ format: 'uuid' }),
  organizerId: Type.String(),
})

export const Approval = Type.Object({
  approved: Type.Boolean({ examples: [true] }),
})
