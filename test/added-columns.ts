/** Migrations of a version to come: a column in every table. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { migrate } from '#platform/database/migrate'

/**
 * Adds a column to every table, as a new version does: each by a migration of its own, which waits for its lock
 * as all do. `version` makes the names of columns and migrations new where it is called again.
 */
export async function addColumns(pool: pg.Pool, version = 1): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-migrations-'))
  try {
    const { rows } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    )
    for (const { name } of rows) {
      const statement = `alter table "${name}" add column of_version_${version} text`
      await writeFile(join(folder, `9999_${name}_${version}.sql`), statement)
    }
    await migrate(pool, pathToFileURL(`${folder}/`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
