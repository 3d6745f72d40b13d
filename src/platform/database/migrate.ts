import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { baseline, currentMigrations, formerFolder, tooOld } from './baseline.ts'
import { sqlState } from './failures.ts'

const ours = new URL('../../../migrations/', import.meta.url)

/** Number of the advisory lock: any will do, as long as every process takes the same one. */
export const migrationLock = 7_241_503

/** Stored with the database: a command may be the first to migrate it, before the first start. */
const beganEmpty = 'began in an empty database'

/**
 * Time a migration waits for a lock, while others queue behind it; the pause that then lets them pass, ms; and the
 * number of tries: ten minutes in all. Requests wait for a lock for 1.2 s.
 */
const [patience, pause, tries] = [300, 700, 600]
/** Ending of the names of migrations that run outside a transaction, one statement at a time. */
const outside = '.concurrently.sql'

export const oldestPostgres = 150_000

export type Migrated = {
  /** number of migrations that ran just now */
  applied: number
  /** true if the database held no table at all before its first migration */
  fresh: boolean
}

/**
 * Brings the database up to date: plain SQL files, in the order of their names, forward only, each in a transaction of
 * its own. An advisory lock lets one process at a time do it; the others find it done.
 * @throws Error that names the failed migration; earlier ones stay applied. Error that names the commit to upgrade through, if
 * the database is older than the baseline
 */
export async function migrate(pool: pg.Pool, folder: URL = ours): Promise<Migrated> {
  const client = await pool.connect()
  try {
    await requireVersion(client)
    await takeTurn(client)
    const isEmpty = await holdsNothing(client)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())',
    )
    if (isEmpty) await client.query(`comment on table migrations is '${beganEmpty}'`)
    const former = await adopt(client)
    const due = await applyDue(client, folder)
    return { applied: former + due, fresh: await hasBegunEmpty(client) }
  } finally {
    // Ending the session also frees the lock, also after an error.
    client.release(true)
  }
}

/** Records the baseline in a database with all migrations that it replaced. Returns the number of migrations that ran. */
async function adopt(client: pg.PoolClient): Promise<number> {
  const names = await appliedIn(client)
  const reason = tooOld(names, 'database')
  if (reason !== undefined) throw new Error(reason)
  if (names.includes(baseline[0]) || !currentMigrations(names).includes(baseline[0])) return 0
  const applied = await applyDue(client, formerFolder)
  await recordMigrations(client, baseline)
  return applied
}

/** Applies the migrations of a folder that were not applied yet. Returns their number. */
async function applyDue(client: pg.PoolClient, folder: URL): Promise<number> {
  const done = new Set(await appliedIn(client))
  const due = migrationsIn(folder).filter((name) => !done.has(name))
  for (const name of due) await apply(client, name, readFileSync(new URL(name, folder), 'utf8'))
  return due.length
}

async function appliedIn(db: pg.Pool | pg.PoolClient): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name)
}

/** Returns true if an earlier version has used the database: some migrations were applied, and others are due. */
export async function isEarlier(pool: pg.Pool): Promise<boolean> {
  try {
    const done = new Set(await appliedIn(pool))
    return done.size > 0 && migrationsIn(ours).some((name) => !done.has(name))
  } catch (error) {
    if (sqlState(error) === '42P01') return false
    throw error
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

/** Polls for the lock: a waiting statement would block building an index concurrently. */
export async function takeTurn(client: pg.ClientBase): Promise<void> {
  const text = 'select pg_try_advisory_lock($1) as is_ours'
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>(text, [migrationLock])
    if (rows[0]?.is_ours) return
    await wait(100)
  }
}

function migrationsIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  try {
    if (name.endsWith(outside)) await applyOutside(client, name, text)
    else await applyInside(client, name, text)
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

/** Applies a migration in full or not at all, and never blocks other users of the database for long. */
async function applyInside(client: pg.PoolClient, name: string, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${patience}`)
      await client.query(text)
      await recordMigrations(client, [name])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const isInTheWay = sqlState(error) === '55P03'
      if (!isInTheWay || attempt === tries) throw error
    }
    await wait(pause)
  }
}

/** Applies a migration of indexes on tables in use: its statements block no writer, and each half may have to be repeated. */
async function applyOutside(client: pg.PoolClient, name: string, text: string): Promise<void> {
  const statements = text.replaceAll(/--.*$/gm, '').split(/;\s*$/m)
  for (const statement of statements) {
    if (statement.trim() !== '') await client.query(statement)
  }
  await recordMigrations(client, [name])
}

/** Records migrations that have run; leaves out those that are recorded already. */
export async function recordMigrations(
  client: pg.ClientBase,
  names: readonly string[],
): Promise<void> {
  await client.query(
    'insert into migrations (name) select unnest($1::text[]) on conflict do nothing',
    [names],
  )
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
