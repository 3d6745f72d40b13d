import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlan, aTier, points } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { paymentContextOf } from '../model/payment-context.ts'
import { openCheckout } from './checkout.ts'
import { refundCancelled, sweep } from './sweep.ts'

const clock = { ahead: 0 }
const { processor, charges, refunds, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))

const minute = 60_000
/** Moves the clock on, and finishes everything due by then. */
async function later(milliseconds: number) {
  clock.ahead += milliseconds
  while ((await sweep(checkout)) > 0);
}

const read = async (as: Person, id: string) => (await get(`/payments/${id}`, { as })).body
const stockOf = (id: string) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()
/** Reads the points a user can spend: the balance except reserved points. */
const spendable = async ({ id }: Person) => {
  const points = db.selectFrom('points').select('available').where('user_id', '=', id)
  return (await points.executeTakeFirstOrThrow()).available
}

/** A purchase without a known end. */
async function anOpenPurchase(fault: 'lost request' | 'lost answer' | 'action', tier: object = {}) {
  const ada = await aUser()
  await points(world, ada, 100)
  const { id: entity_id } = await aTier(world, { quantity: 1, ...tier })
  told.next.push(fault)
  const order = { payment_type: 'ticket', entity_id, pointsToUse: 100 }
  const { body } = await post('/payments', order, { as: ada })
  return { ada, entity_id, id: body.id }
}

// Requirement (rules): contract §7 Payments: the sweeper finds lost answers
test('a charge whose answer was lost is found', async () => {
  const { ada, entity_id, id } = await anOpenPurchase('lost answer')
  await later(16_000)
  const paid = await read(ada, id)
  assert.equal(paid.status, 'succeeded')
  assert.ok(paid.qr_code)
  assert.deepEqual(await stockOf(entity_id), { sold: 1, held: 0 })
})

// Requirement (rules): contract §7 Payments: cancel at the processor first, then release
test('a purchase that was never charged keeps its hold, then expires once its charge is cancelled', async () => {
  const { ada, entity_id, id } = await anOpenPurchase('lost request')
  await later(16_000)
  assert.equal((await read(ada, id)).status, 'pending')
  assert.deepEqual(await stockOf(entity_id), { sold: 0, held: 1 })
  assert.equal(await spendable(ada), 0)
  const soldOut = await post(
    '/payments',
    { payment_type: 'ticket', entity_id },
    { as: await aUser() },
  )
  assert.equal(soldOut.body.code, 'sold_out')
  const { hold_until } = await db
    .selectFrom('payments')
    .select('hold_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(soldOut.body.next_release_at, hold_until.toISOString())
  await later(10 * minute)
  assert.equal((await read(ada, id)).status, 'expired')
  assert.deepEqual(charges.get(id)?.outcome, { state: 'declined', reason: 'cancelled' })
  assert.deepEqual(await stockOf(entity_id), { sold: 0, held: 0 })
  assert.equal(await spendable(ada), 100)
})

test('a buyer who does not approve: the hold ends as well', async () => {
  const { ada, entity_id, id } = await anOpenPurchase('action')
  await later(16_000)
  assert.equal((await read(ada, id)).status, 'requires_action')
  await later(10 * minute)
  assert.equal((await read(ada, id)).status, 'expired')
  assert.deepEqual(await stockOf(entity_id), { sold: 0, held: 0 })
})

test('a buyer who has approved: paid, or pending again', async () => {
  const [approved, processing] = [await anOpenPurchase('action'), await anOpenPurchase('action')]
  charges.set(approved.id, { outcome: { state: 'succeeded' }, cents: 4900, times: 1 })
  charges.delete(processing.id)
  await later(16_000)
  assert.equal((await read(approved.ada, approved.id)).status, 'succeeded')
  assert.equal((await read(processing.ada, processing.id)).status, 'pending')
})

// Requirement (rules): contract §7 a buyer whose card failed may try another one with the client secret
test('after a failure the secret allows another card, until the processor has cancelled', async () => {
  const [another, none] = [await anOpenPurchase('action'), await anOpenPurchase('action')]
  const declined = { state: 'declined', reason: 'authentication failed' } as const
  for (const { id } of [another, none])
    charges.set(id, { outcome: declined, cents: 4900, times: 1 })
  await later(16_000)
  for (const { ada, id } of [another, none]) assert.equal((await read(ada, id)).status, 'failed')
  charges.set(another.id, { outcome: { state: 'succeeded' }, cents: 4900, times: 1 })
  await later(16_000)
  assert.equal((await read(another.ada, another.id)).status, 'succeeded')
  assert.equal((await read(none.ada, none.id)).status, 'failed')
  assert.deepEqual(charges.get(none.id)?.outcome, { state: 'declined', reason: 'cancelled' })
})

// Requirement (rules): contract §7 Payments: processor away, released after 24 h
test('while the processor is away nothing is released for a day, then everything', async () => {
  const { ada, entity_id, id } = await anOpenPurchase('lost request')
  told.isDown = true
  await later(60 * minute)
  assert.equal((await read(ada, id)).status, 'pending')
  assert.deepEqual(await stockOf(entity_id), { sold: 0, held: 1 })
  await later(24 * 60 * minute)
  assert.equal((await read(ada, id)).status, 'expired')
  assert.deepEqual(await stockOf(entity_id), { sold: 0, held: 0 })
  assert.equal(await spendable(ada), 100)
  told.isDown = false
  await later(minute)
  assert.equal(charges.get(id)?.outcome.state, 'declined')
})

/** A purchase that was released while the processor was away, and had been charged all the time. */
async function aLateCharge(tier: object = {}) {
  const purchase = await anOpenPurchase('lost answer', tier)
  told.isDown = true
  await later(25 * 60 * minute)
  told.isDown = false
  assert.equal((await read(purchase.ada, purchase.id)).status, 'expired')
  return purchase
}

// Requirement (rules): contract §7 Payments: a late charge is sold again, else refunded
test('a late charge gets what is left', async () => {
  const { ada, entity_id, id } = await aLateCharge()
  await later(minute)
  const paid = await read(ada, id)
  assert.equal(paid.status, 'succeeded')
  assert.ok(paid.qr_code)
  assert.deepEqual(await stockOf(entity_id), { sold: 1, held: 0 })
  assert.equal(refundsOf(id), 0)
})

const refundsOf = (id: string) =>
  [...refunds.values()].reduce((sum, { charge, cents }) => sum + (charge === id ? cents : 0), 0)

test('a late charge for something sold out is refunded', async () => {
  const { ada, entity_id, id } = await aLateCharge()
  const other = await post(
    '/payments',
    { payment_type: 'ticket', entity_id },
    { as: await aUser() },
  )
  assert.equal(other.status, 201)
  await later(minute)
  const back = await read(ada, id)
  assert.deepEqual([back.status, back.qr_code, back.refunded_amount], ['refunded', null, 49])
  assert.equal(refundsOf(id), 4900)
  assert.equal(await spendable(ada), 100)
  assert.deepEqual(await stockOf(entity_id), { sold: 1, held: 0 })
})

// Requirement (rules): contract §7.4: max_per_person, a late charge
test('a late charge is refunded too when its buyer has as many as one person may by now', async () => {
  const { ada, entity_id, id } = await aLateCharge({ max_per_person: 1, quantity: 10 })
  const other = await post('/payments', { payment_type: 'ticket', entity_id }, { as: ada })
  assert.equal(other.status, 201)
  await later(minute)
  assert.equal((await read(ada, id)).status, 'refunded')
  assert.deepEqual(await stockOf(entity_id), { sold: 1, held: 0 })
})

test('a late charge is refunded too when its points are spent', async () => {
  const { ada, id } = await aLateCharge()
  const { id: entity_id } = await aTier(world, { price_cents: 100 })
  await post('/payments', { payment_type: 'ticket', entity_id, pointsToUse: 100 }, { as: ada })
  await later(minute)
  assert.equal((await read(ada, id)).status, 'refunded')
  assert.equal(refundsOf(id), 4900)
})

test('a membership that is charged late begins then', async () => {
  const ada = await aUser()
  const { id: entity_id } = await aPlan(world)
  told.next.push('lost answer')
  await post('/payments', { payment_type: 'subscription', entity_id }, { as: ada })
  told.isDown = true
  await later(25 * 60 * minute)
  assert.equal((await get('/users/i', { as: ada })).body.subscription, null)
  told.isDown = false
  await later(minute)
  assert.equal((await get('/users/i', { as: ada })).body.subscription.id, entity_id)
})

test('a free purchase that was interrupted is completed', async () => {
  const ada = await aUser()
  const { id: entity_id } = await aTier(world, { price_cents: 0 })
  const { body } = await post('/payments', { payment_type: 'ticket', entity_id }, { as: ada })
  assert.equal(body.status, 'succeeded')
  const id = newId()
  const left = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', left.order_id)
    .executeTakeFirstOrThrow()
  const open = { id, status: 'pending' }
  const held = { ...order, ...open, idempotency_key: id, number: null, is_fenced: false }
  await db.insertInto('orders').values(held).execute()
  await db
    .insertInto('payments')
    .values({ ...left, ...open, order_id: id })
    .execute()
  await db.updateTable('tiers').set({ held: 1 }).where('id', '=', entity_id).execute()
  await later(16_000)
  assert.equal((await read(ada, id)).status, 'succeeded')
  assert.deepEqual(await stockOf(entity_id), { sold: 2, held: 0 })
})

// Requirement (rules): contract §7 Payments: webhooks at least once, in any order
test('the processor reports by itself: at least once, in any order', async () => {
  const { ada, entity_id, id } = await anOpenPurchase('lost answer')
  const event = { id: newId(), key: id, outcome: { state: 'succeeded' } }
  const late = { ...event, id: newId(), outcome: { state: 'declined', reason: 'late' } }
  const unknown = { id: newId(), key: newId(), outcome: { state: 'succeeded' } }
  for (const told of [event, event, late, unknown, { ...event, key: 'not ours' }]) {
    const { status } = await post('/payments/webhook', told, { client: null })
    assert.equal(status, 200)
  }
  assert.equal((await read(ada, id)).status, 'succeeded')
  assert.deepEqual(await stockOf(entity_id), { sold: 1, held: 0 })
  const events = await db
    .selectFrom('payment_events')
    .select('status')
    .where('payment_id', '=', id)
    .execute()
  assert.equal(events.length, 2)
})

test('two sweepers at once do nothing twice', async () => {
  const purchases = await Promise.all(
    Array.from({ length: 5 }, () => anOpenPurchase('lost answer')),
  )
  clock.ahead += 16_000
  const other = openCheckout(paymentContextOf(world.app))
  const taken = await Promise.all([sweep(checkout), sweep(other)])
  assert.equal(taken[0] + taken[1], 5)
  for (const { entity_id } of purchases) {
    assert.deepEqual(await stockOf(entity_id), { sold: 1, held: 0 })
  }
})

// Requirement (rules): contract §7 a purchase that turns up late at a cancelled festival is given back
test('a purchase that is found charged long after its festival was cancelled is refunded', async () => {
  const ada = await aUser()
  const { id: entity_id, festival_id } = await aTier(world)
  const { body } = await post('/payments', { payment_type: 'ticket', entity_id }, { as: ada })
  const cancelled_at = new Date(now().getTime() - 365 * 24 * 60 * minute)
  await db.updateTable('festivals').set({ cancelled_at }).where('id', '=', festival_id).execute()
  await later(0)
  assert.equal((await read(ada, body.id)).status, 'succeeded')
  while ((await refundCancelled(checkout, new Date(0))) > 0);
  await later(16_000)
  assert.equal((await read(ada, body.id)).status, 'refunded')
})
