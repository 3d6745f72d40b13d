import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '#platform/database'
import { Name, Nullable, Photo, Uuid } from '#platform/shapes'
import { NullableTimestamp, Timestamp } from '#platform/time'

const Stage = Type.Object({
  id: Uuid,
  name: Name('Orange Stage'),
  type: Nullable(Type.String({ examples: ['stage'] })),
})

const Slot = Type.Object({
  id: Uuid,
  start_time: NullableTimestamp,
  end_time: NullableTimestamp,
  artist: Type.Union([
    Type.Object({ id: Uuid, name: Name('The Lanterns'), photo: Photo }),
    Type.Null(),
  ]),
  place: Type.Union([Stage, Type.Null()]),
})
export type Slot = Static<typeof Slot>

const Day = Type.Object({
  date: Nullable(
    Type.String({
      format: 'date',
      description:
        'UTC; what begins before 06:00 belongs to the evening before. Null: still to be announced',
      examples: ['2027-07-01'],
    }),
  ),
  stages: Type.Array(
    Type.Object({ place: Type.Union([Stage, Type.Null()]), gigs: Type.Array(Slot) }),
  ),
})
type Day = Static<typeof Day>

/** `GET /festivals/:id/timetable` (contract, section 7). */
export const Timetable = Type.Object({
  festival: Type.Object({
    id: Uuid,
    name: Name('Harbour Nights 2027'),
    start_time: Timestamp,
    end_time: Timestamp,
    cancelled_at: NullableTimestamp,
  }),
  days: Type.Array(Day),
})
type Timetable = Static<typeof Timetable>

const hour = 3_600_000
/** Until then a night belongs to the evening it began on, as festivals print it. */
const dawn = 6 * hour

const firstDay = Date.parse('0001-01-01T00:00:00Z')

/**
 * The day (UTC) on which a festival prints what begins at a time: before 06:00 it is the day before,
 * where there is one.
 */
export function dayOf(start: Date): string {
  return new Date(Math.max(start.getTime() - dawn, firstDay)).toISOString().slice(0, 10)
}

/**
 * Slots as a timetable prints them: by day, then by stage, then by start; what has no start comes last,
 * without a date.
 * @param slots in the order of their places, then of their starts
 */
function toDays(slots: Slot[]): Day[] {
  const days = Map.groupBy(slots, ({ start_time }) => start_time && dayOf(start_time))
  return [...days]
    .toSorted(([a], [b]) => order(a, b))
    .map(([date, held]) => ({
      date,
      stages: [...Map.groupBy(held, ({ place }) => place?.id).values()].map((gigs) => ({
        place: gigs[0]?.place ?? null,
        gigs,
      })),
    }))
}

function order(a: string | null, b: string | null): number {
  if (a === b) return 0
  return a !== null && (b === null || a < b) ? -1 : 1
}

type Row = Pick<Slot, 'id' | 'start_time' | 'end_time'> & {
  artist_id: string | null
  artist_name: string
  photo: string | null
  place_id: string | null
  place_name: string
  type: string | null
}

/** The timetable of a festival; undefined for an unknown one. */
export async function findTimetable(db: Database, id: string): Promise<Timetable | undefined> {
  const [festival, slots] = await Promise.all([
    db
      .selectFrom('festivals')
      .select(['id', 'name', 'start_time', 'end_time', 'cancelled_at'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    listSlots(db, id),
  ])
  return festival && { festival, days: toDays(slots) }
}

/** The gigs of a festival in the order of its places, those without one last, then of their starts. */
export async function listSlots(db: Database, festivalId: string): Promise<Slot[]> {
  const { rows } = await sql<Row>`
    select g.id, g.start_time, g.end_time, g.artist_id, a.name as artist_name, a.photo,
           g.place_id, p.name as place_name, p.type
    from gigs g
    left join artists a on a.id = g.artist_id
    left join places p on p.id = g.place_id
    where g.festival_id = ${festivalId}
    order by p.position, p.id, g.start_time, g.id`.execute(db)
  return rows.map(({ id, start_time, end_time, ...row }) => ({
    id,
    start_time,
    end_time,
    artist: row.artist_id ? { id: row.artist_id, name: row.artist_name, photo: row.photo } : null,
    place: row.place_id ? { id: row.place_id, name: row.place_name, type: row.type } : null,
  }))
}
