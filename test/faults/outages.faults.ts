/**
 * The database fails under a mixed load: killed, stopped, cut off, its disk full, its clock wrong. Nothing
 * that was acknowledged is lost, and the service is back by itself. Two services on one data folder:
 * `test/process.long.test.ts`, 'a failed start says why in one sentence, and nothing is left running'.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { findPostgres, startPostgres } from '#platform/postgres/server'
import { auditLedger } from '#shop/payments'
import { openCheckout } from '../../src/shop/payments/charging/checkout.ts'
import { sweep } from '../../src/shop/payments/charging/sweep.ts'
import { paymentContextOf } from '../../src/shop/payments/model/payment-context.ts'
import { aTier } from '../buying.ts'
import { aFolder, start } from '../service-process.ts'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'
import { anySeed } from './chance.ts'
import { faultsAfter, lostAfter } from './outages-count.ts'
import { Load } from './outages-load.ts'
import { freeze, kill } from './outages-postgres.ts'
import { aSite, type Site } from './outages-site.ts'
import { Proxy } from './proxy.ts'
import { isFull, sized } from './sized.ts'

const kills = sized(2, 20)
const stopped = sized(3, 30)

const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SIMULATED_PROCESSOR: 'delay=20,lose_requests=0.03,lose_answers=0.03,approve_after=500',
  EVENTS_PER_DAY: '0',
  UNPAID_PER_PERSON: '0',
  PAYMENT_LEASE_SECONDS: '1',
  PAYMENT_HOLD_SECONDS: `${sized(2, 3)}`,
  PAYMENT_GIVE_UP_SECONDS: `${sized(4, 7)}`,
}

/** A service with a database of its own, and its load. */
async function ownService(t: TestContext, folder: string, more: Record<string, string> = {}) {
  const service = await start(folder, ['--empty'], { ...env, ...more })
  const connectionString = (await findPostgres(folder)) ?? ''
  return { service, ...(await loaded(t, service.url, { folder, connectionString })) }
}

type ServiceFolder = { folder: string; connectionString: string }

/** The load of a service on its database. Both end with the test, whatever happens. */
async function loaded(t: TestContext, url: string, { folder, connectionString }: ServiceFolder) {
  const site = await aSite(connectionString, folder)
  const load = new Load(site, url, anySeed())
  t.after(async () => {
    await load.stop()
    await site.close()
  })
  return { site, load }
}

/** Ends the load, counts, and reports. */
async function faultsOf(t: TestContext, { site, load }: { site: Site; load: Load }) {
  await load.stop()
  const faults = await faultsAfter(site, load)
  const { pauses, slowest, refused, shop, made } = load
  const { requests, ...counts } = shop.counts
  t.diagnostic(
    `${shop.acknowledged.size} purchases, ${made.artists.size} artists, ${made.events.size} events and ` +
      `${made.festivals.size} festivals acknowledged, ${faults.length} faults; purchases went on after ` +
      `${pauses.join(', ')} ms; slowest answer ${slowest} ms, ${refused} of ${requests} answered 503; ` +
      JSON.stringify(counts),
  )
  return [...new Set(faults)]
}

async function ownFails(t: TestContext) {
  const folder = await aFolder()
  const { service, site, load } = await ownService(t, folder)
  for (let nth = 1; nth <= kills; nth++) {
    await load.endure(`kill ${nth}`, { isAway: true, strike: () => kill(folder) })
  }
  const strike = async () => {
    const goOn = await freeze(folder)
    await pause(stopped * 1000)
    goOn()
  }
  await load.endure('stop', { isAway: true, strike })
  assert.deepEqual(await faultsOf(t, { site, load }), [])
  assert.equal(load.pauses.length, kills + 1)
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0)
}

async function givenFails(t: TestContext) {
  const folder = await aFolder()
  const server = await startPostgres({ folder })
  t.after(() => server.stop())
  const proxy = new Proxy(server.connectionString)
  const DATABASE_URL = await proxy.listen()
  t.after(() => proxy.close())
  const data = await aFolder()
  const service = await start(data, ['--empty'], { ...env, DATABASE_URL })
  const { connectionString } = server
  const { site, load } = await loaded(t, service.url, { folder: data, connectionString })
  for (let nth = 1; nth <= sized(1, 20); nth++) {
    const strike = async () => {
      await kill(folder)
      await pause(sized(500, 2000))
      await until('started again', async () =>
        server.revive().then(
          () => true,
          () => false,
        ),
      )
    }
    await load.endure(`kill ${nth}`, { isAway: true, strike })
  }
  for (let nth = 1; nth <= sized(1, 20); nth++) {
    await load.endure(`reset ${nth}`, { strike: async () => proxy.reset() })
    await load.endure(`silence ${nth}`, { isAway: true, strike: () => silence(proxy) })
    await load.endure(`cuts ${nth}`, { strike: () => cutAll(proxy) })
    await load.endure(`delay ${nth}`, { strike: () => delay(proxy) })
  }
  t.diagnostic(`${proxy.cuts} connections cut`)
  assert.deepEqual(await faultsOf(t, { site, load }), [])
}

async function silence(proxy: Proxy) {
  proxy.isSilent = true
  await pause(sized(2000, 10_000))
  proxy.isSilent = false
}

/** Each connection dies after a few statements, in the middle of an answer. */
async function cutAll(proxy: Proxy) {
  proxy.reset()
  const end = performance.now() + sized(1500, 5000)
  while (performance.now() < end) {
    proxy.cutAfter = 600 + Math.random() * 4000
    await pause(20)
  }
  proxy.cutAfter = Number.POSITIVE_INFINITY
}

async function delay(proxy: Proxy) {
  proxy.latency = 10
  await pause(1000)
  proxy.latency = 0
}

async function diskFills(t: TestContext) {
  const folder = await aFolder()
  const run = promisify(execFile)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=0700', 'tmpfs', folder])
  // Lazily: a process that still holds a file of it is killed only when all tests are over.
  t.after(() => run('umount', ['--lazy', folder]))
  const { site, load, service } = await ownService(t, folder)
  const ballast = join(folder, 'ballast')
  let fresh = 0
  const strike = async () => {
    await writeFile(ballast, Buffer.alloc(200 << 20)).catch(() => {})
    const much = sql`create table much as select repeat('x', 900) from generate_series(1, 20000)`
    await assert.rejects(much.execute(site.work), { code: '53100' })
    await until('writes are refused', async () => load.isRefusing(), 30_000)
    for (; fresh < 20; fresh++) {
      const path = `${service.url}/festivals/${site.busy.id}?fresh=${fresh}`
      const { status } = await fetch(path, { headers: { 'x-f-authorization': site.client } })
      assert.equal(status, 200, 'reads go on')
    }
    await rm(ballast)
  }
  await load.endure('full', { strike })
  t.diagnostic(`${fresh} reads of the database while it was full`)
  assert.deepEqual(await faultsOf(t, { site, load }), [])
}

async function clockMoves() {
  let shift = 0
  const hour = 3_600_000
  const world = await aWorld({ now: () => new Date(Date.now() + shift) })
  const checkout = openCheckout(paymentContextOf(world.app))
  const tier = await aTier(world, { quantity: 50 })
  const admin = await world.aUser({ roles: ['admin'] })
  const buy = async (method?: string) => {
    const body = { payment_type: 'ticket', entity_id: tier.id, processorPaymentMethodId: method }
    const as = await world.aUser()
    const { status, body: payment } = await world.post('/payments', body, { as })
    assert.equal(status, 201)
    return payment
  }
  for (const moved of [0, hour, -hour, 0]) {
    shift = moved
    assert.equal((await world.get(`/festivals/${tier.festival_id}`)).status, 200)
    assert.equal((await buy()).status, 'succeeded')
    assert.equal((await buy('pm_card_threeDSecureRequired')).status, 'requires_action')
    const { id } = await buy()
    assert.equal((await world.put(`/payments/${id}/validate`, {}, { as: admin })).status, 200)
    await sweep(checkout)
    assert.deepEqual(await auditLedger(world.work), [])
  }
  shift = 2 * hour
  await until('all resolved', async () => (await sweep(checkout)) === 0)
  assert.deepEqual(await auditLedger(world.work, { atRest: true }), [])
}

async function plantIsFound(t: TestContext) {
  const folder = await aFolder()
  const planted = { NODE_OPTIONS: '--import ./test/faults/plant.ts', PLANT: 'lostcommit' }
  const { site, load } = await ownService(t, folder, planted)
  for (let nth = 1; nth <= 3; nth++) {
    await load.endure(`kill ${nth}`, { strike: () => kill(folder) })
  }
  await load.stop()
  const faults = await lostAfter(site, load)
  t.diagnostic(`lostcommit: ${faults[0]}`)
  assert.ok(faults.length > 0)
}

const isRoot = process.getuid?.() === 0
const skip = !isRoot && 'mounting a small disk takes root'

// Mostly waiting; measurements must not share the machine.
suite('the database fails', { concurrency: isFull ? 1 : 2 }, () => {
  test(`our own PostgreSQL killed ${kills} times and stopped for ${stopped} s`, ownFails)
  test('a given PostgreSQL killed, and its network failing in the middle of statements', givenFails)
  test('the disk of the database full', { skip }, diskFills)
  test('the clock of the service an hour ahead, then an hour behind', clockMoves)
  test('kills find the planted fault lostcommit', plantIsFound)
})
