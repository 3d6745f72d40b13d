/** Several things that are bought at once: all or nothing, one charge, and a payment for each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { type Answer, aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { sweep } from '../charging/sweep.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from './payment-context.ts'

const clock = { ahead: 0 }
const { processor, charges, refunds, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, del, aUser, statements } = world
const checkout = openCheckout(paymentContextOf(world.app))

type Item = { payment_type: string; entity_id: string; quantity?: number }

const ticket = ({ id }: { id: string }, quantity?: number): Item => ({
  payment_type: 'ticket',
  entity_id: id,
  ...(quantity && { quantity }),
})
const bed = ({ id }: { id: string }, quantity = 1): Item => ({
  payment_type: 'accommodation',
  entity_id: id,
  quantity,
})

const order = (
  as: Person,
  items: Item[],
  { key = newId(), ...more }: { key?: string; [field: string]: unknown } = {},
): Promise<Answer> =>
  post('/orders', { items, ...more }, { as, headers: { 'idempotency-key': key } })

const stockOf = async (table: 'tiers' | 'accommodations', { id }: { id: string }) => {
  const { sold, held } = await db
    .selectFrom(table)
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [sold, held]
}
const pointsOf = ({ id }: Person) =>
  db
    .selectFrom('points')
    .select(['available', 'reserved'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()

// Requirement (rules): contract §7.10: one charge, a payment for each unit, one notification, one document
test('tickets, a bed and a membership: one charge, and a payment for each unit', async () => {
  const ada = await aUser()
  const festival = await aFestival(world)
  const tier = await aTier(world, { festival_id: festival.id, vat: { rate: 25, exemption: null } })
  const place = await aPlaceToSleep(world, { festival_id: festival.id })
  const plan = await aPlan(world)
  const items = [
    ticket(tier, 2),
    bed(place),
    { payment_type: 'subscription', entity_id: plan.id, quantity: 1 },
  ]
  const { status, body } = await order(ada, items)
  assert.equal(status, 201)
  const { id, number, payments, created_at, ...rest } = body
  assert.match(number, /^[0-9A-HJKMNP-TV-Z]{10}$/)
  assert.deepEqual(rest, {
    status: 'succeeded',
    amount: 200,
    currency: 'EUR',
    expires_at: null,
    client_secret: null,
    awaiting_payment: null,
    failure: null,
    livemode: false,
  })
  assert.ok(Math.abs(Date.parse(created_at) - now().getTime()) < 60_000)
  assert.deepEqual(
    payments.map((payment: any) => [payment.order_id, payment.item.id, payment.amount]),
    [
      [id, tier.id, 50],
      [id, tier.id, 50],
      [id, place.id, 90],
      [id, plan.id, 10],
    ],
  )
  const codes = payments.map(({ qr_code }: { qr_code: string | null }) => qr_code)
  assert.equal(new Set(codes.slice(0, 3)).size, 3)
  assert.equal(codes[3], null)
  assert.equal(charges.get(id)?.cents, 20_000)
  assert.deepEqual(await stockOf('tiers', tier), [2, 0])
  assert.deepEqual(await stockOf('accommodations', place), [1, 0])

  const { body: read } = await get(`/orders/${id}`, { as: ada })
  assert.deepEqual(read.payments.map(withoutSignatures), payments.map(withoutSignatures))
  assert.equal((await get(`/orders/${id}`, { as: await aUser() })).status, 404)
  const { body: notices } = await get('/notifications', { as: ada })
  const received = notices.filter(({ type }: { type: string }) => type === 'payment.succeeded')
  assert.deepEqual(
    received.map(({ message, data }: any) => [message, data]),
    [
      [
        `2 × ${tier.name}, ${festival.name}, ${place.name}, ${festival.name} and ${plan.name}: 200.00 EUR paid.`,
        { payment_id: payments[0].id },
      ],
    ],
  )
  const pdf = await get(`/orders/${id}/tickets.pdf`, { as: ada })
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.equal(pdf.text.match(/\/Type \/Page\b/g)?.length, 3)
  assert.equal((await get(`/orders/${id}/tickets.pdf`, { as: await aUser() })).status, 404)
})

/** Returns a payment without the addresses that each read signs anew. */
const withoutSignatures = ({ qr_code_url: _, ticket_pdf_url: __, ...payment }: any) => payment

test('an order of four sends no more statements than one of one but for its stock', async () => {
  const tier = await aTier(world)
  const cost = async (quantity: number) => {
    const ada = await aUser()
    await get('/interest', { as: ada })
    statements.length = 0
    assert.equal((await order(ada, [ticket(tier, quantity)])).status, 201)
    return statements.length
  }
  await cost(1)
  const one = await cost(1)
  assert.equal(await cost(4), one + 1)
})

// Requirement (rules): contract §7.10: all or nothing
test('with too little of one item nothing is bought, and it is named', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  await points(world, ada, 100)
  const plenty = await aTier(world)
  const scarce = await aTier(world, { quantity: 3 })
  const refused = await order(ada, [ticket(plenty, 2), ticket(scarce, 4)], { points_to_use: 50 })
  assert.equal(refused.status, 409)
  const { error: _, ...facts } = refused.body
  assert.deepEqual(facts, {
    code: 'sold_out',
    item: scarce.id,
    remaining: 3,
    next_release_at: null,
  })
  assert.deepEqual(await stockOf('tiers', plenty), [0, 0])
  assert.deepEqual(await pointsOf(ada), { available: 100, reserved: 0 })
  // Orders that come at once are decided under the locks in the same way: the second one fits and the first does not.
  const [large, small] = await Promise.all([
    order(ada, [ticket(plenty, 2), ticket(scarce, 2)]),
    order(bo, [ticket(scarce, 2), ticket(plenty)]),
  ])
  assert.deepEqual(new Set([large.status, small.status]), new Set([201, 409]))
  const loser = large.status === 409 ? large : small
  assert.deepEqual(
    [loser.body.code, loser.body.item, loser.body.remaining],
    ['sold_out', scarce.id, 1],
  )
  assert.deepEqual(await stockOf('tiers', scarce), [2, 0])
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §7.10: all or nothing
test('who gets nothing takes nothing from those behind', async () => {
  const buyers = await Promise.all(Array.from({ length: 12 }, () => aUser()))
  const tier = await aTier(world, { quantity: 10 })
  const wanted = [4, 4, 4, 1, 4, 1, 4, 4, 1, 1, 1, 1]
  const answers = await Promise.all(
    buyers.map((as, nth) => order(as, [ticket(tier, wanted[nth] ?? 1)])),
  )
  const sold = answers.flatMap(({ status, body }) => (status === 201 ? body.payments.length : []))
  assert.equal(
    sold.reduce((sum, units) => sum + units, 0),
    10,
  )
  assert.ok(sold.every((units) => units === 4 || units === 1))
  assert.deepEqual(await stockOf('tiers', tier), [10, 0])
})

// Requirement (rules): contract §7.10: bounds of the items, and the required key
test('each item once, at most twenty units, and a key', async () => {
  const ada = await aUser()
  const [tier, other] = [await aTier(world), await aTier(world, { max_per_order: 20 })]
  const table: [items: Item[], more: Record<string, unknown>, path: string][] = [
    [[], {}, 'items'],
    [[ticket(tier), ticket(tier, 2)], {}, 'items[1].entity_id'],
    [[ticket(other, 15), ticket(tier, 6)], {}, 'items'],
    [[ticket(tier, 21)], {}, 'items[0].quantity'],
    [[ticket(tier)], { points_to_use: 5_001 }, 'points_to_use'],
    [[ticket(tier)], { pointsToUse: 2 }, 'pointsToUse'],
  ]
  for (const [items, more, path] of table) {
    const { status, body } = await order(ada, items, more)
    assert.deepEqual([status, body.fields?.[0]?.path], [400, path], JSON.stringify(body))
  }
  const { status, body } = await post('/orders', { items: [ticket(tier)] }, { as: ada })
  assert.deepEqual([status, body.error], [400, 'The header Idempotency-Key is required'])
})

// Requirement (rules): contract §7.10: a refusal names its item; max_per_order, max_per_person, what is free
test('a refusal names the item that is in the way', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const few = await aTier(world, { max_per_order: 2 })
  const mine = await aTier(world, { max_per_person: 3, max_per_order: 10 })
  const free = await aTier(world, { price_cents: 0 })
  const closed = await aTier(world, { end_time: new Date('2020-01-01T00:00:00.000Z') })
  const hidden = await aTier(world, { hidden: true })
  assert.equal((await order(ada, [ticket(mine)])).status, 201)
  const table: [Item, number, object][] = [
    [ticket({ id: newId() }), 404, { code: 'not_found' }],
    [ticket({ id: 'nothing' }), 404, { code: 'not_found' }],
    [ticket(hidden), 404, { code: 'not_found' }],
    [ticket(few, 3), 409, { code: 'limit', limit: 2 }],
    [ticket(mine, 3), 409, { code: 'limit' }],
    [ticket(free, 5), 409, { code: 'limit', limit: 4 }],
    [
      ticket(closed),
      409,
      { code: 'not_on_sale', start_time: null, end_time: '2020-01-01T00:00:00.000Z' },
    ],
  ]
  for (const [item, wanted, expected] of table) {
    const { status, body } = await order(ada, [ticket(tier), item])
    const { error: _, ...facts } = body
    assert.deepEqual([status, facts], [wanted, { ...expected, item: item.entity_id }])
  }
  assert.deepEqual(await stockOf('tiers', tier), [0, 0])
  assert.equal((await order(ada, [ticket(mine, 2), ticket(free, 4)])).status, 201)
})

// Requirement (rules): contract §7.10: points and amount
test('points pay for the first units first, up to the worth of each', async () => {
  const ada = await aUser()
  await points(world, ada, 20_000)
  const [one, two] = [await aTier(world, { price_cents: 999 }), await aTier(world)]
  const items = [ticket(one, 2), ticket(two)]
  const { status, body } = await order(ada, items, { points_to_use: 1_500, amount: 54.98 })
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(
    body.payments.map(({ points_used, amount }: any) => [points_used, amount]),
    [
      [999, 0],
      [501, 4.98],
      [0, 50],
    ],
  )
  assert.equal(body.amount, 54.98)
  const dear = await order(ada, items, { amount: 54 })
  assert.deepEqual([dear.body.code, dear.body.price], ['price_changed', 69.98])
  const whole = await order(ada, items, { points_to_use: 6_998 })
  assert.deepEqual([whole.body.amount, whole.body.status], [0, 'succeeded'])
  const much = await order(ada, items, { points_to_use: 6_999 })
  assert.equal(much.status, 400)
  const refused = await order(await aUser(), items, { points_to_use: 1 })
  assert.deepEqual([refused.status, refused.body.code], [409, 'not_enough_points'])
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §7.10: retries of an order
test('with its key it is one order, whose answer is the order as it is now', async () => {
  const ada = await aUser()
  const [tier, other] = [await aTier(world), await aTier(world)]
  const key = newId()
  const first = await order(ada, [ticket(tier, 2)], { key })
  const again = await order(ada, [ticket(tier, 2)], { key })
  assert.deepEqual([again.status, again.body.id], [201, first.body.id])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const others = await order(ada, [ticket(other, 2)], { key })
  assert.equal(others.body.code, 'idempotency_key_reused')
  // A key of POST /payments is a different one.
  const single = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id },
    { as: ada, headers: { 'idempotency-key': key } },
  )
  assert.equal(single.status, 201)
  assert.deepEqual(await stockOf('tiers', tier), [3, 0])
})

// Requirement (rules): contract §7.10: a decline, an order that waits, giving up
test('a decline fails all of it, and frees it', async () => {
  const ada = await aUser()
  await points(world, ada, 300)
  const [tier, place] = [await aTier(world), await aPlaceToSleep(world)]
  told.next.push('declined')
  const { status, body } = await order(ada, [ticket(tier, 3), bed(place)], { points_to_use: 300 })
  assert.deepEqual([status, body.code, body.decline_code], [402, 'declined', 'insufficient_funds'])
  const { body: failed } = await get(`/orders/${body.id}`, { as: ada })
  assert.equal(failed.status, 'failed')
  assert.deepEqual(
    failed.payments.map((payment: any) => [payment.status, payment.failure.code]),
    Array.from({ length: 4 }, () => ['failed', 'declined']),
  )
  assert.deepEqual(await stockOf('tiers', tier), [0, 0])
  assert.deepEqual(await stockOf('accommodations', place), [0, 0])
  assert.deepEqual(await pointsOf(ada), { available: 300, reserved: 0 })
  const { body: notices } = await get('/notifications', { as: ada })
  assert.equal(notices.length, 1)
})

test('the buyer is wanted once for all of it; giving up one payment gives up the order', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  told.next.push('action', 'action')
  const [paid, left] = [
    (await order(ada, [ticket(tier, 2)])).body,
    (await order(ada, [ticket(tier, 3)])).body,
  ]
  assert.deepEqual([paid.status, paid.client_secret], ['requires_action', `secret of ${paid.id}`])
  assert.ok(Date.parse(paid.expires_at) > now().getTime())
  assert.deepEqual(await stockOf('tiers', tier), [0, 5])
  const third = await order(ada, [ticket(tier)])
  assert.deepEqual(
    [third.body.code, third.body.payments],
    ['too_many_waiting', [paid.payments[0].id, left.payments[0].id]],
  )
  const event = { id: newId(), key: paid.id, outcome: { state: 'succeeded' } }
  await post('/payments/webhook', event, { client: null })
  assert.equal((await get(`/orders/${paid.id}`, { as: ada })).body.status, 'succeeded')
  assert.equal((await del(`/payments/${left.payments[1].id}`, { as: ada })).status, 200)
  const { body: over } = await get(`/orders/${left.id}`, { as: ada })
  assert.deepEqual([over.status, over.expires_at], ['expired', null])
  assert.deepEqual(await stockOf('tiers', tier), [2, 0])
})

// Requirement (rules): contract §7.10: a late charge gets everything, or is given back whole
test('a late charge of which one thing is gone is given back whole', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const [tier, scarce] = [await aTier(world), await aTier(world, { quantity: 1 })]
  told.next.push('action')
  const { body } = await order(ada, [ticket(tier, 2), ticket(scarce)])
  clock.ahead += 11 * 60_000
  while ((await sweep(checkout)) > 0);
  assert.equal((await order(bo, [ticket(scarce)])).status, 201)
  const outcome = { state: 'succeeded' } as const
  charges.set(body.id, { outcome, cents: 15_000, times: 1 })
  await post('/payments/webhook', { id: newId(), key: body.id, outcome }, { client: null })
  while ((await sweep(checkout)) > 0);
  const { body: late } = await get(`/orders/${body.id}`, { as: ada })
  assert.deepEqual(
    [late.status, late.payments.map(({ status }: { status: string }) => status)],
    ['succeeded', ['refunded', 'refunded', 'refunded']],
  )
  const given = [...refunds.values()].filter(({ charge }) => charge === body.id)
  assert.equal(
    given.reduce((sum, { cents }) => sum + cents, 0),
    15_000,
  )
  assert.deepEqual(await stockOf('tiers', tier), [0, 0])
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §7.10: a late charge gets everything, or is given back whole
test('a late charge of which everything is left is sold', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { quantity: 2 })
  told.next.push('action')
  const { body } = await order(ada, [ticket(tier, 2)])
  clock.ahead += 11 * 60_000
  while ((await sweep(checkout)) > 0);
  assert.equal((await get(`/orders/${body.id}`, { as: ada })).body.status, 'expired')
  const event = { id: newId(), key: body.id, outcome: { state: 'succeeded' } }
  await post('/payments/webhook', event, { client: null })
  const { body: late } = await get(`/orders/${body.id}`, { as: ada })
  assert.ok(late.payments.every(({ qr_code }: { qr_code: string }) => qr_code))
  assert.deepEqual(await stockOf('tiers', tier), [2, 0])
})

// Requirement (rules): contract §7.10: GET /orders
test('one’s own orders are read page by page, those of POST /payments among them', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const body = { payment_type: 'ticket', entity_id: tier.id }
  const made = [
    (await order(ada, [ticket(tier, 2)])).body.id,
    (await post('/payments', body, { as: ada })).body.id,
    (await order(ada, [ticket(tier)])).body.id,
  ].toReversed()
  statements.length = 0
  const first = await get('/orders?limit=2', { as: ada })
  assert.ok(statements.length <= 3)
  const idsOf = (answer: Answer) => answer.body.orders.map(({ id }: { id: string }) => id)
  assert.deepEqual([idsOf(first), first.body.next_after], [made.slice(0, 2), made[1]])
  const second = await get(`/orders?limit=2&after=${made[1]}`, { as: ada })
  assert.deepEqual([idsOf(second), second.body.next_after], [made.slice(2), null])
})

// Requirement (rules): contract §7.10: POST /orders/:id/refund
test('managers give back what was bought at their festivals, admins all of it', async () => {
  const [ada, manager, admin] = [await aUser(), await aUser(), await aUser({ roles: ['admin'] })]
  const [mine, theirs] = [await anOrganizer(world), await anOrganizer(world)]
  const manages = { organizer_id: mine.id, user_id: manager.id }
  await db.insertInto('organizer_managers').values(manages).execute()
  const tierOf = async (organizer_id: string) =>
    aTier(world, { festival_id: (await aFestival(world, { organizer_id })).id })
  const [one, two] = [await tierOf(mine.id), await tierOf(theirs.id)]
  const { body } = await order(ada, [ticket(one, 2), ticket(two)])
  const refund = (as: Person, key = newId()) =>
    post(
      `/orders/${body.id}/refund`,
      { reason: 'Rain' },
      { as, headers: { 'idempotency-key': key } },
    )
  const statusesOf = (answer: Answer) =>
    answer.body.payments.map(({ status }: { status: string }) => status)
  assert.equal((await refund(ada)).body.code, 'own_payment')
  assert.equal((await refund(await aUser())).status, 404)
  const key = newId()
  const first = await refund(manager, key)
  assert.deepEqual([first.status, statusesOf(first)], [200, ['refunded', 'refunded']])
  const again = await refund(manager, key)
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, 'true'])
  assert.equal((await refund(manager)).body.code, 'already_refunded')
  const whole = await refund(admin)
  assert.deepEqual(statusesOf(whole), ['refunded', 'refunded', 'refunded'])
  const given = [...refunds.values()].filter(({ charge }) => charge === body.id)
  assert.deepEqual(
    given.map(({ cents }) => cents),
    [5_000, 5_000, 5_000],
  )
  assert.deepEqual(await stockOf('tiers', one), [0, 0])
  const pdf = await get(`/orders/${body.id}/tickets.pdf`, { as: ada })
  assert.equal(pdf.body.code, 'refunded')
})

// Requirement (rules): contract §7.10: refunds in the dashboard
test('what is given back at the processor is booked on one payment after the other', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  const { body } = await order(ada, [ticket(tier, 3)])
  const outcome = { state: 'succeeded' }
  const tell = (refundedCents: number) => {
    const event = { id: newId(), key: body.id, outcome, refundedCents }
    return post('/payments/webhook', event, { client: null })
  }
  const read = async () => {
    const { payments } = (await get(`/orders/${body.id}`, { as: ada })).body
    return payments.map((payment: any) => [payment.status, payment.refunded_amount])
  }
  refunds.set('re_first', { charge: body.id, cents: 7_000 })
  await tell(7_000)
  assert.deepEqual(await read(), [
    ['refunded', 50],
    ['partially_refunded', 20],
    ['succeeded', 0],
  ])
  await tell(7_000)
  refunds.set('re_second', { charge: body.id, cents: 8_000 })
  await tell(15_000)
  assert.deepEqual(await read(), [
    ['refunded', 50],
    ['refunded', 50],
    ['refunded', 50],
  ])
  assert.deepEqual(await auditLedger(db), [])
})
