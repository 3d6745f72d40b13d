/** The queue that sells a tier gets every unit that becomes free; the waiting list opens when everyone in the queue is served. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aQueue, type QueueInTest, someEntered, tick } from '../../../test/queues.ts'
import { aReturnedTicket } from '../../../test/returns.ts'
import { aPlaceInLine, offer } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({
  now: () => clock.now,
  env: { QUEUE_WORK: '1' },
  parts: { waitForDatabase: () => 0, loopDelay: () => 0 },
})
const { get, post, put, del, aUser, db } = world
const minute = 60_000

beforeEach(() => {
  clock.now = new Date('2027-03-01T12:00:00.000Z')
})

/** Lets time pass, then runs the work that the service does each second. */
async function pass(ms: number) {
  clock.now = new Date(clock.now.getTime() + ms)
  await tick(world)
  await offer(world)
}
const hold = (queue: QueueInTest, as: Person, quantity = 1) =>
  post(
    '/orders',
    { items: [{ payment_type: 'ticket', entity_id: queue.tier.id, quantity }], hold: true },
    { as, headers: { 'idempotency-key': newId() } },
  )
const join = ({ tier, festival }: QueueInTest, as: Person) =>
  post(`/festivals/${festival.id}/waiting-list`, { entity_id: tier.id, quantity: 1 }, { as })
const statusOf = async ({ id, user }: { id: string; user: Person }) =>
  (await get(`/waiting-list/${id}`, { as: user })).body.status
const servingOf = async ({ url }: QueueInTest) => (await get(url)).body.serving
const inOrder = (orders: { status: number }[]) =>
  orders.map(({ status }) => status).toSorted((a, b) => a - b)
const exact = async () =>
  assert.deepEqual(
    (await auditLedger(db)).filter((fault) => /^(Tier|Offer|Order)/.test(fault)),
    [],
  )

/** One user waits for a tier of two held units; then a queue of three sells the tier, and its draw is over. */
async function aQueueAfterALine() {
  const queue = await aQueue(world, { tier: { quantity: 2 } })
  assert.equal((await del(queue.url, { as: queue.manager })).status, 200)
  const buyer = await aUser()
  const held = await hold(queue, buyer, 2)
  assert.equal(held.status, 201, held.body.error)
  const line = await aPlaceInLine(world, { ...queue.tier, festival_id: queue.festival.id })
  const { status } = await put(queue.url, queue.body, { as: queue.manager })
  assert.equal(status, 200)
  const entered = await someEntered(world, queue, 3)
  assert.equal((await del(`/orders/${held.body.id}`, { as: buyer })).status, 200)
  return { ...queue, line, entered }
}

// Requirement (rules): contract §7.18, §7.16: what becomes free goes to the queue
test('what becomes free goes to the queue, and to the waiting list once all in the queue are served', async () => {
  const queue = await aQueueAfterALine()
  await pass(minute)
  assert.equal(await statusOf(queue.line), 'waiting', 'the queue is not drawn')
  await pass(9 * minute)
  assert.deepEqual([await servingOf(queue), await statusOf(queue.line)], [2, 'waiting'])
  const orders = await Promise.all(queue.entered.map(({ user }) => hold(queue, user)))
  const nth = orders.findIndex(({ status }) => status === 201)
  assert.deepEqual(inOrder(orders), [201, 201, 403])
  await exact()
  const given = await del(`/orders/${orders[nth]?.body.id}`, {
    as: queue.entered[nth]?.user,
  })
  assert.equal(given.status, 200)
  await pass(minute)
  assert.deepEqual([await servingOf(queue), await statusOf(queue.line)], [2, 'waiting'])
  await pass(9 * minute)
  assert.deepEqual([await servingOf(queue), await statusOf(queue.line)], [3, 'waiting'])
  await pass(9 * minute)
  assert.equal(
    await statusOf(queue.line),
    'waiting',
    'the last turn keeps its piece for ten minutes',
  )
  await pass(2 * minute)
  assert.equal(await statusOf(queue.line), 'offered')
  await exact()
})

// Requirement (rules): contract §7.16: 409 `queue_first`
test('a user cannot join the waiting list while people in the queue are not served', async () => {
  const queue = await aQueue(world, { tier: { quantity: 1 } })
  const [first, second] = await someEntered(world, queue, 2)
  const refused = async () => {
    const { status, body } = await join(queue, await aUser())
    return [status, body.code]
  }
  assert.deepEqual(await refused(), [409, 'queue_first'])
  await pass(10 * minute)
  const orders = [await hold(queue, first.user), await hold(queue, second.user)]
  assert.deepEqual(inOrder(orders), [201, 403])
  assert.deepEqual(await refused(), [409, 'queue_first'])
  assert.equal((await del(queue.url, { as: queue.manager })).status, 200)
  assert.equal((await join(queue, await aUser())).status, 201, 'without a queue it is open')
})

// Requirement (rules): contract §7.18: people who enter later
test('a waiting list that has opened closes again when more people enter the queue', async () => {
  const queue = await aQueue(world, { tier: { quantity: 1 } })
  const [first] = await someEntered(world, queue, 1)
  await pass(10 * minute)
  const held = await hold(queue, first.user)
  await pass(2_000)
  const line = await aPlaceInLine(world, { ...queue.tier, festival_id: queue.festival.id })
  await someEntered(world, queue, 1)
  await pass(2_000)
  assert.equal((await del(`/orders/${held.body.id}`, { as: first.user })).status, 200)
  await pass(2_000)
  assert.equal(await statusOf(line), 'waiting')
  await exact()
})

// Requirement (rules): contract §7.18, §7.17: returned tickets
test('a ticket that is given to the next in line waits for the people in the queue too', async () => {
  const queue = await aQueue(world, { tier: { quantity: 1 } })
  assert.equal((await del(queue.url, { as: queue.manager })).status, 200)
  const wanted = { payment_type: 'ticket', entity_id: queue.tier.id }
  const bought = await post('/payments', wanted, { as: await aUser() })
  assert.equal(bought.status, 201)
  const line = await aPlaceInLine(world, { ...queue.tier, festival_id: queue.festival.id })
  assert.equal((await put(queue.url, queue.body, { as: queue.manager })).status, 200)
  await aReturnedTicket(world, { id: String(bought.body.id) })
  await someEntered(world, queue, 1)
  await pass(11 * minute)
  assert.equal(await statusOf(line), 'waiting')
  assert.equal((await del(queue.url, { as: queue.manager })).status, 200)
  await pass(1_000)
  assert.equal(await statusOf(line), 'offered')
})
