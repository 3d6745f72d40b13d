import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { type Bounds, boxesOf } from '../model/bounds.ts'
import { lightJson } from '../model/json.ts'
import { allOf, type FestivalFilter, festivalsOf, matching, turnOf } from './queries.ts'

/** Up to this number all festivals of a box are sorted; above it the walk along the ranks is shorter. */
export const fewEnoughToSort = 5_000
const mostListed = 200

/** The festivals of `page`, for `lightArray`; the literal limit shows the planner how few they are. */
export const lightPage = sql`
  (select id, rank, start_time from page limit ${sql.lit(mostListed)}) page
  join festivals f on f.id = page.id`
export const lightArray = sql`
  '[' || coalesce(string_agg(${lightJson}, ',' order by page.rank desc, page.start_time, page.id), '') || ']' as text`

const insideByIndex = (bounds: Bounds) =>
  sql`(${sql.join(
    boxesOf(bounds).map(
      ({ south, north, west, east }) =>
        sql`f.location <@ box(point(${west}, ${south}), point(${east}, ${north}))`,
    ),
    sql` or `,
  )})`

const insideByValue = (bounds: Bounds) =>
  sql`(f.location[1] between ${bounds.south} and ${bounds.north} and (${sql.join(
    boxesOf(bounds).map(({ west, east }) => sql`f.location[0] between ${west} and ${east}`),
    sql` or `,
  )}))`

/** Counts the festivals in a box, and returns until when the count holds if time alone changes it. */
export async function countOnMap(db: Database, bounds: Bounds, filter: FestivalFilter) {
  const { rows } = await sql<{ total: number; until: Date | null }>`
    select count(*)::int as total, ${turnOf(filter)} as until from ${festivalsOf(filter)}
    where ${allOf([matching(filter), insideByIndex(bounds)])}`.execute(db)
  return rows[0] ?? { total: 0, until: null }
}

/**
 * Returns the festivals of a box by rank, then start, then id, as the text of a JSON array. The planner misjudges
 * boxes, so the number of festivals inside decides the statement: few are found by place and sorted, many are met soon
 * enough on a walk along the ranks.
 */
export async function listOnMap(
  db: Database,
  { bounds, total, ...filter }: FestivalFilter & { bounds: Bounds; total: number },
  { limit, offset }: { limit: number; offset: number },
) {
  const sorts = total <= fewEnoughToSort
  const inside = sorts ? insideByIndex(bounds) : insideByValue(bounds)
  const { rows } = await sql<{ text: string; until: Date | null }>`
    with inside as ${sorts ? sql`materialized` : sql`not materialized`} (
      select f.id, f.rank, f.start_time from ${festivalsOf(filter)}
      where ${allOf([matching(filter), sql`f.location is not null`, inside])}
    ), page as (
      select id, rank, start_time from inside order by rank desc, start_time, id limit ${limit} offset ${offset}
    )
    select ${lightArray}, ${turnOf(filter)} as until from ${lightPage}`.execute(db)
  return rows[0] ?? { text: '[]', until: null }
}
