/** Stripe's own behaviour: its keys that live a day, its errors, its events. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { answerOf } from '../../../../../test/processor.ts'
import { take } from '../../../../../test/stripe-account.ts'
import { aStripeServer } from '../../../../../test/stripe-server.ts'
import type { Charge } from '../processor.ts'
import { stripeEvents } from './events.ts'
import { stripeProcessor } from './stripe.ts'

const keys = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' }
const server = await aStripeServer(keys)
after(server.close)

const begin = Date.now()
const aStripe = (given: { later?: number; patience?: number; secretKey?: string } = {}) => {
  const { later = 0, patience = 10_000, secretKey = keys.secretKey } = given
  const now = () => new Date(begin + later)
  const { webhookSecret } = keys
  const account = { secretKey, webhookSecret, publicKey: 'pk_test_0123456789', patience, now }
  return stripeProcessor({ ...account, apiBase: server.url })
}

const day = 86_400_000
const stripe = aStripe()
const tomorrow = aStripe({ later: day })
const aCharge = (cents = 5_000): Charge => ({ key: newId(), cents, createdAt: new Date() })
const succeeded = { state: 'succeeded' }

test('it has a public key, and needs a method', () => {
  assert.deepEqual(
    [stripe.name, stripe.publicKey, stripe.defaultMethod],
    ['stripe', 'pk_test_0123456789', undefined],
  )
})

// Requirement (rules): contract §7 Payments: livemode with Stripe's keys
test('it is live unless its key is for tests', () => {
  const modes = ['sk_live_1', 'rk_live_1', 'sk_test_1', 'rk_test_1'].map(
    (secretKey) => aStripe({ secretKey }).livemode,
  )
  assert.deepEqual(modes, [true, true, false, false])
})

test('charges in two calls, each with a key of its own', async () => {
  const charge = aCharge(8_950)
  await stripe.charge(charge, 'pm_card_visa')
  const [intent] = server.ofPayment(charge.key)
  assert.deepEqual([intent?.['amount'], intent?.['currency']], [8_950, 'eur'])
  const calls = server.carriedOut.filter((call) => call.includes(charge.key))
  assert.deepEqual(calls, [
    `POST /v1/payment_intents ${charge.key}`,
    `POST /v1/payment_intents/${intent?.['id']}/confirm ${charge.key}-confirm`,
  ])
})

test('an unconfirmed charge is found, or created, without charging', async () => {
  const charge = aCharge()
  assert.deepEqual(await stripe.find(charge), { state: 'none' })
  assert.equal(server.ofPayment(charge.key).length, 1)
  assert.equal(server.chargesOf(charge.key), 0)
})

test('a day later, its keys forgotten, a charge is found by its metadata', async () => {
  const [charge, waiting, open] = [aCharge(), aCharge(), aCharge()]
  await stripe.charge(charge, 'pm_card_visa')
  await stripe.charge(waiting, 'pm_card_authenticationRequired')
  await stripe.find(open)
  const none = aCharge()
  server.forgetKeys()
  assert.deepEqual(answerOf(await tomorrow.find(charge)), succeeded)
  assert.equal(await tomorrow.cancelCharge(charge), 'succeeded')
  assert.equal((await tomorrow.find(waiting)).state, 'requires_action')
  assert.equal(await tomorrow.cancelCharge(waiting), 'cancelled')
  assert.deepEqual(await tomorrow.find(none), { state: 'none' })
  assert.equal(await tomorrow.cancelCharge(none), 'cancelled')
  assert.equal(await tomorrow.cancelCharge(open), 'cancelled')
  assert.deepEqual(
    [charge, waiting, open, none].map(({ key }) => server.ofPayment(key).length),
    [1, 1, 1, 0],
  )
})

test('a refund that is requested again after a day is not made twice', async () => {
  const charge = aCharge(1_000)
  await stripe.charge(charge, 'pm_card_visa')
  const refund = { charge, key: newId(), cents: 400 }
  assert.deepEqual(answerOf(await stripe.refund(refund)), { state: 'refunded' })
  server.forgetKeys()
  assert.deepEqual(answerOf(await tomorrow.refund(refund)), { state: 'refunded' })
  assert.equal(server.refundedOf(charge.key), 400)
})

test('a full refund made elsewhere is refused, our own is reported as refunded', async () => {
  const charge = aCharge(1_000)
  await stripe.charge(charge, 'pm_card_visa')
  const ours = { charge, key: newId(), cents: 1_000 }
  await stripe.refund(ours)
  server.forgetKeys()
  assert.deepEqual(answerOf(await tomorrow.refund(ours)), { state: 'refunded' })
  const another = { charge, key: newId(), cents: 1_000 }
  assert.deepEqual(answerOf(await tomorrow.refund(another)), {
    state: 'refused',
    reason: 'charge_already_refunded',
  })
})

for (const code of ['charge_disputed', 'insufficient_funds']) {
  test(`a refund that Stripe refuses: ${code}`, async () => {
    const charge = aCharge()
    await stripe.charge(charge, 'pm_card_visa')
    server.unrefundable.set(charge.key, code)
    const refund = { charge, key: newId(), cents: 100 }
    assert.deepEqual(answerOf(await stripe.refund(refund)), { state: 'refused', reason: code })
  })
}

test('an intent says which order it is for, and takes what is charged at once alone', async () => {
  const charge = { ...aCharge(), number: '7K3M9QXT2A' }
  await stripe.charge(charge, 'pm_card_visa')
  const [intent = {}] = server.ofPayment(charge.key)
  assert.equal(intent['description'], 'Order 7K3M9QXT2A')
  assert.deepEqual(intent['metadata'], { payment_id: charge.key, order_number: '7K3M9QXT2A' })
  assert.deepEqual(intent['payment_method_types'], ['card'])
  const delayed = aCharge()
  const declined = await stripe.charge(delayed, 'pm_sepaDebit')
  assert.deepEqual(declined, {
    state: 'declined',
    reason: 'payment_intent_incompatible_payment_method',
  })
  assert.equal(server.chargesOf(delayed.key), 0)
})

test('a charge is found by its id, unless that is of another attempt or account', async () => {
  const charge = aCharge()
  const { id = '' } = (await stripe.charge(charge, 'pm_card_visa')) as { id?: string }
  const calls = server.carriedOut.length
  assert.deepEqual(await tomorrow.find({ ...charge, id }), { state: 'succeeded', id })
  assert.equal(server.carriedOut.length, calls)
  const other = aCharge()
  await stripe.charge(other, 'pm_card_chargeDeclined')
  for (const unfit of [id, 'pi_of_another_account']) {
    assert.equal((await stripe.find({ ...other, id: unfit })).state, 'declined')
  }
})

test('a charge that an earlier version has made, with other parameters, is found', async () => {
  const charge = { ...aCharge(), number: '7K3M9QXT2A' }
  await stripe.charge({ ...charge, number: null }, 'pm_card_visa')
  assert.deepEqual(answerOf(await stripe.find(charge)), succeeded)
  const refund = { charge, key: newId(), cents: 100 }
  assert.deepEqual(answerOf(await stripe.refund(refund)), { state: 'refunded' })
  assert.equal(server.refundedOf(charge.key), 100)
})

test('a refund that is pending at first is done later, and one of pm_card_refundFail fails later', async () => {
  for (const [method, first, last] of [
    ['pm_card_pendingRefund', 'pending', 'refunded'],
    ['pm_card_refundFail', 'refunded', 'refused'],
  ] as const) {
    const charge = aCharge()
    await stripe.charge(charge, method)
    const refund = { charge, key: newId(), cents: 100 }
    assert.equal((await stripe.refund(refund)).state, first)
    server.endRefunds(charge.key)
    const { state, ...rest } = await stripe.refund(refund)
    assert.equal(state, last)
    assert.deepEqual(await stripe.refundsOf(charge), [{ state, ...rest }])
    assert.deepEqual(await tomorrow.refundsOf(aCharge()), [])
  }
})

test('a refund that failed at the bank is refused', async () => {
  const charge = aCharge()
  await stripe.charge(charge, 'pm_card_visa')
  server.failedRefunds.set(charge.key, 'lost_or_stolen_card')
  const refund = { charge, key: newId(), cents: 100 }
  const refused = { state: 'refused', reason: 'lost_or_stolen_card' }
  assert.deepEqual(answerOf(await stripe.refund(refund)), refused)
  assert.deepEqual(answerOf(await stripe.refund(refund)), refused)
})

test('a refund of a payment that was never charged is refused', async () => {
  const refund = { charge: aCharge(), key: newId(), cents: 100 }
  assert.deepEqual(answerOf(await tomorrow.refund(refund)), {
    state: 'refused',
    reason: 'charge_not_found',
  })
})

test('an impossible charge is declined at once', async () => {
  const [small, unknown] = [aCharge(49), aCharge()]
  assert.deepEqual(await stripe.charge(small, 'pm_card_visa'), {
    state: 'declined',
    reason: 'amount_too_small',
  })
  assert.deepEqual(await stripe.find(small), { state: 'none' })
  assert.equal(await stripe.cancelCharge(small), 'cancelled')
  assert.deepEqual(await stripe.charge(unknown, 'nonsense'), {
    state: 'declined',
    reason: 'resource_missing',
  })
  assert.equal(server.chargesOf(unknown.key), 0)
})

test('a slow bank leaves the charge undecided', async () => {
  const charge = aCharge()
  await assert.rejects(stripe.charge(charge, 'pm_slow_bank'), /still processing/)
  assert.deepEqual(await stripe.find(charge), { state: 'none' })
  await assert.rejects(stripe.cancelCharge(charge), { code: 'payment_intent_unexpected_state' })
  for (const intent of server.ofPayment(charge.key)) take(server.state, intent)
  assert.equal(await stripe.cancelCharge(charge), 'succeeded')
})

test('a charge of another amount or currency is no charge of this payment', async () => {
  for (const given of [{ amount_received: 4_999 }, { currency: 'usd' }]) {
    const charge = aCharge()
    await stripe.charge(charge, 'pm_card_authenticationRequired')
    server.act(charge.key, true)
    for (const intent of server.ofPayment(charge.key)) Object.assign(intent, given)
    for (const ask of [stripe.find, stripe.cancelCharge]) {
      await assert.rejects(ask(charge), /^Error: The processor took .* instead of 50 EUR$/)
    }
  }
})

test('a buyer who fails at the bank is declined', async () => {
  const charge = aCharge()
  await stripe.charge(charge, 'pm_card_authenticationRequired')
  server.act(charge.key, false)
  const reason = 'payment_intent_authentication_failure'
  assert.deepEqual(await stripe.find(charge), { state: 'declined', reason })
})

for (const [call, on] of [
  ['making', /POST \/v1\/payment_intents$/],
  ['confirming', /\/confirm$/],
] as const) {
  for (const status of [500, 429, 503]) {
    test(`a ${status} while ${call} decides nothing, and charges at most once`, async () => {
      const charge = aCharge()
      for (let time = 0; time < 2; time++) server.trouble(on, { status })
      const answer = await stripe.charge(charge, 'pm_card_visa').catch((error: unknown) => error)
      const isUndecided = answer instanceof Error
      if (!isUndecided) assert.deepEqual(answerOf(answer as object), succeeded)
      server.planned.length = 0
      assert.deepEqual(answerOf(await stripe.charge(charge, 'pm_card_visa')), succeeded)
      assert.equal(server.chargesOf(charge.key), 1)
    })
  }
}

test('a server that does not answer in time decides nothing', async () => {
  const hasty = aStripe({ patience: 250 })
  const charge = aCharge()
  await hasty.find(charge)
  server.trouble(/\/confirm$/, { delay: 500 })
  await assert.rejects(hasty.charge(charge, 'pm_card_visa'), /timeout/)
  assert.ok(['none', 'succeeded'].includes((await stripe.find(charge)).state))
})

test('a wrong key, and a server that is away, are errors, not declines', async () => {
  const stranger = aStripe({ secretKey: 'sk_test_of_somebody' })
  await assert.rejects(stranger.charge(aCharge(), 'pm_card_visa'), /Invalid API Key/)
  const nowhere = stripeProcessor({
    ...keys,
    publicKey: 'pk_test_0123456789',
    apiBase: 'http://127.0.0.1:9',
    patience: 1_000,
    now: () => new Date(),
  })
  for (const ask of [nowhere.charge, nowhere.find, nowhere.cancelCharge]) {
    await assert.rejects(ask(aCharge(), 'pm_card_visa'), { type: 'StripeConnectionError' })
  }
})

const intent = (given: object) => ({
  id: 'pi_1',
  object: 'payment_intent',
  client_secret: 'pi_1_secret_2',
  last_payment_error: null,
  amount_received: 5_000,
  currency: 'eur',
  metadata: { payment_id: '01980000-0000-7000-8000-000000000001' },
  ...given,
})

for (const [type, given, outcome] of [
  ['payment_intent.succeeded', {}, { state: 'succeeded', id: 'pi_1' }],
  ['payment_intent.canceled', {}, { state: 'declined', reason: 'canceled' }],
  [
    'payment_intent.payment_failed',
    { last_payment_error: { code: 'card_declined', decline_code: 'lost_card' } },
    { state: 'declined', reason: 'lost_card' },
  ],
  [
    'payment_intent.payment_failed',
    { last_payment_error: { code: 'expired_card' } },
    { state: 'declined', reason: 'expired_card' },
  ],
  ['payment_intent.payment_failed', {}, { state: 'declined', reason: 'generic_decline' }],
  [
    'payment_intent.requires_action',
    {},
    { state: 'requires_action', clientSecret: 'pi_1_secret_2', id: 'pi_1' },
  ],
] as const) {
  test(`accepts ${type} ${JSON.stringify(given)}`, () => {
    const { id, body, headers } = server.event(type, intent(given), begin)
    const key = '01980000-0000-7000-8000-000000000001'
    const amounts = type === 'payment_intent.succeeded' && {
      charged: { cents: 5_000, currency: 'eur' },
    }
    assert.deepEqual(stripe.webhook(headers, body), { id, key, outcome, ...amounts })
  })
}

test('the events that operators subscribe to are those that are acted on', async () => {
  const page = await readFile('docs/operating/payments.md', 'utf8')
  const [about = ''] = page.split('**Simulated.**')
  const named = [...about.matchAll(/`((?:payment_intent|charge|refund)\.[a-z_.]+)`/g)]
  assert.deepEqual(new Set(named.map(([, type]) => type)), new Set(stripeEvents))
})

for (const [type, object] of [
  ['payment_intent.created', intent({})],
  ['charge.succeeded', { id: 'ch_1', object: 'charge', metadata: { payment_id: 'x' } }],
  ['customer.created', { id: 'cus_1', object: 'customer' }],
  ['payment_intent.succeeded', intent({ metadata: {} })],
] as const) {
  test(`does not act on ${type} of ${object.id} ${JSON.stringify(object)}`, () => {
    const { body, headers } = server.event(type, object, begin)
    assert.equal(stripe.webhook(headers, body), undefined)
  })
}

test('refuses events that are forged, changed, or old', () => {
  const { body, headers } = server.event('payment_intent.succeeded', intent({}), begin)
  const old = server.event('payment_intent.succeeded', intent({}), begin - 301_000)
  const changed = Buffer.from(body.toString().replace('pi_1', 'pi_2'))
  for (const [given, sent] of [
    [{}, body],
    [{ 'stripe-signature': 't=1,v1=abc' }, body],
    [{ 'simulated-signature': headers['stripe-signature'] }, body],
    [headers, changed],
    [headers, Buffer.from(JSON.stringify(JSON.parse(body.toString())))],
    [old.headers, old.body],
  ] as const) {
    assert.throws(() => stripe.webhook(given, sent), { name: 'Problem', status: 400 })
  }
})
