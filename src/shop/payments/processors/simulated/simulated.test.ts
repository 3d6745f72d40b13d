/** The simulated processor from the outside: webhooks, and failures on demand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { answerOf } from '../../../../../test/processor.ts'
import { until } from '../../../../../test/until.ts'
import { aWorld } from '../../../../../test/world.ts'
import type { Charge, Deliver, ProcessorEvent } from '../processor.ts'
import { type Faults, noFaults } from './faults.ts'
import { simulatedProcessor } from './simulated.ts'

const { db } = await aWorld()

type Setting = {
  faults?: Partial<Faults>
  /** the next random numbers; then 1, which is never below a probability */
  draws?: number[]
  /** the answers to the webhooks; then 200 */
  statuses?: number[]
}

/** Creates a processor with delays that end when the test says so, in order. */
function aBench({ faults = {}, draws = [], statuses = [] }: Setting = {}) {
  const waits: { ms: number; end: () => void }[] = []
  const sent: Parameters<Deliver>[0][] = []
  const processor = simulatedProcessor({
    db,
    now: () => new Date(),
    secret: newId(),
    faults: { webhook_delay: 0, ...faults },
    random: () => draws.shift() ?? 1,
    wait: async (ms) => {
      if (ms > 0) await new Promise<void>((end) => waits.push({ ms, end }))
    },
    deliver: async (webhook) => {
      sent.push(webhook)
      const status = statuses.shift() ?? 200
      if (status === 0) throw new Error('connection refused')
      return status
    },
  })
  /** The events of the webhooks, once this many were sent. */
  const hear = async (count: number) => {
    await until(`${count} webhooks`, async () => sent.length >= count)
    assert.equal(sent.length, count)
    return sent.map(
      ({ headers, body }) => processor.webhook(headers, Buffer.from(body)) as ProcessorEvent,
    )
  }
  const pass = async (ms: number) => {
    const isOver = (waiting: { ms: number }) => waiting.ms === ms
    await until(`something waits ${ms} ms`, async () => waits.some(isOver))
    for (const waiting of waits.splice(waits.findIndex(isOver), 1)) waiting.end()
  }
  return { processor, waits, sent, hear, pass }
}

const aCharge = (): Charge => ({ key: newId(), cents: 100, createdAt: new Date() })
const succeeded = { state: 'succeeded' }

test('it has a default method, so that a manual first request works', async () => {
  const { processor } = aBench()
  assert.deepEqual(
    [processor.name, processor.livemode, processor.publicKey, processor.defaultMethod],
    ['simulated', false, 'pk_simulated', 'pm_card_visa'],
  )
  assert.deepEqual(
    answerOf(await processor.charge(aCharge(), processor.defaultMethod ?? '')),
    succeeded,
  )
})

test('every outcome is sent as a signed webhook', async () => {
  const { processor, hear } = aBench()
  const [charge, declined] = [aCharge(), aCharge()]
  await processor.charge(charge, 'pm_card_visa')
  await processor.charge(declined, 'pm_card_visa_chargeDeclinedLostCard')
  const events = await hear(2)
  assert.deepEqual(
    events.map(({ key, outcome }) => ({ key, outcome })),
    [
      { key: charge.key, outcome: { ...succeeded, id: `sim_${charge.key}` } },
      { key: declined.key, outcome: { state: 'declined', reason: 'lost_card' } },
    ],
  )
  assert.equal(new Set(events.map(({ id }) => id)).size, 2)
})

test('webhooks that are forged or changed are refused', async () => {
  const { processor, sent, hear } = aBench()
  await processor.charge(aCharge(), 'pm_card_visa_chargeDeclined')
  await hear(1)
  const [{ headers, body } = { headers: {}, body: '' }] = sent
  const forged = Buffer.from(body.replace('declined', 'succeeded'))
  for (const [given, bytes] of [
    [headers, forged],
    [{}, Buffer.from(body)],
    [{ ...headers, 'simulated-signature': 't=1,v1=0' }, Buffer.from(body)],
  ] as const) {
    assert.throws(() => processor.webhook(given, bytes), { name: 'Problem', status: 400 })
  }
  const other = aBench().processor
  assert.throws(() => other.webhook(headers, Buffer.from(body)), { status: 400 })
})

test('the simulated buyer approves after five seconds', async () => {
  const { processor, hear, pass } = aBench()
  const charge = aCharge()
  const first = await processor.charge(charge, 'pm_card_threeDSecure2Required')
  assert.equal(first.state, 'requires_action')
  await pass(5_000)
  assert.deepEqual(
    (await hear(2)).map(({ outcome }) => outcome),
    [first, { ...succeeded, id: `sim_${charge.key}` }],
  )
  assert.deepEqual(answerOf(await processor.find(charge)), succeeded)
})

// Requirement (rules): A charge of one process is found by another
test('a charge that one process began is found, continued and refunded by another', async () => {
  const [began, other] = [aBench({ faults: { approve_after: 200 } }).processor, aBench().processor]
  const [good, waiting, cancelled] = [aCharge(), aCharge(), aCharge()]
  await began.charge(good, 'pm_card_visa')
  assert.deepEqual(answerOf(await other.find(good)), succeeded)
  assert.deepEqual(answerOf(await other.charge(good, 'pm_card_chargeDeclined')), succeeded)
  const refund = { charge: good, key: newId(), cents: 60 }
  for (const processor of [began, other]) {
    assert.deepEqual(answerOf(await processor.refund(refund)), { state: 'refunded' })
  }
  assert.deepEqual(answerOf(await other.refund({ ...refund, key: newId() })), {
    state: 'refused',
    reason: 'charge_already_refunded',
  })
  // The process that would report it has ended meanwhile: its timer never fires.
  assert.equal(
    (await began.charge(waiting, 'pm_card_threeDSecureRequired')).state,
    'requires_action',
  )
  await until('approved', async () => (await other.find(waiting)).state === 'succeeded')
  assert.equal(await other.cancelCharge(cancelled), 'cancelled')
  assert.deepEqual(await began.charge(cancelled, 'pm_card_visa'), {
    state: 'declined',
    reason: 'canceled',
  })
})

for (const [method, reason] of [
  ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ['pm_card_threeDSecureRequiredProcessingError', 'processing_error'],
  ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
] as const) {
  test(`${method} is declined after the buyer's approval`, async () => {
    const { processor, pass } = aBench({ faults: { approve_after: 60_000 } })
    const charge = aCharge()
    assert.equal((await processor.charge(charge, method)).state, 'requires_action')
    await pass(60_000)
    await until('declined', async () => (await processor.find(charge)).state === 'declined')
    assert.deepEqual(await processor.find(charge), { state: 'declined', reason })
  })
}

test('any other method succeeds, including real ones', async () => {
  const { processor } = aBench()
  for (const method of ['pm_card_mastercard', 'pm_1Nv0FGQ9RKHgCVdK', 'cash', '', 'constructor']) {
    assert.deepEqual(answerOf(await processor.charge(aCharge(), method)), succeeded, method)
  }
  assert.deepEqual(await processor.charge(aCharge(), 'pm_card_chargeDeclinedSomehow'), {
    state: 'declined',
    reason: 'generic_decline',
  })
})

test('a webhook is sent again until it is accepted', async () => {
  const { processor, hear, pass } = aBench({ statuses: [500, 0, 404, 200] })
  await processor.charge(aCharge(), 'pm_card_visa')
  for (const ms of [1_000, 5_000, 30_000]) await pass(ms)
  assert.equal(new Set((await hear(4)).map(({ id }) => id)).size, 1)
})

test('it gives up on a webhook that is never accepted', async () => {
  const { processor, waits, hear, pass } = aBench({ statuses: Array(9).fill(0) })
  await processor.charge(aCharge(), 'pm_card_visa')
  for (const ms of [1_000, 5_000, 30_000, 120_000]) await pass(ms)
  await hear(5)
  assert.equal(waits.length, 0)
})

test('on demand, it sends webhooks twice and late', async () => {
  const faults = { double_webhooks: 0.5, webhook_delay: 3_000 }
  const { processor, sent, hear, pass } = aBench({ faults, draws: [0.4, 0.6] })
  await processor.charge(aCharge(), 'pm_card_visa')
  await processor.charge(aCharge(), 'pm_card_visa')
  assert.equal(sent.length, 0)
  for (let time = 0; time < 3; time++) await pass(3_000)
  assert.equal(new Set((await hear(3)).map(({ id }) => id)).size, 2)
})

test('on demand, it answers late', async () => {
  const { processor, pass } = aBench({ faults: { delay: 2_000 } })
  const asked = processor.charge(aCharge(), 'pm_card_visa')
  await pass(2_000)
  assert.deepEqual(answerOf(await asked), succeeded)
})

test('on demand, it loses answers after it has acted', async () => {
  const { processor } = aBench({ faults: { lose_answers: 0.1 }, draws: [0.05] })
  const charge = aCharge()
  await assert.rejects(processor.charge(charge, 'pm_card_visa'), /did not answer/)
  assert.deepEqual(answerOf(await processor.find(charge)), succeeded)
})

test('on demand, it loses requests before they arrive', async () => {
  const { processor } = aBench({ faults: { lose_requests: 0.1 }, draws: [0.05] })
  const charge = aCharge()
  await assert.rejects(processor.charge(charge, 'pm_card_visa'), /did not answer/)
  assert.deepEqual(await processor.find(charge), { state: 'none' })
})

test('on demand, it delays requests: after a cancellation they charge nothing', async () => {
  const faults = { late_requests: 0.1, late_by: 700 }
  const draws = [0.05]
  const { processor, pass } = aBench({ faults, draws })
  const [charge, cancelled] = [aCharge(), aCharge()]
  await assert.rejects(processor.charge(charge, 'pm_card_visa'), /did not answer/)
  assert.deepEqual(await processor.find(charge), { state: 'none' })
  await pass(700)
  await until('charged', async () => (await processor.find(charge)).state === 'succeeded')

  draws.push(0.05)
  await assert.rejects(processor.charge(cancelled, 'pm_card_visa'), /did not answer/)
  assert.equal(await processor.cancelCharge(cancelled), 'cancelled')
  await pass(700)
  assert.deepEqual(await processor.find(cancelled), { state: 'declined', reason: 'canceled' })
})

test('a refund of an unknown charge succeeds', async () => {
  const { processor } = aBench()
  const refund = { charge: aCharge(), key: newId(), cents: 100 }
  assert.deepEqual(answerOf(await processor.refund(refund)), { state: 'refunded' })
})

for (const [method, first, last] of [
  ['pm_card_pendingRefund', { state: 'pending' }, { state: 'refunded' }],
  [
    'pm_card_refundFail',
    { state: 'refunded' },
    { state: 'refused', reason: 'expired_or_canceled_card' },
  ],
] as const) {
  test(`a refund of ${method} is ${first.state} at first, and ${last.state} later`, async () => {
    const { processor, hear, pass } = aBench({ faults: { refund_ends_after: 600 } })
    const charge = aCharge()
    await processor.charge(charge, method)
    const refund = { charge, key: newId(), cents: 100 }
    const given = await processor.refund(refund)
    assert.deepEqual(answerOf(given), first)
    assert.deepEqual(await processor.refund(refund), given)
    await hear(1)
    await pass(600)
    const [, said] = await hear(2)
    const ended = { id: `re_${refund.key}`, key: refund.key, cents: 100, ...last }
    assert.deepEqual([said?.key, said?.refund], [charge.key, ended])
    assert.deepEqual(await processor.refundsOf(charge), [ended])
    assert.deepEqual(await processor.refund(refund), ended)
  })
}

test('by default, it does none of that', () => {
  const { late_by, approve_after, webhook_delay, refund_ends_after, ...others } = noFaults
  const { dispute_after, dispute_for, ...faults } = others
  assert.deepEqual([late_by, approve_after, webhook_delay], [3_000, 5_000, 250])
  assert.equal(refund_ends_after, 5_000)
  assert.deepEqual([dispute_after, dispute_for], [1_000, 60_000])
  assert.ok(Object.values(faults).every((fault) => fault === 0))
})

for (const [status, draws] of [
  ['won', [0.1]],
  ['lost', [0.5]],
] as const) {
  // Requirement (rules): The simulated processor disputes on demand
  test(`a charge of pm_card_createDispute is disputed, and that is ${status}`, async () => {
    const faults = { dispute_after: 7, dispute_for: 8, win_disputes: 0.3 }
    const { processor, hear, pass } = aBench({ faults, draws: [...draws] })
    const charge = aCharge()
    assert.deepEqual(answerOf(await processor.charge(charge, 'pm_card_createDispute')), succeeded)
    assert.equal((await hear(1))[0]?.dispute, undefined)
    const about = { id: `dp_${charge.key}`, cents: 100, reason: 'fraudulent' }
    await pass(7)
    assert.deepEqual((await hear(2))[1]?.dispute, { ...about, status: 'open' })
    await pass(8)
    assert.deepEqual((await hear(3))[2]?.dispute, { ...about, status })
    await processor.charge(charge, 'pm_card_createDispute')
    await hear(3)
  })
}
