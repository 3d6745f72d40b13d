/** Tickets that cannot be given to the next in line, and events that end a return. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aGuest } from '../../../test/guests.ts'
import { anOfferedReturn, aSoldTicket, entryOf, giveBack } from '../../../test/returns.ts'
import { aTransfer } from '../../../test/transfers.ts'
import { aPlaceInLine, offer } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { paymentContextOf } from '../payments/model/payment-context.ts'
import { bookDispute } from '../payments/refunds/disputes.ts'

const clock = { now: new Date('2027-01-20T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, del, aUser } = world
const year = 365 * 86_400_000

beforeEach(() => {
  clock.now = new Date('2027-01-20T12:00:00.000Z')
})

type Bought = { id: string; seller: Person }

async function bought(payment_type: string, { id }: { id: string }, more = {}): Promise<Bought> {
  const seller = await aUser()
  if ('pointsToUse' in more) await points(world, seller, Number(more.pointsToUse))
  const { status, body } = await post(
    '/payments',
    { payment_type, entity_id: id, ...more },
    { as: seller },
  )
  assert.equal(status, 201, body.error)
  return { id: body.id, seller }
}

type Sold = Awaited<ReturnType<typeof aSoldTicket>>

/** Sells a ticket, then has something happen to it. */
const after =
  (happened: (ticket: Sold) => Promise<unknown>, given: Parameters<typeof aTier>[1] = {}) =>
  async (): Promise<Bought> => {
    const ticket = await aSoldTicket(world, given)
    await happened(ticket)
    return ticket
  }

const setOf = (table: 'tiers' | 'festivals', set: object) => (ticket: Sold) =>
  db
    .updateTable(table)
    .set(set)
    .where('id', '=', table === 'tiers' ? ticket.tier.id : ticket.tier.festival_id)
    .execute()
const use = ({ id }: Bought) =>
  db.updateTable('tickets').set({ validated_at: clock.now }).where('payment_id', '=', id).execute()
const refund = async ({ id }: Bought) => {
  const as = await aUser({ roles: ['admin'] })
  assert.equal((await post(`/payments/${id}/refund`, {}, { as })).status, 200)
}
const dispute = ({ id }: Bought) =>
  bookDispute(paymentContextOf(world.app), [id], {
    id: `dp_${newId()}`,
    cents: 5000,
    reason: 'fraudulent',
    status: 'open',
  })
const transferTo = async ({ id, seller, tier }: Sold, to: Person) =>
  aTransfer(world, { id, festival_id: tier.festival_id, user_id: seller.id }, to)

const refusals: [name: string, make: () => Promise<Bought>, status: number, code: string][] = [
  [
    'of another',
    async () => ({ ...(await aSoldTicket(world)), seller: await aUser() }),
    404,
    'not_found',
  ],
  ['unknown', async () => ({ id: newId(), seller: await aUser() }), 404, 'not_found'],
  ['a membership', async () => bought('subscription', await aPlan(world)), 409, 'not_returnable'],
  [
    'a place to sleep',
    async () => bought('accommodation', await aPlaceToSleep(world)),
    409,
    'not_returnable',
  ],
  [
    'of a tier that buyers may not give back',
    after(async () => {}, { refundable: false }),
    409,
    'not_returnable',
  ],
  ['free', async () => bought('ticket', await aTier(world, { price_cents: 0 })), 409, 'was_free'],
  [
    'paid with points alone',
    async () => bought('ticket', await aTier(world), { pointsToUse: 5000 }),
    409,
    'was_free',
  ],
  ['refunded', after(refund), 409, 'already_refunded'],
  ['disputed', after(dispute), 409, 'disputed'],
  ['used', after(use), 409, 'already_validated'],
  [
    'not paid',
    after(({ id }) =>
      db.updateTable('payments').set({ status: 'requires_action' }).where('id', '=', id).execute(),
    ),
    409,
    'not_succeeded',
  ],
  [
    'revoked',
    after(({ id }) =>
      db
        .updateTable('tickets')
        .set({ revoked_at: clock.now })
        .where('payment_id', '=', id)
        .execute(),
    ),
    409,
    'revoked',
  ],
  [
    'handed on',
    after(async (ticket) => {
      const to = await aUser()
      const id = await transferTo(ticket, to)
      assert.equal((await post(`/transfers/${id}/accept`, {}, { as: to })).status, 200)
    }),
    409,
    'transferred',
  ],
  [
    'being handed on',
    after(async (ticket) => transferTo(ticket, await aUser())),
    409,
    'transfer_open',
  ],
  [
    'of a cancelled festival',
    after(setOf('festivals', { cancelled_at: clock.now })),
    409,
    'cancelled',
  ],
  [
    'of a festival that has begun',
    after(setOf('festivals', { start_time: clock.now })),
    409,
    'begun',
  ],
  [
    'of a tier that is not sold any more',
    after(setOf('tiers', { archived_at: clock.now })),
    409,
    'not_on_sale',
  ],
  [
    'of a tier whose sale is over',
    after(setOf('tiers', { end_time: clock.now })),
    409,
    'not_on_sale',
  ],
  ['of a hidden tier', after(setOf('tiers', { hidden: true })), 409, 'not_on_sale'],
  ['given back already', after((ticket) => giveBack(world, ticket)), 409, 'already_returned'],
]
for (const [name, make, status, code] of refusals) {
  // Requirement (rules): contract §7.17: its 409 and 404
  test(`refused: ${name}`, async () => {
    const { id, seller } = await make()
    const answer = await post(`/payments/${id}/return`, {}, { as: seller })
    assert.deepEqual([answer.status, answer.body.code], [status, code])
  })
}

// Requirement (rules): contract §7.17: only who bought and holds it
test('a holder who was given the ticket cannot give it back', async () => {
  const ticket = await aSoldTicket(world)
  const to = await aUser()
  const id = await transferTo(ticket, to)
  assert.equal((await post(`/transfers/${id}/accept`, {}, { as: to })).status, 200)
  const answer = await post(`/payments/${ticket.id}/return`, {}, { as: to })
  assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
})

// Requirement (rules): contract §7.17: taken back, 409 `not_returned`
test('a return that was taken back is not open any more', async () => {
  const ticket = await aSoldTicket(world)
  await giveBack(world, ticket)
  const keep = () => del(`/payments/${ticket.id}/return`, { as: ticket.seller })
  assert.equal((await keep()).status, 200)
  const again = await keep()
  assert.deepEqual([again.status, again.body.code], [409, 'not_returned'])
  const other = await del(`/payments/${ticket.id}/return`, { as: await aUser() })
  assert.equal(other.status, 404)
  await giveBack(world, ticket)
})

// Requirement (rules): contract §7.17: 20 returns of a ticket in 24 hours
test('a ticket is given back 20 times in 24 hours, and again when the first is older', async () => {
  const ticket = await aSoldTicket(world)
  for (let nth = 0; nth < 20; nth++) {
    await giveBack(world, ticket)
    const kept = await del(`/payments/${ticket.id}/return`, { as: ticket.seller })
    assert.equal(kept.status, 200)
    if (nth === 0) clock.now = new Date(clock.now.getTime() + 3_600_000)
  }
  const refused = await post(`/payments/${ticket.id}/return`, {}, { as: ticket.seller })
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_transfers'])
  assert.equal(refused.body.retry_after, 23 * 3_600)
  clock.now = new Date(clock.now.getTime() + 23 * 3_600_000)
  await giveBack(world, ticket)
})

// Requirement (rules): contract §7.17: the same with its key
test('a request sent again with its key gives back once', async () => {
  const ticket = await aSoldTicket(world)
  const headers = { 'idempotency-key': newId() }
  const give = () => post(`/payments/${ticket.id}/return`, {}, { as: ticket.seller, headers })
  const [first, second] = [await give(), await give()]
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(second.body.id, first.body.id)
})

// Requirement (rules): contract §7.17: guests
test('a guest gives back what they bought', async () => {
  const seller = await aGuest(world)
  const tier = await aTier(world, { quantity: 1 })
  const headers = { 'idempotency-key': `${newId()}${newId()}` }
  const items = [{ payment_type: 'ticket', entity_id: tier.id }]
  const { body } = await post('/orders', { items }, { as: seller, headers })
  await giveBack(world, { id: body.payments[0].id, seller })
})

const ends: [name: string, end: (scene: Sold) => Promise<unknown>][] = [
  ['it is used', use],
  ['staff refund it', refund],
  ['it is disputed', dispute],
  [
    'its buyer gives it back by the terms',
    async ({ id, seller }) => {
      assert.equal((await post(`/payments/${id}/cancel`, {}, { as: seller })).status, 200)
    },
  ],
  ['its festival is cancelled', setOf('festivals', { cancelled_at: clock.now })],
  ['its festival has begun', setOf('festivals', { start_time: clock.now })],
  ['its tier is archived', setOf('tiers', { archived_at: clock.now })],
  [
    'the account of its buyer ends',
    ({ seller }) =>
      db.updateTable('users').set({ erased_at: clock.now }).where('id', '=', seller.id).execute(),
  ],
]
for (const [name, end] of ends) {
  // Requirement (rules): contract §7.17: what ends a return
  test(`a return ends when ${name}`, async () => {
    const start_time = new Date(clock.now.getTime() + year)
    const end_time = new Date(start_time.getTime() + 86_400_000)
    const festival = await aFestival(world, { start_time, end_time, refund_until_days: 1 })
    const scene = await anOfferedReturn(world, { festival_id: festival.id })
    await end(scene)
    await offer(world)
    const { outcome } = await db
      .selectFrom('ticket_returns')
      .select('outcome')
      .where('id', '=', scene.return_id)
      .executeTakeFirstOrThrow()
    assert.ok(outcome === 'ended' || outcome === 'taken_back', `${outcome}`)
    const { return_id } = (await db
      .selectFrom('waiting_entries')
      .select('return_id')
      .where('id', '=', scene.place.id)
      .where('status', '<>', 'ended')
      .executeTakeFirst()) ?? { return_id: null }
    assert.equal(return_id, null, 'it is not offered any more')
    const { sold, held } = await db
      .selectFrom('tiers')
      .select(['sold', 'held'])
      .where('id', '=', scene.tier.id)
      .executeTakeFirstOrThrow()
    assert.ok(held + sold === 1)
    const faults = await auditLedger(db)
    assert.deepEqual(
      faults.filter((fault) => fault.startsWith('Return') || fault.includes(scene.tier.id)),
      [],
    )
  })
}

// Requirement (rules): contract §7.17: sold out to all others
test('while a ticket waits for a buyer its tier is sold out to all others', async () => {
  const ticket = await aSoldTicket(world)
  await giveBack(world, ticket)
  const asked = { payment_type: 'ticket', entity_id: ticket.tier.id }
  const answer = await post('/payments', asked, { as: await aUser() })
  assert.deepEqual([answer.status, answer.body.code], [409, 'sold_out'])
  const place = await aPlaceInLine(world, ticket.tier)
  await offer(world)
  assert.equal((await entryOf(world, place)).status, 'offered')
  assert.equal((await get(`/payments/${ticket.id}`, { as: place.user })).status, 404)
})
