/** A ticket is given to the next in line: offered, bought, used meanwhile, taken back, and refused. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aTier, points } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import {
  anOfferedReturn,
  aSoldTicket,
  buyReturned,
  entryOf,
  giveBack,
  type SoldTicket,
} from '../../../test/returns.ts'
import { aGivingFestival } from '../../../test/vouchers.ts'
import { addPieces, aPlaceInLine, offer } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from '../payments/charging/checkout.ts'
import { sweep } from '../payments/charging/sweep.ts'
import { paymentContextOf } from '../payments/model/payment-context.ts'

const clock = { now: new Date('2027-01-20T12:00:00.000Z') }
const { processor, charges, refunds, told } = aProcessor()
const world = await aWorld({ now: () => clock.now, parts: paidBy(processor) })
const { db, get, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const hour = 3_600_000

beforeEach(() => {
  clock.now = new Date('2027-01-20T12:00:00.000Z')
  told.refuse = undefined
})

const settled = async () => {
  while ((await sweep(checkout)) > 0);
  await offer(world)
}
const paymentOf = async ({ id, seller }: Pick<SoldTicket, 'id' | 'seller'>) =>
  (await get(`/payments/${id}`, { as: seller })).body
const returnOf = async ({ id, seller }: Pick<SoldTicket, 'id' | 'seller'>) => {
  const { tickets } = (await get('/tickets', { as: seller })).body
  return tickets.find(({ payment_id }: { payment_id: string }) => payment_id === id).return
}
const stockOf = ({ id }: { id: string }) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()
const requireExact = async () => {
  await settled()
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
}
const toldOf = async ({ id }: Person) =>
  (await db.selectFrom('notifications').select('type').where('user_id', '=', id).execute()).map(
    ({ type }) => type,
  )
const keep = ({ id, seller }: Pick<SoldTicket, 'id' | 'seller'>) =>
  del(`/payments/${id}/return`, { as: seller })

// Requirement (rules): contract §7.17: given back, offered, bought: one transaction; timeline and export
test('a ticket is given back, offered to the first in line, and bought: the old one ends, nothing else moves', async () => {
  const ticket = await aSoldTicket(world)
  const [first, second] = [
    await aPlaceInLine(world, ticket.tier),
    await aPlaceInLine(world, ticket.tier),
  ]
  const given = await giveBack(world, ticket)
  assert.deepEqual([given.amount, given.offered_until], [50, null])
  await offer(world)
  assert.deepEqual(await returnOf(ticket), {
    ...given,
    offered_until: new Date(clock.now.getTime() + hour / 2).toISOString(),
  })
  assert.equal((await paymentOf(ticket)).qr_code, ticket.code, 'it stays good until it is bought')
  assert.deepEqual(
    [(await entryOf(world, first)).status, (await entryOf(world, second)).status],
    ['offered', 'waiting'],
  )
  assert.deepEqual(await stockOf(ticket.tier), { sold: 1, held: 0 })

  const { status, body } = await buyReturned(world, { tier: ticket.tier, place: first })
  assert.deepEqual([status, body.status], [201, 'succeeded'], body.error)
  const [bought] = body.payments
  assert.ok(bought.qr_code && bought.qr_code !== ticket.code)
  assert.deepEqual(await stockOf(ticket.tier), { sold: 1, held: 0 })
  await settled()
  const after = await paymentOf(ticket)
  assert.deepEqual([after.status, after.refunded_amount, after.qr_code], ['refunded', 50, null])
  const told = async (as: Person) =>
    (await get(`/payments/${ticket.id}/timeline`, { as })).body
      .map(({ type, by }: { type: string; by: string | null }) => [type, by])
      .filter(([type]: [string]) => !/^(pending|refund)/.test(type))
  const steps = [
    ['succeeded', null],
    ['return.offered', ticket.seller.id],
    ['return.sold', null],
  ]
  assert.deepEqual(await told(ticket.seller), steps)
  assert.deepEqual(await told(await aUser({ roles: ['admin'] })), steps)
  const exported = (await get('/users/i/export', { as: ticket.seller })).body.payments[0].returns
  assert.deepEqual(
    exported.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]),
    [[given.id, 'sold']],
  )
  const [refund] = [...refunds.values()].slice(-1)
  assert.deepEqual(refund, { charge: after.order_id, cents: 5000 })
  assert.equal((await entryOf(world, first)).status, 'taken')
  assert.equal((await entryOf(world, second)).status, 'waiting')
  assert.deepEqual((await toldOf(ticket.seller)).toSorted(), [
    'badge.unlocked',
    'payment.refunded',
    'payment.returned',
    'payment.succeeded',
  ])
  await requireExact()
})

// Requirement (rules): contract §7.17: the new ticket admits, the old one does not
test('the new ticket admits, and the old one does not', async () => {
  const gate = await aGate(world)
  const device = await aDevice(world, gate)
  const scene = await anOfferedReturn(world, { festival_id: gate.festival.id })
  const { body } = await buyReturned(world, scene)
  const scanned = async (code: string) =>
    (await scan(world, device, anUpload(gate.festival.id, [{ code }])))[0]
  assert.equal((await scanned(scene.code))?.code, 'refunded')
  assert.equal((await scanned(body.payments[0].qr_code))?.result, 'admitted')
  await requireExact()
})

// Requirement (rules): contract §7.17: it stays listed; never offered to its own buyer
test('while none waits it stays listed, and the first who joins is offered it, but not its own buyer', async () => {
  const ticket = await aSoldTicket(world)
  await giveBack(world, ticket)
  await offer(world)
  assert.equal((await returnOf(ticket)).offered_until, null)
  const own = await aPlaceInLine(world, ticket.tier, { as: ticket.seller })
  await addSold(ticket)
  const two = await aPlaceInLine(world, ticket.tier, { quantity: 2 })
  const one = await aPlaceInLine(world, ticket.tier)
  await offer(world)
  const statuses = []
  for (const place of [own, two, one]) statuses.push((await entryOf(world, place)).status)
  assert.deepEqual(statuses, ['waiting', 'waiting', 'offered'])
})

/** Adds one more ticket of its tier, sold to another buyer. */
async function addSold({ tier }: SoldTicket) {
  await addPieces(world, tier, 1)
  const as = await aUser()
  // While people wait, free pieces are not for everyone.
  await db.updateTable('tiers').set({ waiting: null }).where('id', '=', tier.id).execute()
  const asked = { payment_type: 'ticket', entity_id: tier.id }
  assert.equal((await post('/payments', asked, { as })).status, 201)
}

// Requirement (rules): contract §7.17: offers of it lapse and are given up as others
test('an offer that lapses, or is given up, goes to the next in line', async () => {
  const scene = await anOfferedReturn(world)
  const [second, third] = [
    await aPlaceInLine(world, scene.tier),
    await aPlaceInLine(world, scene.tier),
  ]
  clock.now = new Date(clock.now.getTime() + 24 * hour)
  await offer(world)
  assert.equal((await entryOf(world, scene.place)).status, 'lapsed')
  assert.equal((await entryOf(world, second)).status, 'offered')
  assert.equal((await del(`/waiting-list/${second.id}`, { as: second.user })).status, 200)
  await offer(world)
  assert.equal((await entryOf(world, third)).status, 'offered')
  assert.deepEqual(await stockOf(scene.tier), { sold: 1, held: 0 })
  await requireExact()
})

// Requirement (rules): contract §7.17: a declined card
test('a declined card gives the offer back, and the next order has it', async () => {
  const scene = await anOfferedReturn(world)
  told.next.push('declined')
  const declined = await buyReturned(world, scene)
  assert.deepEqual([declined.status, declined.body.code], [402, 'declined'])
  assert.deepEqual(await stockOf(scene.tier), { sold: 1, held: 0 })
  assert.equal((await entryOf(world, scene.place)).status, 'offered')
  assert.equal((await buyReturned(world, scene)).status, 201)
  await settled()
  assert.equal((await paymentOf(scene)).status, 'refunded')
  await requireExact()
})

// Requirement (rules): contract §7.17: used or taken back: who was offered it waits again, 409 `return_gone`
test('who is offered a ticket that is used or kept meanwhile waits again, at the same place', async () => {
  for (const end of [use, keep]) {
    const scene = await anOfferedReturn(world)
    const behind = await aPlaceInLine(world, scene.tier)
    await end(scene)
    const early = await buyReturned(world, scene)
    assert.deepEqual([early.status, early.body.code], [409, 'return_gone'])
    await offer(world)
    const entry = await entryOf(world, scene.place)
    assert.deepEqual([entry.status, entry.position, entry.expires_at], ['waiting', 1, null])
    // The next piece is theirs, and they are notified again.
    await addPieces(world, scene.tier, 1)
    await offer(world)
    assert.equal((await entryOf(world, scene.place)).status, 'offered')
    assert.equal((await entryOf(world, behind)).position, 1)
    const twice = ['waiting_list.offered', 'waiting_list.offered']
    assert.deepEqual(await toldOf(scene.place.user), twice)
  }
})

const use = async ({ id }: Pick<SoldTicket, 'id'>) => {
  await db
    .updateTable('tickets')
    .set({ validated_at: clock.now })
    .where('payment_id', '=', id)
    .execute()
}

/** An order buys a returned ticket and waits for its buyer; then the ticket is used. */
async function usedWhilePaying(given: Parameters<typeof aTier>[1] = {}) {
  const scene = await anOfferedReturn(world, given)
  told.next.push('action')
  const { status, body } = await buyReturned(world, scene)
  assert.deepEqual([status, body.status], [201, 'requires_action'], body.error)
  assert.deepEqual(await stockOf(scene.tier), { sold: 1, held: 0 }, 'it holds no stock')
  const kept = await keep(scene)
  assert.deepEqual([kept.status, kept.body.code], [409, 'being_bought'])
  await use(scene)
  return { ...scene, order: body.id as string }
}
const pay = async (order: string) => {
  const outcome = { state: 'succeeded' } as const
  charges.set(order, { outcome, cents: 5000, times: 1 })
  await post('/payments/webhook', { id: newId(), key: order, outcome }, { client: null })
  await settled()
}
test('what is free after the offered ticket was given back is for the person it was offered to, not for all', async () => {
  const [admin, rival] = [await aUser({ roles: ['admin'] }), await aUser()]
  const buy = ({ tier }: SoldTicket) =>
    post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as: rival })
  for (const isKept of [false, true]) {
    const scene = await anOfferedReturn(world)
    if (isKept) await keep(scene)
    assert.equal((await post(`/payments/${scene.id}/refund`, {}, { as: admin })).status, 200)
    assert.deepEqual(await stockOf(scene.tier), { sold: 0, held: 0 })
    assert.equal((await buy(scene)).body.code, 'sold_out', 'before the next round')
    await aPlaceInLine(world, scene.tier, { as: rival })
    assert.equal((await buy(scene)).body.code, 'sold_out', 'also once the line is read anew')
    await offer(world)
    assert.equal((await entryOf(world, scene.place)).status, 'offered')
    const { status } = await buyReturned(world, { tier: scene.tier, place: scene.place })
    assert.equal(status, 201)
  }
})

// Requirement (rules): contract §7.17: used while an order pays: one of the stock, 409 `being_bought`
test('a ticket used while another pays for it: they get one of the stock', async () => {
  const scene = await usedWhilePaying()
  await addPieces(world, scene.tier, 1)
  await pay(scene.order)
  const { body } = await get(`/orders/${scene.order}`, { as: scene.place.user })
  assert.deepEqual([body.status, body.payments[0].status], ['succeeded', 'succeeded'])
  assert.deepEqual(await stockOf(scene.tier), { sold: 2, held: 0 })
  const mine = await paymentOf(scene)
  assert.deepEqual([mine.status, await returnOf(scene)], ['succeeded', null])
  assert.equal((await entryOf(world, scene.place)).status, 'taken')
  await requireExact()
})

// Requirement (rules): contract §7.17: `return_gone`: all that was charged comes back
test('a ticket used while another pays for it, and none is left: all of the order comes back', async () => {
  const scene = await usedWhilePaying()
  await pay(scene.order)
  const { body } = await get(`/orders/${scene.order}`, { as: scene.place.user })
  assert.deepEqual(
    [body.status, body.failure.code, body.payments[0].status, body.payments[0].refunded_amount],
    ['succeeded', 'return_gone', 'refunded', 50],
  )
  assert.deepEqual(await stockOf(scene.tier), { sold: 1, held: 0 })
  assert.equal((await paymentOf(scene)).status, 'succeeded')
  const entry = await entryOf(world, scene.place)
  assert.deepEqual([entry.status, entry.position], ['waiting', 1])
  await requireExact()
})

// Requirement (rules): contract §7.17: not cancelled while an order pays, 409 `being_bought`
test('a ticket that the next in line pays for stays theirs: its buyer cannot cancel it for another meanwhile', async () => {
  for (const isPaying of [false, true]) {
    const scene = await anOfferedReturn(world)
    await aPlaceInLine(world, scene.tier)
    const cancel_until = new Date(clock.now.getTime() + hour)
    const terms = { cancel_until, cancel_percent: 80 }
    await db.updateTable('payments').set(terms).where('id', '=', scene.id).execute()
    if (isPaying) told.next.push('action')
    const order = isPaying ? (await buyReturned(world, scene)).body.id : null
    const { status, body } = await post(`/payments/${scene.id}/cancel`, {}, { as: scene.seller })
    assert.deepEqual([status, body.code], isPaying ? [409, 'being_bought'] : [200, undefined])
    if (order === null) {
      await offer(world)
      assert.equal((await entryOf(world, scene.place)).status, 'offered', 'not the one behind')
      continue
    }
    await pay(order)
    const bought = await get(`/orders/${order}`, { as: scene.place.user })
    assert.equal(bought.body.payments[0].status, 'succeeded')
    const mine = await paymentOf(scene)
    assert.deepEqual([mine.status, mine.refunded_amount], ['refunded', 50])
    await requireExact()
  }
})

// Requirement (rules): contract §7.17: a charge that comes late
test('a late charge is sold the ticket that its offer still holds, and the stock where it does not', async () => {
  for (const [isUsed, sold] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const scene = await anOfferedReturn(world)
    told.next.push('action')
    const { body } = await buyReturned(world, scene)
    clock.now = new Date(clock.now.getTime() + hour / 4)
    await settled()
    assert.equal((await get(`/orders/${body.id}`, { as: scene.place.user })).body.status, 'expired')
    if (isUsed) {
      await use(scene)
      await addPieces(world, scene.tier, 1)
    }
    await pay(body.id)
    const order = (await get(`/orders/${body.id}`, { as: scene.place.user })).body
    assert.equal(order.payments[0].status, 'succeeded')
    assert.equal((await paymentOf(scene)).status, isUsed ? 'succeeded' : 'refunded')
    assert.deepEqual(await stockOf(scene.tier), { sold, held: 0 })
    await requireExact()
  }
})

// Requirement (rules): contract §7.17: at most what the new buyer pays; points
test('what comes back is what was promised, also where the price is set down later; points that were spent come back whole', async () => {
  const seller = await aUser()
  await points(world, seller, 1000)
  const tier = await aTier(world, { quantity: 1 })
  const asked = { payment_type: 'ticket', entity_id: tier.id, pointsToUse: 1000 }
  const { body } = await post('/payments', asked, { as: seller })
  assert.equal(body.amount, 40)
  const ticket = { id: String(body.id), code: '', tier, seller }
  const given = await giveBack(world, ticket)
  assert.equal(given.amount, 40)
  await db.updateTable('tiers').set({ price_cents: 3000 }).where('id', '=', tier.id).execute()
  assert.equal((await returnOf(ticket)).amount, 40)
  const place = await aPlaceInLine(world, tier)
  await offer(world)
  assert.equal((await buyReturned(world, { tier, place })).status, 201)
  await settled()
  const after = await paymentOf(ticket)
  assert.deepEqual([after.status, after.refunded_amount], ['refunded', 40])
  const { available } = await db
    .selectFrom('points')
    .select('available')
    .where('user_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  assert.equal(available, 1000)
  await requireExact()
})

/** Cases in which the next in line pays less for a ticket of 80.00 than its seller was promised. */
const cheaper: [string, (at: Cheaper) => Promise<object>, number][] = [
  [
    'with a voucher for all of it',
    async ({ giving }) => ({ voucher: (await giving.voucher({ percent: 100 })).code }),
    80,
  ],
  [
    'with points',
    async ({ buyer }) => {
      await points(world, buyer, 6000)
      return { points_to_use: 6000 }
    },
    60,
  ],
  [
    'after the price was set down',
    async ({ tier }) => {
      await db.updateTable('tiers').set({ price_cents: 1 }).where('id', '=', tier.id).execute()
      return {}
    },
    79.99,
  ],
]
type Cheaper = {
  giving: Awaited<ReturnType<typeof aGivingFestival>>
  tier: { id: string }
  buyer: Person
}

for (const [how, payLess, borne] of cheaper) {
  // Requirement (rules): contract §7.17: a return pays what it promised
  test(`a seller gets what was promised where the next in line buys ${how}, and the report says what the festival bears`, async () => {
    const giving = await aGivingFestival(world)
    const festival_id = giving.festivalId
    const ticket = await aSoldTicket(world, { festival_id, price_cents: 8000 })
    const { tier, seller } = ticket
    const place = await aPlaceInLine(world, tier)
    assert.equal((await giveBack(world, ticket)).amount, 80)
    await offer(world)
    const less = await payLess({ giving, tier, buyer: place.user })
    assert.equal((await returnOf(ticket)).amount, 80)
    const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: 1 }]
    const headers = { 'idempotency-key': newId() }
    const bought = await post(
      '/orders',
      { items, offer: place.id, ...less },
      { as: place.user, headers },
    )
    assert.equal(bought.status, 201, bought.text)
    assert.equal(bought.body.amount, Math.round(100 * (80 - borne)) / 100)
    await settled()
    const { status, refunded_amount } = await paymentOf({ ...ticket, seller })
    assert.deepEqual([status, refunded_amount], ['refunded', 80])
    const { body } = await get(`/festivals/${festival_id}/report`, { as: giving.manager })
    assert.equal(body.totals.return_top_up_amount, borne)
    assert.equal(body.totals.net_amount, Math.round(100 * (80 - borne)) / 100)
    await requireExact()
  })
}

// Requirement (rules): contract §7.17: a part that staff give back comes off it
test('a part that staff give back after a return comes off what its buyer gets when another has bought it', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const ticket = await aSoldTicket(world, { price_cents: 8000 })
  await giveBack(world, ticket)
  await post(`/payments/${ticket.id}/refund`, { amount: 30 }, { as: admin })
  assert.equal((await returnOf(ticket)).amount, 50)
  const place = await aPlaceInLine(world, ticket.tier)
  await offer(world)
  assert.equal((await buyReturned(world, { ...ticket, place })).status, 201)
  await settled()
  assert.equal((await paymentOf(ticket)).refunded_amount, 80)
  await requireExact()
})

// Requirement (rules): contract §7.17: the processor refuses the refund
test('the processor refuses the refund: the next buyer keeps the ticket, staff look at the payment', async () => {
  const scene = await anOfferedReturn(world)
  told.refuse = 'card closed'
  const { body } = await buyReturned(world, scene)
  await settled()
  const mine = await paymentOf(scene)
  assert.deepEqual([mine.status, mine.qr_code], ['refunding', null])
  const { needs_review } = await db
    .selectFrom('payments')
    .select('needs_review')
    .where('id', '=', scene.id)
    .executeTakeFirstOrThrow()
  assert.equal(needs_review, 'Refund refused: card closed')
  const order = (await get(`/orders/${body.id}`, { as: scene.place.user })).body
  assert.equal(order.payments[0].status, 'succeeded')
  assert.deepEqual(await auditLedger(db), [])
  // Once the card accepts it, staff repeat the same refund.
  told.refuse = undefined
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await post(`/payments/${scene.id}/refund`, {}, { as: admin })).status, 200)
  assert.equal((await paymentOf(scene)).status, 'refunded')
  await requireExact()
})
