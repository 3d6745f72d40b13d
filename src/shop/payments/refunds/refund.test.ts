import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aTransfer } from '../../../../test/transfers.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { sweep } from '../charging/sweep.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from '../model/payment-context.ts'

const clock = { ahead: 0 }
const { processor, refunds, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const admin = await aUser({ roles: ['admin'] })

const buy = async (as: Person, body: object) => {
  const answer = await post('/payments', { payment_type: 'ticket', ...body }, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const giveBack = (id: string, body: object = {}, call: object = { as: admin }) =>
  post(`/payments/${id}/refund`, body, call)
const read = async (as: Person, id: string) => (await get(`/payments/${id}`, { as })).body
const stockOf = (id: string) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()
const refundsOf = (id: string) => [...refunds.values()].filter(({ charge }) => charge === id)

/** Creates a festival with a tier and a manager. */
async function aSale(tier: object = {}) {
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const festival = await aFestival(world, { organizer_id })
  return { manager, festival, tier: await aTier(world, { festival_id: festival.id, ...tier }) }
}

// Requirement (rules): contract §7.5 another caller's key
test('a key with which another caller has refunded a payment is refused, and refunds nothing', async () => {
  const { tier, manager } = await aSale()
  const paid = await buy(await aUser(), { entity_id: tier.id })
  const headers = { 'idempotency-key': newId() }
  const half = { amount: 10 }
  assert.equal((await giveBack(paid.id, half, { as: manager, headers })).status, 200)
  const other = await giveBack(paid.id, half, { as: admin, headers })
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])
  const again = await giveBack(paid.id, half, { as: manager, headers })
  assert.deepEqual([again.status, again.body.refunded_amount], [200, 10])
})

// Requirement (rules): contract §7 Refunds: in full
test('a full refund reverses everything', async () => {
  const ada = await aUser()
  await points(world, ada, 1000)
  const { tier, manager } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id, pointsToUse: 1000 })
  assert.equal((await get('/rewards/points', { as: ada })).body.balance, 40)
  const { status, body } = await giveBack(paid.id, { reason: 'Ill' }, { as: manager })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...paid,
    status: 'refunded',
    refunded_amount: 40,
    qr_code: null,
    qr_code_url: null,
    ticket_pdf_url: null,
    short_code: null,
  })
  assert.deepEqual(refundsOf(paid.id), [{ charge: paid.id, cents: 4000 }])
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
  const { balance, total_spent } = (await get('/rewards/points', { as: ada })).body
  assert.deepEqual([balance, total_spent], [1000, 0])
  const { body: timeline } = await get(`/payments/${paid.id}/timeline`, { as: ada })
  assert.deepEqual(
    timeline.map(({ type, by }: { type: string; by: string }) => [type, by]),
    [
      ['pending', null],
      ['succeeded', null],
      ['refunding', manager.id],
      ['refunded', null],
    ],
  )
  assert.equal(timeline[2].reason, 'Ill')
  const [newest] = (await get('/notifications', { as: ada })).body
  assert.equal(newest.type, 'payment.refunded')
  assert.match(newest.message, /40\.00 EUR/)
})

// Requirement (rules): contract §7 Refunds: in part
test('a partial refund keeps the ticket, and deducts earned points in proportion', async () => {
  const ada = await aUser()
  const { tier } = await aSale({ price_cents: 10_000 })
  const paid = await buy(ada, { entity_id: tier.id })
  const first = await giveBack(paid.id, { amount: 25 })
  assert.deepEqual([first.status, first.body.status], [200, 'partially_refunded'])
  const { refunded_amount, qr_code, qr_code_url, ticket_pdf_url } = first.body
  // The ticket stays good, and is visible to the buyer alone, not to the caller.
  assert.deepEqual([refunded_amount, qr_code, qr_code_url, ticket_pdf_url], [25, null, null, null])
  assert.equal((await get(`/payments/${paid.id}`, { as: ada })).body.qr_code, paid.qr_code)
  assert.equal((await get('/rewards/points', { as: ada })).body.balance, 75)
  assert.deepEqual(await stockOf(tier.id), { sold: 1, held: 0 })
  const tooMuch = await giveBack(paid.id, { amount: 75.01 })
  assert.deepEqual(
    [tooMuch.status, tooMuch.body.code, tooMuch.body.refundable],
    [409, 'amount_too_large', 75],
  )
  const rest = await giveBack(paid.id)
  assert.deepEqual([rest.body.status, rest.body.refunded_amount], ['refunded', 100])
  assert.deepEqual(
    refundsOf(paid.id)
      .map(({ cents }) => cents)
      .toSorted((a, b) => a - b),
    [2500, 7500],
  )
  assert.equal((await get('/rewards/points', { as: ada })).body.balance, 0)
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
})

// Requirement (rules): contract §5 nothing is gained by the order of refunds
test('points spent before the purchase they came from is refunded are paid for: nothing is gained', async () => {
  const ada = await aUser()
  const { tier } = await aSale({ price_cents: 10_000 })
  for (const round of [1, 2]) {
    const earning = await buy(ada, { entity_id: tier.id })
    const spending = await buy(ada, { entity_id: tier.id, pointsToUse: 100 })
    assert.deepEqual([earning.amount, spending.amount], [100, 99], `round ${round}`)
    const first = (await giveBack(earning.id)).body
    const second = (await giveBack(spending.id)).body
    assert.deepEqual([first.status, second.status], ['refunded', 'refunded'])
    const { balance } = (await get('/rewards/points', { as: ada })).body
    const kept = first.kept_amount + second.kept_amount
    const back = first.refunded_amount + second.refunded_amount
    // One point for each cent that was withheld, and none for the level.
    assert.deepEqual([balance, back + kept], [1, 199], `round ${round}`)
    assert.equal((await get('/rewards/level', { as: ada })).body.points, 0, `round ${round}`)
  }
})

// Requirement (rules): contract §5 nothing is gained by points set aside
test('points reserved while their purchase is refunded are deducted too', async () => {
  const ada = await aUser()
  const { tier } = await aSale({ price_cents: 10_000 })
  const earning = await buy(ada, { entity_id: tier.id })
  told.next.push('action')
  const spending = await buy(ada, { entity_id: tier.id, pointsToUse: 100 })
  assert.equal(spending.status, 'requires_action')
  await giveBack(earning.id)
  clock.ahead += 3_600_000
  await sweep(checkout)
  assert.equal((await read(ada, spending.id)).status, 'expired')
  const { body } = await get('/rewards/points', { as: ada })
  // They were paid for with the refund, so they are Ada's.
  assert.equal((await read(ada, earning.id)).kept_amount, 1)
  assert.deepEqual(body, { balance: 100, total_earned: 100, total_spent: 0 })
})

test('partial refunds of the whole amount are a full refund', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  await giveBack(paid.id, { amount: 20 })
  assert.equal((await giveBack(paid.id, { amount: 30 })).body.status, 'refunded')
})

// Requirement (rules): contract §7 Refunds: a membership's end moves back
test('a refunded membership ends, an accommodation is free again', async () => {
  const ada = await aUser()
  const { festival } = await aSale()
  const plan = await aPlan(world)
  const place = await aPlaceToSleep(world, { festival_id: festival.id, quantity: 1 })
  const membership = await buy(ada, { payment_type: 'subscription', entity_id: plan.id })
  const stay = await buy(ada, { payment_type: 'accommodation', entity_id: place.id })
  await buy(ada, { payment_type: 'subscription', entity_id: plan.id })
  const before = (await get('/users/i', { as: ada })).body.subscription
  for (const { id } of [membership, stay]) assert.equal((await giveBack(id)).status, 200)
  const after = (await get('/users/i', { as: ada })).body.subscription
  assert.ok(new Date(after.ends_at) < new Date(before.ends_at))
  assert.equal((await get(`/accommodations/${place.id}`)).body.remaining, 1)
})

test('a free purchase is refunded without the processor', async () => {
  const ada = await aUser()
  const { tier } = await aSale({ price_cents: 0 })
  const paid = await buy(ada, { entity_id: tier.id })
  told.isDown = true
  const { body } = await giveBack(paid.id)
  told.isDown = false
  assert.equal(body.status, 'refunded')
})

test('the same refund again is the same one; another amount under its key is refused', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  const call = { as: admin, headers: { 'idempotency-key': newId() } }
  const first = await giveBack(paid.id, { amount: 10 }, call)
  const again = await giveBack(paid.id, { amount: 10 }, call)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal((await giveBack(paid.id, { amount: 11 }, call)).body.code, 'idempotency_key_reused')
  assert.equal(refundsOf(paid.id).length, 1)
})

test('of many refunds at once one succeeds', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  const answers = await Promise.all(Array.from({ length: 8 }, () => giveBack(paid.id)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'already_refunded'))
  assert.equal(refundsOf(paid.id).length, 1)
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
})

test('while the processor is away it is refunding, and the sweeper continues it', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  told.isDown = true
  assert.equal((await giveBack(paid.id)).body.status, 'refunding')
  clock.ahead += 16_000
  await sweep(checkout)
  assert.equal((await read(ada, paid.id)).status, 'refunding')
  told.isDown = false
  clock.ahead += 16_000
  await sweep(checkout)
  assert.equal((await read(ada, paid.id)).status, 'refunded')
  assert.equal(refundsOf(paid.id).length, 1)
})

// Requirement (rules): contract §7 Refunds: one the processor refuses raises needs_review
test('a refund the processor refuses needs review, and is not retried', async () => {
  const ada = await aUser()
  const { tier, manager, festival } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  told.refuse = 'charge_disputed'
  assert.equal((await giveBack(paid.id)).body.status, 'refunding')
  told.refuse = undefined
  clock.ahead += 16_000
  await sweep(checkout)
  assert.equal(refundsOf(paid.id).length, 0)
  const { body } = await get(`/festivals/${festival.id}/cancellation`, { as: manager })
  assert.deepEqual([body.refunding, body.needs_review], [1, 1])
  const timeline = (await get(`/payments/${paid.id}/timeline`, { as: manager })).body
  assert.equal(timeline.at(-1).reason, 'Refund refused: charge_disputed')
})

// Requirement (rules): contract §7 staff may ask again for all that was refused
test('staff may retry everything the processor refused', async () => {
  const ada = await aUser()
  const { tier, manager, festival } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  told.refuse = 'insufficient_funds'
  await giveBack(paid.id)
  const still = await giveBack(paid.id)
  assert.deepEqual([still.status, still.body.status], [200, 'refunding'])
  told.refuse = undefined
  const other = await giveBack(paid.id, { amount: 7 })
  assert.deepEqual([other.status, other.body.code, other.body.amount], [409, 'refund_refused', 50])
  const call = { as: manager, headers: { 'idempotency-key': newId() } }
  const again = await giveBack(paid.id, {}, call)
  assert.deepEqual([again.status, again.body.status], [200, 'refunded'])
  assert.deepEqual(refundsOf(paid.id), [{ charge: paid.id, cents: 5000 }])
  assert.deepEqual((await giveBack(paid.id, {}, call)).body, again.body)
  assert.equal((await giveBack(paid.id)).body.code, 'already_refunded')
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
  const { body } = await get(`/festivals/${festival.id}/cancellation`, { as: manager })
  assert.equal(body.needs_review, 0)
})

// Requirement (rules): contract §7 a part that is refused is not given back
test('a partial refund the processor refuses is not made: the payment is as before, and needs review', async () => {
  const ada = await aUser()
  const { tier, manager, festival } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  await giveBack(paid.id, { amount: 5 })
  told.refuse = 'insufficient_funds'
  const refused = await giveBack(paid.id, { amount: 20 })
  const untouched = await buy(ada, { entity_id: tier.id })
  const first = await giveBack(untouched.id, { amount: 20 })
  told.refuse = undefined
  assert.deepEqual([refused.body.status, refused.body.refunded_amount], ['partially_refunded', 5])
  assert.deepEqual([first.body.status, first.body.refunded_amount], ['succeeded', 0])
  const progress = `/festivals/${festival.id}/cancellation`
  assert.equal((await get(progress, { as: manager })).body.needs_review, 2)
  const rest = await giveBack(paid.id)
  assert.deepEqual([rest.body.status, rest.body.refunded_amount], ['refunded', 50])
  assert.equal(
    refundsOf(paid.id).reduce((sum, { cents }) => sum + cents, 0),
    5000,
  )
  assert.equal((await get(progress, { as: manager })).body.needs_review, 1)
})

test('of two small refunds, of which the processor refuses the first later, no point too many comes back', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  told.isDown = true
  await giveBack(paid.id, { amount: 0.5 })
  told.isDown = false
  await giveBack(paid.id, { amount: 0.5 })
  told.refuse = 'insufficient_funds'
  clock.ahead += 60_000
  await sweep(checkout)
  told.refuse = undefined
  assert.equal((await read(ada, paid.id)).refunded_amount, 0.5)
  const { body } = await get('/rewards/points', { as: ada })
  // 49.50 EUR stay.
  assert.equal(body.balance, 49)
  assert.deepEqual(await auditLedger(db), [])
})

test('a refused refund in part gives the points back to the buyer and to the holder who was admitted', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { tier, festival } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  const ticket = { id: paid.id, festival_id: festival.id, user_id: ada.id }
  const transfer = await aTransfer(world, ticket, ben)
  assert.equal((await post(`/transfers/${transfer}/accept`, {}, { as: ben })).status, 200)
  assert.equal((await world.put(`/payments/${paid.id}/validate`, {}, { as: admin })).status, 200)
  const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
  const before = [await balanceOf(ada), await balanceOf(ben)]
  told.refuse = 'insufficient_funds'
  const { body } = await giveBack(paid.id, { amount: 20 })
  told.refuse = undefined
  assert.deepEqual([body.status, body.refunded_amount], ['succeeded', 0])
  assert.deepEqual([await balanceOf(ada), await balanceOf(ben)], before)
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §7 Refunds: managers of the organizer, admin
test('who may refund, and what', async () => {
  const ada = await aUser()
  const { tier, manager } = await aSale()
  const paid = await buy(ada, { entity_id: tier.id })
  told.next.push('declined')
  const { body: declined } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id },
    { as: ada },
  )
  const plan = await aPlan(world)
  const membership = await buy(ada, { payment_type: 'subscription', entity_id: plan.id })
  const other = (await aSale()).manager
  const catalogue = await aUser({ permissions: ['manage_catalog'] })
  for (const [as, id, status] of [
    [ada, paid.id, 403],
    [other, paid.id, 404],
    [catalogue, paid.id, 404],
    [manager, membership.id, 404],
    [admin, newId(), 404],
    [admin, 'nonsense', 404],
    [manager, declined.id, 409],
  ] as const) {
    assert.equal((await giveBack(id, {}, { as })).status, status)
  }
  for (const amount of [0, -1, 0.001, '1']) {
    assert.equal((await giveBack(paid.id, { amount })).status, 400)
  }
  assert.equal((await read(ada, paid.id)).status, 'succeeded')
})

test('what cancelling a festival would refund is told before, and goes down as it is given back', async () => {
  const { tier, manager, festival } = await aSale({ price_cents: 8950 })
  const due = async () => {
    const { body } = await get(`/festivals/${festival.id}/cancellation`, { as: manager })
    return [body.cancelled_at === null, body.due_payments, body.due_amount]
  }
  assert.deepEqual(await due(), [true, 0, 0])
  const [first] = [
    await buy(await aUser(), { entity_id: tier.id }),
    await buy(await aUser(), { entity_id: tier.id }),
  ]
  told.next.push('declined')
  await post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as: await aUser() })
  told.next.push('action')
  await buy(await aUser(), { entity_id: tier.id })
  assert.deepEqual(await due(), [true, 2, 179])
  await giveBack(first.id, { amount: 9.5 })
  assert.deepEqual(await due(), [true, 2, 169.5])
  await giveBack(first.id)
  assert.deepEqual(await due(), [true, 1, 89.5])
})

// Requirement (rules): contract §7 Refunds: a cancelled festival's payments, with progress to read
test('a cancelled festival refunds everything, with readable progress', async () => {
  const buyers = await Promise.all([1, 2, 3].map(() => aUser()))
  const { tier, manager, festival } = await aSale()
  const bought = await Promise.all(buyers.map((as) => buy(as, { entity_id: tier.id })))
  await giveBack(bought[0].id, { amount: 10 })
  await db
    .updateTable('festivals')
    .set({ cancelled_at: now() })
    .where('id', '=', festival.id)
    .execute()
  const progress = async () =>
    (await get(`/festivals/${festival.id}/cancellation`, { as: manager })).body
  const before = await progress()
  assert.deepEqual([before.payments, before.waiting, before.refunded], [3, 3, 0])
  while ((await sweep(checkout)) > 0);
  const after = await progress()
  assert.deepEqual([after.waiting, after.refunding, after.refunded], [0, 0, 3])
  assert.equal(after.refunded_amount, 150)
  assert.deepEqual(await stockOf(tier.id), { sold: 0, held: 0 })
  for (const [index, { id }] of bought.entries()) {
    assert.equal(
      refundsOf(id).reduce((sum, { cents }) => sum + cents, 0),
      5000,
    )
    const as = buyers[index]
    if (as) assert.equal((await read(as, id)).status, 'refunded')
  }
  const stranger = await get(`/festivals/${festival.id}/cancellation`, { as: await aUser() })
  assert.equal(stranger.status, 403)
})
