import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type SearchTerms, searchTerms } from '#platform/values/names'
import { anywhere } from '#platform/values/text'
import type { Database } from './tables.ts'

/**
 * Formats a time column inside JSON that PostgreSQL builds, as everywhere: `2026-07-01T18:00:00.000Z` (contract,
 * "Time"). By default PostgreSQL would write an offset and drop the milliseconds.
 *
 * @param column a column's name, with its table where there are several: `i.created_at`
 */
export function iso(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/**
 * Builds the condition that a column of names has all words of the typed text, in any order, or the text with its words
 * joined. Undefined if the text is blank.
 *
 * @param column a `search_name` with a trigram and a "C" index on it: `f.search_name`
 */
export function holds(
  column: string | RawBuilder<unknown>,
  typed: string | undefined,
): RawBuilder<SqlBool> | undefined {
  const terms = searchTerms(typed ?? '')
  return terms.words.length === 0
    ? undefined
    : holdsTerms(typeof column === 'string' ? sql.ref(column) : column, terms)
}

/** Returns true for a text with a letter or digit, of which PostgreSQL makes trigrams. */
export const hasTrigram = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Builds the condition that a search name has the terms. Signs alone, which no trigram has, are its beginning. */
export function holdsTerms(name: RawBuilder<unknown>, terms: SearchTerms): RawBuilder<SqlBool> {
  const { text, words, joined } = terms
  if (!hasTrigram(text)) {
    return sql<SqlBool>`(${name} >= ${text} and ${name} < ${`${text}\u{10ffff}`})`
  }
  const all = words.map((word) => sql`${name} like ${partOf(word)}`)
  const each = sql<SqlBool>`(${sql.join(all, sql` and `)})`
  return words.length === 1 || [...joined].length < 3
    ? each
    : sql<SqlBool>`(${each} or ${name} like ${anywhere(joined)})`
}

/** Fewer than three characters have a trigram at the beginning of a word alone. */
export const partOf = (word: string) => anywhere([...word].length < 3 ? ` ${word}` : word)

type Listed = 'uuid' | 'text' | 'int' | 'bool' | 'float8' | 'jsonb' | 'timestamptz' | 'bytea'

/**
 * Passes a list as one parameter and hides its length from the planner, so that it plans a statement once for batches
 * of every size. If it saw a short list, it would plan the statement anew each time.
 */
export function list(values: readonly unknown[], type: Listed): RawBuilder<unknown> {
  const ofType = sql.raw(`${type}[]`)
  return sql`cast((select ${values}::${ofType}) as ${ofType})`
}

/**
 * Passes records as the rows of a batch, numbered by `place` in their order: `rowsOf('w', wanted, { id: 'uuid' })` is a
 * table `w (id, place)`. Its text does not depend on their number.
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
 * Builds the condition of the rows that follow a place in the order `time desc, id`. The times alone are a condition of
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

/** Maximum number of rows that are counted: a caller with more results narrows the list. */
export const mostCounted = 10_000

/** Counts the rows, at most 10,000, so that no list costs more than that. */
export async function countSome(db: Database, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (${rows} limit ${mostCounted}) counted`.execute(db)
  return counted[0]?.total ?? 0
}

/** Joins conditions that all have to hold; undefined ones are left out. */
export function allOf(conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<SqlBool> {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(given, sql` and `)}`
}
