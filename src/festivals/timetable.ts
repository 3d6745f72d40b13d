import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { billed, GigArtist, GigPlace } from '#gigs'
import type { Database } from '#platform/database/tables'
import { firstDay } from '#platform/values/days'
import { shows, written } from '#platform/values/raw-json'
import { Name, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

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

export const hour = 3_600_000
type Festival = Timetable['festival'] & { time_zone: string }
type Window = { date?: string | null; limit?: number; offset?: number }

/** The whole timetable; undefined for an unknown festival. */
export async function findTimetable(db: Database, id: string): Promise<Timetable | undefined> {
  const [festival, held] = await Promise.all([findFestival(db, id), listHeld(db, id, {})])
  if (!festival) return undefined
  const parts = [`{"festival":${headOf(festival)},"days":`, ...daysOf(held), '}']
  return shows(written<Timetable>(...parts), namesOf(id, held))
}

/** The festival above a timetable; undefined for an unknown one. */
export async function findFestival(db: Database, id: string): Promise<Festival | undefined> {
  return db
    .selectFrom('festivals')
    .select(['id', 'name', 'start_time', 'end_time', 'cancelled_at', 'time_zone'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The festival above a timetable as JSON. Its time zone stands with the festival itself alone. */
export function headOf({ time_zone: _, ...head }: Festival): string {
  return JSON.stringify(head)
}

/** As `dayOf`, of a gig `g` of a festival. */
export const dayAt = (festivalId: string) => sql`case when g.start_time is not null then to_char(
  least(greatest(
    g.start_time at time zone (select time_zone from festivals where id = ${festivalId}) - interval '6 hours',
    timestamp '0001-01-01'), timestamp '9999-12-31'),
  'YYYY-MM-DD') end`

/** A gig as JSON, with its place where it is the first one there that day. */
export type Held = {
  id: string
  start_time: Date | null
  date: string | null
  artist_id: string | null
  place: string | null
  gig: string
}

/**
 * The gigs of a festival by day, then by stage in the order of its places, then by start; what has no day
 * or no stage comes last. Of one day so many, earliest first. PostgreSQL writes the JSON, of rows that it
 * has put in order while they were short.
 */
export async function listHeld(db: Database, id: string, window: Window): Promise<Held[]> {
  const held: Held[] = []
  let isMore = true
  while (isMore) {
    const rows = await listSome(db, id, { ...window, from: held.length })
    held.push(...rows)
    isMore = rows.length === atOnce
  }
  return held
}

/** So many are written by one statement, that it has time enough. */
const atOnce = 2_000

async function listSome(
  db: Database,
  id: string,
  window: Window & { from: number },
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with chosen as (
      select g.* from gigs g where g.festival_id = ${id} and ${onDay(id, window.date)}
      order by g.start_time, g.id limit ${window.limit ?? null} offset ${window.offset ?? 0}
    ), slots as (
      select ${dayAt(id)} as date, g.id, g.place_id, p.position, g.start_time
      from chosen g left join places p on p.id = g.place_id
    ), part as (
      select *, lag(id) over (partition by date, place_id order by start_time, id) is null as is_first
      from slots order by date nulls last, position, place_id, start_time, id
      limit ${atOnce} offset ${window.from}
    ), ordered as (
      select s.date, s.is_first, g.place_id, p.name as place, p.type,
             g.artist_id, a.name as artist, a.photo, g.id, g.start_time, g.end_time, g.headliner, g.billing
      from part s
      join gigs g on g.id = s.id
      left join artists a on a.id = g.artist_id
      left join places p on p.id = g.place_id
      order by s.date nulls last, s.position, s.place_id, s.start_time, s.id offset 0
    )
    select o.id, o.start_time, date, artist_id, case when is_first then coalesce(row_to_json(at)::text, 'null') end as place,
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
             o.headliner, o.billing,
             row_to_json(who) as artist, row_to_json(at) as place
    ) gig`.execute(db)
  return rows
}

/** Which start a gig of a day has; undefined: whatever it is. */
export function onDay(id: string, date: string | null | undefined) {
  if (date === undefined) return sql`true`
  if (date === null) return sql`g.start_time is null`
  const midnight = Date.parse(date)
  // Such as 31 February: no gig is on it.
  if (Number.isNaN(midnight)) return sql`false`
  // Found by index from a day before to a day after, since no clock is a day from UTC.
  const [from, until] = [new Date(midnight - 24 * hour), new Date(midnight + 72 * hour)]
  const since = midnight <= firstDay ? sql`true` : sql`g.start_time >= ${from}`
  return sql`${since} and g.start_time < ${until} and ${dayAt(id)} = ${date}`
}

/** The JSON array of the days, in parts. */
export function daysOf(held: Held[]): string[] {
  const parts = held.map(({ date, place, gig }, index) => {
    const before = held[index - 1]
    if (place === null) return `,${gig}`
    const stage = `{"place":${place},"gigs":[${gig}`
    if (before?.date === date) return `]},${stage}`
    return `${before ? ']}]},' : ''}{"date":${JSON.stringify(date)},"stages":[${stage}`
  })
  return ['[', ...parts, held.length > 0 ? ']}]}]' : ']']
}

/** A new photo of an artist is announced with the names of their gigs. */
export function namesOf(id: string, held: Held[]): string[] {
  const artists = new Set(held.flatMap(({ artist_id }) => artist_id ?? []))
  return [`festival:${id}`, ...[...artists].map((artist) => `gigs:artist:${artist}`)]
}
