/** The databases of a run, all on one PostgreSQL whose commits wait for the disk. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { startPostgres } from '#platform/postgres/server'
import { fill } from './fill.ts'
import { catalogue } from './million.ts'

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/** Starts the PostgreSQL. Databases are created on first use, and deleted at the end. */
export async function openDatabases(say: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'festival-bench-'))
  const server = await startPostgres({ folder })
  const watcher = connectPool(server.connectionString, { max: 1, purpose: 'work' })
  const made = new Map<string, Promise<string>>()

  const make = async (name: string, prepare: (pool: pg.Pool) => Promise<void>) => {
    await run(server.connectionString, `create database ${name}`)
    const connectionString = server.connectionString.replace('/festival?', `/${name}?`)
    const pool = connectPool(connectionString, { max: 2, purpose: 'work' })
    await migrate(pool)
    await prepare(pool)
    await pool.end()
    return connectionString
  }
  const open = (name: string, prepare: (pool: pg.Pool) => Promise<void>) => {
    const known = made.get(name) ?? make(name, prepare)
    made.set(name, known)
    return known
  }
  return {
    folder,
    /** A database without records. */
    empty: (name: string) => open(name, async () => {}),
    /** A catalogue with this many festivals and artists. */
    catalogue: (size: number) =>
      open(`catalogue_${size}`, async (pool) => {
        say(`filling a catalogue of ${size}`)
        await fill(pool, catalogue, { size, say })
      }),
    /** Waits until none of them runs a query. */
    rest: async () => {
      const busy = `select from pg_stat_activity
        where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()`
      while ((await watcher.query(busy)).rowCount !== 0) await wait(20)
    },
    close: async () => {
      await watcher.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function run<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const pool = connectPool(connectionString, { max: 1, purpose: 'work' })
  try {
    return (await pool.query<Row>(statement, values)).rows
  } finally {
    await pool.end()
  }
}
