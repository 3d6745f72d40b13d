import { sql } from 'kysely'
import type { Database } from './tables.ts'

/** Columns with times, of the rows of a table that belong to a festival. */
export type Times = { table: string; columns: readonly string[]; festivalId: string }
export type Move = (time: Date) => Date
type MoveColumn = (time: Date, column: string) => Date

type Row = { id: string; times: (Date | null)[] }

/** Moves times, and returns the number of rows. The rows are locked until the commit, by id. */
export async function moveTimes(db: Database, of: Times, move: MoveColumn): Promise<number> {
  const table = sql.table(of.table)
  const names = of.columns.map((column) => sql.ref(column))
  const { rows } = await sql<Row>`
    select id, array[${sql.join(names)}] as times from ${table}
    where festival_id = ${of.festivalId} and num_nonnulls(${sql.join(names)}) > 0
    order by id for no key update`.execute(db)
  if (rows.length === 0) return 0
  const moved = rows.map(({ id, times }) => ({
    id,
    times: times.map((time, at) => time && move(time, of.columns[at] ?? '')),
  }))
  const set = names.map((name, at) => sql`${name} = (given.times)[${sql.lit(at + 1)}]`)
  await sql`
    update ${table} set ${sql.join(set)}
    from jsonb_to_recordset(${JSON.stringify(moved)}) as given (id uuid, times timestamptz[])
    where ${table}.id = given.id`.execute(db)
  return rows.length
}
