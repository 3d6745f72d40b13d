import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { type Bounds, degrees } from '../model/bounds.ts'
import { allOf, type FestivalFilter, matching, turnOf } from './queries.ts'

/** The cells of the map that contain festivals, with the number of each. */
export type Grid = { row: number; column: number; total: number }[]

/** Counts all cells in one scan. Returns also until when the counts hold if time alone changes them. */
export async function countCells(db: Database, filter: FestivalFilter) {
  const { rows } = await sql<Grid[number] & { until: Date | null }>`
    select "row", "column", total, ${turnOf(filter)} as until from (
      select floor(floor(f.location[1]) / ${sql.lit(degrees)})::int as "row",
             floor(floor(f.location[0]) / ${sql.lit(degrees)})::int as "column", count(*)::int as total
      from festivals f where ${matching(filter)} and f.location is not null group by 1, 2
    ) cells`.execute(db)
  return { value: rows satisfies Grid, until: rows[0]?.until ?? undefined }
}

/** Returns the bounds of the cells that lie completely in a box; undefined if there are none. */
function wholeCells({ south, north, west, east }: Bounds): Bounds | undefined {
  const inner: Bounds = {
    south: Math.ceil(Math.ceil(south) / degrees) * degrees,
    north: Math.floor(Math.floor(north) / degrees) * degrees,
    west: Math.ceil(Math.ceil(west) / degrees) * degrees,
    east: Math.floor(Math.floor(east) / degrees) * degrees,
  }
  return inner.south < inner.north && inner.west < inner.east ? inner : undefined
}

/** Returns the number of festivals in the cells between these bounds. */
function totalWithin(grid: Grid, { south, north, west, east }: Bounds): number {
  const [bottom, top] = [south / degrees, north / degrees]
  const [left, right] = [west / degrees, east / degrees]
  return grid
    .filter(({ row, column }) => row >= bottom && row < top && column >= left && column < right)
    .reduce((sum, { total }) => sum + total, 0)
}

/** Counts the festivals in a box: the cells inside it are known, the rim round them is counted. */
export async function countByCells(
  db: Database,
  { box, filter, grid }: { box: Bounds; filter: FestivalFilter; grid: Grid },
): Promise<number> {
  const whole = wholeCells(box)
  const strips = whole ? rimOf(box, whole) : [sql`${inBox(box)}`]
  const { rows } = await sql<{ total: number }>`
    select ${sql.join(
      strips.map(
        (strip) =>
          sql`(select count(*)::int from festivals f where ${allOf([matching(filter), strip])})`,
      ),
      sql` + `,
    )} as total`.execute(db)
  return (rows[0]?.total ?? 0) + (whole ? totalWithin(grid, whole) : 0)
}

/** A cell includes its southern and western edge, a box all four: no festival of the cells is in the rim. */
function rimOf(box: Bounds, inner: Bounds): RawBuilder<unknown>[] {
  const { south, north, west, east } = inner
  const beside = { south, north }
  return [
    sql`${inBox({ ...box, north: south })} and f.location[1] < ${south}`,
    inBox({ ...box, south: north }),
    sql`${inBox({ ...box, ...beside, east: west })} and f.location[1] < ${north} and f.location[0] < ${west}`,
    sql`${inBox({ ...box, ...beside, west: east })} and f.location[1] < ${north}`,
  ]
}

function inBox({ south, north, west, east }: Bounds): RawBuilder<unknown> {
  return sql`f.location <@ box(point(${west}, ${south}), point(${east}, ${north}))`
}
