import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { startPostgres } from '#platform/postgres/server'

/** Calls `work` with a new database on which all migrations ran. */
export async function withMigrated<Result>(
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'festival-migrated-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const server = await startPostgres({ folder, durable: false })
  stack.defer(() => server.stop())
  const pool = connectPool(server.connectionString, { max: 1, purpose: 'work' })
  stack.defer(() => pool.end())
  await migrate(pool)
  return await work(pool)
}
