/** The promises of every processor, even if calls or answers are lost: one table for all of them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { answerOf } from '../../../../test/processor.ts'
import { aStripeServer } from '../../../../test/stripe-server.ts'
import { until } from '../../../../test/until.ts'
import { aWorld } from '../../../../test/world.ts'
import type { Charge, Processor } from './processor.ts'
import { simulatedProcessor } from './simulated/simulated.ts'
import { stripeProcessor } from './stripe/stripe.ts'

type Loss = 'request' | 'answer'
type Bench = {
  processor: Processor
  /** Loses the request or the answer of the next call of this kind. */
  lose: (call: 'charge' | 'cancel' | 'refund', what: Loss) => void
  /** Returns the number of times the money was charged. */
  chargesOf: (key: string) => number
  /** The buyer approves at the bank. */
  approve: (key: string) => void
}

const methods = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  wantsBuyer: 'pm_card_authenticationRequired',
}

const { db } = await aWorld()

function aSimulated(): Bench {
  const draws: number[] = []
  const approvals: (() => void)[] = []
  const taken: string[] = []
  const processor = simulatedProcessor({
    db,
    now: () => new Date(),
    secret: newId(),
    faults: { lose_requests: 0.5, lose_answers: 0.5, approve_after: 60_000 },
    random: () => draws.shift() ?? 1,
    wait: (ms) =>
      ms === 60_000 ? new Promise((resolve) => approvals.push(resolve)) : Promise.resolve(),
    deliver: async ({ body }) => {
      const { key, outcome } = JSON.parse(body)
      if (outcome.state === 'succeeded') taken.push(key)
      return 200
    },
  })
  return {
    processor,
    lose: (_call, what) => draws.push(...(what === 'request' ? [0] : [1, 0])),
    chargesOf: (key) => taken.filter((charged) => charged === key).length,
    approve: () => {
      for (const approve of approvals.splice(0)) approve()
    },
  }
}

const server = await aStripeServer({
  secretKey: 'sk_test_0123456789',
  webhookSecret: 'whsec_0123456789',
})
after(server.close)

function aStripe(): Bench {
  const paths = {
    charge: /POST .*\/confirm$/,
    cancel: /POST .*\/cancel$/,
    refund: /POST \/v1\/refunds$/,
  }
  const processor = stripeProcessor({
    secretKey: 'sk_test_0123456789',
    publicKey: 'pk_test_0123456789',
    webhookSecret: 'whsec_0123456789',
    apiBase: server.url,
    patience: 10_000,
    now: () => new Date(),
  })
  return {
    processor,
    // The package retries once without an answer: so twice.
    lose: (call, what) => {
      for (let time = 0; time < 2; time++) server.trouble(paths[call], `lost ${what}`)
    },
    chargesOf: server.chargesOf,
    approve: (key) => server.act(key, true),
  }
}

const aCharge = (cents = 5_000): Charge => ({ key: newId(), cents, createdAt: new Date() })
const succeeded = { state: 'succeeded' }
const canceled = { state: 'declined', reason: 'canceled' }

for (const [name, bench] of [
  ['simulated', aSimulated()],
  ['stripe', aStripe()],
] as const) {
  const { processor, lose, chargesOf, approve } = bench

  test(`${name}: a valid method is charged, once, however often it is sent`, async () => {
    const charge = aCharge()
    assert.deepEqual(await processor.find(charge), { state: 'none' })
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(answerOf(await processor.charge(charge, methods.good)), succeeded)
      assert.deepEqual(answerOf(await processor.find(charge)), succeeded)
    }
    assert.equal(chargesOf(charge.key), 1)
  })

  for (const [method, reason] of [
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_visa_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
    ['pm_card_chargeDeclinedFraudulent', 'fraudulent'],
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded'],
  ] as const) {
    test(`${name}: ${method} is declined for ${reason}, and stays so`, async () => {
      const charge = aCharge()
      const declined = { state: 'declined', reason }
      assert.deepEqual(await processor.charge(charge, method), declined)
      assert.deepEqual(await processor.find(charge), declined)
      assert.deepEqual(await processor.charge(charge, method), declined)
      assert.equal(chargesOf(charge.key), 0)
    })
  }

  for (const method of [
    'pm_card_authenticationRequired',
    'pm_card_threeDSecureRequired',
    'pm_card_threeDSecure2Required',
  ]) {
    test(`${name}: ${method} needs the buyer, and is charged when they approve`, async () => {
      const charge = aCharge()
      const first = await processor.charge(charge, method)
      assert.ok(first.state === 'requires_action' && first.clientSecret.length > 20)
      assert.deepEqual(await processor.find(charge), first)
      assert.deepEqual(await processor.charge(charge, method), first)
      assert.equal(chargesOf(charge.key), 0)
      approve(charge.key)
      await until('approved', async () => (await processor.find(charge)).state === 'succeeded')
      assert.deepEqual(answerOf(await processor.find(charge)), succeeded)
      assert.equal(chargesOf(charge.key), 1)
    })
  }

  test(`${name}: a charge that never arrived does not exist, and may be sent again`, async () => {
    const charge = aCharge()
    lose('charge', 'request')
    await assert.rejects(processor.charge(charge, methods.good))
    assert.deepEqual(await processor.find(charge), { state: 'none' })
    assert.deepEqual(answerOf(await processor.charge(charge, methods.good)), succeeded)
    assert.equal(chargesOf(charge.key), 1)
  })

  // Requirement (rules): contract §7 Payments: a key is never charged twice
  test(`${name}: a charge whose answer was lost exists, once`, async () => {
    const charge = aCharge()
    lose('charge', 'answer')
    await assert.rejects(processor.charge(charge, methods.good))
    assert.deepEqual(answerOf(await processor.find(charge)), succeeded)
    assert.deepEqual(answerOf(await processor.charge(charge, methods.good)), succeeded)
    assert.equal(chargesOf(charge.key), 1)
  })

  test(`${name}: ten at once charge a key once`, async () => {
    const charge = aCharge()
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => processor.charge(charge, methods.good)),
    )
    const outcomes = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    assert.ok(outcomes.length > 0)
    for (const outcome of outcomes) assert.deepEqual(answerOf(outcome), succeeded)
    assert.deepEqual(answerOf(await processor.find(charge)), succeeded)
    assert.equal(chargesOf(charge.key), 1)
  })

  test(`${name}: another amount under the same key is an error, and no charge`, async () => {
    const charge = aCharge(5_000)
    await processor.charge(charge, methods.good)
    await assert.rejects(processor.charge({ ...charge, cents: 4_999 }, methods.good))
    assert.equal(chargesOf(charge.key), 1)
  })

  // Requirement (rules): contract §7 Payments: after a cancellation no charge can succeed
  test(`${name}: a cancellation holds, also before the charge arrives`, async () => {
    const charge = aCharge()
    assert.equal(await processor.cancelCharge(charge), 'cancelled')
    assert.deepEqual(await processor.charge(charge, methods.good), canceled)
    assert.deepEqual(await processor.find(charge), canceled)
    assert.equal(await processor.cancelCharge(charge), 'cancelled')
    assert.equal(chargesOf(charge.key), 0)
  })

  test(`${name}: a cancellation whose answer was lost holds all the same`, async () => {
    const charge = aCharge()
    lose('cancel', 'answer')
    await assert.rejects(processor.cancelCharge(charge))
    assert.equal(await processor.cancelCharge(charge), 'cancelled')
    assert.deepEqual(await processor.charge(charge, methods.good), canceled)
    assert.equal(chargesOf(charge.key), 0)
  })

  test(`${name}: a cancellation that comes too late says so`, async () => {
    const charge = aCharge()
    await processor.charge(charge, methods.good)
    assert.equal(await processor.cancelCharge(charge), 'succeeded')
    assert.deepEqual(answerOf(await processor.find(charge)), succeeded)
    assert.equal(chargesOf(charge.key), 1)
  })

  test(`${name}: a declined charge can be cancelled, and is charged no more`, async () => {
    const charge = aCharge()
    await processor.charge(charge, methods.declined)
    assert.equal(await processor.cancelCharge(charge), 'cancelled')
    assert.equal((await processor.find(charge)).state, 'declined')
    assert.equal(chargesOf(charge.key), 0)
  })

  test(`${name}: a charge that waits for the buyer can be cancelled; approving it later has no effect`, async () => {
    const charge = aCharge()
    await processor.charge(charge, methods.wantsBuyer)
    assert.equal(await processor.cancelCharge(charge), 'cancelled')
    approve(charge.key)
    await Promise.resolve()
    assert.deepEqual(await processor.find(charge), canceled)
    assert.equal(chargesOf(charge.key), 0)
  })

  test(`${name}: of a charge and a cancellation at once, one wins and both say the same`, async () => {
    let settled = 0
    for (let round = 0; round < 10; round++) {
      const charge = aCharge()
      const [outcome, cancellation] = await Promise.allSettled([
        processor.charge(charge, methods.good),
        processor.cancelCharge(charge),
      ])
      if (cancellation.status === 'rejected') continue
      settled++
      const expected = cancellation.value === 'succeeded' ? succeeded : canceled
      assert.deepEqual(answerOf(await processor.find(charge)), expected)
      if (outcome.status === 'fulfilled') assert.deepEqual(answerOf(outcome.value), expected)
      assert.equal(chargesOf(charge.key), cancellation.value === 'succeeded' ? 1 : 0)
    }
    assert.ok(settled > 5, `${settled} of 10`)
  })

  test(`${name}: a refund is made once for its key, whatever is lost`, async () => {
    const charge = aCharge(1_000)
    await processor.charge(charge, methods.good)
    const first = { charge, key: newId(), cents: 600 }
    lose('refund', 'request')
    await assert.rejects(processor.refund(first))
    lose('refund', 'answer')
    await assert.rejects(processor.refund(first))
    const refunds = await Promise.all([first, first].map((refund) => processor.refund(refund)))
    for (const refund of refunds) assert.deepEqual(answerOf(refund), { state: 'refunded' })
    const rest = { charge, key: newId(), cents: 400 }
    assert.deepEqual(answerOf(await processor.refund(rest)), { state: 'refunded' })
    const more = await processor.refund({ charge, key: newId(), cents: 1 })
    assert.deepEqual(answerOf(more), { state: 'refused', reason: 'charge_already_refunded' })
    assert.deepEqual(answerOf(await processor.refund(first)), { state: 'refunded' })
  })

  test(`${name}: a payment that was not charged is not refunded`, async () => {
    const charge = aCharge()
    await processor.charge(charge, methods.declined)
    const refund = await processor.refund({ charge, key: newId(), cents: 100 })
    assert.equal(refund.state, 'refused')
  })
}
