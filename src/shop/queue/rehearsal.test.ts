/** Staff rehearse a queue before it opens: a rehearsal does not touch the queue itself, and leaves nothing behind. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { bytesOf } from '#common/draw/check-draw'
import { orderOf } from '#common/draw/permutation'
import {
  aQueue,
  enterWith,
  type QueueInTest,
  solutionOf,
  someEntered,
  tick,
} from '../../../test/queues.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { nodeTools } from './proof/node-tools.ts'

const start = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: start }
const world = await aWorld({ now: () => clock.now, env: { QUEUE_WORK: '1' } })
const { get, post, put, del, aUser, db } = world
const minute = 60_000
const later = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

beforeEach(() => {
  clock.now = start
})

/** A queue that opens in an hour. */
const anAnnounced = () => {
  const [opens_at, draw_at] = [60, 120].map((n) =>
    new Date(start.getTime() + n * minute).toISOString(),
  )
  return aQueue(world, { tier: { quantity: 5 }, queue: { opens_at, draw_at } })
}
const begin = ({ url, manager }: QueueInTest, entries: number) =>
  post(`${url}/rehearsal`, { entries }, { as: manager })
const serve = ({ url, manager }: QueueInTest, serving: number) =>
  put(`${url}/rehearsal`, { serving }, { as: manager })
const end = ({ url, manager }: QueueInTest, as = manager) => del(`${url}/rehearsal`, { as })
const look = ({ url }: QueueInTest, as: Person) => get(`${url}?rehearsal=true`, { as })

/** Takes a number in the rehearsal. */
async function take({ url }: QueueInTest, as: Person) {
  const { body } = await get(`${url}/challenge?rehearsal=true`, { as })
  return post(url, { work: solutionOf(body), rehearsal: true }, { as })
}
const turnsTold = async (as: Person) =>
  (await get('/notifications', { as })).body.map(({ title }: { title: string }) => title)

/** Reads every row of the queues of a festival. */
async function rowsOf({ festival }: QueueInTest) {
  const own = sql`(select id from queues where festival_id = ${festival.id})`
  const tables = ['counts', 'draws', 'entries', 'notices', 'parts', 'receipts', 'servings', 'tiers']
  const found = await Promise.all(
    tables.map(async (name) => {
      const table = sql.table(`queue_${name}`)
      return [
        name,
        (await sql`select * from ${table} t where queue_id in ${own} order by t`.execute(db)).rows,
      ]
    }),
  )
  const { rows } =
    await sql`select * from queues where festival_id = ${festival.id} order by id`.execute(db)
  return { queues: rows, ...Object.fromEntries(found) }
}

test('no browser keeps an answer about a rehearsal, not even that there is none', async () => {
  const queue = await anAnnounced()
  const keptOf = async () => (await look(queue, queue.manager)).headers['cache-control']
  assert.equal(await keptOf(), 'no-store')
  await begin(queue, 5)
  assert.equal(await keptOf(), 'no-store')
  const { headers } = await get(queue.url)
  assert.equal(headers['cache-control'], 'private, max-age=1')
})

// Requirement (rules): contract §7.18: a rehearsal, and nothing of it stays
test('a queue is rehearsed from its first number to its last turn, and nothing of it stays', async () => {
  const queue = await anAnnounced()
  const { manager, url } = queue
  const before = await rowsOf(queue)
  const begun = await begin(queue, 50)
  assert.deepEqual([begun.status, begun.body.status, begun.body.entered], [200, 'open', 50])
  assert.deepEqual(begun.body.tiers, [queue.tier.id])
  const taken = await take(queue, manager)
  assert.deepEqual([taken.status, taken.body.number, taken.body.queue_id], [200, 50, begun.body.id])
  const drawn = await serve(queue, 0)
  assert.deepEqual(
    [drawn.body.status, drawn.body.draw.proven, drawn.body.serving],
    ['serving', false, 0],
  )
  const { placeOf } = await orderOf(bytesOf(drawn.body.draw.seed), 51, nodeTools.sha256)
  const place = placeOf(50)
  assert.equal((await serve(queue, place)).status, 200)
  assert.deepEqual(await turnsTold(manager), [])
  const served = await serve(queue, place + 1)
  assert.equal(served.body.serving, place + 1)
  assert.deepEqual(await turnsTold(manager), [
    `It is your turn: ${queue.festival.name} (rehearsal)`,
  ])
  assert.equal((await serve(queue, 1_000)).body.serving, 51)
  assert.equal((await turnsTold(manager)).length, 1)
  const back = await serve(queue, place)
  assert.deepEqual([back.status, back.body.fields?.[0]?.path], [400, 'serving'])
  const own = await get(`${url}/place?rehearsal=true`, { as: manager })
  assert.deepEqual([own.body.number, own.body.order_id], [50, null])
  assert.equal((await end(queue)).status, 200)
  assert.deepEqual(await rowsOf(queue), before)
  assert.deepEqual(await turnsTold(manager), [])
  assert.equal((await end(queue)).status, 404)
  assert.equal((await look(queue, manager)).status, 404)
})

// Requirement (rules): contract §7.18: a rehearsal changes nothing
test('the queue itself, its numbers and its sale do not know of a rehearsal', async () => {
  const queue = await anAnnounced()
  const before = await get(queue.url)
  await begin(queue, 1_000)
  await take(queue, queue.manager)
  await serve(queue, 500)
  later(2_000)
  assert.deepEqual((await get(queue.url)).body, before.body)
  assert.equal((await get(`${queue.url}/proof`)).status, 404)
  const ticket = { payment_type: 'ticket', entity_id: queue.tier.id }
  await serve(queue, 1_001)
  assert.equal((await post('/payments', ticket, { as: queue.manager })).status, 403)
  later(60 * minute)
  const entered = await someEntered(world, queue, 3)
  assert.deepEqual(
    entered.map(({ number }) => number).toSorted((a, b) => a - b),
    [0, 1, 2],
  )
  assert.equal((await get(`${queue.url}/place`, { as: queue.manager })).status, 404)
  later(60 * minute)
  await tick(world)
  later(2_000)
  const { body } = await get(queue.url)
  assert.deepEqual([body.draw.entries, body.serving], [3, 3])
  assert.deepEqual((await look(queue, queue.manager)).body.entered, 1_001)
})

// Requirement (rules): contract §7.18: a rehearsal is for managers and admins
test('a rehearsal is there for managers and admins alone', async () => {
  const queue = await anAnnounced()
  const stranger = await aUser()
  assert.equal((await post(`${queue.url}/rehearsal`, { entries: 3 }, { as: stranger })).status, 403)
  await begin(queue, 3)
  assert.equal((await put(`${queue.url}/rehearsal`, { serving: 1 }, { as: stranger })).status, 403)
  assert.equal((await end(queue, stranger)).status, 403)
  assert.equal((await look(queue, stranger)).status, 404)
  assert.equal((await get(`${queue.url}?rehearsal=true`)).status, 401)
  const challenge = await get(`${queue.url}/challenge?rehearsal=true`, { as: stranger })
  assert.equal(challenge.status, 404)
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await look(queue, admin)).body.entered, 3)
})

test('of two who draw and serve at once both are served', async () => {
  const queue = await anAnnounced()
  await begin(queue, 50)
  const answers = await Promise.all(Array.from({ length: 3 }, () => serve(queue, 7)))
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.serving]),
    Array.from({ length: 3 }, () => [200, 7]),
  )
})

test('work for a queue is none for its rehearsal, nor the other way round', async () => {
  const queue = await anAnnounced()
  await begin(queue, 3)
  const { body } = await get(`${queue.url}/challenge?rehearsal=true`, { as: queue.manager })
  later(60 * minute)
  const asked = await post(queue.url, { work: solutionOf(body) }, { as: queue.manager })
  assert.equal(asked.status, 400)
})

// Requirement (rules): contract §7.18: rehearsed before it opens, 409 `queue_open`
test('it begins before the queue opens, and anew in place of an earlier one', async () => {
  const queue = await anAnnounced()
  const first = await begin(queue, 10)
  await take(queue, queue.manager)
  const second = await begin(queue, 20)
  assert.notEqual(second.body.id, first.body.id)
  assert.equal(second.body.entered, 20)
  assert.equal((await get(`${queue.url}/place?rehearsal=true`, { as: queue.manager })).status, 404)
  later(60 * minute)
  const late = await begin(queue, 10)
  assert.deepEqual([late.status, late.body.code], [409, 'queue_open'])
  assert.equal((await enterWith(world, queue, await aUser())).status, 200)
})

test('without a queue there is nothing to rehearse, and a cancelled one takes its rehearsal along', async () => {
  const queue = await anAnnounced()
  assert.equal((await serve(queue, 1)).status, 404)
  await begin(queue, 10)
  await take(queue, queue.manager)
  await serve(queue, 11)
  assert.equal((await del(queue.url, { as: queue.manager })).status, 200)
  await tick(world)
  assert.equal((await look(queue, queue.manager)).status, 404)
  assert.deepEqual(await turnsTold(queue.manager), [])
  assert.equal((await begin(queue, 10)).status, 404)
})
