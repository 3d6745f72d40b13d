import { type RawBuilder, sql } from 'kysely'

/**
 * A time column inside JSON that PostgreSQL builds, written as everywhere: `2026-07-01T18:00:00.000Z`
 * (contract, "Time"). Of its own accord it would write an offset and drop the milliseconds.
 *
 * @param column a column's name, with its table where there are several: `i.created_at`
 */
export function iso(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
