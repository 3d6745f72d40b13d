/** Refunds at Stripe that end after they were made: done late, or failed days after they were done. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sendMails } from '#messaging/mail'
import { newId } from '#platform/values/ids'
import { aTier, points } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aPostOffice } from '../../../test/post-office.ts'
import { aStripeServer } from '../../../test/stripe-server.ts'
import { aWorld } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { auditLedger } from './ledger/audit.ts'
import { refundMail } from './mails/mails.ts'
import { paymentContextOf } from './model/payment-context.ts'

const keys = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' }
const stripe = await aStripeServer(keys)
after(stripe.close)
const office = await aPostOffice()
after(() => void office.close())
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({
  now,
  env: {
    PUBLIC_URL: 'https://festival.example',
    SMTP_URL: office.url(),
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLIC_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  },
})
const { app, db, get, post, aUser } = world
const checkout = openCheckout(paymentContextOf(app))
const admin = await aUser({ roles: ['admin'] })
const hour = 3_600_000

/** Sends an event more than once, as Stripe does. */
async function hear(type: string, object: object, times = 2) {
  const { headers, body: payload } = stripe.event(type, object, now().getTime())
  const sent = { method: 'POST', url: '/payments/webhook', headers, payload } as const
  for (let time = 0; time < times; time++) assert.equal((await app.inject(sent)).statusCode, 200)
}

/** Creates a payment of 50 euros, which may be refunded. */
async function aPayment(method: string, pointsToUse = 0) {
  const buyer = await aUser()
  if (pointsToUse > 0) await points(world, buyer, pointsToUse)
  const { id: organizer_id } = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id })
  const tier = await aTier(world, { price_cents: 5_000, festival_id: festival.id })
  const order = { payment_type: 'ticket', entity_id: tier.id, processorPaymentMethodId: method }
  const { body } = await post('/payments', { ...order, pointsToUse }, { as: buyer })
  const id = body.id as string
  const read = async () => {
    const { body: list } = await get(`/payments/all?q=${id}`, { as: admin })
    const { status, refunded_amount, needs_review } = list.payments[0]
    return [status, refunded_amount, needs_review]
  }
  const refund = (given: object = {}, call: object = {}) =>
    post(`/payments/${id}/refund`, given, { as: admin, ...call })
  const sales = async () => {
    const { body: sold } = await get(`/festivals/${festival.id}/sales`, { as: admin })
    return [sold.totals.sold, sold.totals.refunded]
  }
  const report = async () => {
    const { body: said } = await get(`/festivals/${festival.id}/report`, { as: admin })
    const { returned_count, refunded_amount, net_amount } = said.totals
    return [returned_count, refunded_amount, net_amount]
  }
  const noticesOf = async () => {
    const { body: notices } = await get('/notifications', { as: buyer })
    return notices.filter(({ type }: { type: string }) => type === 'payment.refunded').length
  }
  return { id, buyer, tier, read, refund, sales, report, noticesOf }
}

/** Returns the mails about refunds that a user has received by now. */
async function mailsTo({ email }: { email: string }) {
  await sendMails(app, { refund: refundMail(app) }, AbortSignal.timeout(60_000))
  return (await office.received(email, 'Refund')).length
}

const failed = 'Refund failed: expired_or_canceled_card'

for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated']) {
  // Requirement (rules): contract §7.5 Refunds: one that fails after it was done is owed, and given back
  //   again
  test(`${type}: a refund that fails after it was done is owed again, and staff give it back once more`, async () => {
    const { id, buyer, tier, read, refund, sales, report, noticesOf } =
      await aPayment('pm_card_refundFail')
    assert.equal((await refund()).body.status, 'refunded')
    assert.equal(await mailsTo(buyer), 1)
    assert.deepEqual(
      [await sales(), await report()],
      [
        [0, 50],
        [1, 50, 0],
      ],
    )
    const [ended] = stripe.endRefunds(id)
    assert.ok(ended)
    await hear(type, ended)
    assert.deepEqual(await read(), ['refunding', 50, failed])
    // The money is back; the ticket is not.
    assert.deepEqual(
      [await sales(), await report()],
      [
        [0, 0],
        [0, 0, 50],
      ],
    )
    const ticket = (await get(`/payments/${id}`, { as: buyer })).body
    assert.deepEqual([ticket.status, ticket.qr_code], ['refunding', null])
    const { body: timeline } = await get(`/payments/${id}/timeline`, { as: buyer })
    assert.equal(timeline.at(-1).reason, failed)
    assert.deepEqual([await mailsTo(buyer), await noticesOf()], [1, 1])
    // Out of order: an event sent before the refund failed changes nothing.
    await hear('refund.updated', { ...ended, status: 'succeeded', failure_reason: undefined })
    await hear('refund.updated', { ...ended, status: 'pending' })
    assert.deepEqual(await read(), ['refunding', 50, failed])
    for (const intent of stripe.ofPayment(id)) intent['method'] = 'pm_card_visa'
    const again = await refund()
    assert.deepEqual([again.status, again.body.status], [200, 'refunded'])
    assert.deepEqual(await read(), ['refunded', 50, null])
    assert.deepEqual(
      [await sales(), await report()],
      [
        [0, 50],
        [1, 50, 0],
      ],
    )
    assert.equal(stripe.refundedOf(id), 5_000)
    assert.deepEqual([await mailsTo(buyer), await noticesOf()], [2, 2])
    const stock = await db.selectFrom('tiers').select('sold').where('id', '=', tier.id).execute()
    assert.deepEqual(stock, [{ sold: 0 }])
  })
}

// Requirement (rules): contract §7.5 Refunds: one that is pending is not done
test('a refund that is pending is not done: the buyer hears of it when it is', async () => {
  const { id, buyer, read, refund, sales, report, noticesOf } =
    await aPayment('pm_card_pendingRefund')
  assert.equal((await refund()).body.status, 'refunding')
  assert.deepEqual(await read(), ['refunding', 50, null])
  assert.deepEqual([await mailsTo(buyer), await noticesOf()], [0, 0])
  assert.deepEqual(
    [await sales(), await report()],
    [
      [0, 0],
      [0, 0, 50],
    ],
  )
  const [ended] = stripe.endRefunds(id)
  assert.ok(ended)
  await hear('refund.updated', ended)
  assert.deepEqual(await read(), ['refunded', 50, null])
  assert.deepEqual([await mailsTo(buyer), await noticesOf()], [1, 1])
  assert.deepEqual(
    [await sales(), await report()],
    [
      [0, 50],
      [1, 50, 0],
    ],
  )
})

test('a refund that stays pending is asked for, not made again, when its webhook is lost', async () => {
  const { id, read, refund } = await aPayment('pm_card_pendingRefund')
  await refund()
  stripe.endRefunds(id)
  clock.ahead += hour / 2
  await sweep(checkout)
  assert.deepEqual(await read(), ['refunding', 50, null])
  clock.ahead += hour
  await sweep(checkout)
  assert.deepEqual(await read(), ['refunded', 50, null])
  assert.equal(stripe.refundedOf(id), 5_000)
})

test('a pending refund that fails calls for a review, and the buyer hears nothing', async () => {
  const { id, buyer, read, refund, noticesOf } = await aPayment('pm_card_pendingRefund')
  await refund()
  const [pending] = stripe.state.refunds.slice(-1)
  assert.ok(pending)
  Object.assign(pending, { status: 'failed', failure_reason: 'insufficient_funds' })
  await hear('refund.failed', pending)
  assert.deepEqual(await read(), ['refunding', 50, 'Refund refused: insufficient_funds'])
  assert.deepEqual([await mailsTo(buyer), await noticesOf()], [0, 0])
  assert.equal(stripe.refundedOf(id), 0)
})

test('a mail that was not sent yet when the refund failed is not sent', async () => {
  const { id, buyer, refund } = await aPayment('pm_card_refundFail')
  await refund()
  for (const ended of stripe.endRefunds(id)) await hear('refund.failed', ended)
  assert.equal(await mailsTo(buyer), 0)
})

test('a part that fails later leaves the payment as before it, and its points stand again', async () => {
  const { id, buyer, read, refund, sales } = await aPayment('pm_card_refundFail')
  const balance = async () => (await get('/rewards/points', { as: buyer })).body.balance
  assert.equal((await refund({ amount: 20 })).body.status, 'partially_refunded')
  assert.deepEqual([await balance(), await sales()], [30, [1, 20]])
  for (const ended of stripe.endRefunds(id)) await hear('refund.failed', ended)
  assert.deepEqual(await read(), ['succeeded', 0, failed])
  assert.deepEqual([await balance(), await sales()], [50, [1, 0]])
  assert.notEqual((await get(`/payments/${id}`, { as: buyer })).body.qr_code, null)
})

test('a part that fails after the rest was given back is owed, and given back by itself', async () => {
  const { id, read, refund } = await aPayment('pm_card_refundFail')
  await refund({ amount: 20 })
  await refund()
  const ended = stripe.endRefunds(id)
  assert.equal(ended.length, 2)
  for (const one of ended.toReversed()) await hear('refund.failed', one)
  assert.deepEqual(await read(), ['refunding', 30, failed])
  for (const intent of stripe.ofPayment(id)) intent['method'] = 'pm_card_visa'
  // The refund that ended the payment comes first, then the partial one.
  const other = await refund({ amount: 20 })
  assert.deepEqual([other.status, other.body.code, other.body.amount], [409, 'refund_refused', 30])
  await refund()
  assert.deepEqual(await read(), ['refunded', 30, failed])
  assert.equal((await refund()).status, 200)
  assert.deepEqual(await read(), ['refunded', 50, null])
  assert.equal(stripe.refundedOf(id), 5_000)
  assert.equal((await refund()).body.code, 'already_refunded')
})

test('what ended a payment and a part of it are asked for again, each once, while both are pending', async () => {
  const { id, read, refund } = await aPayment('pm_card_refundFail')
  await refund({ amount: 20 })
  await refund()
  for (const one of stripe.endRefunds(id)) await hear('refund.failed', one)
  for (const intent of stripe.ofPayment(id)) intent['method'] = 'pm_card_pendingRefund'
  const answers = [await refund(), await refund(), await refund()]
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.status ?? body.code]),
    [
      [200, 'refunding'],
      [200, 'refunding'],
      [409, 'already_refunded'],
    ],
  )
  for (const one of stripe.endRefunds(id)) await hear('refund.updated', one)
  assert.deepEqual(await read(), ['refunded', 50, null])
  assert.equal(stripe.refundedOf(id), 5_000)
})

// Requirement (rules): contract §7.5 Refunds: by other means
test('staff book what they have given back by other means, once the processor could not', async () => {
  const { id, buyer, read, refund, report } = await aPayment('pm_card_refundFail', 1_000)
  const early = await refund({ by_other_means: true })
  assert.deepEqual([early.status, early.body.code], [409, 'not_refused'])
  await refund()
  for (const ended of stripe.endRefunds(id)) await hear('refund.failed', ended)
  const calls = stripe.carriedOut.length
  const key = { headers: { 'idempotency-key': newId() } }
  const settled = await refund({ by_other_means: true, reason: 'By bank transfer' }, key)
  assert.deepEqual([settled.status, settled.body.status], [200, 'refunded'])
  assert.equal(
    (await refund({ by_other_means: true, reason: 'By bank transfer' }, key)).status,
    200,
  )
  assert.deepEqual(await read(), ['refunded', 40, null])
  assert.deepEqual(await report(), [1, 40, 0])
  assert.equal(stripe.carriedOut.length, calls, 'the processor is not asked')
  assert.equal(stripe.refundedOf(id), 0)
  // Points came back once, when it ended.
  assert.equal((await get('/rewards/points', { as: buyer })).body.balance, 1_000)
  const { body: audit } = await get(`/audit?action=payment.refund&entity_id=${id}`, { as: admin })
  assert.deepEqual(audit.entries[0].changes.by_other_means, { from: null, to: true })
})

test('what is owed is not given back while a dispute is open, and a lost dispute settles it', async () => {
  const { id, read, refund } = await aPayment('pm_card_refundFail')
  await refund()
  for (const ended of stripe.endRefunds(id)) await hear('refund.failed', ended)
  const [intent] = stripe.ofPayment(id)
  const dispute = {
    id: `dp_${id}`,
    object: 'dispute',
    amount: 5_000,
    currency: 'eur',
    charge: 'ch_1',
    payment_intent: intent?.['id'],
    reason: 'credit_not_processed',
  }
  await hear('charge.dispute.created', { ...dispute, status: 'needs_response' })
  for (const given of [{}, { by_other_means: true }]) {
    const refused = await refund(given)
    assert.deepEqual([refused.status, refused.body.code], [409, 'disputed'])
  }
  await hear('charge.dispute.closed', { ...dispute, status: 'lost' })
  assert.deepEqual(await read(), ['refunded', 50, null])
  assert.equal((await refund({ by_other_means: true })).status, 409)
})

// Requirement (rules): contract §7.5 Refunds: in the dashboard, failing later
test('a refund in the dashboard that fails later is owed as ours are, and its total is not booked again', async () => {
  const { id, read } = await aPayment('pm_card_refundFail')
  const [intent] = stripe.ofPayment(id)
  const made = stripe.refundInDashboard(id, 5_000)
  const { id: payment_intent, metadata, currency } = intent ?? {}
  const charge = { id: 'ch_1', object: 'charge', amount: 5_000, amount_captured: 5_000 }
  const total = { ...charge, payment_intent, metadata, currency, amount_refunded: 5_000 }
  await hear('refund.created', made)
  await hear('charge.refunded', total)
  assert.deepEqual(await read(), ['refunded', 50, null])
  for (const ended of stripe.endRefunds(id)) await hear('refund.failed', ended)
  assert.deepEqual(await read(), ['refunding', 50, failed])
  // Another copy of the total, sent before it failed, comes late.
  await hear('charge.refunded', total)
  assert.deepEqual(await read(), ['refunding', 50, failed])
  for (const one of stripe.ofPayment(id)) one['method'] = 'pm_card_visa'
  await hear('refund.created', stripe.refundInDashboard(id, 5_000))
  assert.equal(stripe.refundedOf(id), 5_000)
})

// Requirement (rules): contract §7.13: a refund in the dashboard gives back what is owed first
test('a refund in the dashboard gives back what is owed first, and ends no other ticket of the order', async () => {
  const buyer = await aUser()
  const festival = await aFestival(world, { organizer_id: (await anOrganizer(world)).id })
  const tier = await aTier(world, { price_cents: 5_000, festival_id: festival.id })
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }]
  const body = { items, processor_payment_method_id: 'pm_card_refundFail' }
  const keyed = { as: buyer, headers: { 'idempotency-key': newId() } }
  const { id, payments } = (await post('/orders', body, keyed)).body
  const [owed, other] = payments
  await post(`/payments/${owed.id}/refund`, {}, { as: admin })
  for (const ended of stripe.endRefunds(id)) await hear('refund.failed', ended)
  for (const intent of stripe.ofPayment(id)) intent['method'] = 'pm_card_visa'
  const statuses = async () => {
    const reads = [owed, other].map((payment) => get(`/payments/${payment.id}`, { as: buyer }))
    return (await Promise.all(reads)).map((answer) => answer.body.status)
  }
  assert.deepEqual(await statuses(), ['refunding', 'succeeded'])
  await hear('refund.created', stripe.refundInDashboard(id, 5_000))
  assert.deepEqual(await statuses(), ['refunded', 'succeeded'])
  await hear('refund.created', stripe.refundInDashboard(id, 5_000))
  assert.deepEqual(await statuses(), ['refunded', 'refunded'])
})

// Requirement (rules): contract §7.5: a key of a refund is that of its body
test('the key of a refund that is open books no other means, and the key of what was owed answers again', async () => {
  const open = await aPayment('pm_card_pendingRefund')
  const key = { headers: { 'idempotency-key': newId() } }
  await open.refund({}, key)
  const other = await open.refund({ by_other_means: true }, key)
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])
  assert.deepEqual(await open.read(), ['refunding', 50, null])
  const { id, refund } = await aPayment('pm_card_refundFail')
  await refund({ amount: 20 })
  await refund()
  const [part] = stripe.endRefunds(id)
  await hear('refund.failed', part ?? {})
  for (const intent of stripe.ofPayment(id)) intent['method'] = 'pm_card_visa'
  const answers = [await refund({}, key), await refund({}, key)]
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.status]),
    [
      [200, 'refunded'],
      [200, 'refunded'],
    ],
  )
})

test('what is said of a refund that is unknown, of another amount or of another account changes no money', async () => {
  const { id, read, refund } = await aPayment('pm_card_visa')
  const [intent] = stripe.ofPayment(id)
  await refund({ amount: 20 })
  const ours = stripe.state.refunds.at(-1) ?? {}
  const metadata = { payment_id: id, refund_key: newId() }
  const about = { object: 'refund', amount: 3_000, payment_intent: intent?.['id'] }
  for (const said of [
    { ...about, id: 're_unknown', status: 'failed', metadata },
    { ...about, id: 're_unknown', status: 'succeeded', metadata },
    { ...about, id: 're_unknown', status: 'succeeded', metadata: { ...metadata, refund_key: 'x' } },
    { ...about, id: 're_dashboard', status: 'succeeded', metadata: {} },
    {
      ...about,
      id: 're_elsewhere',
      status: 'failed',
      metadata: {},
      payment_intent: 'pi_elsewhere',
    },
    { ...about, id: 're_none', status: 'failed', metadata: {}, payment_intent: null },
    { ...ours, metadata: { ...ours['metadata'], payment_id: newId() }, status: 'failed' },
  ]) {
    await hear('refund.updated', said)
    assert.deepEqual(await read(), ['partially_refunded', 20, null], JSON.stringify(said))
  }
  await hear('refund.failed', { ...ours, amount: 100, status: 'failed' })
  const odd = 'The processor has a refund of 1 EUR instead of 20 EUR'
  assert.deepEqual(await read(), ['partially_refunded', 20, odd])
})

test('an event of a refund in the dashboard is sent again while Stripe does not answer', async () => {
  const { id, read } = await aPayment('pm_card_visa')
  const made = stripe.refundInDashboard(id, 5_000)
  stripe.state.isDown = true
  const { headers, body: payload } = stripe.event('refund.created', made, now().getTime())
  const sent = { method: 'POST', url: '/payments/webhook', headers, payload } as const
  assert.equal((await app.inject(sent)).statusCode, 503)
  stripe.state.isDown = false
  await hear('refund.created', made)
  assert.deepEqual(await read(), ['refunded', 50, null])
})

test('and the ledger is correct', async () => {
  assert.deepEqual(await auditLedger(db), [])
})
