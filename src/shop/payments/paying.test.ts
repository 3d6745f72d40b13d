/** Paying a held order: attempts one after the other, each with a key of its own at the processor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier, points } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { auditLedger } from './ledger/audit.ts'
import { paymentContextOf } from './model/payment-context.ts'

const clock = { ahead: 0 }
const { processor, charges, refunds, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, app, get, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(app))

async function later(milliseconds: number) {
  clock.ahead += milliseconds
  while ((await sweep(checkout)) > 0);
}

/** Creates a user with points and with a hold on two tickets of a tier. */
async function aHold(given: object = {}, balance = 0) {
  const ada = await aUser()
  if (balance > 0) await points(world, ada, balance)
  const tier = await aTier(world, given)
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }]
  const headers = { 'idempotency-key': newId() }
  const { status, body } = await post('/orders', { items, hold: true }, { as: ada, headers })
  assert.equal(status, 201)
  return { ada, tier, order: body }
}
const pay = (as: Person, id: string, { key = newId(), ...body }: any = {}) =>
  post(`/orders/${id}/pay`, body, { as, headers: { 'idempotency-key': key } })
const read = async (as: Person, id: string) => (await get(`/orders/${id}`, { as })).body
const stockOf = async ({ id }: { id: string }) => {
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [sold, held]
}
/** The keys of an order at the processor, in the order of its attempts. */
async function keysOf(id: string) {
  const attempts = db.selectFrom('order_attempts').select('id').where('order_id', '=', id)
  return (await attempts.orderBy('begun_at').orderBy('id').execute()).map((one) => one.id)
}
const charged = (key: string | undefined) => charges.get(key ?? '')
const hear = (key: string, state: 'succeeded' | 'declined') => {
  const outcome = state === 'declined' ? { state, reason: 'expired_card' } : { state }
  return app.inject({
    method: 'POST',
    url: '/payments/webhook',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ id: `evt_${newId()}`, key, outcome }),
  })
}
const standsRight = async () => assert.deepEqual(await auditLedger(db), [])

// Requirement (rules): contract §7.13: POST /orders/:id/pay and its retries
test('what is held is paid with one charge; the same request again is the same payment', async () => {
  const { ada, tier, order } = await aHold()
  const key = newId()
  const first = await pay(ada, order.id, { key, processor_payment_method_id: 'pm_card_visa' })
  assert.deepEqual([first.status, first.body.status, first.body.amount], [200, 'succeeded', 100])
  assert.ok(first.body.payments.every((payment: any) => payment.qr_code))
  const again = await pay(ada, order.id, { key, processor_payment_method_id: 'pm_card_visa' })
  assert.deepEqual([again.status, again.body.id], [200, order.id])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const another = await pay(ada, order.id, {
    key,
    processor_payment_method_id: 'pm_card_mastercard',
  })
  assert.deepEqual([another.status, another.body.code], [409, 'idempotency_key_reused'])
  const [attempt, ...others] = await keysOf(order.id)
  assert.deepEqual(others, [])
  assert.notEqual(attempt, order.id)
  assert.deepEqual([charged(attempt)?.cents, charged(attempt)?.times], [10_000, 1])
  const newKey = await pay(ada, order.id)
  assert.deepEqual([newKey.status, newKey.body.code], [409, 'not_open'])
  assert.deepEqual(await stockOf(tier), [2, 0])
  await standsRight()
})

// Requirement (rules): contract §7.13: attempts after a decline
test('a decline keeps the hold; the next attempt has a key of its own, after the first is cancelled', async () => {
  const { ada, tier, order } = await aHold()
  const key = newId()
  told.next.push('declined')
  const first = await pay(ada, order.id, { key })
  assert.equal(first.status, 402)
  const { error: _, ...facts } = first.body
  assert.deepEqual(facts, {
    code: 'declined',
    id: order.id,
    decline_code: 'insufficient_funds',
    expires_at: order.expires_at,
  })
  const held = await read(ada, order.id)
  assert.deepEqual(
    [held.status, held.expires_at, held.failure.decline_code],
    ['held', order.expires_at, 'insufficient_funds'],
  )
  assert.deepEqual(await stockOf(tier), [0, 2])
  const [declined] = await keysOf(order.id)
  assert.deepEqual(charged(declined)?.outcome, { state: 'declined', reason: 'cancelled' })
  const timeline = await get(`/payments/${order.payments[0].id}/timeline`, { as: ada })
  assert.deepEqual(
    timeline.body.map(({ type, reason }: any) => [type, reason]),
    [
      ['pending', null],
      ['pending', 'insufficient_funds'],
    ],
  )
  assert.equal((await pay(ada, order.id, { key })).status, 402)
  assert.equal((await keysOf(order.id)).length, 1)

  const second = await pay(ada, order.id)
  assert.deepEqual(
    [second.status, second.body.status, second.body.failure],
    [200, 'succeeded', null],
  )
  const [, paid] = await keysOf(order.id)
  assert.deepEqual([charged(paid)?.cents, charged(paid)?.times], [10_000, 1])
  const replay = await pay(ada, order.id, { key })
  assert.deepEqual([replay.status, replay.body.decline_code], [402, 'insufficient_funds'])
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await post(`/orders/${order.id}/refund`, {}, { as: admin })).status, 200)
  assert.deepEqual(new Set([...refunds.values()].map(({ charge }) => charge)), new Set([paid]))
  await standsRight()
})

test('the hold of a declined order ends when it was to end', async () => {
  const { ada, tier, order } = await aHold()
  told.next.push('declined')
  await pay(ada, order.id)
  await later(601_000)
  assert.deepEqual(await stockOf(tier), [0, 0])
  const late = await pay(ada, order.id)
  assert.deepEqual([late.status, late.body.code, late.body.id], [402, 'expired', order.id])
  const { order: other, ada: ben } = await aHold()
  clock.ahead += 601_000
  const unswept = await pay(ben, other.id)
  assert.deepEqual([unswept.status, unswept.body.code], [402, 'expired'])
  await later(0)
  await standsRight()
})

// Requirement (rules): contract §7.13: points of attempts
test('points are said anew with each attempt, and come back with the hold', async () => {
  const { ada, order } = await aHold({}, 3000)
  const balance = () =>
    db
      .selectFrom('points')
      .select(['available', 'reserved'])
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow()
  const refused = await pay(ada, order.id, { points_to_use: 3001 })
  assert.deepEqual([refused.status, refused.body.code], [409, 'not_enough_points'])
  assert.equal((await pay(ada, order.id, { points_to_use: 10_001 })).status, 400)
  told.next.push('declined', 'declined')
  assert.equal((await pay(ada, order.id, { points_to_use: 3000 })).status, 402)
  assert.equal((await read(ada, order.id)).amount, 70)
  assert.deepEqual(await balance(), { available: 0, reserved: 3000 })
  assert.equal((await pay(ada, order.id, { points_to_use: 1000 })).status, 402)
  assert.deepEqual(await balance(), { available: 2000, reserved: 1000 })
  await standsRight()
  const paid = await pay(ada, order.id)
  assert.deepEqual([paid.status, paid.body.amount], [200, 100])
  assert.deepEqual((await balance()).reserved, 0)
  const cents = (await keysOf(order.id)).map((key) => charged(key)?.cents)
  assert.deepEqual(cents, [7000, 9000, 10_000])
  const { ada: ben, order: free } = await aHold({}, 10_000)
  const free2 = await pay(ben, free.id, { points_to_use: 10_000 })
  assert.deepEqual([free2.status, free2.body.status, free2.body.amount], [200, 'succeeded', 0])
  await standsRight()
})

// Requirement (rules): contract §7.13: attempts after 3-D Secure
test('an attempt that waits for its buyer is cancelled before the next; unless it was charged', async () => {
  const { ada, tier, order } = await aHold()
  told.next.push('action')
  const first = await pay(ada, order.id)
  assert.deepEqual([first.status, first.body.status], [200, 'requires_action'])
  assert.ok(first.body.client_secret)
  const second = await pay(ada, order.id)
  assert.deepEqual([second.status, second.body.status], [200, 'succeeded'])
  const [abandoned, paid] = await keysOf(order.id)
  assert.equal(charged(abandoned)?.outcome.state, 'declined')
  assert.equal(charged(paid)?.outcome.state, 'succeeded')
  assert.deepEqual(await stockOf(tier), [2, 0])

  const { ada: ben, order: other } = await aHold()
  told.next.push('action')
  await pay(ben, other.id)
  const [approved = ''] = await keysOf(other.id)
  charges.set(approved, { outcome: { state: 'succeeded' }, cents: 10_000, times: 1 })
  const late = await pay(ben, other.id)
  assert.deepEqual([late.status, late.body.code], [409, 'not_open'])
  assert.equal((await read(ben, other.id)).status, 'succeeded')
  assert.deepEqual(await keysOf(other.id), [approved])
  await standsRight()
})

test('events of the last attempt move the order, those of former ones do not', async () => {
  const { ada, order } = await aHold()
  told.next.push('action')
  await pay(ada, order.id)
  const [first = ''] = await keysOf(order.id)
  assert.equal((await hear(first, 'declined')).statusCode, 200)
  assert.deepEqual(charged(first)?.outcome, { state: 'declined', reason: 'cancelled' })
  assert.equal((await read(ada, order.id)).status, 'held')
  told.next.push('action')
  await pay(ada, order.id)
  await hear(first, 'declined')
  assert.equal((await read(ada, order.id)).status, 'requires_action')
  await hear(first, 'succeeded')
  assert.equal((await read(ada, order.id)).status, 'requires_action')
  const { needs_review } = await db
    .selectFrom('payments')
    .select('needs_review')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  assert.match(needs_review ?? '', /had cancelled/)
  const [, second = ''] = await keysOf(order.id)
  await hear(second, 'succeeded')
  assert.equal((await read(ada, order.id)).status, 'succeeded')
  await standsRight()
})

test('an attempt without an answer: the same request goes on with it, another one waits', async () => {
  const { ada, order } = await aHold()
  const key = newId()
  told.next.push('lost request')
  const first = await pay(ada, order.id, { key })
  assert.deepEqual([first.status, first.body.status], [200, 'pending'])
  for (const given of [{ key }, {}]) {
    const busy = await pay(ada, order.id, given)
    assert.deepEqual([busy.status, busy.body.code], [409, 'in_progress'])
  }
  clock.ahead += 16_000
  const again = await pay(ada, order.id, { key })
  assert.deepEqual([again.status, again.body.status], [200, 'succeeded'])
  assert.equal((await keysOf(order.id)).length, 1)
})

test('declined, and the processor cannot cancel it: held once the sweeper could', async () => {
  const { ada, order } = await aHold()
  told.next.push('declined')
  const { cancelCharge } = processor
  processor.cancelCharge = () => Promise.reject(new Error('It is away'))
  const { status, body } = await pay(ada, order.id)
  processor.cancelCharge = cancelCharge
  assert.deepEqual([status, body.status], [200, 'pending'])
  await later(16_000)
  assert.equal((await read(ada, order.id)).status, 'held')
  const [attempt] = await keysOf(order.id)
  assert.equal(charged(attempt)?.outcome.state, 'declined')
  assert.equal((await pay(ada, order.id)).body.status, 'succeeded')
})

test('the processor tells of a decline while it does not answer: 503, and it tells again', async () => {
  const { ada, order } = await aHold()
  told.next.push('action')
  await pay(ada, order.id)
  const [attempt = ''] = await keysOf(order.id)
  charges.set(attempt, { outcome: { state: 'declined', reason: 'no' }, cents: 10_000, times: 0 })
  const { cancelCharge } = processor
  processor.cancelCharge = () => Promise.reject(new Error('It is away'))
  const answer = await hear(attempt, 'declined')
  processor.cancelCharge = cancelCharge
  assert.deepEqual([answer.statusCode, answer.json().code], [503, 'unavailable'])
  assert.equal((await hear(attempt, 'declined')).statusCode, 200)
  assert.equal((await read(ada, order.id)).status, 'held')
})

// Requirement (rules): contract §7.13: a charge that comes after the order was given up
test('an attempt that is given up is cancelled; a charge that comes all the same buys what is left, or comes back', async () => {
  for (const [left, status] of [
    [2, 'succeeded'],
    [0, 'refunding'],
  ] as const) {
    const { ada, tier, order } = await aHold({ quantity: 2 })
    told.next.push('action')
    await pay(ada, order.id)
    assert.equal((await del(`/orders/${order.id}`, { as: ada })).status, 200)
    const [attempt = ''] = await keysOf(order.id)
    assert.equal(charged(attempt)?.outcome.state, 'declined')
    await db.updateTable('tiers').set({ quantity: left }).where('id', '=', tier.id).execute()
    charges.set(attempt, { outcome: { state: 'succeeded' }, cents: 10_000, times: 1 })
    await hear(attempt, 'succeeded')
    assert.equal((await read(ada, order.id)).payments[0].status, status)
    assert.deepEqual(await stockOf(tier), [left, 0])
  }
  await later(16_000)
  await standsRight()
})
