/** What the simulated processor does to whoever builds on it: webhooks, and trouble when told to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/ids'
import { type Faults, noFaults } from './faults.ts'
import type { Charge, ProcessorEvent } from './processor.ts'
import { type Deliver, simulated } from './simulated.ts'

type Setting = {
  faults?: Partial<Faults>
  /** what is drawn next; then 1, which is never below a share */
  draws?: number[]
  /** how the webhooks are answered; then 200 */
  statuses?: number[]
}

/** A processor whose waits are over when the test says so, in the order of their time. */
function aBench({ faults = {}, draws = [], statuses = [] }: Setting = {}) {
  const waits: { ms: number; end: () => void }[] = []
  const sent: Parameters<Deliver>[0][] = []
  const processor = simulated({
    now: () => new Date(),
    faults,
    random: () => draws.shift() ?? 1,
    wait: async (ms) => {
      if (ms > 0) await new Promise<void>((end) => waits.push({ ms, end }))
    },
    deliver: async (webhook) => {
      sent.push(webhook)
      const status = statuses.shift() ?? 200
      if (status === 0) throw new Error('nobody there')
      return status
    },
  })
  const hear = () =>
    sent.map(({ headers, body }) => processor.webhook(headers, Buffer.from(body)) as ProcessorEvent)
  /** Lets all that can go on without a wait go on. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const pass = async (ms: number) => {
    await settle()
    const over = waits.find((waiting) => waiting.ms === ms)
    assert.ok(over, `nothing waits ${ms} ms, but ${waits.map((waiting) => waiting.ms)}`)
    waits.splice(waits.indexOf(over), 1)
    over.end()
    await settle()
  }
  return { processor, waits, sent, hear, settle, pass }
}

const aCharge = (): Charge => ({ key: newId(), cents: 100, createdAt: new Date() })
const succeeded = { state: 'succeeded' }

test('it has a method of its own, so that a first request by hand works', async () => {
  const { processor } = aBench()
  assert.deepEqual(
    [processor.name, processor.publicKey, processor.defaultMethod],
    ['simulated', 'pk_simulated', 'pm_card_visa'],
  )
  assert.deepEqual(await processor.charge(aCharge(), processor.defaultMethod ?? ''), succeeded)
})

test('every outcome is sent as a signed webhook', async () => {
  const { processor, hear, settle } = aBench()
  const [charge, declined] = [aCharge(), aCharge()]
  await processor.charge(charge, 'pm_card_visa')
  await processor.charge(declined, 'pm_card_visa_chargeDeclinedLostCard')
  await settle()
  const events = hear()
  assert.deepEqual(
    events.map(({ key, outcome }) => ({ key, outcome })),
    [
      { key: charge.key, outcome: succeeded },
      { key: declined.key, outcome: { state: 'declined', reason: 'lost_card' } },
    ],
  )
  assert.equal(new Set(events.map(({ id }) => id)).size, 2)
})

test('webhooks that are forged or changed are refused', async () => {
  const { processor, sent, settle } = aBench()
  await processor.charge(aCharge(), 'pm_card_visa_chargeDeclined')
  await settle()
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
  assert.deepEqual(await processor.get(charge), succeeded)
  assert.deepEqual(
    hear().map(({ outcome }) => outcome),
    [first, succeeded],
  )
})

for (const [method, reason] of [
  ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ['pm_card_threeDSecureRequiredProcessingError', 'processing_error'],
  ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
] as const) {
  test(`${method} is declined once the buyer was there`, async () => {
    const { processor, pass } = aBench({ faults: { approve_after: 100 } })
    const charge = aCharge()
    assert.equal((await processor.charge(charge, method)).state, 'requires_action')
    await pass(100)
    assert.deepEqual(await processor.get(charge), { state: 'declined', reason })
  })
}

test('any other method is good, those of no test too', async () => {
  const { processor } = aBench()
  for (const method of ['pm_card_mastercard', 'pm_1Nv0FGQ9RKHgCVdK', 'cash', '', 'constructor']) {
    assert.deepEqual(await processor.charge(aCharge(), method), succeeded, method)
  }
  assert.deepEqual(await processor.charge(aCharge(), 'pm_card_chargeDeclinedSomehow'), {
    state: 'declined',
    reason: 'generic_decline',
  })
})

test('a webhook is sent again until it is taken', async () => {
  const { processor, sent, hear, pass, settle } = aBench({ statuses: [500, 0, 404, 200] })
  await processor.charge(aCharge(), 'pm_card_visa')
  await settle()
  for (const ms of [1_000, 5_000, 30_000]) await pass(ms)
  assert.equal(sent.length, 4)
  assert.equal(new Set(hear().map(({ id }) => id)).size, 1)
})

test('it gives up on a webhook that nobody ever takes', async () => {
  const { processor, sent, waits, pass, settle } = aBench({ statuses: Array(9).fill(0) })
  await processor.charge(aCharge(), 'pm_card_visa')
  await settle()
  for (const ms of [1_000, 5_000, 30_000, 120_000]) await pass(ms)
  assert.deepEqual([sent.length, waits.length], [5, 0])
})

test('told to, it sends webhooks twice and late', async () => {
  const faults = { double_webhooks: 0.5, webhook_delay: 3_000 }
  const { processor, sent, hear, pass, settle } = aBench({ faults, draws: [0.4, 0.6] })
  await processor.charge(aCharge(), 'pm_card_visa')
  await processor.charge(aCharge(), 'pm_card_visa')
  await settle()
  assert.equal(sent.length, 0)
  for (let time = 0; time < 3; time++) await pass(3_000)
  assert.equal(sent.length, 3)
  assert.equal(new Set(hear().map(({ id }) => id)).size, 2)
})

test('told to, it answers late', async () => {
  const { processor, pass } = aBench({ faults: { delay: 2_000 } })
  const asked = processor.charge(aCharge(), 'pm_card_visa')
  await pass(2_000)
  assert.deepEqual(await asked, succeeded)
})

test('told to, it loses answers after it has done what was asked', async () => {
  const { processor } = aBench({ faults: { lose_answers: 0.1 }, draws: [0.05] })
  const charge = aCharge()
  await assert.rejects(processor.charge(charge, 'pm_card_visa'), /did not answer/)
  assert.deepEqual(await processor.get(charge), succeeded)
})

test('told to, it loses requests before they arrive', async () => {
  const { processor } = aBench({ faults: { lose_requests: 0.1 }, draws: [0.05] })
  const charge = aCharge()
  await assert.rejects(processor.charge(charge, 'pm_card_visa'), /did not answer/)
  assert.deepEqual(await processor.get(charge), { state: 'none' })
})

test('told to, it lets requests arrive late: after a cancellation they charge nothing', async () => {
  const faults = { late_requests: 0.1, late_by: 700 }
  const { processor, pass } = aBench({ faults, draws: [0.05, 1, 1, 0.05] })
  const [charge, fenced] = [aCharge(), aCharge()]
  await assert.rejects(processor.charge(charge, 'pm_card_visa'), /did not answer/)
  assert.deepEqual(await processor.get(charge), { state: 'none' })
  await pass(700)
  assert.deepEqual(await processor.get(charge), succeeded)

  await assert.rejects(processor.charge(fenced, 'pm_card_visa'), /did not answer/)
  assert.equal(await processor.cancel(fenced), 'cancelled')
  await pass(700)
  assert.deepEqual(await processor.get(fenced), { state: 'declined', reason: 'canceled' })
})

test('a refund of a charge it has forgotten is given, one of pm_card_refundFail is not', async () => {
  const { processor } = aBench()
  const refund = { charge: aCharge(), key: newId(), cents: 100 }
  assert.deepEqual(await processor.refund(refund), { state: 'refunded' })
  const charge = aCharge()
  await processor.charge(charge, 'pm_card_refundFail')
  assert.deepEqual(await processor.refund({ charge, key: newId(), cents: 100 }), {
    state: 'refused',
    reason: 'refund_failed',
  })
})

test('untold, it does nothing of that', () => {
  const { late_by, approve_after, ...faults } = noFaults
  assert.deepEqual([late_by, approve_after], [3_000, 5_000])
  assert.ok(Object.values(faults).every((fault) => fault === 0))
})

test('it forgets the oldest charges rather than grow without end', async () => {
  const processor = simulated({ now: () => new Date() })
  const [first, ...others] = Array.from({ length: 100_001 }, aCharge)
  assert.ok(first)
  await processor.charge(first, 'pm_card_visa')
  for (const charge of others) await processor.charge(charge, 'pm_card_visa')
  assert.deepEqual(await processor.get(first), { state: 'none' })
  for (const charge of [others.at(0), others.at(-1)]) {
    assert.deepEqual(charge && (await processor.get(charge)), succeeded)
  }
})
