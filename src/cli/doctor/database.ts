import { access, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { mustBeComplete } from '#platform/config/operator'
import type { Config } from '#platform/config/variables'
import { baseline, currentMigrations, tooOld } from '#platform/database/baseline'
import { withClient } from '#platform/database/client'
import { sqlState } from '#platform/database/failures'
import { oldestPostgres } from '#platform/database/migrate'
import { findProgram } from '#platform/postgres/binaries'
import { withoutDatabase } from '../../server/explain.ts'
import { databaseZoneWarnings, zoneWarnings } from '../../server/zone-data.ts'
import { onServer } from '../terminal/database.ts'
import { findLastBackup, type LastBackup } from '../terminal/last-backup.ts'
import { plural, sentence } from '../terminal/output.ts'
import { checkBackup } from './backup.ts'
import type { Check } from './machine.ts'
import { checkQueues, findOverdueDraws, type OverdueDraw } from './queues.ts'
import { checkSellers, findIncompleteSellers } from './sellers.ts'
import { checkTills, type Forgotten, findForgotten } from './tills.ts'

type State = {
  version: string
  number: number
  seconds: number
  applied: string[]
  /** the figures of the tables; undefined before the baseline */
  content: Content | undefined
  /** warnings about time zone data */
  zones: string[]
}

type Content = {
  /** organizers that wait for approval */
  waiting: number
  backup: LastBackup | undefined
  tills: Forgotten
  overdue: OverdueDraw[]
  /** sellers without what invoices need */
  incomplete: string[]
}

const mostSkew = 5

/** Checks the database, its clock and its migrations. The service's own server is started if necessary. */
export async function checkDatabase(config: Config): Promise<Check[]> {
  if (!(await hasDatabase(config))) return [checkBinaries()]
  try {
    const state = await onServer(config, look)
    return [
      checkVersion(state),
      checkClock(state),
      checkZones(state),
      await checkMigrations(state),
      ...checkContent(state, mustBeComplete(config)),
    ]
  } catch (error) {
    if (sqlState(error) === '3D000')
      return [{ name: 'Database', ok: false, detail: withoutDatabase(sentence(error)) }]
    const advice = config.DATABASE_URL
      ? 'Start that database, or correct DATABASE_URL'
      : 'The end of postgres.log in the data folder may tell more'
    return [{ name: 'Database', ok: false, detail: sentence(error), advice }]
  }
}

/** Returns false before the first start of a service with its own database. */
export async function hasDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<boolean> {
  if (DATABASE_URL) return true
  return access(join(resolve(DATA_DIR), 'postgres')).then(
    () => true,
    () => false,
  )
}

export const noneYet = 'none yet: the first start makes it'

/** Before the first start there is no database: checks that the programs to create it are installed. */
function checkBinaries(): Check {
  try {
    findProgram('postgres')
    return { name: 'Database', ok: true, detail: noneYet }
  } catch (error) {
    return { name: 'Database', ok: false, detail: sentence(error) }
  }
}

function look(connectionString: string): Promise<State> {
  return withClient({ connectionString, connectionTimeoutMillis: 5000 }, async (client) => {
    const { rows } = await client.query<Pick<State, 'version' | 'number' | 'seconds'>>(`
      select current_setting('server_version') as version,
             current_setting('server_version_num')::int as number,
             extract(epoch from clock_timestamp())::float8 as seconds`)
    const { rows: tables } = await client.query<{ name: string | null }>(
      "select to_regclass('migrations')::text as name",
    )
    const { rows: names } = tables[0]?.name
      ? await client.query<{ name: string }>('select name from migrations order by name')
      : { rows: [] }
    const [state = { version: '', number: 0, seconds: 0 }] = rows
    const applied = names.map(({ name }) => name)
    const content = hasTables(applied) ? await readContent(client, applied) : undefined
    const zones = [...(await zoneWarnings()), ...(await databaseZoneWarnings(client))]
    return { ...state, applied, content, zones }
  })
}

function hasTables(applied: string[]): boolean {
  const current = currentMigrations(applied)
  return baseline.every((name) => current.includes(name)) && !tooOld(applied, 'database')
}

async function readContent(client: pg.ClientBase, applied: string[]): Promise<Content> {
  const now = new Date()
  return {
    waiting: await countWaiting(client),
    backup: await findLastBackup(client),
    tills: await findForgotten(client, now),
    overdue: await findOverdueDraws(client, now),
    incomplete: applied.includes('0019_sellers.sql')
      ? await findIncompleteSellers(client, now)
      : [],
  }
}

async function countWaiting(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from organizers where approved_at is null',
  )
  return rows[0]?.count ?? 0
}

function checkContent({ content }: State, isLive: boolean): Check[] {
  if (!content) return [checkBackup(undefined)]
  const { waiting, tills, overdue, backup, incomplete } = content
  return [
    checkOrganizers(waiting),
    checkSellers(incomplete, isLive),
    checkTills(tills),
    checkQueues(overdue),
    checkBackup(backup),
  ]
}

function checkOrganizers(waiting: number): Check {
  const advice = '`festival organizer list --waiting` names them'
  const detail = waiting === 0 ? 'none waits for approval' : `${waiting} waiting for approval`
  return { name: 'Organizers', ok: true, detail, ...(waiting > 0 && { advice }) }
}

function checkVersion({ version, number }: State): Check {
  const ok = number >= oldestPostgres
  const advice = 'PostgreSQL 15 or newer is needed'
  return { name: 'Database', ok, detail: `PostgreSQL ${version}`, ...(!ok && { advice }) }
}

/** Checks that clocks agree: tokens expire by the clock of this machine, and processes share the database. */
function checkClock({ seconds }: State): Check {
  const skew = Math.abs(Date.now() / 1000 - seconds)
  const ok = skew < mostSkew && new Date().getUTCFullYear() >= 2026
  const advice = 'Set the clock of this machine or of the database, best with NTP'
  const apart = `${skew.toFixed(1)} s from the clock of the database`
  return {
    name: 'Clock',
    ok,
    detail: `${new Date().toISOString()}, ${apart}`,
    ...(!ok && { advice }),
  }
}

/** Only warns: local times use Node's data, whatever the database has. */
function checkZones({ zones }: State): Check {
  const name = 'Time zones'
  if (zones.length === 0) return { name, ok: true, detail: `data ${process.versions['tz']}` }
  const detail = `data ${process.versions['tz']}, ${plural(zones.length, 'warning')}`
  return { name, ok: true, detail, faults: zones }
}

async function checkMigrations({ applied }: State): Promise<Check> {
  const files = await readdir(new URL('../../../migrations/', import.meta.url))
  const known = files.filter((file) => file.endsWith('.sql'))
  const current = currentMigrations(applied)
  const due = known.filter((file) => !current.includes(file))
  const strange = current.filter((file) => !known.includes(file))
  const name = 'Migrations'
  const old = tooOld(applied, 'database')
  if (old !== undefined) return { name, ok: false, detail: old }
  if (strange.length > 0) {
    const advice = 'A newer version has used this database: run that version'
    return { name, ok: false, detail: `${strange.join(', ')} not known here`, advice }
  }
  if (due.length === 0) return { name, ok: true, detail: `${current.length}, up to date` }
  const advice = 'The next start runs them'
  return { name, ok: false, detail: `${due.length} to run: ${due.join(', ')}`, advice }
}
