/** The whole content of the database, to see that a refused call has changed nothing. */
import { sql } from 'kysely'
import type { World } from '../world.ts'

/** All tables but the one that counts wrong guesses, which are refusals. */
async function tablesOf({ db }: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'sign_in_failures'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** For each table a hash of all its rows, in any order. */
export async function hashes(world: World): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of await tablesOf(world)) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(row, ' ' order by row), '')) as hash
      from (select md5(t::text) as row from ${sql.table(name)} t) all_rows`.execute(world.db)
    found[name] = rows[0]?.hash ?? ''
  }
  return found
}

/** The tables with a row that contains one of the texts. */
export async function tablesWith(world: World, texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await tablesOf(world)) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} t where to_jsonb(t)::text ~ ${texts.join('|')} limit 1`.execute(
      world.db,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
