import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import pino from 'pino'
import { readConfig } from '#platform/config/read'
import { runOn } from '../../../test/ground.ts'
import { aWorld } from '../../../test/world.ts'
import { openDatabase } from '../database.ts'
import { requirePooler } from '../pooler.ts'
import { connectionsOf, ownConnections, requireConnections } from './connections.ts'

const { connectionString, folder } = await aWorld()
const name = new URL(connectionString).pathname.slice(1)
const client = new pg.Client(connectionString)
client.on('error', () => {})
await client.connect()
after(() => client.end())

for (const [env, requests, others] of [
  [{}, 10, 5],
  [{ WORKERS: '4' }, 40, 23],
  [{ WORKERS: '4', DATABASE_CONNECTIONS: '20' }, 80, 23],
  [{ DATABASE_URL: 'postgres://h/d', DATABASE_REPLICA_URLS: 'postgres://r/d' }, 10, 6],
] as const) {
  test(`${JSON.stringify(env)} holds ${requests} connections for requests and ${others} others`, () => {
    assert.deepEqual(connectionsOf(readConfig(env)), { requests, others })
  })
}

test('our own PostgreSQL accepts what all processes need, and commands beside them', () => {
  assert.equal(ownConnections(readConfig({})), 200)
  const many = readConfig({ WORKERS: '16', DATABASE_CONNECTIONS: '20' })
  assert.equal(ownConnections(many), 16 * 25 + 3 + 30)
})

test('a database that accepts fewer connections than the service needs stops its start', async () => {
  await runOn(connectionString, `alter database ${name} connection limit 20`)
  const given = { DATABASE_URL: connectionString, DATA_DIR: folder }
  await assert.rejects(
    openDatabase(readConfig({ ...given, WORKERS: '2' }), { log: pino({ level: 'silent' }) }),
    {
      message:
        'The database takes 20 connections, the service needs 33. Set WORKERS or DATABASE_CONNECTIONS lower, or max_connections of the database higher.',
    },
  )
  const direct = { DATABASE_URL: 'postgres://pooler/d', DATABASE_DIRECT_URL: connectionString }
  await assert.rejects(requireConnections(client, readConfig({ ...direct, WORKERS: '4' })), {
    message:
      'The database takes 20 connections, the service needs 23. Set WORKERS lower, or max_connections of the database higher.',
  })
  await runOn(connectionString, `alter database ${name} connection limit -1`)
})

test('where other programs use too many, a start says what may happen', async () => {
  const { rows } = await client.query<{ most: number }>(`
    select current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int as most`)
  const [{ most } = { most: 0 }] = rows
  const workers = Math.ceil(most / 100)
  const each = Math.floor((most - 3) / workers) - 5
  const env = { WORKERS: `${workers}`, DATABASE_CONNECTIONS: `${each}` }
  const said = await requireConnections(client, readConfig(env))
  assert.match(
    said ?? '',
    /^The database has \d+ connections left, the service needs up to \d+\. Set/,
  )
  assert.equal(await requireConnections(client, readConfig({})), undefined)
})

test('sessions behind a pooler must be set as requests need them', async () => {
  await assert.rejects(requirePooler(connectionString), ({ message }: Error) => {
    assert.match(message, /alter role "festival" set statement_timeout = '1500ms';/)
    assert.match(message, /alter role "festival" set pg_trgm.word_similarity_threshold = '0.45';/)
    return true
  })
  const set = [
    'TimeZone=UTC',
    'jit=off',
    'pg_trgm.word_similarity_threshold=0.45',
    'statement_timeout=1500ms',
    'lock_timeout=1200ms',
    'idle_in_transaction_session_timeout=5s',
  ]
  const url = new URL(connectionString)
  url.searchParams.set('options', set.map((one) => `-c ${one}`).join(' '))
  await requirePooler(url.href)
})
