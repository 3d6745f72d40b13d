/** The database part of a restore: one transaction, on a schema created for it. */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import {
  currentMigrations,
  droppedTables,
  formerMigrations,
  tooOld,
} from '#platform/database/baseline'
import { migrationLock, recordMigrations } from '#platform/database/migrate'
import { CommandError, plural } from '../terminal/output.ts'
import { copyIn, countRows } from './copy.ts'
import { jobColumns, listed, type Manifest, quoted } from './tables.ts'

const migrationsFolder = new URL('../../../migrations/', import.meta.url)

/** @throws CommandError if the backup was made by a newer version, or by one from before the baseline */
export function requireKnownMigrations({ migrations }: Manifest): void {
  const known = new Set([...readdirSync(migrationsFolder), ...formerMigrations()])
  const strange = migrations.filter((name) => !known.has(name))
  if (strange.length > 0) {
    throw new CommandError(
      `The backup was made by a newer version of the service, which knows ${strange.join(', ')}: restore it with that version`,
    )
  }
  const reason = tooOld(migrations, 'backup')
  if (reason !== undefined) throw new CommandError(reason)
}

/**
 * @param replaces whether existing data may be deleted
 * @throws CommandError if a service uses the database, or it is not empty and must not be replaced
 */
export async function requireFree(client: pg.ClientBase, replaces: boolean): Promise<void> {
  await requireUnused(client)
  if (!replaces && !(await isEmpty(client))) throw await notEmpty(client)
}

/** Starts the transaction of the restore, and deletes existing data. */
export async function beginRestore(client: pg.ClientBase, replaces: boolean): Promise<void> {
  await client.query('begin')
  await client.query('set local search_path = public')
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
  await requireFree(client, replaces)
  await dropAll(client)
}

/** Services and other commands are recognised by their application name. */
async function requireUnused(client: pg.ClientBase) {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'festival%'`)
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  throw new CommandError(
    `A service or a command works on this database (${plural(count, 'connection')}). Stop it first`,
  )
}

async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ tables: number }>(
    "select count(*)::int as tables from pg_tables where schemaname = 'public'",
  )
  return rows[0]?.tables === 0
}

async function notEmpty(client: pg.ClientBase) {
  const { rows: found } = await client.query<{ ours: boolean }>(`
    select count(to_regclass(name)) = 3 as ours from unnest('{users,festivals,payments}'::text[]) name`)
  if (!found[0]?.ours) {
    return new CommandError('The database holds tables of another application: give an empty one')
  }
  const { rows } = await client.query<Record<'users' | 'festivals' | 'payments', number>>(`
    select (select count(*)::int from users) as users, (select count(*)::int from festivals) as festivals,
           (select count(*)::int from payments) as payments`)
  const { users = 0, festivals = 0, payments = 0 } = rows[0] ?? {}
  const held = [plural(users, 'user'), plural(festivals, 'festival'), plural(payments, 'payment')]
  return new CommandError(
    `The database is not empty: it holds ${held.join(', ')}. Restore into an empty one, or say --replace, which deletes all of it`,
  )
}

/** Everything of this service. Extensions stay, since other applications may use them. */
async function dropAll(client: pg.ClientBase) {
  await runEach(
    client,
    `select format('drop table if exists public.%I cascade', relname) as statement from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     union all
     select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc p
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  await client.query(`do $$ begin
    if to_regclass('jobs.job') is not null then delete from jobs.job; end if; end $$`)
}

/**
 * Creates the empty schema of the backup, without the indexes, constraints and triggers that would slow down
 * or affect the loading. Returns a function that restores them, which also checks foreign keys, and records the migrations.
 */
export async function makeSchema(
  client: pg.ClientBase,
  { migrations }: Manifest,
): Promise<() => Promise<void>> {
  await client.query(
    'create table migrations (name text primary key, applied_at timestamptz(3) not null default now())',
  )
  const current = currentMigrations(migrations)
  for (const name of current) {
    const text = readFileSync(new URL(name, migrationsFolder), 'utf8')
    // The database is not in use, so there is no need to build indexes concurrently.
    await client.query(text.replaceAll(/\bindex concurrently\b/gi, 'index'))
  }
  await client.query("set local maintenance_work_mem = '256MB'")
  const back = [
    ...(await runEach(client, foreignKeys)),
    ...(await runEach(client, indexes)),
    ...(await runEach(client, triggers)),
  ]
  await runEach(client, truncating)
  return async () => {
    for (const statement of back) await client.query(statement)
    await recordMigrations(client, current)
  }
}

const ours = "'public'::regnamespace"
/** Also constraints that are not validated yet. */
const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                pg_get_constraintdef(oid)) as back
  from pg_constraint
  where (contype = 'f' or contype = 'c' and not convalidated)
    and connamespace = ${ours} and conparentid = 0 and conrelid <> 0`
const indexes = `
  select format('drop index %s', indexrelid::regclass) as statement, pg_get_indexdef(indexrelid) as back
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = ${ours} and c.relkind = 'r'
    and not exists (select from pg_constraint where conindid = indexrelid)`
const triggers = `
  select distinct format('alter table %s disable trigger user', tgrelid::regclass) as statement,
         format('alter table %s enable trigger user', tgrelid::regclass) as back
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = ${ours} and not tgisinternal`
const truncating = `
  select 'truncate ' || string_agg(format('%s', oid::regclass), ', ') as statement from pg_class
  where relnamespace = ${ours} and relkind in ('r', 'p') and not relispartition
  having count(*) > 0`

/** Runs the statements that a query generates. Returns the statements that undo them. */
async function runEach(client: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string; back?: string }>(query)
  for (const { statement } of rows) await client.query(statement)
  return rows.flatMap(({ back }) => back ?? [])
}

/** Loads a part written by `copyOut`, unless its table no longer exists. Returns the number of rows. */
export function loadPart(
  client: pg.ClientBase,
  { name, columns }: Manifest['tables'][number],
  bytes: Buffer,
): Promise<number> {
  if (droppedTables.has(name)) return countRows(bytes)
  return copyIn(client, `public.${quoted(name)} (${listed(columns)})`, bytes)
}

export function loadJobs(client: pg.ClientBase, bytes: Buffer): Promise<number> {
  return copyIn(client, `jobs.job (${listed(jobColumns)})`, bytes)
}

export async function setSequences(client: pg.ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, value])
  }
}
