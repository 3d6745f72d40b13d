/** Databases beside the world's own, for tests that copy from one to another. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { runOn, withDatabase } from './ground.ts'

/** Creates an empty database, dropped after the tests of the file; returns its connection string. */
export async function anEmptyDatabase(): Promise<string> {
  const { TEST_DATABASE_URL: server } = process.env
  assert.ok(server, 'run tests with `npm test -- FILE`, which prepares their database')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name} template template0`)
  after(() => runOn(server, `drop database ${name} with (force)`))
  return withDatabase(server, name)
}

/** Returns the rows of a query. */
export async function rowsOf<T extends pg.QueryResultRow>(
  connectionString: string,
  query: string,
): Promise<T[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<T>(query)
    return rows
  } finally {
    await client.end()
  }
}

/** Returns for each table the number of rows and a checksum of their contents, in any order. */
export async function contentsOf(connectionString: string): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    connectionString,
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  )
  const each = tables.map(
    ({ name }) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(
      md5(t::text), '' order by md5(t::text))), '') as held from public.${name} t`,
  )
  if (each.length === 0) return {}
  const rows = await rowsOf<{ name: string; held: string }>(
    connectionString,
    each.join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}
