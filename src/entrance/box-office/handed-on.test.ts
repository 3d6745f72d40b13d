/** Tickets that a till sold and the buyer has transferred: they belong to their new holder. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLedger } from '#shop/payments'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post } = world
await world.jobs.start()
const box = await aBoxOffice(world)
const day = 86_400_000

/** Sells two tickets to an account at a till for cash, and transfers the first one. */
async function aHandedOnTicket() {
  const start_time = new Date(clock.now.getTime() + 30 * day)
  const set = { start_time, end_time: new Date(start_time.getTime() + 2 * day) }
  await db.updateTable('festivals').set(set).where('id', '=', box.festivalId).execute()
  const till = atTill(world, await aShift(world, box))
  const [buyer, holder] = [await world.aUser(), await world.aUser()]
  const { id } = await box.tier({ price_cents: 3000 })
  const { body: sale, text } = await till.sell(id, { quantity: 2, email: buyer.email })
  assert.equal(sale.status, 'paid', text)
  const [ticket] = sale.tickets
  const offer = { email: holder.email }
  const offered = await post(`/payments/${ticket.payment_id}/transfer`, offer, { as: buyer })
  assert.equal(offered.status, 201, offered.text)
  const accepted = await post(`/transfers/${offered.body.id}/accept`, {}, { as: holder })
  assert.equal(accepted.status, 200, accepted.text)
  return { till, sale, ticket, buyer, holder, held: accepted.body }
}

// Requirement (rules): contract §8.5 the codes of a ticket that was handed on
test('the sale does not tell its till the codes of a ticket that was handed on', async () => {
  const { till, sale, ticket, held } = await aHandedOnTicket()
  const { body } = await till.get(`/sales/${sale.id}`)
  const shown = body.tickets.map(({ payment_id, code, short_code }: any) => [
    payment_id,
    code,
    short_code,
  ])
  const [, kept] = sale.tickets
  assert.deepEqual(shown, [
    [ticket.payment_id, null, null],
    [kept.payment_id, kept.code, kept.short_code],
  ])
  assert.ok(!JSON.stringify(body).includes(held.qr_code))
})

// Requirement (rules): contract §8.5 `transferred`
test('a till refunds a ticket that was handed on only after staff have, and its buyer gets the money', async () => {
  const { till, ticket, holder } = await aHandedOnTicket()
  const asked = { payment_id: ticket.payment_id, reason: 'Rain' }
  const refused = await till.post('/refunds', asked)
  assert.deepEqual([refused.status, refused.body.code], [409, 'transferred'], refused.text)
  const { body } = await get('/tickets', { as: holder })
  assert.equal(body.tickets[0].payment_id, ticket.payment_id)
  assert.equal((await till.shift()).books.refunded_cash, 0)
  const url = `/payments/${ticket.payment_id}/refund`
  const staff = await post(url, { reason: 'Rain' }, { as: box.manager })
  assert.equal(staff.status, 200, staff.text)
  assert.deepEqual((await get('/tickets', { as: holder })).body.tickets, [])
  const paid = await till.post('/refunds', asked)
  assert.deepEqual([paid.status, paid.body.amount], [201, 30], paid.text)
  assert.deepEqual(await auditLedger(db), [])
})
