/** Deletion of orders that were held and never charged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from '../model/payment-context.ts'
import { openCheckout } from './checkout.ts'
import { deleteUnchargedHolds } from './delete-holds.ts'
import { sweep } from './sweep.ts'

const [minute, day] = [60_000, 86_400_000]
const clock = { ahead: 0 }
const { processor, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, put, del, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const admin = await aUser({ roles: ['admin'] })

async function later(ms: number) {
  clock.ahead += ms
  while ((await sweep(checkout)) > 0);
}

const key = () => newId()
const buy = (as: Person, tier: { id: string }, { hold = true, idempotencyKey = key() } = {}) =>
  post(
    '/orders',
    { hold, items: [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }] },
    { as, headers: { 'idempotency-key': idempotencyKey } },
  )
const pay = (as: Person, { id }: { id: string }) =>
  post(
    `/orders/${id}/pay`,
    { processor_payment_method_id: 'pm_card' },
    { as, headers: { 'idempotency-key': key() } },
  )
const listed = async (as: Person) =>
  (await get('/orders', { as })).body.orders.map(({ id }: { id: string }) => id)

// Requirement (rules): contract §7.13: orders that were never charged are deleted
test('an order that was held and never charged is deleted 30 days after its hold has ended, with its payments', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const { body: abandoned } = await buy(ada, tier)
  assert.equal((await del(`/orders/${abandoned.id}`, { as: ada })).status, 200)
  const { body: lapsed } = await buy(ada, tier)
  await later(10 * minute)
  const books = async () => [
    (await get(`/festivals/${tier.festival_id}/sales`, { as: admin })).body.totals,
    (await get(`/festivals/${tier.festival_id}/sales.csv`, { as: admin })).text,
    await auditLedger(db, { atRest: true }),
  ]
  const before = await books()
  await deleteUnchargedHolds(db, new Date(now().getTime() + 30 * day - minute))
  assert.deepEqual(new Set(await listed(ada)), new Set([abandoned.id, lapsed.id]))
  await deleteUnchargedHolds(db, new Date(now().getTime() + 30 * day))
  assert.deepEqual(await listed(ada), [])
  for (const { id, payments } of [abandoned, lapsed]) {
    assert.equal((await get(`/orders/${id}`, { as: ada })).status, 404)
    for (const payment of payments)
      assert.equal((await get(`/payments/${payment.id}`, { as: ada })).status, 404)
    const ids = payments.map((payment: { id: string }) => payment.id)
    const steps = db.selectFrom('payment_events').select('status').where('payment_id', 'in', ids)
    assert.deepEqual(await steps.execute(), [])
  }
  assert.deepEqual(await books(), before)
})

// Requirement (rules): contract §7.13: orders that were never charged are deleted
test('orders of which a charge was begun stay, however it ended, as do open ones and those under review', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  told.next.push('declined')
  const declined = (await buy(ada, tier)).body
  assert.equal((await pay(ada, declined)).status, 402)
  await later(10 * minute)
  const paid = (await buy(ada, tier)).body
  assert.equal((await pay(ada, paid)).status, 200)
  told.next.push('action')
  const givenUp = (await buy(ada, tier, { hold: false })).body
  assert.equal((await del(`/orders/${givenUp.id}`, { as: ada })).status, 200)
  const reviewed = (await buy(ada, tier)).body
  assert.equal((await del(`/orders/${reviewed.id}`, { as: ada })).status, 200)
  await db
    .updateTable('payments')
    .set({ needs_review: 'A charge of another amount' })
    .where('order_id', '=', reviewed.id)
    .execute()
  const held = (await buy(ada, tier)).body
  await deleteUnchargedHolds(db, new Date(now().getTime() + 40 * day))
  const all = [declined, paid, givenUp, reviewed, held]
  assert.deepEqual(new Set(await listed(ada)), new Set(all.map(({ id }) => id)))
  assert.deepEqual(
    await Promise.all(
      all.map(async ({ id }) => (await get(`/orders/${id}`, { as: ada })).body.status),
    ),
    ['expired', 'succeeded', 'expired', 'expired', 'held'],
  )
  assert.deepEqual(await auditLedger(db), [])
})

test('an order that got another voucher after a declined charge stays, and keeps no other from being deleted', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  told.next.push('declined')
  const { body: declined } = await buy(ada, tier)
  assert.equal((await pay(ada, declined)).status, 402)
  const changed = await put(`/orders/${declined.id}/voucher`, { voucher: null }, { as: ada })
  assert.equal(changed.status, 200, changed.text)
  const { body: lapsed } = await buy(ada, tier)
  await later(10 * minute)
  await deleteUnchargedHolds(db, new Date(now().getTime() + 40 * day))
  assert.deepEqual(await listed(ada), [declined.id])
  assert.equal((await get(`/orders/${lapsed.id}`, { as: ada })).status, 404)
})

// Requirement (rules): contract §7.13: orders that were never charged are deleted
test('the key of a deleted order holds anew, and before that finds the order', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const idempotencyKey = key()
  const hold = () => buy(ada, tier, { idempotencyKey })
  const { body: first } = await hold()
  await del(`/orders/${first.id}`, { as: ada })
  const replayed = await hold()
  assert.equal(replayed.headers['idempotent-replayed'], 'true')
  await deleteUnchargedHolds(db, new Date(now().getTime() + 31 * day))
  const again = await hold()
  assert.deepEqual([again.status, again.body.status], [201, 'held'])
  assert.notEqual(again.body.id, first.id)
})
