/** One PostgreSQL for the whole run, and a database with all migrations to copy for each test file. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectPool } from '#platform/database'
import { migrate } from '#platform/migrate'
import { type PostgresServer, startPostgres } from '#platform/postgres'

let server: PostgresServer | undefined
let folder = ''
let connectionString = ''
const template = `template_${randomBytes(6).toString('hex')}`
/** Where the first of the run's processes to need it leaves the API's description for all. */
const description = join(tmpdir(), `festival-${template}.json`)

export async function globalSetup() {
  connectionString = process.env['TEST_DATABASE_URL'] ?? (await startOurs())
  await runOn(connectionString, `create database ${template}`)
  const pool = connectPool(withDatabase(connectionString, template), { max: 1, purpose: 'work' })
  await migrate(pool)
  await pool.end()
  process.env['TEST_DATABASE_URL'] = connectionString
  process.env['TEST_TEMPLATE'] = template
  process.env['TEST_DESCRIPTION'] = description
}

export async function globalTeardown() {
  await runOn(connectionString, `drop database ${template}`)
  await server?.stop()
  await rm(description, { force: true })
  if (folder) await rm(folder, { recursive: true, force: true })
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
