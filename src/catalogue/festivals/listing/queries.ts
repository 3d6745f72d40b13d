import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { longest } from '#platform/http/answers/arrays'
import { fold } from '#platform/values/text'
import { mostCharacters, wholeJson } from '../model/json.ts'

/** The filters of a list; `starting` and `ending` are the earlier form's date filters. */
export type FestivalFilter = {
  time?: 'upcoming' | 'running' | 'past' | undefined
  country?: string | undefined
  organizer?: string | undefined
  ids?: string[] | undefined
  starting?: Date | undefined
  ending?: Date | undefined
  now: Date
}

/** A row's place in the order of a list. */
export type Key = { start_time: Date; id: string }

/** A page: `offset` rows after the row `from`, which is included in the count; after the first row without `from`. */
export type Cut = {
  limit: number
  offset: number
  from?: Key | undefined
  /** the most gigs, places and tiers of each festival */
  nested?: number | undefined
}

/**
 * Festivals as the text of a JSON array, null if it is too long to be held in one piece; and until when the list holds
 * if time alone changes it.
 */
export type Listed = { text: string | null; ids: string[]; until: Date | null }

const mostListed = 1000

/**
 * Returns festivals by start, then id; past ones latest first. The page is cut before it is filled; a literal limit
 * shows the planner how few rows it joins.
 */
export async function listFestivals(
  db: Database,
  filter: FestivalFilter,
  { limit, offset, from, nested }: Cut,
): Promise<Listed> {
  const order = orderOf(filter)
  const { rows } = await sql<Listed>`
    with page as (
      ${pageOf(filter, { limit, offset, from })}
    ), listed as (select id from page limit ${sql.lit(mostListed)})
    select ${arrayOf(nested, order)} as text,
           array(select f.id from listed join festivals f using (id) order by ${order}) as ids,
           ${turnOf(filter)} as until`.execute(db)
  return rows[0] ?? { text: '[]', ids: [], until: null }
}

function pageOf(filter: FestivalFilter, { limit, offset, from }: Cut): RawBuilder<unknown> {
  return sql`
    select f.id from ${festivalsOf(filter)} where ${matchingFrom(filter, from)}
    order by ${orderOf(filter)} limit ${limit} offset ${offset}`
}

/** Returns the ids of the festivals that `listFestivals` would list. */
export async function listIds(db: Database, filter: FestivalFilter, cut: Cut) {
  const { rows } = await sql<Omit<Listed, 'text'>>`
    select array(${pageOf(filter, cut)}) as ids, ${turnOf(filter)} as until`.execute(db)
  return rows[0] ?? { ids: [], until: null }
}

/** The text of the array of `listed`; null if it is too long, which is found before most of it is written. */
function arrayOf(
  nested: number | undefined,
  order: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const text = sql<string>`concat('[', string_agg(f.text, ',' order by ${order}), ']')`
  // The offset prevents writing it twice, for its length and for itself.
  const festivals = sql`(
    select f.id, f.start_time, ${wholeJson({ nested })} as text from listed join festivals f using (id) offset 0) f`
  if (nested !== undefined) return sql`(select ${text} from ${festivals})`
  const most = sql.lit(longest)
  return sql`case
    when (select coalesce(sum(${mostCharacters}), 0) from listed join festivals f using (id)) <= 4 * ${most}
    then (
      select case when coalesce(sum(octet_length(f.text)), 0) <= ${most} then ${text} end from ${festivals})
    end`
}

export async function countFestivals(db: Database, filter: FestivalFilter) {
  const { rows } = await sql<{ total: number; until: Date | null }>`
    select count(*)::int as total, ${turnOf(filter)} as until
    from ${festivalsOf(filter)} where ${matching(filter)}`.execute(db)
  return rows[0] ?? { total: 0, until: null }
}

/**
 * The time when the next festival begins or ends, so that it leaves a list of upcoming or running festivals, or joins a
 * list of running or past ones. Does not check the rest of the filter.
 */
export function turnOf({
  time,
  now,
}: Pick<FestivalFilter, 'time' | 'now'>): RawBuilder<Date | null> {
  const next = (turn: 'start_time' | 'end_time') => sql<Date | null>`(
    select min(${sql.ref(turn)}) from festivals where ${sql.ref(turn)} >= ${now} and deleted_at is null)`
  if (time === undefined) return sql`null::timestamptz`
  if (time === 'running') return sql`least(${next('start_time')}, ${next('end_time')})`
  return next(time === 'upcoming' ? 'start_time' : 'end_time')
}

export async function findTurn(db: Database, filter: FestivalFilter): Promise<Date | undefined> {
  if (filter.time === undefined) return undefined
  const { rows } = await sql<{ until: Date | null }>`select ${turnOf(filter)} as until`.execute(db)
  return rows[0]?.until ?? undefined
}

export function orderOf({ time }: FestivalFilter): RawBuilder<unknown> {
  return time === 'past' ? sql`f.start_time desc, f.id` : sql`f.start_time, f.id`
}

/** The condition on `festivalsOf` that selects matching rows, starting at a row of the list. */
export function matchingFrom(filter: FestivalFilter, from: Key | undefined): RawBuilder<unknown> {
  if (from === undefined) return matching(filter)
  const { start_time, id } = from
  if (filter.time === 'past') {
    return sql`
      ${matching(filter)} and f.start_time <= ${start_time}
      and (f.start_time < ${start_time} or f.id >= ${id})`
  }
  // The row `from` lies behind the list's own beginning. With two bounds PostgreSQL may enter the index at the earlier
  // one.
  const rest = { ...filter, time: undefined, starting: undefined }
  return sql`${matching(rest)} and (f.start_time, f.id) >= (${start_time}, ${id}::uuid)`
}

/**
 * The table `festivals f`. For `running` it holds the running festivals alone, by an index of their own: a walk along
 * the starts would pass all festivals that are over.
 */
export function festivalsOf({ time, now }: FestivalFilter): RawBuilder<unknown> {
  if (time !== 'running') return sql`festivals f`
  return sql`(select f.* from festivals f where f.deleted_at is null and ${isRunning(now)} offset 0) f`
}

/** True for festivals that have begun and are not over: neither upcoming nor past. */
export function isRunning(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    tstzrange(f.start_time, f.end_time, '[]') @> ${now}::timestamptz and f.start_time < ${now})`
}

export function matching({ time, country, organizer, ids, starting, ending, now }: FestivalFilter) {
  return allOf([
    sql`f.deleted_at is null`,
    time === 'upcoming' && sql`f.start_time >= ${now}`,
    time === 'running' && isRunning(now),
    // A past festival has begun: with this bound, the index of starts is entered at past starts.
    time === 'past' && sql`f.start_time < ${now} and f.end_time < ${now}`,
    country && sql`f.country_key = ${fold(country)}`,
    organizer && sql`f.organizer_id = ${organizer}`,
    ids && sql`f.id = any (${ids}::uuid[])`,
    starting && sql`f.start_time > ${starting}`,
    ending && sql`f.end_time < ${ending}`,
  ])
}

export function allOf(conditions: (RawBuilder<unknown> | false | '' | undefined)[]) {
  return sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql` and `,
  )
}

/** Returns the names under which the database reports that other festivals match, or in another order. */
export function namesOf({ country, organizer, ids }: FestivalFilter): string[] {
  if (ids) return ids.map((id) => `festival:${id}`)
  if (organizer) return [`festivals:organizer:${organizer}`]
  return [country ? `festivals:country:${fold(country)}` : 'festivals']
}

/** Returns the key that a list shares with others of the same filter, at any time; the key of a box includes its bounds. */
export function keyOf({ now: _, ...filter }: FestivalFilter, bounds?: object): string {
  return JSON.stringify({ ...filter, bounds })
}
