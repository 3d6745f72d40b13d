/** Orders that their buyers pay by bank transfer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { auditLedger } from './ledger/audit.ts'
import { paymentContextOf } from './model/payment-context.ts'

const day = 86_400_000
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const account = { BANK_HOLDER: 'Harbour Nights', BANK_IBAN: 'DE89 3704 0044 0532 0130 00' }
const env = { ...account, HOLDS_PER_PERSON: '5', TRANSFERS_PER_NETWORK: '2' }
const world = await aWorld({ now, env })
const { db, app, get, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(app))

/** Moves the clock on, and finishes everything due by then. */
async function later(milliseconds: number) {
  clock.ahead += milliseconds
  while ((await sweep(checkout)) > 0);
}
const keyed = (as: Person, key: string = newId()) => ({ as, headers: { 'idempotency-key': key } })
const stockOf = (id: string) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()
const read = async (as: Person, id: string) => (await get(`/orders/${id}`, { as })).body
const transfer = (as: Person, id: string, key?: string) =>
  post(`/orders/${id}/pay`, { method: 'transfer' }, keyed(as, key))

async function aHeld(as: Person, tier: Awaited<ReturnType<typeof aTier>>, quantity = 1) {
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity }]
  const { body } = await post('/orders', { items, hold: true }, keyed(as))
  return body.id as string
}
async function refusedBecause(reason: string, answer: ReturnType<typeof transfer>) {
  const { status, body } = await answer
  assert.deepEqual([status, body.code, body.reason], [409, 'transfer_unavailable', reason])
}
/** The money of an order arrives, as a statement of the bank says. */
async function arrive(id: string) {
  const order = db.selectFrom('orders').select('charge_id').where('id', '=', id)
  const { charge_id } = await order.executeTakeFirstOrThrow()
  await db
    .updateTable('bank_charges')
    .set({ paid_at: now(), payer_iban: 'GB29NWBK60161331926819' })
    .where('key', '=', charge_id)
    .execute()
}

test('the methods name it while there is an account', async () => {
  assert.deepEqual((await get('/payments/config')).body.methods, [
    { name: 'card', immediate: true, days: null },
    { name: 'transfer', immediate: false, days: 7 },
  ])
})

// Requirement (rules): contract §7.13: an order that waits for a bank transfer
test('an order says where to transfer what, and is paid when the money is there', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { quantity: 10, price_cents: 4900 })
  const id = await aHeld(ada, tier, 2)
  const key = newId()
  const { status, body } = await transfer(ada, id, key)
  assert.deepEqual([status, body.status, body.client_secret], [200, 'requires_action', null])
  const { awaiting_payment: due, number } = body
  assert.deepEqual(
    [due.holder, due.iban, due.bic, due.amount],
    ['Harbour Nights', 'DE89370400440532013000', null, 98],
  )
  const reference = due.reference.replaceAll(' ', '')
  assert.equal(reference.slice(4), number)
  assert.equal(Math.round((Date.parse(due.pay_until) - now().getTime()) / day), 7)
  assert.equal(body.expires_at, due.pay_until)
  assert.deepEqual(due.qr_text.split('\n').slice(5), [
    'Harbour Nights',
    'DE89370400440532013000',
    'EUR98.00',
    '',
    reference,
  ])
  assert.deepEqual((await transfer(ada, id, key)).body.awaiting_payment, due)
  await later(6 * day)
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 2 })
  await arrive(id)
  await later(3_600_000)
  const paid = await read(ada, id)
  assert.deepEqual([paid.status, paid.awaiting_payment], ['succeeded', null])
  assert.ok(paid.payments.every(({ qr_code }: { qr_code: unknown }) => qr_code))
  assert.deepEqual(await stockOf(tier.id), { sold: 2, held: 0 })
  assert.deepEqual(await auditLedger(db), [])
})

test('without money it lapses by itself, never after sales end', async () => {
  const ada = await aUser()
  const closes = new Date(now().getTime() + 5 * day)
  const tier = await aTier(world, { end_time: closes })
  const id = await aHeld(ada, tier)
  const { body } = await transfer(ada, id)
  assert.equal(Date.parse(body.awaiting_payment.pay_until), closes.getTime())
  await later(4 * day)
  assert.equal((await read(ada, id)).status, 'requires_action')
  await later(day)
  const ended = await read(ada, id)
  assert.deepEqual([ended.status, ended.awaiting_payment], ['expired', null])
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
  const charge = db
    .selectFrom('bank_charges')
    .select('is_cancelled')
    .where('key', 'in', (eb) => eb.selectFrom('orders').select('charge_id').where('id', '=', id))
  assert.deepEqual(await charge.execute(), [{ is_cancelled: true }])
})

test('the festivals in it say how long it waits, the shortest for all', async () => {
  const ada = await aUser()
  const tiers = [await aTier(world), await aTier(world), await aTier(world)]
  for (const [n, transfer_days] of [14, 10, null].entries())
    await db
      .updateTable('festivals')
      .set({ transfer_days })
      .where('id', '=', tiers[n]?.festival_id ?? '')
      .execute()
  for (const [most, days] of [
    [1, 14],
    [2, 10],
    [3, 7],
  ] as const) {
    const items = tiers
      .slice(0, most)
      .map(({ id }) => ({ payment_type: 'ticket', entity_id: id, quantity: 1 }))
    const held = await post('/orders', { items, hold: true }, keyed(ada))
    const { body } = await transfer(ada, held.body.id)
    const waits = Date.parse(body.awaiting_payment.pay_until) - now().getTime()
    assert.equal(Math.round(waits / day), days)
    assert.equal((await del(`/orders/${held.body.id}`, { as: ada })).status, 200)
  }
})

test('its buyer gives it up, or pays by card after all', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const [first, second] = [await aHeld(ada, tier), await aHeld(ada, tier)]
  await transfer(ada, first)
  assert.equal((await del(`/orders/${first}`, { as: ada })).status, 200)
  assert.equal((await read(ada, first)).status, 'expired')
  await transfer(ada, second)
  const card = await post(`/orders/${second}/pay`, {}, keyed(ada))
  assert.deepEqual([card.body.status, card.body.awaiting_payment], ['succeeded', null])
  const orders = db.selectFrom('orders').select(['means', 'processor']).where('id', '=', second)
  assert.deepEqual(await orders.execute(), [{ means: null, processor: 'simulated' }])
  assert.deepEqual(await auditLedger(db), [])
})

test('a declined card leaves no hold of days behind', async () => {
  const ada = await aUser()
  const id = await aHeld(ada, await aTier(world))
  await transfer(ada, id)
  const body = { processor_payment_method_id: 'pm_card_chargeDeclined' }
  assert.equal((await post(`/orders/${id}/pay`, body, keyed(ada))).status, 402)
  const { status, expires_at } = await read(ada, id)
  assert.equal(status, 'held')
  assert.ok(Date.parse(expires_at) - now().getTime() <= 600_000)
  await later(600_000)
  assert.equal((await read(ada, id)).status, 'expired')
})

test('it is refused by name where it cannot be', async () => {
  const tier = await aTier(world)
  const unproven = await world.aUser({ isProven: false })
  await refusedBecause('email_not_confirmed', transfer(unproven, await aHeld(unproven, tier)))
  const ada = await aUser()
  const ending = await aTier(world, { end_time: new Date(now().getTime() + 3 * day - 60_000) })
  await refusedBecause('sales_end_soon', transfer(ada, await aHeld(ada, ending)))
  assert.equal((await transfer(ada, await aHeld(ada, tier))).status, 200)
  await refusedBecause('other_order_open', transfer(ada, await aHeld(ada, tier)))
  const few = await aTier(world, { quantity: 3 })
  const [ben, eve] = [await aUser(), await aUser()]
  assert.equal((await transfer(ben, await aHeld(ben, few))).status, 200)
  await refusedBecause('too_many_waiting', transfer(eve, await aHeld(eve, few)))
  const both = { method: 'transfer', processor_payment_method_id: 'pm_card_visa' }
  const id = await aHeld(eve, tier)
  assert.equal((await post(`/orders/${id}/pay`, both, keyed(eve))).status, 400)
})

test('a buyer has one order that waits for a transfer, whatever is asked at once', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const ids = [await aHeld(ada, tier), await aHeld(ada, tier), await aHeld(ada, tier)]
  const answers = await Promise.all(ids.map((id) => transfer(ada, id)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('a network has so many orders that wait for one', async () => {
  const tier = await aTier(world)
  const from = async (as: Person) => {
    const id = await aHeld(as, tier)
    const mac = Buffer.from('a network of its own')
    await db.updateTable('payments').set({ network: mac }).where('order_id', '=', id).execute()
    return transfer(as, id)
  }
  assert.equal((await from(await aUser())).status, 200)
  assert.equal((await from(await aUser())).status, 200)
  await refusedBecause('too_many_here', from(await aUser()))
})

test('an order of which the process died before it was asked for is asked for all the same', async () => {
  const ada = await aUser()
  const id = await aHeld(ada, await aTier(world))
  await transfer(ada, id)
  await db.deleteFrom('bank_charges').execute()
  await db
    .updateTable('orders')
    .set({ status: 'pending', lease_until: new Date(now().getTime() - 1) })
    .where('id', '=', id)
    .execute()
  await db.updateTable('payments').set({ status: 'pending' }).where('order_id', '=', id).execute()
  await later(0)
  const { status, awaiting_payment } = await read(ada, id)
  assert.equal(status, 'requires_action')
  assert.ok(awaiting_payment)
})

test('a refund waits until the bank has done it, and goes to no unknown account', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const ada = await aUser()
  const tier = await aTier(world, { price_cents: 1000 })
  const id = await aHeld(ada, tier, 2)
  await transfer(ada, id)
  await arrive(id)
  await later(3_600_000)
  const { payments } = await read(ada, id)
  const refund = (of: string) =>
    post(`/payments/${of}/refund`, {}, { as: admin, headers: { 'idempotency-key': newId() } })
  assert.equal((await refund(payments[0].id)).body.status, 'refunding')
  await db.updateTable('bank_refunds').set({ done_at: now() }).execute()
  await later(3_600_000)
  assert.equal((await read(ada, id)).payments[0].status, 'refunded')
  await db.updateTable('bank_charges').set({ payer_iban: null }).execute()
  await refund(payments[1].id)
  const refused = db.selectFrom('payments').select('needs_review').where('id', '=', payments[1].id)
  assert.match((await refused.executeTakeFirstOrThrow()).needs_review ?? '', /no_account/)
})
