import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anywhere, searchable } from '#platform/values/text'
import type { Database } from './tables.ts'

/**
 * A time column inside JSON that PostgreSQL builds, written as everywhere: `2026-07-01T18:00:00.000Z`
 * (contract, "Time"). Of its own accord it would write an offset and drop the milliseconds.
 *
 * @param column a column's name, with its table where there are several: `i.created_at`
 */
export function iso(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/**
 * Whether a column of searchable names holds the text that was typed; undefined when it has no letters.
 * Three letters in a row are found anywhere, fewer at the beginning, so that an index serves both.
 *
 * @param column a name with a trigram and a "C" index on it: `f.search_name`
 */
export function holds(column: string, typed: string | undefined): RawBuilder<SqlBool> | undefined {
  const text = searchable(typed ?? '')
  if (text === '') return undefined
  const name = sql.ref(column)
  if (/[\p{L}\p{N}]{3}/u.test(text)) return sql<SqlBool>`${name} like ${anywhere(text)}`
  return sql<SqlBool>`(${name} >= ${text} and ${name} < ${`${text}\u{10ffff}`})`
}

type Listed = 'uuid' | 'text' | 'int' | 'bool' | 'float8' | 'jsonb' | 'timestamptz' | 'bytea'

/**
 * A list as one parameter whose length the planner does not see. So it plans a statement once for batches
 * of every size; seeing a short list it would plan it anew each time.
 */
export function list(values: readonly unknown[], type: Listed): RawBuilder<unknown> {
  const ofType = sql.raw(`${type}[]`)
  return sql`cast((select ${values}::${ofType}) as ${ofType})`
}

/**
 * Records as the rows of a batch, numbered by `place` in their order: `rowsOf('w', wanted, { id: 'uuid' })`
 * is a table `w (id, place)`. Its text says nothing of how many there are.
 */
export function rowsOf<Row extends object>(
  name: string,
  rows: readonly Row[],
  columns: { [Column in keyof Row & string]?: Listed },
): RawBuilder<unknown> {
  const lists = Object.entries<Listed | undefined>(columns).map(([column, type = 'text']) =>
    list(
      rows.map((row) => Reflect.get(row, column) ?? null),
      type,
    ),
  )
  const names = [...Object.keys(columns), 'place'].map((column) => sql.ref(column))
  return sql`unnest(${sql.join(lists)}) with ordinality ${sql.ref(name)} (${sql.join(names)})`
}

/**
 * The condition of the rows that follow a place in the order `time desc, id`. The times alone are a condition of
 * their own, by which an index finds them.
 */
export function followsInTime(
  time: string,
  id: string,
  [lastTime, lastId]: readonly [string, string],
): RawBuilder<SqlBool> {
  const [at, last] = [sql.ref(time), sql`${lastTime}::timestamptz`]
  return sql<SqlBool>`${at} <= ${last} and (${at} < ${last} or ${sql.ref(id)} > ${lastId})`
}

/** So many rows are counted at most: a caller who looks for more narrows the list. */
export const mostCounted = 10_000

/** How many rows there are, at most 10,000, so that no list costs more than that. */
export async function countSome(db: Database, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (${rows} limit ${mostCounted}) counted`.execute(db)
  return counted[0]?.total ?? 0
}

/** Conditions that all have to hold; undefined ones are none. */
export function allOf(conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<SqlBool> {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(given, sql` and `)}`
}
