/** The numbers by which people and payouts name orders, and charges that take days. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { readShortCode } from '#shop/tickets'
import { aTier } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { fail, take } from '../../../../test/stripe-account.ts'
import { aStripeServer } from '../../../../test/stripe-server.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { sweep } from '../charging/sweep.ts'
import { numberOrders } from './order-number.ts'
import { paymentContextOf } from './payment-context.ts'

const keys = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' }
const stripe = await aStripeServer(keys)
after(stripe.close)
const clock = { ahead: 0 }
const world = await aWorld({
  now: steadyClock(() => clock.ahead),
  env: {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLIC_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  },
})
const { app, db, get, post, aUser } = world
const checkout = openCheckout(paymentContextOf(app))
const admin = await aUser({ roles: ['admin'] })

async function anOrder(as: Person, entity_id: string, method = 'pm_card_visa') {
  const items = [{ payment_type: 'ticket', entity_id, quantity: 2 }]
  const order = { items, processor_payment_method_id: method }
  const { status, body } = await post('/orders', order, {
    as,
    headers: { 'idempotency-key': newId() },
  })
  assert.equal(status, 201)
  return body
}

// Requirement (rules): contract §7.10 Orders: a number, and the processor's id
test('an order has a number, which the intent, all exports and the search of staff know', async () => {
  await post('/webhooks', { url: 'https://app.example/hooks' }, { as: admin })
  const ada = await aUser()
  const tier = await aTier(world)
  const { id, number, payments } = await anOrder(ada, tier.id)
  assert.match(number, /^[0-9A-HJKMNP-TV-Z]{10}$/)
  assert.equal(readShortCode(number), number)
  assert.equal(payments[1].order_number, number)
  const [intent = {}] = stripe.ofPayment(id)
  assert.equal(intent['description'], `Order ${number}`)
  assert.equal(intent['metadata'].order_number, number)
  const of = `/festivals/${tier.festival_id}`
  for (const q of [
    number,
    `${number.slice(0, 4)}-${number.slice(4)}`.toLowerCase(),
    intent['id'],
  ]) {
    for (const path of [`${of}/payments`, '/payments/all']) {
      const { body } = await get(`${path}?q=${q}`, { as: admin })
      const found = body.payments.map((one: any) => [one.id, one.order_number, one.processor_id])
      const expected = payments.map((one: any) => [one.id, number, intent['id']])
      // Both units were bought at the same time, so a list orders them by their ids.
      assert.deepEqual(found.toSorted(), expected.toSorted(), `${path} ${q}`)
    }
  }
  for (const file of ['payments.csv', 'attendees.csv', 'sales.csv']) {
    const { text } = await get(`${of}/${file}`, { as: admin })
    const lines = text.split('\r\n').filter((line: string) => line.includes(number))
    assert.equal(lines.length, 2, file)
    assert.ok(lines.every((line: string) => line.includes(intent['id'])))
  }
  const { text: own } = await get('/users/i/export', { as: ada })
  const [paid] = JSON.parse(own).payments
  assert.deepEqual([paid.order_number, paid.processor_id], [number, intent['id']])
  const events = await db.selectFrom('outbox').select(['type', 'data']).execute()
  const told = events.map(({ data }) => JSON.stringify(data)).filter((data) => data.includes(id))
  assert.ok(told.length > 0)
  assert.ok(told.every((data) => data.includes(number) && data.includes(intent['id'])))
})

test('orders of before have no number until the job gives each another one', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const orders = [await anOrder(ada, tier.id), await anOrder(ada, tier.id)]
  const ids = orders.map(({ id }) => id as string)
  await db.updateTable('orders').set({ number: null }).where('id', 'in', ids).execute()
  const { body } = await get(`/orders/${ids[0]}`, { as: ada })
  assert.deepEqual([body.number, body.payments[0].order_number], [null, null])
  await Promise.all([numberOrders(db), numberOrders(db)])
  assert.equal(await numberOrders(db), 0)
  const { body: mine } = await get('/orders', { as: ada })
  const numbers = new Set(mine.orders.map(({ number }: { number: string }) => number))
  assert.equal(numbers.size, 2)
  // Its intent was made without the number: it is found all the same.
  const given = await post(`/orders/${ids[0]}/refund`, {}, { as: admin })
  assert.equal(given.body.payments[0].status, 'refunded')
})

for (const [what, end, status, sold] of [
  ['is paid', (intent: object) => take(stripe.state, intent), 'succeeded', 2],
  [
    'is declined',
    (intent: object) => fail(intent, { code: 'card_declined', decline_code: 'lost_card' }),
    'failed',
    0,
  ],
] as const) {
  // Requirement (rules): contract §7.2 States: a charge that takes days
  test(`a charge that takes days holds what it buys until it is decided, and then ${what}`, async () => {
    const ada = await aUser()
    const tier = await aTier(world)
    const { id, status: first } = await anOrder(ada, tier.id, 'pm_slow_bank')
    assert.equal(first, 'pending')
    const stockOf = async () => {
      const of = db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', tier.id)
      return of.executeTakeFirstOrThrow()
    }
    for (let days = 0; days < 3; days++) {
      clock.ahead += 2 * 86_400_000
      await sweep(checkout)
      const { body } = await get(`/orders/${id}`, { as: ada })
      assert.deepEqual([body.status, body.payments[0].qr_code], ['pending', null])
      assert.deepEqual(await stockOf(), { sold: 0, held: 2 })
    }
    for (const intent of stripe.ofPayment(id)) end(intent)
    clock.ahead += 60_000
    await sweep(checkout)
    assert.equal((await get(`/orders/${id}`, { as: ada })).body.status, status)
    assert.deepEqual(await stockOf(), { sold, held: 0 })
  })
}
