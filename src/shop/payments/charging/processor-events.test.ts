/** Actions in Stripe's own dashboard, and charges of another amount: booked, or shown to staff. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aTier } from '../../../../test/buying.ts'
import { aStripeServer } from '../../../../test/stripe-server.ts'
import { aWorld } from '../../../../test/world.ts'
import { auditLedger } from '../ledger/audit.ts'

const keys = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' }
const stripe = await aStripeServer(keys)
after(stripe.close)
const world = await aWorld({
  env: {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLIC_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  },
})
const { app, get, post, aUser } = world
const admin = await aUser({ roles: ['admin'] })

/** Creates a payment of 50 euros, with its intent at Stripe. */
async function aPayment(method = 'pm_card_visa') {
  const buyer = await aUser()
  const { id: entity_id } = await aTier(world, { price_cents: 5_000 })
  const order = { payment_type: 'ticket', entity_id, processorPaymentMethodId: method }
  const { body } = await post('/payments', order, { as: buyer })
  const [intent = {}] = stripe.ofPayment(body.id)
  const hear = async (type: string, object: object) => {
    const { headers, body: payload } = stripe.event(type, object)
    const sent = { method: 'POST', url: '/payments/webhook', headers, payload } as const
    // Stripe sends every event more than once.
    for (let time = 0; time < 2; time++) assert.equal((await app.inject(sent)).statusCode, 200)
  }
  const refunded = (amount_refunded: number) => {
    const { id: payment_intent, metadata, currency } = intent
    const charge = { id: 'ch_1', object: 'charge', amount: 5_000, amount_captured: 5_000 }
    return hear('charge.refunded', {
      ...charge,
      payment_intent,
      metadata,
      currency,
      amount_refunded,
    })
  }
  const refundThere = (cents: number) => stripe.refundInDashboard(body.id, cents)
  const read = async () => {
    const { body: list } = await get(`/payments/all?q=${body.id}`, { as: admin })
    const { status, refunded_amount, needs_review } = list.payments[0]
    return [status, refunded_amount, needs_review]
  }
  const soldOf = async () =>
    (await world.db.selectFrom('tiers').select('sold').where('id', '=', entity_id).execute())[0]
      ?.sold
  return { id: body.id as string, buyer, intent, hear, refunded, refundThere, read, soldOf }
}

test('a refund made at the processor ends the ticket, once', async () => {
  const { refunded, refundThere, read, soldOf, id, buyer } = await aPayment()
  assert.equal(await soldOf(), 1)
  refundThere(2_000)
  await refunded(2_000)
  assert.deepEqual(await read(), ['partially_refunded', 20, null])
  refundThere(3_000)
  await refunded(5_000)
  await refunded(2_000)
  assert.deepEqual(await read(), ['refunded', 50, null])
  assert.equal(await soldOf(), 0)
  const { body } = await get(`/payments/${id}`, { as: buyer })
  assert.equal(body.status, 'refunded')
  assert.equal(stripe.refundedOf(id), 5_000, 'nothing more is given back')
})

test('a refund of ours is not booked again when the processor reports it', async () => {
  const { refunded, refundThere, read, id } = await aPayment()
  const ours = await post(`/payments/${id}/refund`, { amount: 20 }, { as: admin })
  assert.equal(ours.status, 200, ours.text)
  await refunded(2_000)
  assert.deepEqual(await read(), ['partially_refunded', 20, null])
  refundThere(1_000)
  await refunded(3_000)
  assert.deepEqual(await read(), ['partially_refunded', 30, null])
})

test('a refund that is reported before the charge is booked when both are known', async () => {
  const { refunded, refundThere, read, hear, intent, id } = await aPayment(
    'pm_card_authenticationRequired',
  )
  stripe.act(id, true)
  refundThere(5_000)
  await refunded(5_000)
  await hear('payment_intent.succeeded', intent)
  assert.deepEqual(await read(), ['refunded', 50, null])
})

for (const [what, given, sentence] of [
  ['less', { amount_received: 50 }, 'The processor took 0.5 EUR instead of 50 EUR'],
  ['another currency', { currency: 'huf' }, 'The processor took 50 HUF instead of 50 EUR'],
] as const) {
  test(`a charge of ${what} pays nothing: staff are notified`, async () => {
    const { hear, read, intent, id, buyer, soldOf } = await aPayment(
      'pm_card_authenticationRequired',
    )
    stripe.act(id, true)
    Object.assign(intent, given)
    await hear('payment_intent.succeeded', intent)
    assert.deepEqual(await read(), ['requires_action', 0, sentence])
    assert.equal((await get(`/payments/${id}`, { as: buyer })).body.code, undefined)
    assert.equal(await soldOf(), 0)
  })
}

test('a refund above the paid amount is shown to staff', async () => {
  const { refunded, read, id, refundThere } = await aPayment()
  // The state after a restore of the service from a backup, or after money was added at the processor.
  for (const intent of stripe.ofPayment(id)) intent['amount'] = 6_000
  refundThere(6_000)
  await refunded(6_000)
  const [status, amount, why] = await read()
  assert.deepEqual([status, amount], ['succeeded', 0])
  assert.match(why, /^The processor gave back more than is booked: /)
})

// Requirement (rules): Disputes at Stripe: its events, for the payment of their intent
test('a dispute at Stripe is booked for the payment of its intent: opened, decided, and told twice', async () => {
  const { id, hear, intent, read, soldOf } = await aPayment()
  const disputed = (type: string, status: string) =>
    hear(`charge.dispute.${type}`, {
      id: `dp_${id}`,
      object: 'dispute',
      amount: 5_000,
      currency: 'eur',
      charge: 'ch_1',
      payment_intent: intent['id'],
      reason: 'product_not_received',
      status,
      metadata: {},
    })
  await disputed('funds_withdrawn', 'needs_response')
  await disputed('created', 'needs_response')
  assert.deepEqual(await read(), ['succeeded', 0, null])
  const { status, body } = await world.put(`/payments/${id}/validate`, {}, { as: admin })
  assert.deepEqual([status, body.code], [409, 'revoked'])
  await disputed('updated', 'under_review')
  await disputed('closed', 'lost')
  await disputed('updated', 'under_review')
  assert.deepEqual(await read(), ['refunded', 50, null])
  assert.equal(await soldOf(), 0)
  assert.equal(stripe.refundedOf(id), 0, 'nothing more is given back')
})

test('a question of the bank that comes to nothing counts as won, and other charges are not ours', async () => {
  const { id, hear, intent, read } = await aPayment()
  const asked = {
    object: 'dispute',
    amount: 5_000,
    reason: 'general',
    payment_intent: intent['id'],
  }
  await hear('charge.dispute.created', {
    ...asked,
    id: `dp_${id}`,
    status: 'warning_needs_response',
  })
  assert.equal((await world.put(`/payments/${id}/validate`, {}, { as: admin })).status, 409)
  await hear('charge.dispute.closed', { ...asked, id: `dp_${id}`, status: 'warning_closed' })
  assert.equal((await world.put(`/payments/${id}/validate`, {}, { as: admin })).status, 200)
  await hear('charge.dispute.created', {
    ...asked,
    id: 'dp_2',
    payment_intent: null,
    status: 'lost',
  })
  assert.deepEqual(await read(), ['succeeded', 0, null])
})

test('a dispute is sent again while Stripe does not say which payment it is about', async () => {
  const { id, intent, read, hear } = await aPayment()
  const lost = {
    object: 'dispute',
    id: `dp_${id}`,
    amount: 5_000,
    reason: 'general',
    status: 'lost',
  }
  const dispute = { ...lost, payment_intent: intent['id'] }
  stripe.state.isDown = true
  const { headers, body: payload } = stripe.event('charge.dispute.closed', dispute)
  const sent = { method: 'POST', url: '/payments/webhook', headers, payload } as const
  const answer = await app.inject(sent)
  assert.deepEqual([answer.statusCode, answer.json().code], [503, 'unavailable'])
  stripe.state.isDown = false
  await hear('charge.dispute.closed', dispute)
  assert.deepEqual(await read(), ['refunded', 50, null])
})

test('and the ledger is correct', async () => {
  assert.deepEqual(await auditLedger(world.db), [])
})
