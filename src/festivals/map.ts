import { sql } from 'kysely'
import { toCoordinates } from '#platform/coordinates'
import type { Database } from '#platform/database'
import { invalid } from '#platform/errors'
import { allOf, type FestivalFilter, matching } from './queries.ts'
import type { FestivalQuery } from './schemas.ts'

export type Bounds = { south: number; north: number; west: number; east: number }

/**
 * The bounding box of a map query. All four bounds are required; west of the antimeridian may be a
 * larger longitude than east of it. @throws 400
 */
export function boundsOf({ min_lat, max_lat, min_lng, max_lng }: FestivalQuery): Bounds {
  const bounds = { min_lat, max_lat, min_lng, max_lng }
  const missing = Object.entries(bounds).flatMap(([name, bound]) =>
    bound === undefined ? [name] : [],
  )
  if (
    min_lat === undefined ||
    max_lat === undefined ||
    min_lng === undefined ||
    max_lng === undefined
  ) {
    throw invalid(`${missing.join(', ')} must be given with map=true`)
  }
  if (min_lat > max_lat) throw invalid('min_lat must not be above max_lat')
  return { south: min_lat, north: max_lat, west: min_lng, east: max_lng }
}

/** Where two boxes meet at the antimeridian, both count; 180 and -180 are one meridian. */
function boxesOf({ south, north, west, east }: Bounds): Bounds[] {
  if (west <= east) {
    const edges = [...(east === 180 ? [-180] : []), ...(west === -180 ? [180] : [])]
    return [{ west, east }, ...edges.map((lng) => ({ west: lng, east: lng }))].map((box) => ({
      south,
      north,
      ...box,
    }))
  }
  return [
    { south, north, west, east: 180 },
    { south, north, west: -180, east },
  ]
}

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

export async function countOnMap(
  db: Database,
  bounds: Bounds,
  filter: FestivalFilter,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from festivals f
    where ${allOf([matching(filter), insideByIndex(bounds)])}`.execute(db)
  return rows[0]?.total ?? 0
}

type Light = {
  id: string
  name: string
  photo: string | null
  venue: string | null
  country: string | null
  location: { x: number; y: number } | null
  start_time: Date
  end_time: Date
  rank: number
}

/** Up to here all festivals of the box are sorted; past it the walk along the ranks is shorter. */
const fewEnoughToSort = 5_000

/**
 * The festivals of a box by rank, then start, then id. The planner misjudges boxes, so the statement
 * is chosen by how many lie inside: few are found by place and sorted, many are met soon enough on a
 * walk along the ranks.
 */
export async function listOnMap(
  db: Database,
  { bounds, total, ...filter }: FestivalFilter & { bounds: Bounds; total: number },
  { limit, offset }: { limit: number; offset: number },
) {
  const sorts = total <= fewEnoughToSort
  const inside = sorts ? insideByIndex(bounds) : insideByValue(bounds)
  const { rows } = await sql<Light>`
    with inside as ${sorts ? sql`materialized` : sql`not materialized`} (
      select f.id, f.rank, f.start_time from festivals f
      where ${allOf([matching(filter), sql`f.location is not null`, inside])}
    ), page as (
      select id from inside order by rank desc, start_time, id limit ${limit} offset ${offset}
    )
    select f.id, f.name, f.photo, f.venue, f.country, f.location, f.start_time, f.end_time, f.rank
    from festivals f join page on page.id = f.id
    order by f.rank desc, f.start_time, f.id`.execute(db)
  return rows.map(({ location, ...festival }) => ({
    ...festival,
    coordinates: toCoordinates(location),
  }))
}
