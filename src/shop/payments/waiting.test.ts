/** Limits on blocking stock without paying, for one user or network: purchases that wait, and free tickets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherProcess } from '../../../test/another-process.ts'
import { aPlaceToSleep, aTier, buyFrom } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { paymentContextOf } from './model/payment-context.ts'

const clock = { ahead: 0 }
const { processor, charges, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { app, db, get, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(app))

const order = (entity_id: string, payment_type = 'ticket') => ({ payment_type, entity_id })
const wait = async (as: Person, entity_id: string, payment_type?: string) => {
  told.next.push('action')
  return post('/payments', order(entity_id, payment_type), { as })
}
const stockOf = (id: string, { db } = world) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()

const simulated = await aWorld()
const elsewhere = await anotherProcess(simulated)

/** Sends this many requests of one user at once, half of them to another process. */
const atBoth = (count: number, as: Person, body: object) =>
  Promise.all(
    Array.from({ length: count }, (_, nth) =>
      nth % 2 === 0
        ? simulated.post('/payments', body, { as })
        : elsewhere('POST', '/payments', { client: simulated.client.token, as, body }),
    ),
  )

/** Makes a purchase that waits for its buyer, from an address of the internet. */
function waitFrom(remoteAddress: string, as: Person, entity_id: string) {
  told.next.push('action')
  return buyFrom(world, { remoteAddress, as, entity_id })
}

test('two purchases of a tier may wait for one user; the third names the ones in its way', async () => {
  const ada = await aUser()
  const { id } = await aTier(world, { quantity: 200 })
  const [first, second, third] = [await wait(ada, id), await wait(ada, id), await wait(ada, id)]
  told.next.length = 0
  assert.deepEqual([first.status, second.status, third.status], [201, 201, 409])
  assert.equal(third.body.code, 'too_many_waiting')
  assert.deepEqual(new Set(third.body.payments), new Set([first.body.id, second.body.id]))
  assert.match(third.body.error, /complete one, or give it up with DELETE \/payments\/:id/)
  assert.deepEqual(await stockOf(id), { sold: 0, held: 2 })
  // Another tier, another user, and purchases that do not wait are not affected.
  assert.equal((await wait(ada, (await aTier(world)).id)).status, 201)
  assert.equal((await wait(await aUser(), id)).status, 201)
  const place = await aPlaceToSleep(world)
  for (const status of [201, 201, 409])
    assert.equal((await wait(ada, place.id, 'accommodation')).status, status)
  told.next.length = 0
})

// Requirement (rules): contract §7 two purchases of a tier wait for one person
test('of 50 at once, over two processes, two wait and the others hold nothing', async () => {
  const ada = await simulated.aUser()
  const { id } = await aTier(simulated, { quantity: 200 })
  const body = { ...order(id), processorPaymentMethodId: 'pm_card_authenticationRequired' }
  const answers = await atBoth(50, ada, body)
  const waiting = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => /^too_many_(waiting|charging)$/.test(body.code))
  assert.deepEqual([waiting.length, refused.length], [2, 48])
  assert.deepEqual(await stockOf(id, simulated), { sold: 0, held: 2 })
})

// Requirement (rules): contract §7 an open purchase is given up
test('a user who cancels one may begin another, and its stock is free at once', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { id } = await aTier(world, { quantity: 2 })
  const [first, second] = [(await wait(ada, id)).body, (await wait(ada, id)).body]
  const sold = await post('/payments', order(id), { as: ben })
  assert.equal(sold.body.code, 'sold_out')
  assert.equal((await del(`/payments/${first.id}`, { as: ben })).status, 404)
  for (let again = 0; again < 2; again++) {
    const given = await del(`/payments/${first.id}`, { as: ada })
    assert.deepEqual([given.status, given.body], [200, { message: 'Payment given up' }])
  }
  assert.deepEqual(await stockOf(id), { sold: 0, held: 1 })
  assert.equal((await get(`/payments/${first.id}`, { as: ada })).body.status, 'expired')
  assert.equal(charges.get(first.id)?.outcome.state, 'declined')
  assert.equal((await post('/payments', order(id), { as: ben })).status, 201)
  // The one that was charged meanwhile is paid, and not cancelled.
  charges.set(second.id, { outcome: { state: 'succeeded' }, cents: 5000, times: 1 })
  const late = await del(`/payments/${second.id}`, { as: ada })
  assert.deepEqual([late.status, late.body.code], [409, 'not_open'])
  assert.equal((await get(`/payments/${second.id}`, { as: ada })).body.status, 'succeeded')
})

test('while the processor is away nothing is cancelled, and holds stay', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  const { body } = await wait(ada, id)
  told.isDown = true
  const answer = await del(`/payments/${body.id}`, { as: ada })
  told.isDown = false
  assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable'])
  assert.deepEqual(await stockOf(id), { sold: 0, held: 1 })
  clock.ahead += 16_000
  assert.equal((await del(`/payments/${body.id}`, { as: ada })).status, 200)
})

test('one that is being charged is not cancelled by another request', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  told.next.push('lost answer')
  const { body } = await post('/payments', order(id), { as: ada })
  assert.equal(body.status, 'pending')
  const answer = await del(`/payments/${body.id}`, { as: ada })
  assert.deepEqual([answer.status, answer.body.code], [409, 'in_progress'])
})

test('twenty may wait at one network, for any users, and once they end others may', async () => {
  const { id } = await aTier(world, { quantity: 200 })
  const people = await Promise.all(Array.from({ length: 22 }, () => aUser()))
  const statuses: number[] = []
  // One network of IPv6, in many addresses.
  for (const [nth, as] of people.entries())
    statuses.push((await waitFrom(`2606:4700:1:1::${nth + 1}`, as, id)).status)
  told.next.length = 0
  assert.equal(statuses.filter((status) => status === 201).length, 20)
  assert.equal((await waitFrom('2606:4700:1:2::1', await aUser(), id)).status, 201)
  const networks = () =>
    db
      .selectFrom('payments')
      .select('network')
      .where('entity_id', '=', id)
      .where('network', 'is not', null)
      .execute()
  assert.equal((await networks()).length, 21)
  clock.ahead += 601_000
  while ((await sweep(checkout)) > 0);
  assert.deepEqual(await networks(), [])
  assert.equal((await waitFrom('2606:4700:1:1::99', await aUser(), id)).status, 201)
})

test('an address counts in any form a socket writes it', async () => {
  for (const [first, second] of [
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['2002:808:808:1::1', '2002:808:808:2::1'],
  ] as const) {
    const { id } = await aTier(world, { quantity: 200 })
    const statuses: number[] = []
    for (let nth = 0; nth < 21; nth++)
      statuses.push((await waitFrom(nth % 2 === 0 ? first : second, await aUser(), id)).status)
    told.next.length = 0
    const waiting = statuses.filter((status) => status === 201)
    assert.deepEqual([waiting.length, statuses.at(-1)], [20, 409])
  }
})

test('callers of this machine and of private networks are applications, and are not limited', async () => {
  const { id } = await aTier(world, { quantity: 200 })
  for (let nth = 0; nth < 25; nth++)
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3'])
      assert.equal((await waitFrom(address, await aUser(), id)).status, 201)
})

// Requirement (rules): contract §7 four free tickets of a tier for one person
test('of a free tier one user gets four, however many requests are made at once', async () => {
  const { aUser, post } = simulated
  const [ada, ben] = [await aUser(), await aUser()]
  const { id } = await aTier(simulated, { price_cents: 0, quantity: 100 })
  const answers = await atBoth(50, ada, order(id))
  const bought = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => body.code === 'limit' && body.limit === 4)
  assert.deepEqual([bought.length, refused.length], [4, 46])
  assert.deepEqual(await stockOf(id, simulated), { sold: 4, held: 0 })
  assert.equal((await post('/payments', order(id), { as: ben })).status, 201)
  const admin = await aUser({ roles: ['admin'] })
  await post(`/payments/${bought[0]?.body.id}/refund`, {}, { as: admin })
  assert.equal((await post('/payments', order(id), { as: ada })).status, 201)
})

test('the limits are settings, and 0 means none', async () => {
  const free = await aWorld({
    env: { WAITING_PER_PERSON: '0', FREE_PER_PERSON: '0' },
  })
  const ada = await free.aUser()
  const [paid, gift] = [await aTier(free), await aTier(free, { price_cents: 0 })]
  const processorPaymentMethodId = 'pm_card_authenticationRequired'
  for (let nth = 0; nth < 6; nth++)
    for (const { id } of [paid, gift]) {
      const body = { ...order(id), processorPaymentMethodId }
      assert.equal((await free.post('/payments', body, { as: ada })).status, 201)
    }
})

test('of free accommodations one user gets four too', async () => {
  const ada = await aUser()
  const { id } = await aPlaceToSleep(world, { price_cents: 0, quantity: 10 })
  for (const status of [201, 201, 201, 201, 409])
    assert.equal((await post('/payments', order(id, 'accommodation'), { as: ada })).status, status)
})
