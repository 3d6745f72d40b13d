/** One day of a timetable, a page at a time. */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '#platform/database/tables'
import { PageAnswer, PageQuery, placeIn, toPlace } from '#platform/http/cursors'
import { offsetOf, paginated } from '#platform/http/paging'
import { cacheTags, written } from '#platform/values/raw-json'
import { dawnAfter, dayOf } from '#platform/zones/days'
import {
  dateOf,
  daysOf,
  findFestival,
  headOf,
  listHeld,
  namesOf,
  onDay,
  type ScheduledGig,
  Timetable,
  type Zoned,
} from './timetable.ts'

const { date } = Timetable.properties.days.items.properties

/** `GET /festivals/:id/day`. */
export const DayAnswer = PageAnswer(
  {
    ...Timetable.properties,
    dates: Type.Array(Type.Object({ date, gigs: Type.Integer({ examples: [1] }) }), {
      description: 'All days there are, and how many gigs each has',
    }),
  },
  { 'x-extends': Timetable },
)
export type DayAnswer = Static<typeof DayAnswer>

/** The most gigs of a day's page. */
export const mostOnDay = 300

export const DayQuery = Type.Object({
  date: Type.String({
    pattern: String.raw`^(\d{4}-\d{2}-\d{2}|none|now)$`,
    default: 'now',
    description:
      'A day; `now`: today if anything is on, else the first day; `none`: what is still to be announced',
    examples: ['2027-07-01'],
  }),
  ...PageQuery(mostOnDay, mostOnDay).properties,
})
export type DayQuery = Static<typeof DayQuery>

/** Returns a page of one day, and the days of the festival; undefined for an unknown festival. */
export async function findDay(
  db: Database,
  id: string,
  { date: asked, now, ...query }: DayQuery & { now: Date },
): Promise<DayAnswer | undefined> {
  const festival = await findFestival(db, id)
  if (!festival) return undefined
  const dates = await listDates(db, festival)
  const { time_zone } = festival
  const today = dayOf(now, time_zone)
  const date = chosen(dates, asked, today)
  const { limit } = query
  const { page, offset } = await startOf(db, { festival, date }, query)
  const gigs = await listHeld(db, festival, { date, limit, offset })
  const total = dates.find((one) => one.date === date)?.gigs ?? 0
  const hasMore = offset + limit < total
  const pagination = { ...paginated({ page, limit }, total), hasMore }
  const next_after = hasMore ? placeOf(gigs, page + 1) : null
  const about = JSON.stringify({ dates, pagination, next_after }).slice(1)
  const parts = [`{"festival":${headOf(festival)},"days":`, ...daysOf(gigs), ',', about]
  // The answer holds until tomorrow: then another day is today.
  return cacheTags(written<DayAnswer>(...parts), namesOf(id, gigs), dawnAfter(today, time_zone))
}

/** Returns the date that `date` stands for. A date without gigs gives an empty page. */
function chosen(dates: { date: string | null }[], asked: string, today: string): string | null {
  if (asked === 'none') return null
  if (asked !== 'now') return asked
  const first = dates.find(({ date }) => date === today) ?? dates[0]
  return first?.date ?? null
}

/** Returns the days of a festival in order, with the number of gigs; null, for gigs to be announced, is last. */
async function listDates(db: Database, { id, time_zone }: Zoned) {
  const { rows } = await sql<{ start_time: Date | null; gigs: number }>`
    select start_time, count(*)::int as gigs from gigs where festival_id = ${id}
    group by 1 order by 1`.execute(db)
  const gigs = new Map<string | null, number>()
  for (const row of rows) {
    const date = dateOf(row.start_time, time_zone)
    gigs.set(date, (gigs.get(date) ?? 0) + row.gigs)
  }
  return [...gigs].map(([date, count]) => ({ date, gigs: count }))
}

type DayRequest = { festival: Zoned; date: string | null }

/** Returns the number of the page, and the number of the day's gigs before it; gigs are in the order of start and id. */
async function startOf(
  db: Database,
  { festival, date }: DayRequest,
  { after, ...asked }: Pick<DayQuery, 'page' | 'limit' | 'after'>,
): Promise<{ page: number; offset: number }> {
  const place = placeIn(after, date === null ? ['count', 'id'] : ['count', 'time', 'id'])
  if (!place) return { page: asked.page, offset: offsetOf(asked) }
  const [page, ...last] = place
  const keys = date === null ? sql`g.id` : sql`g.start_time, g.id`
  const { rows } = await sql<{ gigs: number }>`
    select count(*)::int as gigs from gigs g
    where g.festival_id = ${festival.id} and ${onDay(festival.time_zone, date)} and (${keys}) <= (${sql.join(last)})`.execute(
    db,
  )
  return { page: Number(page), offset: rows[0]?.gigs ?? 0 }
}

/** Returns the position of the last of some gigs, which are in the order of their stages, and the number of the page that follows. */
function placeOf(gigs: ScheduledGig[], page: number): string | null {
  const key = ({ start_time, id }: ScheduledGig) => [start_time?.getTime() ?? 0, id] as const
  const [last] = gigs.toSorted((a, b) => {
    const [[aTime, aId], [bTime, bId]] = [key(a), key(b)]
    return bTime - aTime || (aId < bId ? 1 : -1)
  })
  if (!last) return null
  const { start_time, id } = last
  return toPlace(start_time === null ? [page, id] : [page, start_time, id])
}
