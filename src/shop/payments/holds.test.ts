/** Orders that are held first, and paid, given up or left to lapse. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { auditLedger } from './ledger/audit.ts'
import { paymentContextOf } from './model/payment-context.ts'

const clock = { ahead: 0 }
const { processor, charges, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))

const minute = 60_000
async function later(milliseconds: number) {
  clock.ahead += milliseconds
  while ((await sweep(checkout)) > 0);
}

const items = (tier: { id: string }, quantity = 1) => [
  { payment_type: 'ticket', entity_id: tier.id, quantity },
]
const hold = (as: Person, body: object, key = newId()) =>
  post('/orders', { hold: true, ...body }, { as, headers: { 'idempotency-key': key } })
const stockOf = async ({ id }: { id: string }) => {
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [sold, held]
}
const read = async (as: Person, id: string) => (await get(`/orders/${id}`, { as })).body
const standsRight = async () => assert.deepEqual(await auditLedger(db), [])

// Requirement (rules): contract §7.13: hold, retries of it, ten minutes
test('an order is held for ten minutes, without a charge, and the same request finds it again', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { quantity: 3 })
  const key = newId()
  const first = await hold(ada, { items: items(tier, 2) }, key)
  assert.equal(first.status, 201)
  const { id, status, amount, expires_at, failure, payments } = first.body
  assert.deepEqual([status, amount, failure], ['held', 100, null])
  assert.deepEqual(
    payments.map((payment: any) => [payment.status, payment.amount, payment.qr_code]),
    [
      ['pending', 50, null],
      ['pending', 50, null],
    ],
  )
  assert.ok(Math.abs(Date.parse(expires_at) - now().getTime() - 10 * minute) < minute)
  assert.deepEqual(await stockOf(tier), [0, 2])
  await later(5 * minute)
  const again = await hold(ada, { items: items(tier, 2) }, key)
  assert.deepEqual([again.status, again.body.id, again.body.status], [201, id, 'held'])
  assert.equal(again.body.expires_at, expires_at)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const other = await hold(ada, { items: items(tier, 1) }, key)
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])
  const missing = await hold(await aUser(), { items: items(tier, 2) })
  assert.deepEqual(
    [missing.status, missing.body.code, missing.body.remaining],
    [409, 'sold_out', 1],
  )
  assert.equal(missing.body.next_release_at, expires_at)
  assert.equal(charges.size, 0)
  await standsRight()
})

// Requirement (rules): contract §7.13: a hold lapses
test('a hold that is not paid lapses: it reads expired, and what it held is free', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const { body } = await hold(ada, { items: items(tier, 2) })
  clock.ahead += 10 * minute
  const lapsed = await read(ada, body.id)
  assert.deepEqual([lapsed.status, lapsed.expires_at], ['expired', null])
  assert.deepEqual(new Set(lapsed.payments.map((one: any) => one.status)), new Set(['expired']))
  assert.deepEqual(await stockOf(tier), [0, 2])
  await later(0)
  assert.deepEqual(await stockOf(tier), [0, 0])
  const swept = await read(ada, body.id)
  assert.deepEqual([swept.status, swept.failure.code], ['expired', 'expired'])
  assert.equal(charges.has(body.id), false)
  await standsRight()
})

// Requirement (rules): contract §7.13: DELETE /orders/:id
test('its buyer gives a hold up, by the order or a payment of it, any number of times', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const tier = await aTier(world)
  for (const path of [
    (order: any) => `/orders/${order.id}`,
    (order: any) => `/payments/${order.payments[1].id}`,
  ]) {
    const { body } = await hold(ada, { items: items(tier, 2) })
    assert.equal((await del(path(body), { as: ben })).status, 404)
    assert.deepEqual(await stockOf(tier), [0, 2])
    for (let again = 0; again < 2; again++) {
      assert.equal((await del(path(body), { as: ada })).status, 200)
      assert.deepEqual(await stockOf(tier), [0, 0])
    }
    assert.equal((await read(ada, body.id)).status, 'expired')
    assert.equal(charges.has(body.id), false)
  }
  assert.equal((await del(`/orders/${newId()}`, { as: ada })).status, 404)
  await standsRight()
})

test('an order that waits for its buyer is given up once its charge is cancelled; a paid one is not given up', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const buy = () =>
    post('/orders', { items: items(tier) }, { as: ada, headers: { 'idempotency-key': newId() } })
  told.next.push('action', 'action')
  const [abandoned, approved] = [(await buy()).body, (await buy()).body]
  for (let again = 0; again < 2; again++)
    assert.equal((await del(`/orders/${abandoned.id}`, { as: ada })).status, 200)
  assert.deepEqual(charges.get(abandoned.id)?.outcome, { state: 'declined', reason: 'cancelled' })
  assert.equal((await read(ada, abandoned.id)).status, 'expired')
  charges.set(approved.id, { outcome: { state: 'succeeded' }, cents: 5000, times: 1 })
  const refused = await del(`/orders/${approved.id}`, { as: ada })
  assert.deepEqual([refused.status, refused.body.code], [409, 'not_open'])
  assert.equal((await read(ada, approved.id)).status, 'succeeded')
  assert.deepEqual(await stockOf(tier), [1, 0])
  await standsRight()
})

test('while the processor is away, and while it is being charged, nothing is given up', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const headers = { 'idempotency-key': newId() }
  told.next.push('lost answer')
  const { body } = await post('/orders', { items: items(tier) }, { as: ada, headers })
  const busy = await del(`/orders/${body.id}`, { as: ada })
  assert.deepEqual([busy.status, busy.body.code], [409, 'in_progress'])
  clock.ahead += minute
  told.isDown = true
  const away = await del(`/orders/${body.id}`, { as: ada })
  told.isDown = false
  assert.deepEqual([away.status, away.body.code], [503, 'unavailable'])
  assert.deepEqual(await stockOf(tier), [0, 1])
})

for (const [what, extra] of [
  ['points', { points_to_use: 100 }],
  ['a way to pay', { processor_payment_method_id: 'pm_card_visa' }],
] as const) {
  test(`a hold does not take ${what}: that is said when it is paid`, async () => {
    const tier = await aTier(world)
    const { status, body } = await hold(await aUser(), { items: items(tier), ...extra })
    assert.equal(status, 400)
    assert.match(body.error, /POST \/orders\/:id\/pay/)
    assert.deepEqual(await stockOf(tier), [0, 0])
  })
}

test('a hold may have all that an order may: places, and what is free', async () => {
  const ada = await aUser()
  const [tier, place] = [await aTier(world, { price_cents: 0 }), await aPlaceToSleep(world)]
  const bed = { payment_type: 'accommodation', entity_id: place.id }
  const { status, body } = await hold(ada, { items: [...items(tier), bed], amount: 90 })
  assert.deepEqual([status, body.status, body.amount], [201, 'held', 90])
  const wrong = await hold(ada, { items: items(tier), amount: 1 })
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'price_changed'])
})
