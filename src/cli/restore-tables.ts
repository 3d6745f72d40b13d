/** The database's part of a restore: all of it in one transaction, on a schema made for it. */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { migrationLock } from '#platform/database/migrate'
import { jobColumns, listed, type Manifest, quoted } from './backup-tables.ts'
import { copyIn } from './copy.ts'
import { CommandError, plural } from './output.ts'

const migrationsFolder = new URL('../../migrations/', import.meta.url)

/** @throws CommandError where a newer version made the backup than can read it */
export function requireKnownMigrations({ migrations }: Manifest): void {
  const known = new Set(readdirSync(migrationsFolder))
  const strange = migrations.filter((name) => !known.has(name))
  if (strange.length === 0) return
  throw new CommandError(
    `The backup was made by a newer version of the service, which knows ${strange.join(', ')}: restore it with that version`,
  )
}

/**
 * @param replaces whether what is there may go
 * @throws CommandError where a service runs on the database, or it is not empty and must stay
 */
export async function requireFree(client: pg.ClientBase, replaces: boolean): Promise<void> {
  await requireNobody(client)
  if (!replaces && !(await isEmpty(client))) throw await notEmpty(client)
}

/** Begins the transaction in which all is restored; what was there goes. */
export async function beginRestore(client: pg.ClientBase, replaces: boolean): Promise<void> {
  await client.query('begin')
  await client.query('set local search_path = public')
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
  await requireFree(client, replaces)
  await dropAll(client)
}

/** Services, and other commands, say by their name who they are. */
async function requireNobody(client: pg.ClientBase) {
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
    return new CommandError('The database holds tables of somebody else: give an empty one')
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

/** Everything of ours; extensions stay, since they may belong to somebody else. */
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
 * Makes the schema as it was when the backup was made, empty, and takes away what would slow the loading
 * or act on it. Gives what puts that back: then foreign keys are checked.
 */
export async function makeSchema(
  client: pg.ClientBase,
  { migrations }: Manifest,
): Promise<() => Promise<void>> {
  await client.query(
    'create table migrations (name text primary key, applied_at timestamptz(3) not null default now())',
  )
  for (const name of migrations) {
    const text = readFileSync(new URL(name, migrationsFolder), 'utf8')
    // Nobody is here yet who would have to wait.
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
  }
}

const ours = "'public'::regnamespace"
/** And conditions that rows of before need not meet yet. */
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

/** Runs the statements that a query makes; gives those that undo them. */
async function runEach(client: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string; back?: string }>(query)
  for (const { statement } of rows) await client.query(statement)
  return rows.flatMap(({ back }) => back ?? [])
}

/** Loads a part of what `backup-tables.ts` has read; gives how many rows it had. */
export function loadPart(
  client: pg.ClientBase,
  { name, columns }: Manifest['tables'][number],
  bytes: Buffer,
): Promise<number> {
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
