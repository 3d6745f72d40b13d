/** A database of a primary and a standby, which takes its place. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createBus } from '#platform/sync/bus'
import { aReplicatedDatabase } from '../../../test/replica.ts'
import { until } from '../../../test/until.ts'
import { connect, connectPool } from './connections.ts'

const pair = await aReplicatedDatabase()
const hostIn = (url: string) => new URL(url).searchParams.get('host') ?? ''
const [primary, standby] = [hostIn(pair.primary), hostIn(pair.replica)]

/** Returns a connection string with these hosts, given as the folders of their sockets. */
function naming(...hosts: string[]) {
  const url = new URL(pair.primary)
  url.searchParams.set('host', hosts.join())
  return url.href
}

const pools = [naming(standby, primary), naming(primary, standby)].map((url) =>
  connectPool(url, { max: 2, purpose: 'requests' }),
)
const [first = assert.fail(), second = assert.fail()] = pools
const bus = await createBus(naming(standby, primary))
after(async () => {
  await bus.close()
  await Promise.all(pools.map((pool) => pool.end()))
})

const write = (pool: pg.Pool) =>
  sql`insert into processor_events values (gen_random_uuid(), now())`.execute(connect(pool))
const refusal = { code: 'ECONNREFUSED', message: /^no host takes writes \(.*it only reads/ }

async function onPrimary(...statements: string[]) {
  const client = new pg.Client(pair.primary)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

// Requirement (rules): `DATABASE_URL` takes several hosts and finds the writable one
test('of several hosts the one that takes writes is found, wherever it is named', async () => {
  for (const pool of pools) await write(pool)
  assert.ok(bus.isHeard())
})

// Requirement (rules): `DATABASE_URL` takes several hosts and finds the writable one
test('a connection whose server became read-only is not used again', async () => {
  await onPrimary('alter system set default_transaction_read_only = on', 'select pg_reload_conf()')
  await until('read only', async () => {
    const { rows } = await first.query('show default_transaction_read_only')
    return rows[0].default_transaction_read_only === 'on'
  })
  await assert.rejects(write(first), { code: '25006' })
  assert.equal(first.totalCount, 0)
  await assert.rejects(write(first), refusal)
  await onPrimary('alter system reset default_transaction_read_only', 'select pg_reload_conf()')
  await until('writes', () =>
    write(first).then(
      () => true,
      () => false,
    ),
  )
})

// Requirement (rules): Meanwhile: 503 with `Retry-After` in under a second, catalogue answers still served
//   from memory, never a hang.
test('without a writable host the error says what each host answers, and names no password', async () => {
  const secret = 'postgresql:///festival?user=festival&password=hush&sslmode=disable'
  const pool = connectPool(`${secret}&host=${standby},/nowhere`, { max: 1, purpose: 'requests' })
  await assert.rejects(pool.query('select 1'), (error: Error) => {
    assert.match(error.message, refusal.message)
    assert.match(error.message, /\/nowhere:5432: connect ENOENT/)
    return !error.message.includes('hush')
  })
  await pool.end()
})

// Requirement (rules): `DATABASE_URL` takes several hosts and finds the writable one
test('when the primary is gone, its standby is found as soon as it takes writes', async () => {
  await pair.stopPrimary()
  for (const pool of pools) await assert.rejects(write(pool))
  await assert.rejects(write(second), refusal)
  const client = new pg.Client(pair.replica)
  await client.connect()
  await client.query('select pg_promote()')
  await client.end()
  for (const pool of pools) await write(pool)
  await until('the line is back', async () => bus.isHeard())
})
