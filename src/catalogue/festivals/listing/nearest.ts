import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { areaOf, type Bounds, boxesOf } from '../model/bounds.ts'
import { boxRound, type Circle, distanceFrom } from './globe.ts'
import { allOf, type FestivalFilter, festivalsOf, matching, orderOf, turnOf } from './queries.ts'

/** A festival in a circle, with its distance from the middle, km. */
export type Nearby = { id: string; distance: number }
export type Sort = 'distance' | 'start_time'

type NearestQuery = {
  filter: FestivalFilter
  circle: Circle
  sort: Sort
  cut: { limit: number; offset: number }
}
type Found = { total: number; page: Nearby[]; until: Date | null }

/** The most festivals that are counted, the nearest ones, so that no circle costs more than that. */
export const mostNearby = 10_000

/**
 * Returns a page of the festivals in a circle, the nearest first or by start, then by id, and their number, at most
 * `mostNearby`. If a circle has more, the first statement finds the radius of a smaller circle that contains the page.
 */
export async function findNearby(db: Database, query: NearestQuery): Promise<Found> {
  const { limit, offset } = query.cut
  const isNarrow = narrows(query)
  const { rows } = await sql<Found & { reach: number | null }>`
    with found as materialized (${within(query, isNarrow ? undefined : mostNearby + 1)}),
    page as (${pageOf(query, sql`found f`)})
    select (select count(*)::int from found) as total, ${asArray} as page, (
        select max(distance) from (
          select distance from found order by distance limit ${limit + offset}) nearest) as reach,
      ${turnOf(query.filter)} as until`.execute(db)
  const { reach, ...found } = rows[0] ?? { reach: null, total: 0, page: [], until: null }
  if (reach === null || found.total <= mostNearby) return found
  if (offset >= mostNearby) return { ...found, total: mostNearby, page: [] }
  const page = isNarrow ? found.page : await pageOfMany(db, query, reach)
  return { ...found, total: mostNearby, page }
}

/** Finds a page of many festivals: by distance, in a smaller circle; by start, on a walk along the starts, which meets it soon. */
async function pageOfMany(db: Database, query: NearestQuery, reach: number): Promise<Nearby[]> {
  const { circle, filter, sort } = query
  const found =
    sort === 'distance'
      ? within({ ...query, circle: { ...circle, radius: reach } })
      : sql`
        select f.id, f.start_time, ${distanceFrom(circle)} as distance from ${festivalsOf(filter)}
        where ${matching(filter)} and ${isWithin(circle)}`
  const { rows } = await sql<{ page: Nearby[] }>`
    with page as (${pageOf(query, sql`(${found}) f`)}) select ${asArray} as page`.execute(db)
  return rows[0]?.page ?? []
}

function pageOf(
  { sort, filter, cut }: NearestQuery,
  found: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const order = sort === 'distance' ? sql`f.distance, f.id` : orderOf(filter)
  return sql`
    select f.id, f.distance, row_number() over (order by ${order}) as place from ${found}
    order by ${order} limit ${cut.limit} offset ${cut.offset}`
}

const asArray = sql`coalesce(
  (select json_agg(json_build_object('id', id, 'distance', distance) order by place) from page), '[]')`

/** The area, in square degrees, from which on the festivals of a country are assumed to be fewer than a box has. */
const large = 100

/** Returns true if the filter alone leaves few enough to read all of them: the planner takes every box for small. */
function narrows({ filter, circle }: InCircle): boolean {
  if (filter.ids || filter.organizer) return true
  return filter.country !== undefined && areaOf(boxRound(circle)) >= large
}

type InCircle = Pick<NearestQuery, 'filter' | 'circle'>

/**
 * Selects the festivals of a circle. With `most`, selects at most so many of each of its boxes: the nearest on a flat
 * map, along the index of places. The selection does not matter to `reach` if there are more: the nth nearest of some
 * is no nearer than the nth of all.
 */
function within({ filter, circle }: InCircle, most?: number): RawBuilder<unknown> {
  const bounds = boxRound(circle)
  const isNarrow = narrows({ filter, circle })
  const from = isNarrow
    ? sql`(select f.* from ${festivalsOf(filter)} where ${matching(filter)} offset 0) f`
    : festivalsOf(filter)
  const conditions = isNarrow ? [] : [matching(filter)]
  return sql.join(
    boxesOf(bounds).map((box) => {
      const nearest = sql`order by f.location <-> point(${besides(circle.lng, box)}, ${circle.lat})`
      return sql`(
        select f.id, f.start_time, ${distanceFrom(circle)} as distance from ${from}
        where ${allOf([...conditions, isInside(box), isWithin(circle)])}
        ${most === undefined ? sql`` : sql`${nearest} limit ${sql.lit(most)}`})`
    }),
    sql` union all `,
  )
}

/** Returns a longitude, continued beyond the antimeridian if a box lies there. */
function besides(lng: number, { west, east }: Bounds): number {
  if (lng - east > 180) return lng - 360
  return west - lng > 180 ? lng + 360 : lng
}

const isInside = ({ south, north, west, east }: Bounds) =>
  sql`f.location <@ box(point(${west}, ${south}), point(${east}, ${north}))`

const isWithin = (circle: Circle) => sql`${distanceFrom(circle)} <= ${circle.radius}`
