import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../../test/until.ts'
import { aWorld } from '../../test/world.ts'
import { createBus } from './bus.ts'
import { createCache } from './cache.ts'
import { transact } from './database.ts'

const world = await aWorld()
const { db, bus, connectionString } = world
const other = await createBus(connectionString)
after(() => other.close())

test('a hint reaches our own process at once and the others soon, gathered', async () => {
  const [here, there]: [string[], string[]] = [[], []]
  bus.on('gathered', (ids) => here.push(...ids))
  other.on('gathered', (ids) => there.push(...ids))
  const ids = Array.from({ length: 500 }, (_, index) => `${index}`)
  for (const id of ids) bus.hint('gathered', id)
  assert.deepEqual(here, ids)
  await until('the line', async () => there.length === ids.length)
  assert.deepEqual(there, ids)
})

test('a hint of a transaction is heard when it has committed, and never when it has not', async () => {
  const [here, there]: [string[], string[]] = [[], []]
  bus.on('told', (ids) => here.push(...ids))
  other.on('told', (ids) => there.push(...ids))
  await assert.rejects(
    transact(db, async (trx) => {
      await bus.tell(trx, 'told', ['undone'])
      throw new Error('no')
    }),
  )
  await transact(db, async (trx) => {
    await bus.tell(trx, 'told', ['done'])
    assert.deepEqual(here, [])
  })
  assert.deepEqual(here, ['done'])
  await until('the line', async () => there.length > 0)
  assert.deepEqual(there, ['done'])
})

test('a cache keeps what it loaded until somebody drops it', async () => {
  const cache = createCache<string>(bus, 10)
  let loads = 0
  const load = async () => `value ${++loads}`
  assert.equal(await cache.get('a', load), 'value 1')
  assert.equal(await cache.get('a', load), 'value 1')
  cache.drop((_, key) => key === 'a')
  assert.equal(await cache.get('a', load), 'value 2')
})

test('what was loading while something was dropped is not kept: it may be old', async () => {
  const cache = createCache<string>(bus, 10)
  const old = await cache.get('a', async () => {
    cache.drop(() => true)
    return 'old'
  })
  assert.equal(old, 'old')
  assert.equal(await cache.get('a', async () => 'new'), 'new')
})

test('a cache holds no more than it may, and forgets the oldest', async () => {
  const cache = createCache<string>(bus, 2)
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => 'first')
  assert.equal(await cache.get('c', async () => 'second'), 'first')
  assert.equal(await cache.get('a', async () => 'second'), 'second')
})

async function backendsOf(name: string): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = ${name} and datname = current_database() order by backend_start`.execute(
    db,
  )
  return rows.map(({ pid }) => pid)
}

test('a line that is cut empties the caches at once and bypasses them until it is back', async () => {
  const cut = await createBus(connectionString)
  const cache = createCache<string>(cut, 10)
  await cache.get('a', async () => 'before')
  const silent = new Promise<void>((resolve) => cut.onSilence(resolve))
  const pid = (await backendsOf('festival bus')).at(-1)
  await sql`select pg_terminate_backend(${pid})`.execute(db)
  await silent
  assert.equal(cut.isHeard(), false)
  assert.equal(await cache.get('a', async () => 'after'), 'after')
  assert.equal(await cache.get('a', async () => 'later'), 'later')
  await until('the line', async () => cut.isHeard())
  assert.equal(await cache.get('a', async () => 'back'), 'back')
  assert.equal(await cache.get('a', async () => 'kept'), 'back')
  await cut.close()
})

test('a line that is cut again as soon as it is back is a silence of its own', async (t) => {
  const cut = await createBus(connectionString)
  t.after(() => cut.close())
  let silences = 0
  cut.onSilence(() => {
    silences++
  })
  for (let cuts = 1; cuts <= 5; cuts++) {
    const pid = (await backendsOf('festival bus')).at(-1)
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await until('the silence', async () => silences === cuts)
    await until('the line', async () => cut.isHeard())
  }
})

test('a line that falls silent is noticed within two seconds', async () => {
  const stuck = await createBus(connectionString)
  const pid = (await backendsOf('festival bus')).at(-1) ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    await until('the line', async () => !stuck.isHeard())
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await until('the line', async () => stuck.isHeard())
  await stuck.close()
})

test('nothing is left behind by a bus that closes', async () => {
  const closing = await createBus(connectionString)
  await closing.close()
  await until('closed', async () => (await backendsOf('festival bus')).length <= 2)
})
