/** The content of a backup, read in one snapshot while the service is running. */
import type pg from 'pg'
import { migrationLock, takeTurn } from '#platform/database/migrate'
import { copyOut, type Part } from './copy.ts'

/** The first entry of an archive: what a restore must know before it starts. */
export type Manifest = {
  format: 1
  /** the time of the snapshot */
  made_at: string
  postgres: string
  /** the migrations that had run: files of `migrations/` */
  migrations: string[]
  tables: { name: string; columns: string[] }[]
  sequences: { name: string; value: string }[]
  /** pending jobs */
  queues: string[]
  /** `fingerprintOf` the SECRET_KEY; null if there was none */
  key: string | null
  with_key: boolean
  /** whether the archive holds the photos, or they are in a bucket */
  with_photos: boolean
}

/** The columns of a pending job that are backed up. The others get new values when it is restored. */
export const jobColumns = [
  'id',
  'name',
  'priority',
  'data',
  'retry_limit',
  'retry_count',
  'retry_delay',
  'retry_backoff',
  'expire_seconds',
  'deletion_seconds',
  'singleton_key',
  'start_after',
  'created_on',
  'keep_until',
  'policy',
  'heartbeat_seconds',
]

type Snapshot = Omit<Manifest, 'format' | 'key' | 'with_key' | 'with_photos'> & {
  /** the estimated number of rows */
  rows: number
}

/**
 * Starts the snapshot. Waits for a migration that is running. A migration, or another change of the
 * schema, that starts later waits until the end of the transaction.
 */
export async function beginSnapshot(client: pg.ClientBase): Promise<Snapshot> {
  await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set bytea_output = 'hex'; set extra_float_digits = 1; set lock_timeout = 0; set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0; set search_path = public`)
  await takeTurn(client)
  const tables = await tablesOf(client)
  await client.query('begin isolation level repeatable read read only')
  // There is no snapshot yet: it is taken after the tables are locked.
  if (tables.length > 0) {
    const names = tables.map(({ name }) => quoted(name)).join(', ')
    await client.query(`lock table ${names} in access share mode`)
  }
  const { rows } = await client.query<Pick<Snapshot, 'made_at' | 'postgres' | 'rows'> & Jobs>(`
    select to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made_at,
           current_setting('server_version') as postgres,
           to_regclass('jobs.job') is not null as "hasJobs",
           (select coalesce(sum(greatest(reltuples, 0)), 0)::float8 from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'r') as rows`)
  const migrations = await client.query<{ name: string }>(
    'select name from migrations order by name',
  )
  const sequences = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`)
  await client.query('select pg_advisory_unlock($1)', [migrationLock])
  const [state] = rows
  if (!state) throw new Error('The database does not say what it is')
  const { hasJobs, ...told } = state
  return {
    ...told,
    tables,
    migrations: migrations.rows.map(({ name }) => name),
    sequences: sequences.rows,
    queues: hasJobs ? await queuesOf(client) : [],
  }
}

type Jobs = { hasJobs: boolean }

const pending = "from jobs.job where state < 'completed'"

async function queuesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name ${pending} order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** All tables with the columns that are backed up: all but generated ones. */
async function tablesOf(client: pg.ClientBase): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

/** The rows of a table in parts. */
export function rowsOfTable(
  client: pg.ClientBase,
  { name, columns }: Manifest['tables'][number],
): AsyncGenerator<Part> {
  return copyOut(client, `select ${listed(columns)} from ${quoted(name)}`)
}

/** Jobs that are pending, and those that were active. */
export function pendingJobs(client: pg.ClientBase): AsyncGenerator<Part> {
  return copyOut(client, `select ${listed(jobColumns)} ${pending}`)
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const listed = (names: string[]) => names.map(quoted).join(', ')
