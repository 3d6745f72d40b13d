/** Disputes by the owner of a card, as the processor's webhook reports them (docs/contract, section 7.11). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier, points } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aDevice, aGate, anUpload, scan } from '../../../../test/gate.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { refundCancelled, sweep } from '../charging/sweep.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from '../model/payment-context.ts'
import { bookDispute } from './disputes.ts'

const { processor, refunds, told } = aProcessor()
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { app, db, get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const checkout = openCheckout(paymentContextOf(app))

/** Creates a ticket of 50 EUR that was bought for 40 EUR and 1,000 points, at a gate with a device. */
async function aTicket(terms: { refund_until_days?: number | null } = {}) {
  const gate = await aGate(world)
  const { id: festival_id } = gate.festival
  const { refund_until_days = null } = terms
  await db
    .updateTable('festivals')
    .set({ refund_until_days })
    .where('id', '=', festival_id)
    .execute()
  const tier = await aTier(world, { festival_id })
  const buyer = await aUser()
  await points(world, buyer, 1_000)
  const order = { payment_type: 'ticket', entity_id: tier.id, pointsToUse: 1_000 }
  const { status, body, text } = await post('/payments', order, { as: buyer })
  assert.equal(status, 201, text)
  return { id: body.id as string, body, buyer, tier, gate, device: await aDevice(world, gate) }
}
type Ticket = Awaited<ReturnType<typeof aTicket>>

/** Sends a webhook of the processor, each time as an event of its own, or again as the same one. */
async function hear(event: object) {
  const headers = { 'content-type': 'application/json' }
  const url = '/payments/webhook'
  const sent = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(event) })
  assert.equal(sent.statusCode, 200, sent.body)
}
const saying = (key: string, status: string, given: object = {}) => ({
  id: `evt_${newId()}`,
  key,
  outcome: { state: 'succeeded' },
  dispute: { id: `dp_${key}`, cents: 4_000, reason: 'fraudulent', status, ...given },
})

const read = async ({ id, buyer }: { id: string; buyer: Person }) =>
  (await get(`/payments/${id}`, { as: buyer })).body
const timelineOf = async (id: string) => {
  const { body } = await get(`/payments/${id}/timeline`, { as: admin })
  return body.map(({ type, amount }: any) => [type, amount])
}
const validate = (id: string) => put(`/payments/${id}/validate`, {}, { as: admin })
const reviewOf = async (id: string) =>
  (await get(`/payments/all?q=${id}`, { as: admin })).body.payments[0].needs_review
const stockOf = ({ tier: { id } }: Ticket) =>
  db.selectFrom('tiers').select('sold').where('id', '=', id).executeTakeFirstOrThrow()
const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
const manifestOf = async ({ id, gate, device }: Ticket) => {
  const headers = { 'x-f-authentication': device.token }
  const { body } = await get(`/gate/${gate.festival.id}/manifest`, { headers })
  return body.tickets.find(({ payment_id }: any) => payment_id === id)?.revoked
}
const noticesOf = async (as: Person) =>
  (await get('/notifications', { as })).body
    .filter(({ type }: any) => type.startsWith('payment.dispute'))
    .map(({ type, title, data }: any) => [type, title, data])
const ledger = async () => assert.deepEqual(await auditLedger(db), [])

// Requirement (rules): contract §7.11: an open dispute blocks the ticket, online, offline and for its files;
//   won, it admits again
test('while a dispute is open the ticket does not admit; won, it admits again', async () => {
  const ticket = await aTicket()
  const { id, buyer, gate, device } = ticket
  await hear(saying(id, 'open'))
  await ledger()
  const { qr_code, ticket_pdf_url, status } = await read(ticket)
  assert.deepEqual([status, qr_code, ticket_pdf_url], ['succeeded', null, null])
  assert.equal(await manifestOf(ticket), true)
  const refused = await validate(id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'revoked'])
  const upload = anUpload(gate.festival.id, [{ code: ticket.body.qr_code }])
  assert.equal((await scan(world, device, upload))[0].code, 'revoked')
  const pdf = await get(`/payments/${id}/ticket.pdf`, { as: buyer })
  assert.deepEqual([pdf.status, pdf.body.code], [409, 'revoked'])
  const offer = await post(`/payments/${id}/transfer`, { email: 'ida@example.com' }, { as: buyer })
  assert.equal(offer.body.code, 'revoked')
  const back = await post(`/payments/${id}/refund`, {}, { as: admin })
  assert.deepEqual([back.status, back.body.code], [409, 'disputed'])

  await hear(saying(id, 'won'))
  await ledger()
  assert.equal((await read(ticket)).qr_code, ticket.body.qr_code)
  assert.equal(await manifestOf(ticket), false)
  assert.equal((await validate(id)).status, 200)
  const payment = { payment_id: id, festival_id: gate.festival.id }
  assert.deepEqual(await noticesOf(gate.manager), [
    ['payment.dispute_closed', 'Dispute won', payment],
    ['payment.disputed', 'Payment disputed', payment],
  ])
  assert.deepEqual(await timelineOf(id), [
    ['pending', 40],
    ['succeeded', 40],
    ['disputed', 40],
    ['dispute_won', 40],
    ['validated', null],
  ])
})

// Requirement (rules): contract §7.11: lost: the payment ends, and nothing is sent
test('a dispute that is lost ends the payment as a refund does, and sends none', async () => {
  const ticket = await aTicket()
  const { id, buyer, gate } = ticket
  assert.equal(await balanceOf(buyer), 40)
  await hear(saying(id, 'open'))
  await hear(saying(id, 'lost'))
  const { status, refunded_amount } = await read(ticket)
  assert.deepEqual([status, refunded_amount], ['refunded', 40])
  assert.equal(refunds.size, 0, 'the processor was not asked')
  assert.deepEqual(await stockOf(ticket), { sold: 0 })
  assert.equal(await balanceOf(buyer), 1_000)
  assert.equal((await validate(id)).body.code, 'refunded')
  assert.equal(await manifestOf(ticket), true)
  assert.deepEqual(await timelineOf(id), [
    ['pending', 40],
    ['succeeded', 40],
    ['disputed', 40],
    ['dispute_lost', 40],
    ['refunding', 40],
    ['refunded', 40],
  ])
  assert.deepEqual(
    (await noticesOf(gate.manager)).map(([, title]: string[]) => title),
    ['Dispute lost', 'Payment disputed'],
  )
  assert.equal(await reviewOf(id), null)
  await ledger()
})

// Requirement (rules): contract §7.11: events more than once, late and in any order
test('however often and in whichever order it is told, it is booked once', async () => {
  const ticket = await aTicket()
  const { id, gate } = ticket
  const lost = saying(id, 'lost')
  for (const event of [lost, saying(id, 'open'), lost, saying(id, 'lost'), saying(id, 'open')]) {
    await hear(event)
  }
  assert.deepEqual((await read(ticket)).status, 'refunded')
  assert.equal((await noticesOf(gate.manager)).length, 2)
  const rows = await db
    .selectFrom('disputes')
    .select('status')
    .where('payment_id', '=', id)
    .execute()
  assert.deepEqual(rows, [{ status: 'lost' }])
  assert.equal(await reviewOf(id), null)
  await hear(saying(id, 'won'))
  assert.match(await reviewOf(id), /is won, but was lost$/)
  await ledger()
})

// Requirement (rules): contract §7.11: events more than once, late and in any order
test('ten events at once are one dispute', async () => {
  const ticket = await aTicket()
  await Promise.all(
    Array.from({ length: 10 }, (_, nth) => hear(saying(ticket.id, nth % 2 ? 'lost' : 'open'))),
  )
  assert.equal((await read(ticket)).status, 'refunded')
  assert.equal((await noticesOf(ticket.gate.manager)).length, 2)
  await ledger()
})

// Requirement (rules): contract §7.11: of a part, of two, of what was given back before
test('the ticket is blocked until the last of two disputes is over', async () => {
  const ticket = await aTicket()
  const other = { id: `dp_other_${ticket.id}`, cents: 1_000 }
  await hear(saying(ticket.id, 'open'))
  clock.ahead += 60_000
  await hear(saying(ticket.id, 'open', other))
  await ledger()
  await hear(saying(ticket.id, 'won'))
  await ledger()
  assert.equal((await validate(ticket.id)).body.code, 'revoked')
  await hear(saying(ticket.id, 'won', other))
  assert.equal((await validate(ticket.id)).status, 200)
  await ledger()
})

// Requirement (rules): contract §7.11: of a part, of two, of what was given back before
test('a lost dispute of a part ends the ticket, and takes that part', async () => {
  const ticket = await aTicket()
  await post(`/payments/${ticket.id}/refund`, { amount: 10 }, { as: admin })
  await hear(saying(ticket.id, 'lost', { cents: 2_000 }))
  const { status, refunded_amount } = await read(ticket)
  assert.deepEqual([status, refunded_amount], ['refunded', 30])
  assert.equal((await validate(ticket.id)).body.code, 'refunded')
  await ledger()
})

// Requirement (rules): contract §7.11: of a part, of two, of what was given back before
test('a dispute of what was given back takes no ticket, and staff look at one that is lost', async () => {
  const ticket = await aTicket()
  await post(`/payments/${ticket.id}/refund`, {}, { as: admin })
  await hear(saying(ticket.id, 'open'))
  await ledger()
  assert.equal(await reviewOf(ticket.id), null)
  await hear(saying(ticket.id, 'lost'))
  assert.match(
    await reviewOf(ticket.id),
    /^A dispute was lost: This payment has already been refunded/,
  )
  await ledger()
})

test('what was given back at the second attempt and then disputed is not given back again', async () => {
  const ticket = await aTicket()
  told.refuse = 'insufficient_funds'
  await post(`/payments/${ticket.id}/refund`, {}, { as: admin })
  told.refuse = undefined
  const again = await post(`/payments/${ticket.id}/refund`, {}, { as: admin })
  assert.deepEqual([again.status, again.body.status], [200, 'refunded'])
  await hear(saying(ticket.id, 'lost'))
  assert.match(await reviewOf(ticket.id), /^A dispute was lost/)
  const third = await post(`/payments/${ticket.id}/refund`, {}, { as: admin })
  assert.deepEqual([third.status, third.body.code], [409, 'already_refunded'])
  await ledger()
})

// Requirement (rules): contract §7.11: before its charge is known
test('a dispute that is told before the charge pays for it, and blocks its ticket', async () => {
  const { id: festival_id } = (await aGate(world)).festival
  const tier = await aTier(world, { festival_id })
  const buyer = await aUser()
  told.next.push('lost answer')
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { body } = await post('/payments', order, { as: buyer })
  assert.equal(body.status, 'pending')
  await hear(saying(body.id, 'open'))
  const { status, qr_code } = await read({ id: body.id, buyer })
  assert.deepEqual([status, qr_code], ['succeeded', null])
  assert.equal((await validate(body.id)).body.code, 'revoked')
  await ledger()
})

// Requirement (rules): contract §7.11: at a cancelled festival
test('a cancelled festival refunds what is disputed once that is won', async () => {
  const ticket = await aTicket()
  await hear(saying(ticket.id, 'open'))
  const { id } = ticket.gate.festival
  await db.updateTable('festivals').set({ cancelled_at: now() }).where('id', '=', id).execute()
  const settle = async () => {
    while ((await refundCancelled(checkout, new Date(0))) > 0);
    clock.ahead += 60_000
    while ((await sweep(checkout)) > 0);
  }
  await settle()
  assert.equal((await read(ticket)).status, 'succeeded')
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
  await hear(saying(ticket.id, 'won'))
  await settle()
  assert.equal((await read(ticket)).status, 'refunded')
})

test('a buyer cannot give back what is disputed', async () => {
  const ticket = await aTicket({ refund_until_days: 0 })
  assert.notEqual(ticket.body.cancelable, null)
  await hear(saying(ticket.id, 'open'))
  assert.equal((await read(ticket)).cancelable, null)
  const { status, body } = await post(`/payments/${ticket.id}/cancel`, undefined, {
    as: ticket.buyer,
  })
  assert.deepEqual([status, body.code], [409, 'disputed'])
  await hear(saying(ticket.id, 'won'))
  const back = await post(`/payments/${ticket.id}/cancel`, undefined, { as: ticket.buyer })
  assert.equal(back.body.status, 'refunded')
})

test('a dispute of one charge for several payments is shared among them, in their order', async () => {
  const [one, other] = [await aTicket(), await aTicket()]
  const said = { id: `dp_${one.id}`, cents: 4_000, reason: 'general' } as const
  const ids = [one.id, other.id]
  await bookDispute(checkout, ids, { ...said, status: 'open' })
  for (const id of ids) assert.equal((await validate(id)).body.code, 'revoked')
  await ledger()
  await bookDispute(checkout, ids, { ...said, status: 'lost' })
  assert.deepEqual(
    [(await read(one)).status, (await read(other)).status],
    ['refunded', 'succeeded'],
  )
  assert.equal((await validate(other.id)).status, 200)
  await ledger()
})

test('an unknown payment is disputed without effect', async () => {
  await hear(saying(newId(), 'open'))
  await ledger()
})
