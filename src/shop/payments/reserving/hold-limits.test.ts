/** The limits on holding without paying, and the checks that are repeated when the order is paid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../../test/another-process.ts'
import { aPlan, aTier } from '../../../../test/buying.ts'
import { aFestival } from '../../../../test/catalogue.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aGuest, anEmail } from '../../../../test/guests.ts'
import { untilBlocked } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { sweep } from '../charging/sweep.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from '../model/payment-context.ts'
import { clearNetworks } from './hold-limits.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ now })
const { app, client, db, get, post, put, del, aUser } = world
const elsewhere = await anotherProcess(world)
const checkout = openCheckout(paymentContextOf(app))

const aTicket = ({ id: entity_id }: { id: string }) => ({ payment_type: 'ticket', entity_id })
const holding = (tier: { id: string }, quantity = 1) => ({
  items: [{ ...aTicket(tier), quantity }],
  hold: true,
})
const key = () => ({ 'idempotency-key': newId() })
const hold = (as: Person, tier: { id: string }, quantity?: number) =>
  post('/orders', holding(tier, quantity), { as, headers: key() })
const pay = (as: Person, { id }: { id: string }, body = {}) =>
  post(`/orders/${id}/pay`, body, { as, headers: key() })
const stockOf = async ({ id }: { id: string }) => {
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [sold, held]
}

async function holdFrom(remoteAddress: string, tier: { id: string }, quantity = 1) {
  const headers = {
    'x-f-authorization': client.token,
    'x-f-authentication': (await aUser()).token,
    ...key(),
  }
  const payload = holding(tier, quantity)
  const answer = await app.inject({
    method: 'POST',
    url: '/orders',
    remoteAddress,
    headers,
    payload,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

// Requirement (limits): contract §7.13: two orders of a user
test('a user holds two orders at a time; the third names them, and one that is paid or given up makes room', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const [first, second, third] = [
    await hold(ada, tier),
    await hold(ada, tier),
    await hold(ada, tier),
  ]
  assert.deepEqual([first.status, second.status, third.status], [201, 201, 409])
  const { error: _, ...facts } = third.body
  assert.deepEqual(facts, {
    code: 'too_many_holds',
    orders: [first.body.id, second.body.id],
    next_release_at: first.body.expires_at,
  })
  assert.deepEqual(await stockOf(tier), [0, 2])
  assert.equal((await hold(await aUser(), tier)).status, 201)
  assert.equal((await post('/payments', aTicket(tier), { as: ada })).status, 201)
  await del(`/orders/${first.body.id}`, { as: ada })
  const next = await hold(ada, tier)
  assert.equal(next.status, 201)
  assert.equal((await hold(ada, tier)).status, 409)
  assert.equal((await pay(ada, next.body)).status, 200)
  assert.equal((await hold(ada, tier)).status, 201)
})

test('of many at once, over two processes, two are held', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const [body, as] = [holding(tier), ada]
  const there = () =>
    elsewhere('POST', '/orders', { client: client.token, as, body, headers: key() })
  // The stock is taken last: a process that has it has counted, and the other must not count before that is committed.
  const door = await world.work.startTransaction().execute()
  await sql`select from tiers where id = ${tier.id} for update`.execute(door)
  const asked = Array.from({ length: 30 }, (_, nth) => (nth % 2 === 0 ? hold(ada, tier) : there()))
  await untilBlocked(world, 2)
  await door.commit().execute()
  const statuses = (await Promise.all(asked)).map(({ status, body: { code } }) => code ?? status)
  assert.equal(statuses.filter((status) => status === 201).length, 2)
  assert.equal(statuses.filter((status) => status === 'too_many_holds').length, 28)
  assert.deepEqual(await stockOf(tier), [0, 2])
})

// Requirement (limits): contract §7.13: twenty units of a network
test('a network holds twenty units, until they are free again; an order that is alone is never too large', async () => {
  const tier = await aTier(world, { quantity: 200, max_per_order: 20 })
  assert.equal((await holdFrom('8.8.4.4', tier, 20)).status, 201)
  assert.equal((await holdFrom('9.9.9.9', tier, 15)).status, 201)
  const over = await holdFrom('9.9.9.9', tier, 6)
  assert.deepEqual([over.status, over.body.code], [429, 'too_many_held'])
  assert.ok(over.body.next_release_at)
  assert.ok(over.body.retry_after > 590 && over.body.retry_after <= 600)
  assert.equal(over.headers['retry-after'], `${over.body.retry_after}`)
  assert.equal((await holdFrom('9.9.9.9', tier, 5)).status, 201)
  assert.equal((await holdFrom('9.9.9.9', tier)).status, 429)
  assert.equal((await holdFrom('9.9.9.8', tier)).status, 201)
  for (let nth = 0; nth < 3; nth++) assert.equal((await holdFrom('10.1.2.3', tier, 20)).status, 201)
  clock.ahead += 601_000
  while ((await sweep(checkout)) > 0);
  assert.equal((await holdFrom('9.9.9.9', tier)).status, 201)
})

test('of many at once from one network those that are too much hold nothing', async () => {
  const tier = await aTier(world, { quantity: 200 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => holdFrom('1.1.1.1', tier, 4)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  assert.deepEqual(await stockOf(tier), [0, 20])
})

test('a user holds 30 orders within an hour without paying them; the next is refused until the first is an hour old', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const paid = await hold(ada, tier)
  assert.equal((await pay(ada, paid.body)).status, 200)
  for (let nth = 0; nth < 30; nth++) {
    const { status, body } = await hold(ada, tier)
    assert.equal(status, 201)
    assert.equal((await del(`/orders/${body.id}`, { as: ada })).status, 200)
    if (nth === 0) clock.ahead += 60_000
  }
  const over = await hold(ada, tier)
  assert.deepEqual([over.status, over.body.code], [429, 'too_many_unpaid'])
  assert.match(over.body.error, /^You have held 30 orders within an hour without paying them/)
  assert.ok(over.body.retry_after > 3_530 && over.body.retry_after <= 3_540)
  assert.equal(over.headers['retry-after'], `${over.body.retry_after}`)
  assert.deepEqual(await stockOf(tier), [1, 0])
  assert.equal((await post('/payments', aTicket(tier), { as: ada })).status, 201)
  assert.equal((await hold(await aUser(), tier)).status, 201)
  clock.ahead += over.body.retry_after * 1_000
  assert.equal((await hold(ada, tier)).status, 201)
})

// Requirement (rules): contract §7.13: orders held within an hour and not paid
test('a network holds so many orders within an hour without paying them, for any users and guests', async () => {
  const small = await aWorld({ now, env: { UNPAID_PER_NETWORK: '3' } })
  const tier = await aTier(small)
  const from = async (remoteAddress: string, as: Person) => {
    const headers = {
      'x-f-authorization': small.client.token,
      'x-f-authentication': as.token,
      ...key(),
    }
    const request = { method: 'POST', url: '/orders', remoteAddress, headers } as const
    const answer = await small.app.inject({ ...request, payload: holding(tier) })
    return { status: answer.statusCode, body: answer.json() }
  }
  for (const as of [await small.aUser(), await aGuest(small), await aGuest(small)]) {
    const { status, body } = await from('9.9.9.9', as)
    assert.equal(status, 201)
    assert.equal((await small.del(`/orders/${body.id}`, { as })).status, 200)
  }
  const over = await from('9.9.9.9', await aGuest(small))
  assert.deepEqual([over.status, over.body.code], [429, 'too_many_unpaid'])
  assert.ok(over.body.retry_after > 3_590 && over.body.retry_after <= 3_600)
  assert.equal((await from('9.9.9.8', await aGuest(small))).status, 201)
  const networks = async () =>
    (await small.db.selectFrom('payments').select('network').execute()).filter(
      ({ network }) => network,
    ).length
  await clearNetworks(small.db, new Date(now().getTime() + 3_590_000))
  assert.equal(await networks(), 4)
  await clearNetworks(small.db, new Date(now().getTime() + 3_600_000))
  assert.equal(await networks(), 1)
})

// Requirement (rules): contract §7.13: orders held within an hour and not paid
test('of many at once no more are held within an hour than may be unpaid', async () => {
  const small = await aWorld({
    env: { HOLDS_PER_PERSON: '0', HELD_PER_NETWORK: '0', UNPAID_PER_PERSON: '4' },
  })
  const ada = await small.aUser()
  const tier = await aTier(small)
  const answers = await Promise.all(
    Array.from({ length: 9 }, () =>
      small.post('/orders', holding(tier), { as: ada, headers: key() }),
    ),
  )
  const codes = answers.map(({ status, body }) => body.code ?? status)
  assert.equal(codes.filter((code) => code === 201).length, 4)
  assert.equal(codes.filter((code) => code === 'too_many_unpaid').length, 5)
})

test('the limits may be other ones, or none', async () => {
  const free = await aWorld({ env: { HOLDS_PER_PERSON: '0', HELD_PER_NETWORK: '0' } })
  const ada = await free.aUser()
  const tier = await aTier(free)
  for (let nth = 0; nth < 5; nth++) {
    const { status } = await free.post('/orders', holding(tier, 5), { as: ada, headers: key() })
    assert.equal(status, 201)
  }
})

// Requirement (rules): contract §7.13: guests hold and pay
test('a guest holds and pays, with the e-mail corrected on the way', async () => {
  const guest = await aGuest(world)
  const tier = await aTier(world)
  const { body: order } = await hold(guest, tier, 2)
  assert.equal(order.status, 'held')
  const email = anEmail()
  const paid = await pay(guest, order, { email })
  assert.deepEqual([paid.status, paid.body.status], [200, 'succeeded'])
  assert.equal((await put('/auth/guest', {}, { as: guest })).body.email, email)
  const plan = await aPlan(world)
  const items = [{ payment_type: 'subscription', entity_id: plan.id }]
  const refused = await post('/orders', { items, hold: true }, { as: guest, headers: key() })
  assert.deepEqual([refused.status, refused.body.code], [409, 'needs_account'])
  const { body: second } = await hold(guest, tier)
  assert.equal((await del(`/orders/${second.id}`, { as: guest })).status, 200)
})

// Requirement (rules): contract §7.13: the limit per person is checked again
test('the limit per person is checked again when it is paid, with the e-mail of then', async () => {
  const tier = await aTier(world, { max_per_person: 2 })
  const [first, second] = [await aGuest(world), await aGuest(world)]
  const [one, two] = [(await hold(first, tier, 2)).body, (await hold(second, tier, 2)).body]
  assert.equal((await pay(first, one)).status, 200)
  const over = await pay(second, two, { email: first.email.toUpperCase() })
  assert.deepEqual([over.status, over.body.code, over.body.item], [409, 'limit', tier.id])
  // Nothing of it was written: neither the e-mail nor the attempt.
  assert.equal((await put('/auth/guest', {}, { as: second })).body.email, second.email)
  assert.equal((await get(`/orders/${two.id}`, { as: second })).body.status, 'held')
  assert.equal((await pay(second, two)).status, 200)
  assert.deepEqual(await stockOf(tier), [4, 0])
})

test('what is refused to a payment: another’s, one that was not held, without a key, cancelled, an e-mail of an account', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const festival = await aFestival(world)
  const tier = await aTier(world, { festival_id: festival.id })
  const { body: order } = await hold(ada, tier)
  assert.equal((await pay(ben, order)).status, 404)
  assert.equal((await pay(ada, { id: newId() })).status, 404)
  const keyless = await post(`/orders/${order.id}/pay`, {}, { as: ada })
  assert.deepEqual([keyless.status, keyless.body.code], [400, 'invalid'])
  const mailed = await pay(ada, order, { email: anEmail() })
  assert.deepEqual([mailed.status, mailed.body.fields[0].path], [400, 'email'])
  const { body: bought } = await post('/payments', aTicket(tier), { as: ada })
  const paid = await pay(ada, bought)
  assert.deepEqual([paid.status, paid.body.code], [409, 'not_open'])
  await db
    .updateTable('festivals')
    .set({ cancelled_at: now() })
    .where('id', '=', festival.id)
    .execute()
  const cancelled = await pay(ada, order)
  assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'not_on_sale'])
  assert.equal((await get(`/orders/${order.id}`, { as: ada })).body.status, 'held')
  assert.deepEqual(await auditLedger(db), [])
})
