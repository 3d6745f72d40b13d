/** Cancellation by the buyer, as the festival allowed when it was bought (docs/contract, section 7.5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aTransfer } from '../../../../test/transfers.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { sweep } from '../charging/sweep.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from '../model/payment-context.ts'

const day = 86_400_000
const start_time = new Date('2031-07-01T16:00:00.000Z')
const clock = { at: new Date('2031-06-01T12:00:00.000Z') }
const { processor, refunds, told } = aProcessor()
const world = await aWorld({ parts: paidBy(processor), now: () => clock.at })
const { db, get, post, put, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const admin = await aUser({ roles: ['admin'] })
const until = new Date(start_time.getTime() - 14 * day)
const usual = new Date('2031-06-01T12:00:00.000Z')

/** Creates a festival that refunds 80 percent until two weeks before, its manager, and a tier of 100 EUR. */
async function aSale(festival: object = {}, tier: object = {}) {
  clock.at = usual
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const end_time = new Date(start_time.getTime() + 3 * day)
  const policy = { refund_until_days: 14, refund_percent: 80 }
  const { id: festival_id } = await aFestival(world, {
    organizer_id,
    start_time,
    end_time,
    ...policy,
    ...festival,
  })
  const offered = await aTier(world, { festival_id, price_cents: 10_000, ...tier })
  return { manager, festival_id, tier: offered }
}

async function bought(
  entity_id: string,
  { as, ...more }: { as?: Person; [field: string]: unknown } = {},
) {
  const buyer = as ?? (await aUser())
  const { status, body, text } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id, ...more },
    { as: buyer },
  )
  assert.equal(status, 201, text)
  return { buyer, id: body.id as string, body }
}

type Bought = { id: string; buyer: Person }
const cancel = ({ id, buyer }: Bought) => post(`/payments/${id}/cancel`, undefined, { as: buyer })
const read = async ({ id, buyer }: Bought) => (await get(`/payments/${id}`, { as: buyer })).body
const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
const refundsOf = (id: string) =>
  [...refunds.values()].filter(({ charge }) => charge === id).map(({ cents }) => cents)
const stockOf = (id: string) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()

/** Transfers a ticket, as an accepted transfer does. */
async function transfer(
  ticket: { id: string; festival_id: string },
  { to, revision }: { to: Person; revision: number },
) {
  const transfer = await aTransfer(world, { ...ticket, user_id: to.id }, to)
  const outcome = { outcome: 'accepted', revision, ended_at: usual, to_user: to.id }
  await db.updateTable('ticket_transfers').set(outcome).where('id', '=', transfer).execute()
  const held = { holder_id: to.id, revision }
  await db.updateTable('tickets').set(held).where('payment_id', '=', ticket.id).execute()
}

// Requirement (rules): contract §7.5: a buyer gives back: the percentage, points, stock, ticket, timeline,
//   notification, books
test('a buyer gives back in time: it ends, its percentage comes back, and the rest is kept', async () => {
  const { tier, festival_id, manager } = await aSale()
  const buyer = await aUser()
  await points(world, buyer, 1001)
  const paid = await bought(tier.id, { as: buyer, pointsToUse: 1001 })
  assert.equal(paid.body.amount, 89.99)
  const cancelable = { until: until.toISOString(), percent: 80, amount: 72 }
  assert.deepEqual(paid.body.cancelable, cancelable)
  assert.deepEqual((await read(paid)).cancelable, cancelable)
  const [listed] = (await get('/payments', { as: buyer })).body
  assert.deepEqual(listed.cancelable, cancelable)
  assert.equal(await balanceOf(buyer), 89)

  const { status, body } = await cancel(paid)
  assert.equal(status, 200)
  const ended = { qr_code: null, qr_code_url: null, ticket_pdf_url: null, short_code: null }
  const given = { status: 'refunded', refunded_amount: 72, kept_amount: 0, cancelable: null }
  assert.deepEqual(body, { ...paid.body, ...ended, ...given })
  assert.deepEqual(refundsOf(paid.id), [7200])
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
  // The buyer has the points earned by the remaining 17.99 EUR (17 of 89), and 800 of the 1001 spent points again.
  assert.equal(await balanceOf(buyer), 17 + 800)
  assert.deepEqual((await cancel(paid)).body, { ...body, client_secret: null })
  assert.deepEqual(refundsOf(paid.id), [7200])

  const { body: timeline } = await get(`/payments/${paid.id}/timeline`, { as: manager })
  assert.deepEqual(
    timeline.map(({ type, amount, reason, by }: any) => [type, amount, reason, by]),
    [
      ['pending', 89.99, null, null],
      ['succeeded', 89.99, null, null],
      ['refunding', 72, 'Given back by its buyer', buyer.id],
      ['refunded', 72, null, null],
    ],
  )
  const [newest] = (await get('/notifications', { as: buyer })).body
  assert.equal(newest.type, 'payment.refunded')
  assert.match(newest.message, /72\.00 EUR is on its way/)
  const { totals } = (await get(`/festivals/${festival_id}/sales`, { as: manager })).body
  assert.deepEqual([totals.sold, totals.revenue, totals.refunded], [0, 89.99, 72])
  const { text: csv } = await get(`/festivals/${festival_id}/sales.csv`, { as: manager })
  assert.match(csv, /"refunded",100,1001,89\.99,72,/)
  assert.deepEqual(await auditLedger(db), [])
})

test('a gate refuses what was given back', async () => {
  const { tier } = await aSale()
  const paid = await bought(tier.id)
  await cancel(paid)
  const { status, body } = await put(`/payments/${paid.id}/validate`, {}, { as: admin })
  assert.deepEqual([status, body.code], [409, 'refunded'])
})

// Requirement (rules): contract §7.5: the terms are those of the day it was bought
test('what was promised when it was bought stays: later terms are for later buyers', async () => {
  const { tier, festival_id, manager } = await aSale()
  const early = await bought(tier.id)
  const changed = await put(
    `/festivals/${festival_id}`,
    { refund_until_days: null, refund_percent: 10, start_time: '2031-06-20T16:00:00Z' },
    { as: manager },
  )
  assert.deepEqual(
    [changed.status, changed.body.refund_until_days, changed.body.refund_percent],
    [200, null, 10],
  )
  const late = await bought(tier.id)
  assert.equal(late.body.cancelable, null)
  assert.equal((await cancel(late)).body.code, 'not_cancelable')
  await put(`/festivals/${festival_id}`, { refund_until_days: 0 }, { as: manager })
  const last = await bought(tier.id)
  assert.deepEqual(last.body.cancelable, {
    until: '2031-06-20T16:00:00.000Z',
    percent: 10,
    amount: 10,
  })
  assert.equal((await read(early)).cancelable.amount, 80)
  assert.equal((await cancel(early)).body.refunded_amount, 80)
})

// Requirement (rules): contract §7.5: until the instant, 409 `cancel_period_over`
test('until the very last moment, and not after it', async () => {
  const { tier } = await aSale()
  const [one, other] = [await bought(tier.id), await bought(tier.id)]
  clock.at = until
  assert.equal((await read(one)).cancelable.percent, 80)
  assert.equal((await cancel(one)).status, 200)
  clock.at = new Date(until.getTime() + 1)
  assert.equal((await read(other)).cancelable, null)
  const { status, body } = await cancel(other)
  assert.deepEqual(
    [status, body.code, body.until],
    [409, 'cancel_period_over', until.toISOString()],
  )
  assert.equal((await cancel(one)).status, 200, 'what was given back before stays so')
  assert.deepEqual(await stockOf(tier.id), { sold: 1, held: 0 })
})

// Requirement (rules): contract §4.4: refund_until_days, refund_percent
test('all of it comes back where the festival says nothing else', async () => {
  const { festival_id, manager } = await aSale({ refund_until_days: null, refund_percent: 100 })
  const { body } = await put(
    `/festivals/${festival_id}`,
    { refund_until_days: 14 },
    { as: manager },
  )
  assert.deepEqual([body.refund_until_days, body.refund_percent], [14, 100])
  const stay = await aPlaceToSleep(world, { festival_id, price_cents: 9_000 })
  const paid = await bought(stay.id, { payment_type: 'accommodation' })
  assert.equal(paid.body.cancelable.amount, 90)
  assert.equal((await cancel(paid)).body.refunded_amount, 90)
  assert.equal(await balanceOf(paid.buyer), 0)
})

// Requirement (rules): contract §7.5: the percentage is of what is left
test('a percentage of a part that staff have given back is not paid twice', async () => {
  const { tier } = await aSale()
  const paid = await bought(tier.id)
  await post(`/payments/${paid.id}/refund`, { amount: 20.01 }, { as: admin })
  assert.equal((await read(paid)).cancelable.amount, 64)
  const { body } = await cancel(paid)
  assert.deepEqual([body.status, body.refunded_amount], ['refunded', 84.01])
  const rest = await post(`/payments/${paid.id}/refund`, {}, { as: admin })
  assert.deepEqual([rest.status, rest.body.code], [409, 'already_refunded'])
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §7.5: spent points are kept back
test('points that came with it and are spent are kept back of what comes back', async () => {
  const { tier } = await aSale()
  const buyer = await aUser()
  const paid = await bought(tier.id, { as: buyer })
  await bought((await aTier(world, { price_cents: 100 })).id, { as: buyer, pointsToUse: 100 })
  const { body } = await cancel(paid)
  // 80 of 100 points are to be reversed; none is left, and they are worth 80 cents.
  assert.deepEqual([body.refunded_amount, body.kept_amount], [79.2, 0.8])
  assert.deepEqual(refundsOf(paid.id), [7920])
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §7.5: what was free, or paid with points
test('what was free, or paid with points alone, is given back without the processor', async () => {
  const { tier, festival_id } = await aSale({}, { price_cents: 0 })
  const free = await bought(tier.id)
  assert.deepEqual(free.body.cancelable, { until: until.toISOString(), percent: 80, amount: 0 })
  assert.equal((await cancel(free)).body.status, 'refunded')
  const buyer = await aUser()
  await points(world, buyer, 555)
  const tenner = await aTier(world, { festival_id, price_cents: 555 })
  const paid = await bought(tenner.id, { as: buyer, pointsToUse: 555 })
  assert.equal((await cancel(paid)).body.status, 'refunded')
  assert.equal(await balanceOf(buyer), 444)
  assert.deepEqual(
    [await stockOf(tier.id), await stockOf(tenner.id)],
    [
      { sold: 0, held: 0 },
      { sold: 0, held: 0 },
    ],
  )
  assert.deepEqual([refundsOf(free.id), refundsOf(paid.id)], [[], []])
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §7.5: 409 `not_cancelable`
test('what is not refundable keeps its buyer, whatever the festival says', async () => {
  const { tier, festival_id } = await aSale({}, { refundable: false })
  const stay = await aPlaceToSleep(world, { festival_id, refundable: false })
  for (const [entity_id, payment_type] of [
    [tier.id, 'ticket'],
    [stay.id, 'accommodation'],
    [(await aPlan(world)).id, 'subscription'],
  ] as const) {
    const paid = await bought(entity_id, { payment_type })
    assert.equal(paid.body.cancelable, null)
    const { status, body } = await cancel(paid)
    assert.deepEqual([status, body.code], [409, 'not_cancelable'], payment_type)
  }
})

type State = [
  what: string,
  change: (paid: Bought, festival_id: string) => Promise<unknown>,
  code: string,
]
const states: State[] = [
  ['used', ({ id }) => put(`/payments/${id}/validate`, {}, { as: admin }), 'already_validated'],
  [
    'offered to another user',
    ({ id, buyer }, festival_id) =>
      aTransfer(world, { id, festival_id, user_id: buyer.id }, { email: 'ida@example.com' }),
    'transfer_open',
  ],
  [
    'handed on',
    async ({ id }, festival_id) =>
      transfer({ id, festival_id }, { to: await aUser(), revision: 1 }),
    'transferred',
  ],
  [
    'refunded by staff',
    ({ id }) => post(`/payments/${id}/refund`, {}, { as: admin }),
    'already_refunded',
  ],
  [
    'of a cancelled festival',
    (_, id) =>
      db.updateTable('festivals').set({ cancelled_at: usual }).where('id', '=', id).execute(),
    'cancelled',
  ],
]
for (const [what, change, code] of states) {
  // Requirement (rules): contract §7.5: used, offered, handed on, refunded, of a cancelled festival
  test(`what is ${what} cannot be given back`, async () => {
    const { tier, festival_id } = await aSale()
    const paid = await bought(tier.id)
    await change(paid, festival_id)
    assert.equal((await read(paid)).cancelable, null)
    const { status, body } = await cancel(paid)
    assert.deepEqual([status, body.code], [409, code])
  })
}

test('a lapsed offer, and a ticket that came back, are in no way', async () => {
  const { tier, festival_id } = await aSale()
  const paid = await bought(tier.id)
  await aTransfer(
    world,
    { id: paid.id, festival_id, user_id: paid.buyer.id },
    { email: 'ida@example.com' },
  )
  const other = await bought(tier.id)
  await transfer({ id: other.id, festival_id }, { to: await aUser(), revision: 1 })
  await transfer({ id: other.id, festival_id }, { to: other.buyer, revision: 2 })
  clock.at = new Date(usual.getTime() + day)
  for (const one of [paid, other]) {
    assert.equal((await read(one)).cancelable.percent, 80)
    assert.equal((await cancel(one)).body.status, 'refunded')
  }
})

test('what is not paid cannot be given back, and another’s payment is unknown', async () => {
  const { tier } = await aSale()
  told.next.push('action')
  const open = await bought(tier.id)
  assert.equal(open.body.cancelable, null)
  const { status, body } = await cancel(open)
  assert.deepEqual([status, body.code], [409, 'not_succeeded'])
  await world.del(`/payments/${open.id}`, { as: open.buyer })
  const paid = await bought(tier.id)
  assert.equal((await cancel({ id: paid.id, buyer: await aUser() })).status, 404)
  assert.equal((await cancel({ id: paid.id, buyer: admin })).status, 404)
  assert.equal((await get(`/payments/${paid.id}/timeline`, { as: admin })).body.length, 2)
})

// Requirement (rules): contract §7.5: a second call answers the same
test('ten calls at once give back once', async () => {
  const { tier } = await aSale()
  const paid = await bought(tier.id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(paid)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.deepEqual(refundsOf(paid.id), [8000])
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
})

// Requirement (rules): contract §7.5: giving back and the gate at once
test('at the gate and giving back at once: one of both happens', async () => {
  const { tier } = await aSale()
  for (const _ of Array.from({ length: 10 })) {
    const paid = await bought(tier.id)
    const [admitted, cancelled] = await Promise.all([
      put(`/payments/${paid.id}/validate`, {}, { as: admin }),
      cancel(paid),
    ])
    assert.notEqual(admitted.status === 200, cancelled.status === 200)
  }
  assert.deepEqual(await auditLedger(db), [])
})

test('a processor that does not answer is asked again, and one that refuses calls staff', async () => {
  const { tier } = await aSale()
  const silent = await bought(tier.id)
  told.isDown = true
  const { body } = await cancel(silent)
  assert.deepEqual([body.status, body.refunded_amount], ['refunding', 80])
  assert.deepEqual((await cancel(silent)).body.status, 'refunding')
  Object.assign(told, { isDown: false, refuse: 'expired' })
  clock.at = new Date(usual.getTime() + 60_000)
  while ((await sweep(checkout)) > 0);
  assert.equal((await cancel(silent)).body.status, 'refunding')
  told.refuse = undefined
  const again = await post(`/payments/${silent.id}/refund`, {}, { as: admin })
  assert.deepEqual([again.body.status, again.body.refunded_amount], ['refunded', 80])
  assert.deepEqual(refundsOf(silent.id), [8000])
  assert.equal((await cancel(silent)).body.status, 'refunded')
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
})
