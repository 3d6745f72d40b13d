/** One PostgreSQL for the whole run, and a database with all migrations to copy for each test file. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { type PostgresServer, startPostgres } from '#platform/postgres/server'

let server: PostgresServer | undefined
let folder = ''
let memory = ''
let connectionString = ''
const template = `template_${randomBytes(6).toString('hex')}`
const shared = '/dev/shm'
const enough = 1024 ** 3

export async function globalSetup() {
  await moveToMemory()
  connectionString = process.env['TEST_DATABASE_URL'] ?? (await startOurs())
  await runOn(connectionString, `create database ${template}`)
  const pool = connectPool(withDatabase(connectionString, template), { max: 1, purpose: 'work' })
  await migrate(pool)
  await pool.end()
  process.env['TEST_DATABASE_URL'] = connectionString
  process.env['TEST_TEMPLATE'] = template
  // Where the first of the run's processes to need it leaves the API's description for all.
  process.env['TEST_DESCRIPTION'] = join(tmpdir(), `festival-${template}.json`)
}

export async function globalTeardown() {
  await runOn(connectionString, `drop database ${template}`)
  await server?.stop()
  await rm(process.env['TEST_DESCRIPTION'] ?? '', { force: true })
  for (const made of [folder, memory]) if (made) await rm(made, { recursive: true, force: true })
}

/**
 * Lets what is temporary be kept in memory where there is room: a database is copied in a thirtieth of the
 * time there. What breaks disks on purpose stays on one.
 */
async function moveToMemory() {
  if (process.env['FAULTS']) return
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize < enough) return
  memory = await mkdtemp(join(shared, 'festival-'))
  // PostgreSQL of the superuser runs as somebody else, who has to get through.
  await chmod(memory, 0o711)
  process.env['TMPDIR'] = memory
}

async function startOurs(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'festival-test-'))
  server = await startPostgres({ folder, durable: false })
  return server.connectionString
}

/** Runs a statement that no transaction takes, such as making a database. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The same server, another of its databases. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}
