import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connectPool } from '#platform/database/connections'
import { Proxy } from '../../../test/faults/proxy.ts'
import { runOn } from '../../../test/ground.ts'
import { countOwnTime } from '../../../test/own-time.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'
import { createBus } from './bus.ts'
import { Memory } from './memory.ts'
import { cut, refusing } from './pool-guard.ts'

const { connectionString } = await aWorld()
const proxy = new Proxy(connectionString)
const through = await proxy.listen()
const bus = await createBus(through)
const pool = connectPool(through, { max: 3, purpose: 'work' })
bus.reachability.onUnavailable(() => cut(pool))
const guarded = refusing(pool, bus)
after(async () => {
  await bus.close()
  await pool.end()
  await proxy.close()
})

const ownTime = countOwnTime()
const memory = new Memory<string>({ bus, now: () => new Date(), topic: 'x', most: 10 })
const recall = (value: string) => memory.recall('a', async () => ({ value, names: [] }))
/** Restores the network and the connection. */
async function heal() {
  const back = new Promise<void>((resolve) => bus.onReturn(resolve))
  proxy.isSilent = false
  await back
}

// Requirement (rules): Meanwhile: catalogue answers still served from memory
test('while no connection is possible cached answers stay, and are dropped once it is back', async () => {
  assert.equal(await recall('before'), 'before')
  proxy.isSilent = true
  await until('silence', async () => {
    assert.equal(memory.peek('a'), 'before')
    return !bus.isHeard()
  })
  await until('away', async () => bus.reachability.isUnavailable())
  assert.equal(await recall('during'), 'before')
  await heal()
  assert.equal(memory.peek('a'), undefined)
  assert.equal(await recall('after'), 'after')
})

// Requirement (rules): Meanwhile: 503 with Retry-After in under a second, never a hang
test('waiting and new callers are refused when no connection is possible', async () => {
  const held = await pool.connect()
  const asked = held.query('select pg_sleep(600)').finally(() => held.release())
  proxy.isSilent = true
  // Rejected long before the answer, which comes after ten minutes.
  await assert.rejects(asked, /Connection terminated/)
  // The limit of the pool would fail with an error without a code.
  await assert.rejects(guarded.connect(), { code: 'ECONNREFUSED' })
  await heal()
  assert.equal((await pool.query('select 1 as one')).rows[0]?.one, 1)
})

test('a network that falls silent is known within a second, at whatever moment it does', async () => {
  for (const moment of [0, 70, 140]) {
    await pause(moment)
    proxy.isSilent = true
    const begun = ownTime()
    const asked = pool.query('select 1')
    await assert.rejects(asked, /Connection terminated/)
    const ms = ownTime() - begun
    assert.ok(bus.reachability.isUnavailable())
    assert.ok(ms < 1000, `${ms} ms`)
    await heal()
  }
})

test('a connection that is being opened when the network falls silent fails with the others', async () => {
  const fresh = connectPool(through, { max: 2, purpose: 'work' })
  bus.reachability.onUnavailable(() => cut(fresh))
  const other = refusing(fresh, bus)
  proxy.isSilent = true
  const asked = Array.from({ length: 5 }, () => other.query('select 1'))
  const results = await Promise.allSettled(asked)
  assert.ok(results.every(({ status }) => status === 'rejected'))
  await assert.rejects(other.query('select 3'), { code: 'ECONNREFUSED' })
  await heal()
  const back = ownTime()
  assert.equal((await other.query('select 1 as one')).rows[0]?.one, 1)
  // No earlier attempt stands in the way until its time is over.
  assert.ok(ownTime() - back < 1500)
  await other.end()
})

test('a failure inside a text of several statements leaves no open transaction to the next caller', async () => {
  const single = connectPool(through, { max: 1, purpose: 'work' })
  const other = refusing(single, bus)
  await assert.rejects(other.query('begin; select 1 / 0; commit'), { code: '22012' })
  assert.equal((await other.query('select 1 as one')).rows[0]?.one, 1)
  await other.end()
})

// Requirement (rules): Nothing acknowledged is lost
test('a writer whose change cannot be announced, as the database is away, is not told that it is done', async () => {
  await recall('before')
  proxy.isSilent = true
  await assert.rejects(bus.settled(), { code: 'ECONNREFUSED' })
  assert.equal(memory.peek('a'), 'before')
  await heal()
  await bus.settled()
})

// Requirement (rules): Meanwhile: catalogue answers still served from memory
test('a database that only refuses this service is not away: others may change it', async () => {
  await recall('before')
  const name = new URL(through).pathname.slice(1)
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const silent = new Promise<void>((resolve) => bus.onSilence(resolve))
  await runOn(server, `alter database ${name} allow_connections false`)
  try {
    proxy.reset()
    await silent
    assert.deepEqual(
      [bus.isHeard(), bus.reachability.isUnavailable(), bus.knowsAll()],
      [false, false, false],
    )
    assert.equal(memory.peek('a'), undefined)
  } finally {
    await runOn(server, `alter database ${name} allow_connections true`)
  }
  await until('the line', async () => bus.isHeard())
})

test('a bus beside a pooler never takes the database for away', async () => {
  const beside = await createBus(through, { isOnlyWay: false })
  proxy.isSilent = true
  await until('silence', async () => !beside.isHeard())
  await until('away', async () => bus.reachability.isUnavailable())
  assert.deepEqual([beside.reachability.isUnavailable(), beside.knowsAll()], [false, false])
  await heal()
  await until('the line', async () => beside.isHeard())
  await beside.close()
})
