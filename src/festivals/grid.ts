import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database'
import { type Bounds, degrees } from './bounds.ts'
import { allOf, type FestivalFilter, matching, turnOf } from './queries.ts'

/** How many festivals lie in each cell of the map, by `row:column`. */
export type Grid = Map<string, number>

/** Counts all cells in one scan. Gives until when that holds, where time alone decides. */
export async function countCells(db: Database, filter: FestivalFilter) {
  const { rows } = await sql<{ cell: string; total: number; until: Date | null }>`
    select lat || ':' || lng as cell, total, ${turnOf(filter)} as until from (
      select floor(floor(f.location[1]) / ${sql.lit(degrees)})::int as lat,
             floor(floor(f.location[0]) / ${sql.lit(degrees)})::int as lng, count(*)::int as total
      from festivals f where ${matching(filter)} and f.location is not null group by 1, 2
    ) cells`.execute(db)
  const grid: Grid = new Map(rows.map(({ cell, total }) => [cell, total]))
  return { value: grid, until: rows[0]?.until ?? undefined }
}

/** The cells that lie in a box as a whole, as bounds and one by one; undefined: there is none. */
function wholeCells({ south, north, west, east }: Bounds) {
  const [rows, columns] = [within(south, north), within(west, east)]
  if (rows.length === 0 || columns.length === 0) return undefined
  const [first = 0, left = 0] = [rows[0], columns[0]]
  const inner: Bounds = {
    south: first * degrees,
    north: (first + rows.length) * degrees,
    west: left * degrees,
    east: (left + columns.length) * degrees,
  }
  return { inner, cells: rows.flatMap((row) => columns.map((column) => `${row}:${column}`)) }
}

/** Rounded to whole degrees first, which are exact, as are their fifths once they are rounded. */
function within(from: number, to: number): number[] {
  const first = Math.ceil(Math.ceil(from) / degrees)
  const end = Math.floor(Math.floor(to) / degrees)
  return Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n)
}

/** How many festivals lie in a box: the cells inside it are known, the rim round them is counted. */
export async function countByCells(
  db: Database,
  { box, filter, grid }: { box: Bounds; filter: FestivalFilter; grid: Grid },
): Promise<number> {
  const whole = wholeCells(box)
  const strips = whole ? rimOf(box, whole.inner) : [sql`${inBox(box)}`]
  const { rows } = await sql<{ total: number }>`
    select ${sql.join(
      strips.map(
        (strip) =>
          sql`(select count(*)::int from festivals f where ${allOf([matching(filter), strip])})`,
      ),
      sql` + `,
    )} as total`.execute(db)
  const inside = (whole?.cells ?? []).map((cell) => grid.get(cell) ?? 0)
  return inside.reduce((sum, total) => sum + total, rows[0]?.total ?? 0)
}

/** A cell has its southern and western edge, a box all four: what is in the cells is not in the rim. */
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
