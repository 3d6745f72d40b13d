/** Payouts of Stripe, compared with our orders: to the cent, and what is not known is listed. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aStripeServer } from '../../../test/stripe-server.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'
import { payoutFaults } from './faults.ts'
import { syncAll } from './sync.ts'

const day = 86_400_000
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const keys = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' }
const stripe = await aStripeServer({ ...keys, now: () => now().getTime() })
after(stripe.close)
const world = await aWorld({
  now,
  env: {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLIC_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  },
})
const { app, db, get, post, aUser } = world
const admin = await aUser({ roles: ['admin'] })

/** A payout, some hours after the one before. */
function payOut(of: Parameters<typeof stripe.payOut>[0] = {}) {
  clock.ahead += day / 4
  return stripe.payOut(of)
}

const sync = () => syncAll({ db, now }, app.processors.all)

/** A payment of 50 euros, and what staff do with it. */
async function aSale(method = 'pm_card_visa') {
  const buyer = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id })
  const tier = await aTier(world, { price_cents: 5_000, festival_id: festival.id })
  const order = { payment_type: 'ticket', entity_id: tier.id, processorPaymentMethodId: method }
  const { status, body } = await post('/payments', order, { as: buyer })
  assert.equal(status, 201, JSON.stringify(body))
  return {
    id: body.id as string,
    number: body.order_number as string,
    refund: (amount?: number) =>
      post(`/payments/${body.id}/refund`, amount === undefined ? {} : { amount }, { as: admin }),
  }
}

/** An event of Stripe's arrives. */
async function hear(type: string, object: object) {
  const { headers, body: payload } = stripe.event(type, object, now().getTime())
  const sent = { method: 'POST', url: '/payments/webhook', headers, payload } as const
  assert.equal((await app.inject(sent)).statusCode, 200)
}

async function read(path: string) {
  const { status, body } = await get(path, { as: admin })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** The payouts, newest first, by their sums. */
async function sums() {
  const { payouts } = await read('/payouts')
  return payouts.map(
    ({ entries, amount, charges, refunds, disputes, fees, other, difference, unknown }: any) => ({
      entries,
      amount,
      sums: [charges, refunds, disputes, fees, other],
      difference,
      unknown,
    }),
  )
}

const entriesOf = async (query: string) => (await read(`/payouts/entries?${query}`)).entries

function sameRows(rows: unknown[], expected: unknown[]) {
  const sorted = (all: unknown[]) => all.map((one) => JSON.stringify(one)).toSorted()
  assert.deepEqual(sorted(rows), sorted(expected))
}

// Requirement (rules): contract §10.10 Payouts: a payout is the sum of what is in it, to the cent
test('a payout consists of charges, refunds, disputes and fees, each in its order', async () => {
  const [kept, part, disputed] = [await aSale(), await aSale(), await aSale()]
  await part.refund(12.34)
  const [intent] = stripe.ofPayment(disputed.id)
  const dispute = {
    id: 'dp_1',
    object: 'dispute',
    amount: 5_000,
    reason: 'fraudulent',
    payment_intent: intent?.['id'],
  }
  await hear('charge.dispute.created', { ...dispute, status: 'needs_response' })
  stripe.recordInBalance({ category: 'dispute', amount: -5_000, fee: 2_000, source: dispute })
  stripe.recordInBalance({ category: 'fee', amount: -100, source: null, description: 'Radar' })
  const payout = payOut()
  await sync()

  // 3 × 50.00 − 12.34 − 50.00, and fees of 3 × 1.00, 20.00 and 1.00.
  assert.deepEqual(await sums(), [
    {
      entries: 'known',
      amount: 63.66,
      sums: [150, -12.34, -50, -24, 0],
      difference: 0,
      unknown: 0,
    },
  ])
  assert.deepEqual(await payoutFaults(db), [])
  const entries = await entriesOf(`payout=${payout['id']}`)
  // Stripe's times have seconds alone.
  sameRows(
    entries.map(({ kind, amount, fee, net, order_number, known }: any) => [
      kind,
      amount,
      fee,
      net,
      order_number,
      known,
    ]),
    [
      ['fee', -100 / 100, 0, -1, null, true],
      ['dispute', -50, 20, -70, disputed.number, true],
      ['refund', -12.34, 0, -12.34, part.number, true],
      ['charge', 50, 1, 49, disputed.number, true],
      ['charge', 50, 1, 49, part.number, true],
      ['charge', 50, 1, 49, kept.number, true],
    ],
  )
  const csv = await get(`/payouts/entries.csv?payout=${payout['id']}`, { as: admin })
  assert.equal(csv.text.trim().split('\r\n').length, 7)
})

test('a second sync reads the same, and a payout is read once Stripe knows what is in it', async () => {
  const before = await sums()
  await aSale()
  const payout = payOut({ isReady: false })
  await sync()
  const [newest, ...rest] = await sums()
  assert.deepEqual([newest.entries, newest.amount, newest.difference], ['pending', 49, 0])
  assert.deepEqual(rest, before)
  assert.equal((await entriesOf('payout=none&unknown=true')).length, 0)

  payout['reconciliation_status'] = 'completed'
  clock.ahead += day
  await sync()
  await sync()
  const [known] = await sums()
  assert.deepEqual([known.entries, known.sums, known.difference], ['known', [50, 0, 0, -1, 0], 0])
})

// docs.stripe.com: entries of payouts that a person requests are not assigned to them.
test('a payout by hand has no entries: they stay without a payout', async () => {
  await aSale()
  payOut({ cents: 3_000 })
  await sync()
  const [newest] = await sums()
  assert.deepEqual([newest.entries, newest.amount], ['unassigned', 30])
  const open = await entriesOf('payout=none')
  assert.deepEqual(
    open.map(({ kind, amount }: any) => [kind, amount]),
    [
      ['payout', -30],
      ['charge', 50],
      // Payouts by the schedule are not among their own entries.
      ['payout', -49],
      ['payout', -63.66],
    ],
  )
})

test('a payout that the bank returns is in the next one, and is said to have failed', async () => {
  await aSale()
  const failed = payOut()
  await sync()
  stripe.failPayout(failed['id'])
  await aSale()
  payOut()
  await sync()
  const { payouts } = await read('/payouts?limit=2')
  assert.deepEqual(
    payouts.map(({ status, failure, amount, other, difference }: any) => [
      status,
      failure,
      amount,
      other,
      difference,
    ]),
    [
      ['in_transit', null, failed['amount'] / 100 + 49, failed['amount'] / 100, 0],
      ['failed', 'account_closed', failed['amount'] / 100, -30, 0],
    ],
  )
})

test('a refund that fails later is in the balance again, and known', async () => {
  const sale = await aSale('pm_card_refundFail')
  await sale.refund()
  const [ended] = stripe.endRefunds(sale.id)
  await hear('refund.failed', ended ?? {})
  payOut()
  await sync()
  const [newest] = await sums()
  assert.deepEqual([newest.sums, newest.difference, newest.unknown], [[50, 0, 0, -1, 0], 0, 0])
  assert.deepEqual(await payoutFaults(db), [])
})

// Requirement (rules): contract §10.10 Payouts: what is in no order is listed
test('what is in no order of ours is listed, and so is a charge that Stripe does not have', async () => {
  const source = { id: 'ch_elsewhere', object: 'charge', payment_intent: 'pi_elsewhere' }
  stripe.recordInBalance({ category: 'charge', amount: 700, source })
  stripe.recordInBalance({ category: 'topup', amount: 1_000, source: null })
  const lost = await aSale()
  const [intent] = stripe.ofPayment(lost.id)
  const { balance } = stripe.state
  balance.splice(
    balance.findIndex(({ source: of }) => of?.payment_intent === intent?.['id']),
    1,
  )
  clock.ahead += 4 * day
  await sync()
  const unknown = await entriesOf('unknown=true')
  sameRows(
    unknown.map(({ category, amount }: any) => [category, amount]),
    [
      ['topup', 10],
      ['charge', 7],
    ],
  )
  const faults = await payoutFaults(db)
  assert.match(
    faults.join('\n'),
    /^Entry txn_\w+ of stripe: charge of 700 cents \(ch_elsewhere\) is in no order$/m,
  )
  assert.match(
    faults.join('\n'),
    /^Order \S+: 5000 cents were charged \(pi_\w+\), but stripe has no such entry$/m,
  )
  assert.equal(faults.length, 2)
})

test('long lists are read page after page, and a sync that fails says so and is safe to repeat', async () => {
  for (let n = 0; n < 230; n++) {
    stripe.recordInBalance({ category: 'fee', amount: -1, source: null })
  }
  clock.ahead += day
  stripe.trouble(/GET .*balance_transactions/, { status: 401 })
  await assert.rejects(sync())
  const { processors } = await read('/payouts/sync')
  assert.deepEqual(
    processors.map(({ processor, failure }: any) => [processor, failure]),
    [['stripe', 'StripeAuthenticationError']],
  )
  await sync()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from balance_entries where kind = 'fee' and cents = -1`.execute(db)
  assert.equal(rows[0]?.n, 230)
  assert.equal((await read('/payouts/sync')).processors[0].failure, null)
})

test('only admins and users with manage_money read payouts and have them read', async () => {
  const user = await aUser()
  for (const path of ['/payouts', '/payouts/sync', '/payouts/entries', '/payouts/entries.csv']) {
    assert.equal((await get(path, { as: user })).status, 403)
  }
  assert.equal((await post('/payouts/sync', {}, { as: user })).status, 403)
  const treasurer = await aUser({ permissions: ['manage_money'] })
  assert.equal((await get('/payouts', { as: treasurer })).status, 200)
  await world.jobs.start()
  const before = now()
  const { status, body } = await post('/payouts/sync', {}, { as: admin })
  assert.deepEqual([status, body], [202, { message: 'The payouts are being read' }])
  await until('the payouts are read', async () => {
    const { processors } = await read('/payouts/sync')
    return processors[0].ended_at !== null && new Date(processors[0].began_at) > before
  })
})
