import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { Metrics } from '#platform/observe/metrics'
import { createBus } from '#platform/sync/bus'
import { notFound } from '#platform/values/errors'
import { cacheTags, written } from '#platform/values/raw-json'
import { until } from '../../../../test/until.ts'
import { aWorld } from '../../../../test/world.ts'
import { markAnswers, writeAnswers } from './answers.ts'
import { cacheResponses } from './response-cache.ts'

const world = await aWorld()
const { bus, config, connectionString, db } = world
const elsewhere = await createBus(connectionString)
after(() => elsewhere.close())

/** An application with a few routes that count their work. */
async function aShop({ env = {} }: { env?: Partial<typeof config> } = {}) {
  const made = new Map<string, number>()
  const clock = { now: new Date('2027-07-01T12:00:00.000Z') }
  const app = Fastify()
  app.decorate('config', { ...config, ...env })
  app.decorate('bus', bus)
  app.decorate('now', () => clock.now)
  app.decorate('metrics', new Metrics())
  markAnswers(app)
  writeAnswers(app)
  cacheResponses(app)
  const count = (name: string) => {
    const times = (made.get(name) ?? 0) + 1
    made.set(name, times)
    return times
  }
  const kept = { access: 'public', caching: 'public', cache: true } as const
  app.get<{ Params: { id: string } }>(
    '/things/:id',
    { config: kept },
    async ({ params }, reply) => {
      if (params.id === 'none') throw notFound('Thing')
      reply.header('deprecation', 'true')
      const text = JSON.stringify({ id: params.id, made: count(params.id), pad: 'x'.repeat(3000) })
      return cacheTags(written<object>(text), [`thing:${params.id}`, 'things'])
    },
  )
  app.get('/now', { config: kept }, async () =>
    cacheTags({ made: count('now') }, [], new Date(clock.now.getTime() + 1000)),
  )
  const querystring = Type.Object({ page: Type.Optional(Type.String()) })
  app.get<{ Querystring: { page?: string } }>(
    '/list',
    { config: kept, schema: { querystring } },
    async ({ query: { page = '' } }) => cacheTags({ page, made: count(`list${page}`) }, ['things']),
  )
  app.get('/silent', { config: kept }, async () => ({ made: 1 }))
  app.put('/things', { config: { access: 'public', audit: 'thing.update' } }, async () => {
    // Notifies through the connection only, as a trigger does: nothing in this process hears it at once.
    await elsewhere.tell(db, 'catalogue', ['things'])
    return {}
  })
  await app.ready()
  after(() => app.close())
  // Nothing is cached while the process has not heard its own heartbeat, which a busy machine delays.
  await until('the line', async () => bus.isHeard())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, get, clock, made }
}

// Requirement (rules): Finished answers are kept until something they show changes
test('an answer is made once, and again when something it shows was changed', async () => {
  const { get } = await aShop()
  assert.equal((await get('/things/1')).json().made, 1)
  assert.equal((await get('/things/1')).json().made, 1)
  assert.equal((await get('/things/2')).json().made, 1)
  bus.hint('catalogue', 'thing:1')
  assert.equal((await get('/things/1')).json().made, 2)
  assert.equal((await get('/things/2')).json().made, 1)
})

test('cached or new, it is the same answer, including its headers', async () => {
  const { get } = await aShop()
  const [first, again] = [await get('/things/1'), await get('/things/1')]
  const { 'x-request-id': one, date: then, ...headers } = first.headers
  const { 'x-request-id': two, date: now, ...headersAgain } = again.headers
  assert.notEqual(one, two)
  assert.deepEqual(headersAgain, headers)
  assert.equal(again.body, first.body)
  assert.equal(headers['deprecation'], 'true')
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const etag = `${headers['etag']}`
  for (const known of [etag, `"other", ${etag.slice(2)}`, '*']) {
    const unchanged = await get('/things/1', { 'if-none-match': known })
    assert.deepEqual([unchanged.statusCode, unchanged.body], [304, ''], known)
  }
})

test('HEAD returns the length of what GET answers', async () => {
  const { app, get } = await aShop()
  const { body, headers } = await get('/things/1')
  const head = await app.inject({ method: 'HEAD', url: '/things/1' })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  assert.equal(head.headers['content-length'], `${Buffer.byteLength(body)}`)
  assert.equal(head.headers['etag'], headers['etag'])
})

test('many simultaneous requests wait for one; a refusal is not cached', async () => {
  const { get, made } = await aShop()
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/things/7')))
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(made.get('7'), 1)
  for (let ask = 0; ask < 2; ask++) assert.equal((await get('/things/none')).statusCode, 404)
})

test('a time-dependent answer is made again when its time is over', async () => {
  const { get, clock } = await aShop()
  assert.equal((await get('/now')).json().made, 1)
  clock.now = new Date(clock.now.getTime() + 999)
  assert.equal((await get('/now')).json().made, 1)
  clock.now = new Date(clock.now.getTime() + 1)
  assert.equal((await get('/now')).json().made, 2)
})

// Requirement (rules): gzip and Brotli of kept answers, one ETag
test('a caller that accepts a shorter form gets it from the second time on; all have one ETag', async () => {
  const { get } = await aShop()
  const plain = await get('/things/1')
  for (const [encoding, unpack] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const headers = { 'accept-encoding': encoding }
    let answer = await get('/things/1', headers)
    while (answer.headers['content-encoding'] === undefined) {
      assert.ok(answer.body === plain.body)
      // The compressed form is made off the main thread.
      await turn()
      answer = await get('/things/1', headers)
    }
    assert.equal(answer.headers['content-encoding'], encoding)
    assert.ok(`${unpack(answer.rawPayload)}` === plain.body)
    assert.ok(answer.rawPayload.length < plain.rawPayload.length / 10)
    assert.equal(answer.headers['etag'], plain.headers['etag'])
  }
  assert.equal((await get('/things/1')).headers['content-encoding'], undefined)
})

test('an answer belongs to the address it was requested at, since photos are absolute', async () => {
  const { get } = await aShop()
  assert.equal((await get('/things/1', { host: 'a.example' })).json().made, 1)
  assert.equal((await get('/things/1', { host: 'b.example' })).json().made, 2)
  assert.equal((await get('/things/1', { host: 'a.example' })).json().made, 1)
})

test('however an address is written, its answer is made once', async () => {
  const { get, made } = await aShop()
  const id = '0b7c4a52-6f0e-4d3a-9b1e-5a2c8d7e6f10'
  const spellings = [
    id,
    id.toUpperCase(),
    id.replace('0', '%30'),
    `${id}?x=1`,
    `${id}?id=2&`,
    `${id}#x`,
  ]
  for (const path of spellings) assert.equal((await get(`/things/${path}`)).statusCode, 200, path)
  assert.equal(
    [...made.values()].reduce((sum, times) => sum + times, 0),
    1,
  )
  const lists = ['', '?', '?x=1', '?page=2', '?page=2&x=1', '?x=1&page=2', '?%70age=2#', '?page=3']
  const pages = await Promise.all(lists.map(async (query) => (await get(`/list${query}`)).json()))
  assert.deepEqual(
    pages.map(({ page }) => page.replace('#', '')),
    ['', '', '', '2', '2', '2', '2', '3'],
  )
  assert.deepEqual([made.get('list'), made.get('list3')], [1, 1])
})

// Requirement (rules): A caller sees its own change at once
test('a writer sees its change, though it was announced from elsewhere', async () => {
  const { app, get } = await aShop()
  for (let round = 1; round <= 50; round++) {
    assert.equal((await get('/things/1')).json().made, round)
    assert.equal((await app.inject({ method: 'PUT', url: '/things' })).statusCode, 200)
  }
})

test('a handler that does not say what its answer shows is detected', async () => {
  const { get } = await aShop()
  assert.equal((await get('/silent')).statusCode, 500)
})

test('without space for answers each is made again', async () => {
  const { get } = await aShop({ env: { RESPONSE_CACHE_MB: 0 } })
  assert.equal((await get('/things/1')).json().made, 1)
  assert.equal((await get('/things/1')).json().made, 2)
})
