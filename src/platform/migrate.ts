import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/** Any number will do, as long as every process takes the same one. */
const lock = 7_241_503

/** Kept with the database: a command may be the first to migrate it, before the first start. */
const beganEmpty = 'began in an empty database'

export const oldestPostgres = 150_000

export type Migrated = {
  /** how many ran just now */
  applied: number
  /** the database held no table at all before its first migration */
  fresh: boolean
}

/**
 * Brings the database up to date: plain SQL files, in the order of their names, forward only, each in
 * a transaction of its own. An advisory lock lets one process at a time do it; the others find it done.
 */
export async function migrate(pool: pg.Pool): Promise<Migrated> {
  const client = await pool.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [lock])
    const isEmpty = await holdsNothing(client)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())',
    )
    if (isEmpty) await client.query(`comment on table migrations is '${beganEmpty}'`)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map(({ name }) => name))
    const due = migrations().filter((name) => !done.has(name))
    for (const name of due) await apply(client, name)
    return { applied: due.length, fresh: await hasBegunEmpty(client) }
  } finally {
    // Ending the session also frees the lock, whatever went wrong.
    client.release(true)
  }
}

async function holdsNothing(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ tables: number }>(
    "select count(*)::int as tables from pg_tables where schemaname = 'public'",
  )
  return rows[0]?.tables === 0
}

async function hasBegunEmpty(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description('migrations'::regclass) as comment",
  )
  return rows[0]?.comment === beganEmpty
}

function migrations(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

async function apply(client: pg.PoolClient, name: string) {
  await client.query('begin')
  try {
    await client.query(readFileSync(new URL(name, folder), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

async function requireVersion(client: pg.PoolClient) {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestPostgres) {
    throw new Error(`PostgreSQL 15 or newer is needed, this one is ${Math.floor(version / 10_000)}`)
  }
}
