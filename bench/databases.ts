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
import { catalogue, searchTexts } from './million.ts'

/** How long the queries of a round may go on after its end, ms. */
const restMs = 60_000

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/** Starts the PostgreSQL. Closing it deletes its databases. */
export async function openDatabases(say: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'festival-bench-'))
  const server = await startPostgres({ folder })
  const watcher = connectPool(server.connectionString, { max: 1, purpose: 'work' })
  const catalogues = new Map<number, Promise<string>>()
  const made = { databases: 0 }

  /** Creates a database without tables, or as a copy of one that nothing is connected to. */
  const create = async (template = 'template1') => {
    const name = `bench_${++made.databases}`
    await run(server.connectionString, `create database ${name} template ${nameOf(template)}`)
    return server.connectionString.replace('/festival?', `/${name}?`)
  }
  const migrated = async () => {
    const database = await create()
    await withPool(database, migrate)
    return database
  }
  let template: Promise<string> | undefined
  const empty = async () => {
    template ??= migrated()
    return create(await template)
  }
  const filled = async (size: number) => {
    const database = await empty()
    say(`filling a catalogue of ${size}`)
    await withPool(database, (pool) => fill(pool, [...catalogue, searchTexts], { size, say }))
    return database
  }
  return {
    folder,
    server: server.connectionString,
    create,
    /** A new database with the tables of the service, and no records. */
    empty,
    /** A catalogue with this many festivals and artists, the same each time. */
    catalogue: (size: number) => {
      const database = catalogues.get(size) ?? filled(size)
      catalogues.set(size, database)
      return database
    },
    /** Waits until none of them runs a query. */
    rest: async () => {
      const busy = `select query from pg_stat_activity
        where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()`
      for (const until = performance.now() + restMs; ; await wait(20)) {
        const { rows } = await watcher.query<{ query: string }>(busy)
        if (rows.length === 0) return
        if (performance.now() > until) throw new Error(`Still running: ${rows[0]?.query}`)
      }
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
  return withPool(connectionString, async (pool) => (await pool.query<Row>(statement, values)).rows)
}

export async function withPool<T>(
  connectionString: string,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = connectPool(connectionString, { max: 1, purpose: 'work' })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** The name of a database, or of that at an address. */
const nameOf = (database: string) =>
  /^\w+$/.exec(database)?.[0] ?? new URL(database).pathname.slice(1)
