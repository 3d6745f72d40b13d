/** Buying in turn: the sequence of turns, the purchases that one turn allows, and how turns are given. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { bytesOf } from '#common/draw/check-draw'
import { orderOf } from '#common/draw/permutation'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aGuest } from '../../../test/guests.ts'
import { aQueue, type QueueInTest, someEntered, tick } from '../../../test/queues.ts'
import { addPieces, aPlaceInLine, buyOffered, offer } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { nodeTools } from './proof/node-tools.ts'

const start = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: start }
const waits = { database: 0 }
const world = await aWorld({
  now: () => clock.now,
  env: { QUEUE_WORK: '1' },
  parts: { waitForDatabase: () => waits.database, loopDelay: () => 0 },
})
const { get, post, put, del, aUser, db } = world
const minute = 60_000
const later = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

beforeEach(() => {
  clock.now = start
  waits.database = 0
})

const ticket = ({ tier }: QueueInTest) => ({ payment_type: 'ticket', entity_id: tier.id })
const order = (
  queue: QueueInTest,
  as: Person,
  { quantity = 1, hold = false, more = [] as object[] } = {},
) =>
  post(
    '/orders',
    { items: [{ ...ticket(queue), quantity }, ...more], hold },
    { as, headers: { 'idempotency-key': newId() } },
  )
const buy = (queue: QueueInTest, as: Person) => post('/payments', ticket(queue), { as })
const servingOf = async ({ id }: QueueInTest) => {
  const { serving } = await db
    .selectFrom('queue_draws')
    .select('serving')
    .where('queue_id', '=', id)
    .executeTakeFirstOrThrow()
  return serving
}

/** Draws a queue of `people` people and returns them in the sequence of their places; the first ones have their turn. */
async function aDrawnQueue(people: number, given: Parameters<typeof aQueue>[1] = {}) {
  const queue = await aQueue(world, given)
  const entered = await someEntered(world, queue, people)
  later(10 * minute)
  await tick(world)
  const { body } = await get(queue.url)
  const order = await orderOf(bytesOf(body.draw.seed), people, nodeTools.sha256)
  const inTurn = entered.toSorted((a, b) => order.placeOf(a.number) - order.placeOf(b.number))
  return { ...queue, inTurn }
}

const requireExact = async () =>
  assert.deepEqual(
    (await auditLedger(db)).filter((fault) => /^(Tier|Offer|Order)/.test(fault)),
    [],
  )

type Entered = Awaited<ReturnType<typeof someEntered>>[number]

const refusedWith = ({ status, body }: { status: number; body: any }) => [status, body.code]
const notYourTurn = [403, 'not_your_turn']

// Requirement (rules): contract §7.18: 403 `not_your_turn`
test('without a turn nothing that the queue covers can be bought, in no way', async () => {
  const queue = await aDrawnQueue(5, { tier: { quantity: 2 } })
  assert.equal(await servingOf(queue), 2)
  const last = queue.inTurn[4].user
  assert.deepEqual(refusedWith(await buy(queue, last)), notYourTurn)
  const refused = await order(queue, last)
  assert.deepEqual([...refusedWith(refused), refused.body.item], [...notYourTurn, queue.tier.id])
  assert.deepEqual(refusedWith(await order(queue, last, { hold: true })), notYourTurn)
  const bed = await aPlaceToSleep(world, { festival_id: queue.festival.id })
  const withBed = [{ payment_type: 'accommodation', entity_id: bed.id, quantity: 1 }]
  assert.deepEqual(refusedWith(await order(queue, last, { more: withBed })), notYourTurn)
  assert.deepEqual(refusedWith(await buy(queue, await aUser())), notYourTurn)
  const guest = await aGuest(world)
  assert.deepEqual(refusedWith(await order(queue, guest, { hold: true })), notYourTurn)
  const left = await db.selectFrom('orders').select('id').where('user_id', '=', last.id).execute()
  assert.deepEqual(left, [])
  const other = await aTier(world, { festival_id: queue.festival.id })
  const uncovered = { payment_type: 'ticket', entity_id: other.id }
  assert.equal((await post('/payments', uncovered, { as: last })).status, 201)
  await requireExact()
})

// Requirement (rules): contract §7.18: one order in a turn
test('a turn has one order, and a retry of it is the same', async () => {
  const queue = await aDrawnQueue(3, { tier: { quantity: 50 } })
  const [first, second, third] = queue.inTurn.map(({ user }) => user)
  const headers = { 'idempotency-key': newId() }
  const bought = await post('/payments', ticket(queue), { as: first, headers })
  assert.equal(bought.status, 201)
  const again = await post('/payments', ticket(queue), { as: first, headers })
  assert.deepEqual([again.status, again.body.id], [201, bought.body.id])
  assert.deepEqual(refusedWith(await buy(queue, first)), notYourTurn)
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => order(queue, second)))
  assert.equal(atOnce.filter(({ status }) => status === 201).length, 1)
  const declined = { ...ticket(queue), processorPaymentMethodId: 'pm_card_chargeDeclined' }
  assert.equal((await post('/payments', declined, { as: third })).status, 402)
  assert.equal((await buy(queue, third)).status, 201)
  await requireExact()
})

// Requirement (rules): contract §7.18: what was held in turn
test('what was held in turn is paid, and given up it may be bought again', async () => {
  const queue = await aDrawnQueue(2, { tier: { quantity: 50 } })
  const [one, two] = queue.inTurn.map(({ user }) => user)
  const held = await order(queue, one, { quantity: 2, hold: true })
  assert.equal(held.status, 201)
  assert.deepEqual(refusedWith(await order(queue, one)), notYourTurn)
  const headers = { 'idempotency-key': newId() }
  const paid = await post(`/orders/${held.body.id}/pay`, {}, { as: one, headers })
  assert.deepEqual([paid.status, paid.body.status], [200, 'succeeded'])
  const other = await order(queue, two, { hold: true })
  assert.equal((await del(`/orders/${other.body.id}`, { as: two })).status, 200)
  assert.equal((await buy(queue, two)).status, 201)
  await requireExact()
})

// Requirement (rules): contract §7.18: the order of one’s turn
test('one’s place names the order of the turn, however many others there are', async () => {
  const queue = await aDrawnQueue(2, { tier: { quantity: 50 } })
  const [first, second] = queue.inTurn.map(({ user }) => user)
  const used = async (as: Person) => (await get(`${queue.url}/place`, { as })).body.order_id
  assert.equal(await used(first), null)
  const bought = await order(queue, first)
  const other = await aTier(world, { festival_id: queue.festival.id, quantity: 100 })
  for (let n = 0; n < 21; n++) {
    const uncovered = { payment_type: 'ticket', entity_id: other.id }
    assert.equal((await post('/payments', uncovered, { as: first })).status, 201)
  }
  assert.equal(await used(first), bought.body.id)
  const gift = { entity_id: queue.tier.id, quantity: 1, email: second.email, reason: 'Press' }
  const url = `/festivals/${queue.festival.id}/complimentary`
  assert.equal((await post(url, gift, { as: queue.manager })).status, 201)
  assert.equal(await used(second), null)
  const held = await order(queue, second, { hold: true })
  assert.equal(await used(second), held.body.id)
  assert.equal((await del(`/orders/${held.body.id}`, { as: second })).status, 200)
  assert.equal(await used(second), null)
})

// Requirement (rules): contract §7.18: each of a group buys
test('each of a group may buy once, in the turn of its number', async () => {
  const queue = await aQueue(world, { queue: { groups_of: 2 }, tier: { quantity: 50 } })
  const [one, two] = await someEntered(world, queue, 2)
  const { invitation } = one
  assert.equal((await post(`${queue.url}/group`, { invitation }, { as: two.user })).status, 200)
  assert.deepEqual(refusedWith(await buy(queue, two.user)), notYourTurn)
  later(10 * minute)
  await tick(world)
  for (const { user } of [one, two]) {
    assert.equal((await buy(queue, user)).status, 201)
    assert.deepEqual(refusedWith(await buy(queue, user)), notYourTurn)
  }
})

// Requirement (rules): contract §7.18: what needs no turn
test('what is given, and what is offered to those who wait, needs no turn', async () => {
  const queue = await aDrawnQueue(1, { tier: { quantity: 1 } })
  assert.equal((await buy(queue, queue.inTurn[0].user)).status, 201)
  const gift = {
    entity_id: queue.tier.id,
    quantity: 1,
    email: 'press@people.example',
    reason: 'Press',
  }
  await addPieces(world, queue.tier, 1)
  const url = `/festivals/${queue.festival.id}/complimentary`
  assert.equal((await post(url, gift, { as: queue.manager })).status, 201)
  later(1_000)
  await tick(world)
  const tier = { id: queue.tier.id, festival_id: queue.festival.id }
  const place = await aPlaceInLine(world, tier)
  await addPieces(world, tier, 1)
  await offer(world)
  assert.equal((await buyOffered(world, tier, { place })).status, 201)
  await requireExact()
})

// Requirement (rules): contract §7.18: what an order adds to an offer
test('an order that adds to what was offered uses up the turn', async () => {
  const queue = await aQueue(world, { tier: { quantity: 1 } })
  const { festival, manager, tier } = queue
  const other = await aTier(world, { festival_id: festival.id, quantity: 5 })
  const tiers = [tier.id, other.id]
  assert.equal((await put(queue.url, { ...queue.body, tiers }, { as: manager })).status, 200)
  const [first, second] = (await someEntered(world, queue, 2)) as [Entered, Entered]
  later(10 * minute)
  await tick(world)
  assert.equal((await buy(queue, first.user)).status, 201)
  // The waiting list opens once the second user has left the turn unused for long.
  later(11 * minute)
  await tick(world)
  const line = { id: tier.id, festival_id: festival.id }
  const place = await aPlaceInLine(world, line, { as: second.user })
  await addPieces(world, line, 1)
  await offer(world)
  const more = [{ payment_type: 'ticket', entity_id: other.id, quantity: 1 }]
  const items = [{ ...ticket(queue), quantity: 1 }, ...more]
  const orderMore = (body: object) =>
    post('/orders', body, { as: second.user, headers: { 'idempotency-key': newId() } })
  assert.equal((await orderMore({ items, offer: place.id })).status, 201)
  assert.deepEqual(refusedWith(await orderMore({ items: more })), notYourTurn)
  await requireExact()
})

// Requirement (rules): contract §7.18: no more turns than tickets; ten minutes
test('no more turns are open than there is something left for', async () => {
  const queue = await aDrawnQueue(12, { tier: { quantity: 3 } })
  assert.equal(await servingOf(queue), 3)
  const users = queue.inTurn.map(({ user }) => user)
  for (let round = 0; round < 3; round++) {
    later(1_000)
    await tick(world)
  }
  assert.equal(await servingOf(queue), 3)
  for (const user of users.slice(0, 2)) assert.equal((await buy(queue, user)).status, 201)
  later(1_000)
  await tick(world)
  assert.equal(await servingOf(queue), 3, 'one turn is not used, and one ticket is left')
  later(10 * minute)
  await tick(world)
  assert.equal(await servingOf(queue), 4, 'after ten minutes the next has a turn')
  assert.equal((await buy(queue, users[3])).status, 201)
  later(20 * minute)
  await tick(world)
  assert.equal(await servingOf(queue), 4, 'it is sold out')
  assert.deepEqual(refusedWith(await buy(queue, users[2])), [409, 'sold_out'])
  const { body } = await get(`${queue.url}/proof`)
  assert.deepEqual(
    body.servings.map(({ serving }: { serving: number }) => serving),
    [3, 4],
  )
})

// Requirement (rules): contract §7.18: as fast as the service sells
test('turns come faster while no request waits, and slower while one does', async () => {
  const queue = await aDrawnQueue(80, { tier: { quantity: 10_000 } })
  const steps = [await servingOf(queue)]
  const step = async () => {
    later(1_000)
    await tick(world)
    steps.push(await servingOf(queue))
  }
  await step()
  await step()
  waits.database = 200
  await step()
  const grown = steps.map((serving, n) => serving - (steps[n - 1] ?? 0))
  assert.ok((grown[1] ?? 0) < (grown[2] ?? 0), `${grown}`)
  assert.ok((grown[3] ?? 0) < (grown[2] ?? 0), `${grown}`)
  await Promise.all([tick(world), tick(world)])
  assert.equal(await servingOf(queue), steps.at(-1), 'once a second, however many processes ask')
})

// Requirement (rules): contract §7.18: without a queue all may buy
test('a cancelled queue lets all buy', async () => {
  const queue = await aDrawnQueue(1)
  const as = await aUser()
  assert.deepEqual(refusedWith(await buy(queue, as)), notYourTurn)
  assert.equal((await del(queue.url, { as: queue.manager })).status, 200)
  assert.equal((await buy(queue, as)).status, 201)
})
