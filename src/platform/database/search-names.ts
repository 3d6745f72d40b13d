import { type RawBuilder, sql } from 'kysely'
import { searchName } from '#platform/values/names'
import type { Database, Tables } from './tables.ts'

const most = 500

export type Searched = {
  [Table in keyof Tables]: Tables[Table] extends { search_name: unknown } ? Table : never
}[keyof Tables]
type Row = { id: string; name: string; search_name: string }

/**
 * Builds the condition of the rows that follow one in the order of search names, then ids. The stored name counts: an
 * earlier version may have written it.
 * @param alias the alias of the table, where the statement has others with such columns
 */
export function followsInNames(
  table: Searched,
  { id, name }: { id: string; name: string },
  alias?: string,
): RawBuilder<boolean> {
  const [ownName, ownId] = ['search_name', 'id'].map((column) =>
    sql.ref(alias === undefined ? column : `${alias}.${column}`),
  )
  return sql<boolean>`(${ownName}, ${ownId}) > (
    coalesce((select search_name from ${sql.table(table)} where id = ${id}), ${searchName(name)}), ${id})`
}

/**
 * Writes search names of an earlier version in the form of `searchName`, 500 at a time until none is left: rows of before
 * an update, of a process of the version before, and of a restored backup.
 * @param name the name of a row, as SQL
 * @returns the number written
 */
export async function renewSearchNames(
  db: Database,
  table: Searched,
  name: RawBuilder<string> = sql`name`,
): Promise<number> {
  // A guest may have no name, and an erased user has none.
  const hasName = table === 'users' ? sql`and search_name <> ''` : sql``
  let written = 0
  for (;;) {
    // The conditions of the indexes `…_of_former_form`.
    const { rows } = await sql<Row>`
      select id, search_name, ${name} as name from ${sql.table(table)}
      where has_former_search_name(search_name) ${hasName} order by id limit ${most}`.execute(db)
    const renewed = rows
      .map((row) => ({ ...row, renewed: searchName(row.name) }))
      .filter((row) => row.renewed !== row.search_name)
    await sql`
      update ${sql.table(table)} t set search_name = given.renewed
      from jsonb_to_recordset(${JSON.stringify(renewed)}) as given (id text, search_name text, renewed text)
      where t.id::text = given.id and t.search_name = given.search_name`.execute(db)
    written += renewed.length
    // Names of invisible characters alone have no search name.
    if (rows.length < most || renewed.length === 0) return written
  }
}
