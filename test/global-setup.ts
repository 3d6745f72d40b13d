/** One PostgreSQL for the whole run, and a database with all migrations to copy for each test file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectPool } from '#platform/database'
import { migrate } from '#platform/migrate'
import { type PostgresServer, startPostgres } from '#platform/postgres'

let server: PostgresServer | undefined
let folder = ''

export async function globalSetup() {
  let connectionString = process.env['TEST_DATABASE_URL']
  if (!connectionString) {
    folder = await mkdtemp(join(tmpdir(), 'festival-test-'))
    server = await startPostgres({ folder, durable: false })
    connectionString = server.connectionString
  }
  process.env['TEST_DATABASE_URL'] = connectionString
  const pool = connectPool(withDatabase(connectionString, 'template'), { max: 1, purpose: 'work' })
  const root = new pg.Client({ connectionString })
  await root.connect()
  await root.query('drop database if exists template')
  await root.query('create database template')
  await root.end()
  await migrate(pool)
  await pool.end()
}

export async function globalTeardown() {
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
}

/** The same server, another of its databases. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}
