import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { longest } from '#platform/http/answers/arrays'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toleranceOf } from '#platform/jobs/admission'
import { batchedLookup } from '#platform/jobs/batched-lookup'
import { written } from '#platform/values/raw-json'
import { fold } from '#platform/values/text'
import { mostCharacters, wholeJson } from './json.ts'
import type { Festival } from './schemas.ts'

/** What narrows a list; `starting` and `ending` are the earlier form's date filters. */
export type FestivalFilter = {
  time?: 'upcoming' | 'past' | undefined
  country?: string | undefined
  organizer?: string | undefined
  starting?: Date | undefined
  ending?: Date | undefined
  now: Date
}

/** A row's place in the order of a list. */
export type Key = { start_time: Date; id: string }

/** A page: `offset` rows after the row `from`, which counts itself; after the first where none is given. */
export type Cut = {
  limit: number
  offset: number
  from?: Key | undefined
  /** at most so many gigs, places and tiers of each festival */
  nested?: number | undefined
}

/**
 * Festivals as the text of a JSON array, null where it is too long to be held in one piece, and until when
 * these are the ones, where time alone decides.
 */
export type Listed = { text: string | null; ids: string[]; until: Date | null }

/** The whole festival, or with at most `nested` of each list in it; undefined for an unknown one. */
export async function findFestival(
  db: Database,
  id: string,
  nested?: number,
): Promise<Festival | undefined> {
  const [text] = await readFestivals(db, [id], nested)
  return text === undefined ? undefined : written<Festival>(text)
}

/** The JSON texts of festivals in the order of these ids; undefined for unknown ones. */
export async function readFestivals(
  db: Database,
  ids: string[],
  nested?: number,
): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select f.id, ${wholeJson(nested)} as text from festivals f
    where f.id = any (${ids}::uuid[]) and f.deleted_at is null`.execute(db)
  const texts = new Map(rows.map(({ id, text }) => [id, text]))
  return ids.map((id) => texts.get(id))
}

/** As `findFestival`; requests at the same moment share a statement. */
export function festivalFinder(
  infrastructure: Pick<Infrastructure, 'reads' | 'config' | 'now'>,
): (id: string) => Promise<Festival | undefined> {
  return batchedLookup({
    find: async (ids: string[]) =>
      (await readFestivals(infrastructure.reads, ids)).map((text) =>
        text === undefined ? undefined : written<Festival>(text),
      ),
    tolerance: toleranceOf(infrastructure.config.BUSY_AFTER_MS, infrastructure.now),
  })
}

const mostListed = 1000

/**
 * Festivals by start, then id; the past ones latest first. The page is cut before it is filled; a literal
 * limit tells the planner how few rows it joins.
 */
export async function listFestivals(
  db: Database,
  filter: FestivalFilter,
  { limit, offset, from, nested }: Cut,
): Promise<Listed> {
  const order = orderOf(filter)
  const { rows } = await sql<Listed>`
    with page as (
      select f.id from festivals f where ${matchingFrom(filter, from)}
      order by ${order} limit ${limit} offset ${offset}
    ), listed as (select id from page limit ${sql.lit(mostListed)})
    select ${textOf(nested, order)} as text,
           array(select f.id from listed join festivals f using (id) order by ${order}) as ids,
           ${turnOf(filter)} as until`.execute(db)
  return rows[0] ?? { text: '[]', ids: [], until: null }
}

/** The text of the array of `listed`; null where it is too long, which is found before most of it is written. */
function textOf(nested: number | undefined, order: RawBuilder<unknown>): RawBuilder<string | null> {
  const text = sql<string>`concat('[', string_agg(f.text, ',' order by ${order}), ']')`
  // The offset keeps it from being written twice, for its length and for itself.
  const festivals = sql`(
    select f.id, f.start_time, ${wholeJson(nested)} as text from listed join festivals f using (id) offset 0) f`
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
    from festivals f where ${matching(filter)}`.execute(db)
  return rows[0] ?? { total: 0, until: null }
}

/**
 * When the next festival begins, or ends, so that it leaves a list of upcoming ones or joins one of past
 * ones; whether that one matches the rest of the filter is not asked.
 */
export function turnOf({ time, now }: FestivalFilter): RawBuilder<Date | null> {
  if (time === undefined) return sql`null::timestamptz`
  const turn = time === 'upcoming' ? sql.ref('start_time') : sql.ref('end_time')
  return sql`(select min(${turn}) from festivals where ${turn} >= ${now} and deleted_at is null)`
}

export async function findTurn(db: Database, filter: FestivalFilter): Promise<Date | undefined> {
  if (filter.time === undefined) return undefined
  const { rows } = await sql<{ until: Date | null }>`select ${turnOf(filter)} as until`.execute(db)
  return rows[0]?.until ?? undefined
}

export function orderOf({ time }: FestivalFilter): RawBuilder<unknown> {
  return time === 'past' ? sql`f.start_time desc, f.id` : sql`f.start_time, f.id`
}

/** What matches, from a row of the list on. */
export function matchingFrom(filter: FestivalFilter, from: Key | undefined): RawBuilder<unknown> {
  if (from === undefined) return matching(filter)
  const { start_time, id } = from
  if (filter.time === 'past') {
    return sql`
      ${matching(filter)} and f.start_time <= ${start_time}
      and (f.start_time < ${start_time} or f.id >= ${id})`
  }
  // That row lies behind the list's own beginning. Of two bounds PostgreSQL may enter the index at the
  // earlier one.
  const rest = { ...filter, time: undefined, starting: undefined }
  return sql`${matching(rest)} and (f.start_time, f.id) >= (${start_time}, ${id}::uuid)`
}

export function matching({ time, country, organizer, starting, ending, now }: FestivalFilter) {
  return allOf([
    sql`f.deleted_at is null`,
    time === 'upcoming' && sql`f.start_time >= ${now}`,
    // What has ended had begun: so the index of starts is entered where those are.
    time === 'past' && sql`f.start_time < ${now} and f.end_time < ${now}`,
    country && sql`f.country_key = ${fold(country)}`,
    organizer && sql`f.organizer_id = ${organizer}`,
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

/** Under which names the database tells that other festivals match, or in another order. */
export function namesOf({ country, organizer }: FestivalFilter): string[] {
  if (organizer) return [`festivals:organizer:${organizer}`]
  return [country ? `festivals:country:${fold(country)}` : 'festivals']
}
