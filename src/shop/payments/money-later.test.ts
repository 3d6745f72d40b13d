/** Orders whose money arrives later, as by bank transfer: each is held for the hold of its method. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { auditLedger } from './ledger/audit.ts'
import { paymentContextOf } from './model/payment-context.ts'

const minute = 60_000
const day = 24 * 60 * minute
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const { processor, charges, refunds, told } = aProcessor()
/** A processor of a method whose orders are held for three days. */
const slow = { ...processor, methods: { card: { holdSeconds: (3 * day) / 1000 } } }
const world = await aWorld({ parts: paidBy(slow), now, env: { WAITING_PER_PERSON: '5' } })
const { db, app, get, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(app))

/** Moves the clock on, and finishes everything due by then. */
async function later(milliseconds: number) {
  clock.ahead += milliseconds
  while ((await sweep(checkout)) > 0);
}

const read = async (as: Person, id: string) => (await get(`/orders/${id}`, { as })).body
const items = (entity_id: string) => [{ payment_type: 'ticket', entity_id }]
const keyed = (as: Person, key: string = newId()) => ({ as, headers: { 'idempotency-key': key } })
const stockOf = (id: string) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()
const hear = async (key: string) => {
  const payload = JSON.stringify({ id: `evt_${newId()}`, key, outcome: { state: 'succeeded' } })
  const headers = { 'content-type': 'application/json' }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/payments/webhook',
    headers,
    payload,
  })
  assert.equal(statusCode, 200)
}
/** The money of a charge arrives at the processor. */
const arrive = (key: string) =>
  charges.set(key, { outcome: { state: 'succeeded' }, cents: 4900, times: 1 })

/** An order of the only ticket of a tier, whose money has not arrived. */
async function anAwaited() {
  const ada = await aUser()
  const tier = await aTier(world, { quantity: 1, price_cents: 4900 })
  const key = newId()
  told.next.push('later')
  const { status, body } = await post('/orders', { items: items(tier.id) }, keyed(ada, key))
  assert.deepEqual([status, body.status, body.client_secret], [201, 'requires_action', null])
  return { ada, tier, key, id: body.id as string, order: body }
}

// Requirement (rules): contract §7.2: a method whose money arrives later
test('it stays held for the hold of its method, and is given up at its end', async () => {
  const { ada, tier, id, order } = await anAwaited()
  assert.equal(Date.parse(order.expires_at) - Date.parse(order.created_at), 3 * day)
  await later(day)
  assert.equal((await read(ada, id)).status, 'requires_action')
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 1 })
  const refused = await post('/orders', { items: items(tier.id) }, keyed(await aUser()))
  assert.equal(refused.body.code, 'sold_out')
  await later(2 * day)
  assert.equal((await read(ada, id)).status, 'expired')
  assert.deepEqual(charges.get(id)?.outcome, { state: 'declined', reason: 'cancelled' })
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
  assert.deepEqual(await auditLedger(db), [])
})

test('the report of its money settles it', async () => {
  const { ada, tier, id } = await anAwaited()
  await later(2 * day)
  arrive(id)
  await hear(id)
  const paid = await read(ada, id)
  assert.equal(paid.status, 'succeeded')
  assert.ok(paid.payments[0].qr_code)
  assert.deepEqual(await stockOf(tier.id), { sold: 1, held: 0 })
})

test('money of which no report came is found within an hour', async () => {
  const { ada, id } = await anAwaited()
  await later(16_000)
  arrive(id)
  await later(50 * minute)
  assert.equal((await read(ada, id)).status, 'requires_action')
  await later(10 * minute)
  assert.equal((await read(ada, id)).status, 'succeeded')
})

// Requirement (rules): contract §7.2: money that arrives after the hold
test('a late report settles it if it is still free, and refunds it otherwise', async () => {
  const [free, taken] = [await anAwaited(), await anAwaited()]
  await later(3 * day + minute)
  const bought = await post('/orders', { items: items(taken.tier.id) }, keyed(await aUser()))
  assert.equal(bought.body.status, 'succeeded')
  for (const { id } of [free, taken]) {
    arrive(id)
    await hear(id)
  }
  await later(0)
  assert.equal((await read(free.ada, free.id)).status, 'succeeded')
  assert.deepEqual(await stockOf(free.tier.id), { sold: 1, held: 0 })
  assert.equal((await read(taken.ada, taken.id)).payments[0].status, 'refunded')
  assert.deepEqual(
    [...refunds.values()].filter(({ charge }) => charge === taken.id),
    [{ charge: taken.id, cents: 4900 }],
  )
  assert.deepEqual(await auditLedger(db), [])
})

test('the same request again is the same order, and its buyer may give it up', async () => {
  const { ada, tier, key, id } = await anAwaited()
  const again = await post('/orders', { items: items(tier.id) }, keyed(ada, key))
  assert.deepEqual([again.body.id, again.body.status], [id, 'requires_action'])
  assert.equal((await del(`/orders/${id}`, { as: ada })).status, 200)
  assert.equal((await read(ada, id)).status, 'expired')
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
})

test('an order that was held first is held on, also after its buyer has confirmed, and may be paid in another way', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { quantity: 1, price_cents: 4900 })
  const held = await post('/orders', { items: items(tier.id), hold: true }, keyed(ada))
  const { id } = held.body
  await db
    .updateTable('orders')
    .set({ hold_until: new Date(now().getTime() + minute) })
    .execute()
  told.next.push('action')
  const asked = await post(`/orders/${id}/pay`, {}, keyed(ada))
  assert.ok(asked.body.client_secret)
  const attempts = db.selectFrom('order_attempts').select('id').where('order_id', '=', id)
  const { id: attempt } = await attempts.executeTakeFirstOrThrow()
  charges.set(attempt, { outcome: { state: 'awaiting' }, cents: 4900, times: 0 })
  await later(16_000)
  const awaited = await read(ada, id)
  assert.equal(Date.parse(awaited.expires_at) - Date.parse(awaited.created_at), 3 * day)
  await later(day)
  assert.equal((await read(ada, id)).status, 'requires_action')
  const paid = await post(`/orders/${id}/pay`, {}, keyed(ada))
  assert.equal(paid.body.status, 'succeeded')
  assert.equal(charges.get(attempt)?.outcome.state, 'declined')
})
