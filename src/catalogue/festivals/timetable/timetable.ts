import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { billed, GigArtist, GigPlace } from '#catalogue/gigs'
import type { Database } from '#platform/database/tables'
import { nextTurn } from '#platform/http/answers/slices'
import { cacheTags, written } from '#platform/values/raw-json'
import { Name, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { dawnAfter, dawnOf, dayOf, firstDay, lastDay } from '#platform/zones/days'

const Slot = Type.Object(
  {
    id: Uuid,
    start_time: NullableTimestamp,
    end_time: NullableTimestamp,
    ...billed,
    artist: Type.Union([GigArtist, Type.Null()]),
    place: Type.Union([GigPlace, Type.Null()]),
  },
  { title: 'TimetableGig' },
)

const Day = Type.Object(
  {
    date: Nullable(
      Type.String({
        format: 'date',
        description:
          'In the time zone of the festival; what begins before 06:00 there belongs to the evening before. Null: still to be announced',
        examples: ['2027-07-01'],
      }),
    ),
    stages: Type.Array(
      Type.Object(
        { place: Type.Union([GigPlace, Type.Null()]), gigs: Type.Array(Slot) },
        { title: 'TimetableStage' },
      ),
    ),
  },
  { title: 'TimetableDay' },
)
/** `GET /festivals/:id/timetable` (contract, section 7). */
export const Timetable = Type.Object(
  {
    festival: Type.Object(
      {
        id: Uuid,
        name: Name('Harbour Nights 2027'),
        start_time: Timestamp,
        end_time: Timestamp,
        cancelled_at: NullableTimestamp,
      },
      { title: 'TimetableFestival' },
    ),
    days: Type.Array(Day),
  },
  { title: 'Timetable' },
)
export type Timetable = Static<typeof Timetable>

type Festival = Timetable['festival'] & { time_zone: string }
type Window = { date?: string | null; limit?: number; offset?: number }

/** Returns the whole timetable; undefined for an unknown festival. */
export async function findTimetable(db: Database, id: string): Promise<Timetable | undefined> {
  const festival = await findFestival(db, id)
  if (!festival) return undefined
  const held = await listHeld(db, festival, {})
  await nextTurn()
  const parts = [`{"festival":${headOf(festival)},"days":`, ...daysOf(held), '}']
  return cacheTags(written<Timetable>(...parts), namesOf(id, held))
}

/** Returns the festival of a timetable; undefined for an unknown one. */
export async function findFestival(db: Database, id: string): Promise<Festival | undefined> {
  return db
    .selectFrom('festivals')
    .select(['id', 'name', 'start_time', 'end_time', 'cancelled_at', 'time_zone'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the festival of a timetable as JSON, without its time zone, which only the festival itself has. */
export function headOf({ time_zone: _, ...head }: Festival): string {
  return JSON.stringify(head)
}

type Row = {
  id: string
  start_time: Date | null
  artist_id: string | null
  place_id: string | null
  position: number | null
  /** both as JSON */
  place: string
  gig: string
}
/** A gig as JSON, with its place and its day. */
export type ScheduledGig = Row & { date: string | null }

/** A festival and its time zone, which determines its days. */
export type Zoned = Pick<Festival, 'id' | 'time_zone'>

/**
 * Returns the gigs of a festival by day, then by stage in the order of its places, then by start; gigs without a day or
 * a stage come last. Limited for each day, earliest first. PostgreSQL writes the JSON, and Node computes the days.
 */
export async function listHeld(
  db: Database,
  festival: Zoned,
  window: Window,
): Promise<ScheduledGig[]> {
  const held: ScheduledGig[] = []
  const dateAt = daysInOrder(festival.time_zone)
  let isMore = true
  while (isMore) {
    const some = await listSome(db, festival, { ...window, from: held.length })
    // Concurrent requests take turns of the event loop.
    await nextTurn()
    for (const row of some) held.push(Object.assign(row, { date: dateAt(row.start_time) }))
    isMore = some.length === atOnce
  }
  await nextTurn()
  return byStage(held)
}

/** Returns the day of a gig; null: still to be announced. */
export function dateOf(start: Date | null, zone: string): string | null {
  return start && dayOf(start, zone)
}

/** Returns `dateOf` for starts in ascending order: each day is computed once. */
function daysInOrder(zone: string): (start: Date | null) => string | null {
  let date: string | null = null
  let until = -Infinity
  return (start) => {
    if (start === null) return null
    if (start.getTime() >= until) {
      date = dayOf(start, zone)
      until = dawnAfter(date, zone).getTime()
    }
    return date
  }
}

/** Groups before sorting: rows come in the order of start and id, which the gigs of one stage and day retain. */
function byStage(held: ScheduledGig[]): ScheduledGig[] {
  const stages = Map.groupBy(held, ({ date, place_id }) => `${date} ${place_id}`)
  return [...stages.values()]
    .toSorted(([a], [b]) =>
      a && b
        ? compare(a.date, b.date) ||
          compare(a.position, b.position) ||
          compare(a.place_id, b.place_id)
        : 0,
    )
    .flat()
}

/** Compares values; null is last. */
function compare<T extends string | number>(a: T | null, b: T | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

/** The number of gigs that one statement writes, few enough for its timeout. */
const atOnce = 2_000

async function listSome(
  db: Database,
  { id, time_zone }: Zoned,
  { date, limit, offset = 0, from }: Window & { from: number },
): Promise<Row[]> {
  const most = Math.min(atOnce, (limit ?? Infinity) - from)
  const { rows } = await sql<Row>`
    with ordered as (
      select g.place_id, p.position, p.name as place, p.type,
             g.artist_id, a.name as artist, a.photo, g.id, g.start_time, g.end_time, g.headliner, g.billing,
             g.billing_text
      from (
        select * from gigs g where g.festival_id = ${id} and ${onDay(time_zone, date)}
        order by g.start_time, g.id limit ${most} offset ${offset + from}
      ) g
      left join artists a on a.id = g.artist_id
      left join places p on p.id = g.place_id
    )
    select o.id, o.start_time, o.artist_id, o.place_id, o.position, coalesce(row_to_json(at)::text, 'null') as place,
           row_to_json(gig)::text as gig
    from ordered o
    left join lateral (
      select o.place_id as id, o.place as name, o.type where o.place_id is not null
    ) at on true
    left join lateral (
      select o.artist_id as id, o.artist as name, o.photo where o.artist_id is not null
    ) who on true
    cross join lateral (
      select o.id, json_time(o.start_time) as start_time, json_time(o.end_time) as end_time,
             o.headliner, o.billing, o.billing_text,
             row_to_json(who) as artist, row_to_json(at) as place
    ) gig
    order by o.start_time, o.id`.execute(db)
  return rows
}

/** The condition that a gig starts on a day in a time zone; undefined: on any. */
export function onDay(zone: string, date: string | null | undefined) {
  if (date === undefined) return sql`true`
  if (date === null) return sql`g.start_time is null`
  const midnight = new Date(date)
  // For example 31 February: it has no gigs.
  const isDate = !Number.isNaN(Number(midnight)) && midnight.toISOString().startsWith(date)
  if (!isDate) return sql`false`
  const since =
    Number(midnight) <= firstDay ? sql`true` : sql`g.start_time >= ${dawnOf(date, zone)}`
  const until =
    Number(midnight) >= lastDay ? sql`true` : sql`g.start_time < ${dawnAfter(date, zone)}`
  return sql`g.start_time is not null and ${since} and ${until}`
}

/** Returns the JSON array of the days, in parts. */
export function daysOf(held: ScheduledGig[]): string[] {
  const parts = held.map(({ date, place_id, place, gig }, index) => {
    const before = held[index - 1]
    if (before?.date === date && before.place_id === place_id) return `,${gig}`
    const stage = `{"place":${place},"gigs":[${gig}`
    if (before?.date === date) return `]},${stage}`
    return `${before ? ']}]},' : ''}{"date":${JSON.stringify(date)},"stages":[${stage}`
  })
  return ['[', ...parts, held.length > 0 ? ']}]}]' : ']']
}

/** Returns the names that a timetable depends on. A new photo of an artist is announced under the names of their gigs. */
export function namesOf(id: string, held: ScheduledGig[]): string[] {
  const artists = new Set(held.flatMap(({ artist_id }) => artist_id ?? []))
  return [`festival:${id}`, ...[...artists].map((artist) => `gigs:artist:${artist}`)]
}
