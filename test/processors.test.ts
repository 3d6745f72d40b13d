/** A purchase through each real processor integration, from the request to the webhook that ends it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Deliver } from '../src/shop/payments/processors/processor.ts'
import { simulatedProcessor } from '../src/shop/payments/processors/simulated/simulated.ts'
import { aTier } from './buying.ts'
import { paidBy } from './processor.ts'
import { aStripeServer } from './stripe-server.ts'
import { until } from './until.ts'
import { aWorld, type Person, type World } from './world.ts'

const keys = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' }
const stripe = await aStripeServer(keys)
after(stripe.close)

const paidByStripe = await aWorld({
  env: {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLIC_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  },
})

/** A world whose simulated processor posts its webhooks to the application itself. */
async function aSimulatedWorld(
  draws: number[],
  faults: Parameters<typeof simulatedProcessor>[0]['faults'],
) {
  const approvals: (() => void)[] = []
  const statuses: number[] = []
  const deliver: Deliver = async ({ headers, body: payload }) => {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/payments/webhook',
      headers,
      payload,
    })
    statuses.push(statusCode)
    return statusCode
  }
  const world = await aWorld({
    parts: ({ db, now }) => ({
      ...paidBy(
        simulatedProcessor({
          db,
          now,
          secret: 'what webhooks are signed with',
          faults: { ...faults, approve_after: 60_000 },
          random: () => draws.shift() ?? 1,
          wait: (ms) =>
            ms === 60_000 ? new Promise((resolve) => approvals.push(resolve)) : Promise.resolve(),
          deliver,
        }),
      ),
    }),
  })
  return { world, statuses, approve: () => approvals.splice(0).forEach((approve) => approve()) }
}

async function buy(world: World, buyer: Person, method?: string) {
  const { id: entity_id } = await aTier(world, { price_cents: 5_000 })
  const order = { payment_type: 'ticket', entity_id, processorPaymentMethodId: method }
  return world.post('/payments', order, { as: buyer })
}

const statusOf = async (world: World, buyer: Person, id: string) =>
  (await world.get(`/payments/${id}`, { as: buyer })).body.status

// Requirement (rules): contract §7 Payments: the simulated processor takes its default card
test('simulated: a manual first request needs no payment method', async () => {
  const { world, statuses } = await aSimulatedWorld([], {})
  const config = await world.get('/payments/config', { client: null })
  assert.deepEqual(config.body.processor, {
    name: 'simulated',
    publicKey: 'pk_simulated',
    enabled: true,
  })
  const { status, body } = await buy(world, await world.aUser())
  assert.deepEqual([status, body.status], [201, 'succeeded'])
  await until('its webhook is taken', async () => statuses.includes(200))
})

test("simulated: a charge that needs the buyer's approval is paid once the webhook says that they approved", async () => {
  const { world, approve } = await aSimulatedWorld([], {})
  const buyer = await world.aUser()
  const { body } = await buy(world, buyer, 'pm_card_threeDSecure2Required')
  assert.equal(body.status, 'requires_action')
  assert.match(body.client_secret, /_secret_/)
  approve()
  await until('paid', async () => (await statusOf(world, buyer, body.id)) === 'succeeded')
})

test('simulated: a lost answer leaves a payment pending, and its webhook, sent twice, ends it once', async () => {
  const faults = { lose_answers: 0.5, double_webhooks: 0.5 }
  const { world, statuses } = await aSimulatedWorld([0, 0], faults)
  const buyer = await world.aUser()
  const { status, body } = await buy(world, buyer)
  assert.equal(status, 201)
  await until('paid', async () => (await statusOf(world, buyer, body.id)) === 'succeeded')
  await until('both were taken', async () => statuses.length === 2)
  assert.deepEqual(statuses, [200, 200])
  const { body: events } = await world.get(`/payments/${body.id}/timeline`, { as: buyer })
  const paid = events.filter(({ type }: { type: string }) => type === 'succeeded')
  assert.equal(paid.length, 1)
})

// Requirement (operations): GET /payments/config: processor with public key and enabled
test('stripe: the values that pages need are public', async () => {
  const { body } = await paidByStripe.get('/payments/config', { client: null })
  assert.deepEqual(body.processor, {
    name: 'stripe',
    publicKey: 'pk_test_0123456789',
    enabled: true,
  })
})

test('stripe: a ticket is bought, and charged once', async () => {
  const { status, body } = await buy(paidByStripe, await paidByStripe.aUser(), 'pm_card_visa')
  assert.deepEqual([status, body.status], [201, 'succeeded'])
  assert.equal(stripe.chargesOf(body.id), 1)
})

// Requirement (rules): contract §7 Payments: a missing method is 400 with Stripe
test('stripe: without a payment method nothing is bought', async () => {
  const { status, body } = await buy(paidByStripe, await paidByStripe.aUser())
  assert.equal(status, 400)
  assert.match(body.error, /processorPaymentMethodId/)
})

test('stripe: a declined card is 402 with the reason', async () => {
  const buyer = await paidByStripe.aUser()
  const { status, body } = await buy(paidByStripe, buyer, 'pm_card_visa_chargeDeclinedLostCard')
  assert.deepEqual([status, body.code], [402, 'declined'])
  assert.match(body.error, /lost_card/)
})

// Requirement (rules): contract §7 Payments: webhook signature and age, over the raw body
test('stripe: the buyer approves, and the event that says so pays the ticket', async () => {
  const buyer = await paidByStripe.aUser()
  const { body } = await buy(paidByStripe, buyer, 'pm_card_authenticationRequired')
  assert.equal(body.status, 'requires_action')
  const [intent] = stripe.ofPayment(body.id)
  assert.equal(body.client_secret, intent?.['client_secret'])
  stripe.act(body.id, true)
  const { headers, body: sent } = stripe.event('payment_intent.succeeded', intent ?? {})
  const post = (payload: Buffer) =>
    paidByStripe.app.inject({ method: 'POST', url: '/payments/webhook', headers, payload })
  // The same event in other bytes is not what was signed.
  const respaced = await post(Buffer.from(JSON.stringify(JSON.parse(sent.toString()))))
  assert.deepEqual([respaced.statusCode, respaced.json().code], [400, 'bad_signature'])
  assert.equal(await statusOf(paidByStripe, buyer, body.id), 'requires_action')
  for (let time = 0; time < 2; time++) assert.equal((await post(sent)).statusCode, 200)
  assert.equal(await statusOf(paidByStripe, buyer, body.id), 'succeeded')
})
