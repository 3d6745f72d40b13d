import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { connectPool } from '#platform/database/connections'
import { newSecret } from '#platform/secrets/tokens'
import { aFestival } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { toleranceOf, waitFor, watchLoop } from './admission.ts'

const state = { wait: 0, late: 0 }
/** The clock stands still: a queue that has lasted for a second allows less. */
const now = new Date()
const world = await aWorld({
  now: () => now,
  env: { BUSY_AFTER_MS: '400' },
  parts: { waitForDatabase: () => state.wait, loopDelay: () => state.late },
})
const { app, get, statements } = world
const festival = await aFestival(world)

/** Makes requests while a new one would wait this many ms. */
async function at(wait: number, ask: () => ReturnType<typeof get>) {
  state.wait = wait
  try {
    return await ask()
  } finally {
    state.wait = 0
  }
}

// Requirement (rules): Three times what the machine can do: the rest is refused early with 503
test('a request that would wait too long is refused before its caller is looked up', async () => {
  const client = newSecret('fst_client')
  const before = statements.length
  const { status, body, headers } = await at(401, () => get('/organizers', { client }))
  const error = 'Too many requests at once: retry in a second'
  assert.deepEqual([status, body], [503, { error, code: 'busy', retry_after: 1 }])
  assert.equal(headers['retry-after'], '1')
  assert.equal(statements.length, before)
  assert.equal((await at(400, () => get('/organizers'))).status, 200)
})

test('the event loop counts as well: a new request waits for it, too', async () => {
  state.late = 300
  assert.equal((await at(101, () => get('/organizers'))).status, 503)
  state.late = 0
  assert.equal((await at(101, () => get('/organizers'))).status, 200)
})

// Requirement (rules): Meanwhile catalogue answers are still served from memory
test('cached answers are given all the same, to known callers', async () => {
  const url = `/festivals/${festival.id}`
  const ask = () => get(url)
  assert.equal((await at(1_000, ask)).status, 503)
  await ask()
  assert.equal((await at(1_000, ask)).status, 200)
  const stranger = () => get(url, { client: newSecret('fst_client') })
  assert.equal((await at(1_000, stranger)).status, 503)
  const search = () => get('/search?for=tide', { client: null })
  await search()
  assert.equal((await at(1_000, search)).status, 200)
})

// Requirement (rules): Webhooks of the processor are taken however busy it is
test("the processor's webhooks, and the description, are answered however busy it is", async () => {
  state.wait = 1_000
  const told = await app.inject({ method: 'POST', url: '/payments/webhook', payload: {} })
  const described = await app.inject({ url: '/openapi.json' })
  state.wait = 0
  assert.deepEqual([told.statusCode, described.statusCode], [400, 200])
})

// Requirement (rules): A flood of one route leaves the others answered
test('the most requested route is refused from half of that on, the others are not', async () => {
  const artists = () => get('/artists')
  await Promise.all(Array.from({ length: 60 }, artists))
  assert.equal((await at(200, artists)).status, 200)
  assert.equal((await at(201, artists)).status, 503)
  assert.equal((await at(201, () => get('/organizers'))).status, 200)
  await Promise.all(Array.from({ length: 40 }, () => get('/organizers')))
  assert.equal((await at(201, artists)).status, 200)
})

test('a burst may wait, a standing queue may not', () => {
  let at = 0
  const tolerance = toleranceOf(500, () => new Date(at))
  const allowed = (ms: number, wait: number) => {
    at = ms
    return tolerance(wait)
  }
  assert.equal(allowed(1_000, 6), 500)
  assert.equal(allowed(1_001, 6), 100)
  assert.equal(allowed(5_000, 5), 500)
  assert.equal(allowed(6_000, 400), 500)
  assert.equal(allowed(6_001, 400), 100)
})

test('a caller who comes after a quiet second may wait as in a burst', () => {
  let at = 0
  const tolerance = toleranceOf(500, () => new Date(at))
  assert.equal(tolerance(0), 500)
  at = 3_000
  assert.equal(tolerance(150), 500)
})

/** A pool of two connections, each of which was held for the given ms, many times, by its clock. */
async function aPool(held: number) {
  const clock = { ms: 0 }
  const pool = connectPool(world.connectionString, { max: 2, purpose: 'work' })
  after(() => pool.end())
  const wait = waitFor(pool, () => clock.ms)
  for (let time = 0; time < 150; time++) {
    const client = await pool.connect()
    clock.ms += held
    client.release()
  }
  const taken = [await pool.connect(), await pool.connect()]
  const waiting: Promise<pg.PoolClient>[] = []
  const queue = (count: number) => {
    for (let one = 0; one < count; one++) waiting.push(pool.connect())
  }
  /** Releases all connections, one after the other. */
  const end = async () => {
    for (const client of taken) client.release()
    for (const asked of waiting) (await asked).release()
  }
  return { clock, wait, queue, end }
}

// Requirement (rules): Latency of what is accepted stays bounded
test('the wait for a connection is estimated from the waiting requests, and from how long one is held', async () => {
  const { clock, wait, queue, end } = await aPool(5)
  assert.equal(wait(), 0)
  queue(106)
  // A hundred callers more than the short queue, on two connections.
  assert.ok(Math.abs(wait() - (100 * 5) / 2) < 1, `${wait()} ms`)
  // Neither connection is released meanwhile: there is nothing better to go by.
  clock.ms += 1_000
  assert.equal(wait(), 1_000)
  await end()
  assert.equal(wait(), 0)
})

test('a queue of three for each connection is no wait, however long a connection is held', async () => {
  const { wait, queue, end } = await aPool(50)
  queue(6)
  assert.equal(wait(), 0)
  queue(8)
  assert.ok(Math.abs(wait() - (8 * 50) / 2) < 1, `${wait()} ms`)
  await end()
})

test('the delay of the event loop is measured by what was due', async () => {
  await using closing = new AsyncDisposableStack()
  const delay = watchLoop(closing)
  const end = performance.now() + 150
  while (performance.now() < end);
  // Checks in each turn of the loop: a delay now may be over a moment later.
  while (delay() < 100) await turn()
})
