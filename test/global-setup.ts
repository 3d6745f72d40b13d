/** One PostgreSQL for the whole run, and a database with all migrations that each test file copies. */
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
  // The first process that needs the API description stores it here for all.
  process.env['TEST_DESCRIPTION'] = join(tmpdir(), `festival-${template}.json`)
}

export async function globalTeardown() {
  await runOn(connectionString, `drop database ${template}`)
  await server?.stop()
  await rm(process.env['TEST_DESCRIPTION'] ?? '', { force: true })
  for (const made of [folder, memory]) if (made) await rm(made, { recursive: true, force: true })
}

/**
 * Keeps temporary files in memory where there is space: a database is copied thirty times faster there.
 * Tests that break disks on purpose use a real one.
 */
async function moveToMemory() {
  if (process.env['FAULTS']) return
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize < enough) return
  memory = await mkdtemp(join(shared, 'festival-'))
  // PostgreSQL does not run as the superuser but as another user, who needs access to the folder.
  await chmod(memory, 0o711)
  process.env['TMPDIR'] = memory
}

async function startOurs(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'festival-test-'))
  server = await startPostgres({ folder, durable: false })
  return server.connectionString
}

/** Runs a statement that cannot run in a transaction, such as creating a database. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Returns the address of another database on the same server. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}
