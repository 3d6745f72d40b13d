import { type RawBuilder, sql } from 'kysely'

/**
 * A list of the export: the rows of the table `t` that have the user in column `owner`, newest first. `at` and `id` are
 * the columns they are ordered by, and the cursor of the next chunk.
 */
export type Section = {
  name: string
  table: string
  owner: string
  at: string
  id: string
  /** each row as JSON */
  item: RawBuilder<unknown>
}

/** A column of cents, in EUR. */
export const euros = (column: string) => sql`round(${sql.ref(column)} / 100.0, 2)`
