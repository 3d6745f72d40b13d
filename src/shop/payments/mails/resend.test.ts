/** Resending the mail of an order, and the one mail about refunds that were requested together. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aGuest } from '../../../../test/guests.ts'
import { aPostOffice } from '../../../../test/post-office.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { until } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { sweep } from '../charging/sweep.ts'
import { paymentContextOf } from '../model/payment-context.ts'
import { forgetOrderMails } from './resend.ts'

const office = await aPostOffice()
after(() => void office.close())
const { processor, told } = aProcessor()
const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const env = { SMTP_URL: office.url(), PUBLIC_URL: 'https://festival.example' }
const world = await aWorld({ parts: paidBy(processor), now, env })
const { db, get, post, put, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })
const hour = 3_600_000

async function aSale() {
  const [{ id: organizer_id }, manager] = [await anOrganizer(world), await aUser()]
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const festival = await aFestival(world, { organizer_id })
  return { festival, manager, tier: await aTier(world, { festival_id: festival.id }) }
}

const order = async (as: Person, tiers: { id: string }[], quantity = 1) => {
  const items = tiers.map(({ id }) => ({ payment_type: 'ticket', entity_id: id, quantity }))
  const headers = { 'idempotency-key': newId() + newId() }
  const { body, status, text } = await post('/orders', { items }, { as, headers })
  assert.equal(status, 201, text)
  return body
}
const resend = (as: Person, id: string) => post(`/orders/${id}/resend`, undefined, { as })
const mails = (to: Person, about: string) => office.received(to.email, about)
const count = (many: number, to: Person, about: string) =>
  until(`${many} mails`, async () => (await mails(to, about)).length === many)
const entries = (of: Person) =>
  sql<{ entity_id: string; festival_id: string; changes: object }>`
    select entity_id, festival_id, changes from audit_log
    where action = 'order.resend' and user_id = ${of.id}`.execute(db)

// Requirement (rules): contract §7.10: POST /orders/:id/resend
test('a buyer has the mail of an order sent again, with its tickets, as a mail of its own', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const { id } = await order(ada, [tier], 2)
  await count(1, ada, 'Confirmation')
  const answer = await resend(ada, id)
  assert.deepEqual([answer.status, answer.headers['ratelimit']], [200, '"mails";r=4'])
  await count(2, ada, 'Confirmation')
  const [first, second] = await mails(ada, 'Confirmation')
  assert.equal(second?.text, first?.text)
  assert.equal(second?.attachments.length, 2)
  assert.notEqual(second?.messageId, first?.messageId, 'else programs show it once')
  assert.deepEqual((await entries(ada)).rows, [])
})

// Requirement (rules): contract §7.10: POST /orders/:id/resend
test('five an hour go to one e-mail, of all its orders', async () => {
  const ada = await aUser()
  const { tier, manager } = await aSale()
  const [one, two] = [await order(ada, [tier]), await order(ada, [tier])]
  const all = await Promise.all(
    [one, two, one, two, one, two, one].map(({ id }) => resend(ada, id)),
  )
  const sent = all.filter(({ status }) => status === 200)
  assert.deepEqual([sent.length, all.filter(({ status }) => status === 429).length], [5, 2])
  const { body, headers } = await resend(manager, one.id)
  assert.deepEqual([body.code, body.limit], ['too_many_mails', 5])
  assert.equal(headers['ratelimit-policy'], '"mails";q=5;w=3600')
  clock.ahead += hour
  assert.equal((await resend(manager, one.id)).status, 200)
})

test('managers of a festival that is in it may too, which is noted; others do not know of it', async () => {
  const ada = await aUser()
  const [mine, theirs] = [await aSale(), await aSale()]
  const { id } = await order(ada, [theirs.tier, mine.tier])
  assert.equal((await resend(await aUser(), id)).status, 404)
  assert.equal((await resend((await aSale()).manager, id)).status, 404)
  assert.equal((await resend(ada, newId())).status, 404)
  assert.equal((await resend(mine.manager, id)).status, 200)
  assert.equal((await resend(admin, id)).status, 200)
  const [noted, ...others] = (await entries(mine.manager)).rows
  assert.deepEqual([noted?.entity_id, noted?.festival_id, others], [id, mine.festival.id, []])
  assert.equal((await entries(admin)).rows.length, 1)
  await count(3, ada, 'Confirmation')
})

// Requirement (rules): contract §7.10: POST /orders/:id/resend
test('a guest corrects the e-mail and gets the mail there', async () => {
  const guest = await aGuest(world)
  const { tier, festival } = await aSale()
  const { id } = await order(guest, [tier])
  const email = `${newId()}@harbour.example`
  assert.equal((await put('/auth/guest', { email }, { as: guest })).status, 200)
  assert.equal((await resend(guest, id)).status, 200)
  const { attachments } = await office.next(email, `Confirmation: ${festival.name}`)
  assert.equal(attachments.length, 1, 'with the ticket')
})

// Requirement (rules): contract §7.10: POST /orders/:id/resend
test('what is not paid, and where no mail goes out, is refused', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  told.next.push('declined')
  const headers = { 'idempotency-key': newId() }
  const items = [{ payment_type: 'ticket', entity_id: tier.id }]
  const declined = await post('/orders', { items }, { as: ada, headers })
  assert.equal((await resend(ada, declined.body.id)).body.code, 'not_succeeded')
  const { id } = await order(ada, [tier])
  await db.updateTable('users').set({ suspended_at: now() }).where('id', '=', ada.id).execute()
  assert.equal((await resend(admin, id)).body.code, 'not_mailed')
  const quiet = await aWorld({ env: { ...env, MAIL_CONFIRMATIONS: 'false' } })
  const bo = await quiet.aUser()
  const free = await aTier(quiet, { price_cents: 0 })
  const bought = await quiet.post(
    '/payments',
    { payment_type: 'ticket', entity_id: free.id },
    { as: bo },
  )
  const { body } = await quiet.post(`/orders/${bought.body.id}/resend`, undefined, { as: bo })
  assert.equal(body.code, 'not_mailed')
})

test('who asked is forgotten after three days, once the mail is sent or given up', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const { id } = await order(ada, [tier])
  await resend(ada, id)
  const kept = () => db.selectFrom('order_mails').select('id').where('order_id', '=', id).execute()
  await forgetOrderMails(db, new Date(now().getTime() + 71 * hour))
  assert.equal((await kept()).length, 1)
  await forgetOrderMails(db, new Date(now().getTime() + 73 * hour))
  assert.deepEqual(await kept(), [])
})

const noticesOf = async (as: Person) => {
  const { body } = await get('/notifications', { as })
  return body.filter(({ type }: { type: string }) => type === 'payment.refunded')
}
const refundAll = (id: string) => post(`/orders/${id}/refund`, {}, { as: admin })

// Requirement (rules): contract §7.10: what is given back at once is told once
test('what is given back at once is told once, by line', async () => {
  const ada = await aUser()
  const [{ festival, tier }, other] = [await aSale(), await aSale()]
  const day = await aTier(world, { festival_id: festival.id, price_cents: 2_000 })
  const { id, payments } = await order(ada, [tier, day, other.tier])
  await refundAll(id)
  await count(1, ada, 'Refund')
  const [mail] = await mails(ada, 'Refund')
  assert.equal(mail?.subject, `Refund: ${festival.name}, ${other.festival.name}`)
  for (const [line, given] of ['€50.00', '€20.00', '€50.00'].entries()) {
    const said = new RegExp(
      `Given back: ${given}\nPaid: ${given}\nPurchase: ${payments[line].order_number}`,
    )
    assert.match(mail?.text ?? '', said)
  }
  assert.match(mail?.text ?? '', /^Given back in all: €120\.00$/m)
  assert.match(mail?.text ?? '', /^€120\.00 is on its way back to you/m)
  const notices = await noticesOf(ada)
  assert.equal(notices.length, 1)
  assert.match(notices[0].message, /120\.00 EUR is on its way back to you/)
  assert.equal(notices[0].data.payment_id, payments[0].id)
})

// Requirement (rules): contract §7.10: what is given back at once is told once
test('it is told when the last of it is decided, and not of what was refused', async () => {
  const ada = await aUser()
  const { tier } = await aSale()
  const { id, payments } = await order(ada, [tier], 3)
  told.isDown = true
  assert.equal((await refundAll(id)).body.payments[0].status, 'refunding')
  told.isDown = false
  const mine = payments.map((payment: { id: string }) => payment.id)
  // One of them is decided already: it waits for the two that are left, which end at once.
  told.refuse = 'card_closed'
  await db
    .updateTable('refunds')
    .set({ lease_until: new Date(0) })
    .where('payment_id', '=', mine[0])
    .execute()
  const checkout = openCheckout(paymentContextOf(world.app))
  await sweep(checkout)
  told.refuse = undefined
  assert.deepEqual(await noticesOf(ada), [])
  await db
    .updateTable('refunds')
    .set({ lease_until: new Date(0) })
    .where('payment_id', 'in', mine)
    .execute()
  await Promise.all([sweep(checkout), sweep(checkout)])
  await count(1, ada, 'Refund')
  const [notice, ...others] = await noticesOf(ada)
  assert.deepEqual(others, [])
  assert.match(notice.message, /^2 × .*: 100\.00 EUR is on its way back/)
  // A refused refund is requested again, and the buyer is notified of it separately.
  await refundAll(id)
  await count(2, ada, 'Refund')
  assert.equal((await noticesOf(ada)).length, 2)
})

// Requirement (rules): contract §7.10: what is given back at once is told once
test('so is an order of a festival that is cancelled', async () => {
  const ada = await aUser()
  const { festival, tier } = await aSale()
  await order(ada, [tier], 4)
  await order(ada, [tier], 2)
  await post(`/festivals/${festival.id}/cancel`, {}, { as: admin })
  await count(2, ada, 'Refund')
  const sums = (await noticesOf(ada)).map(({ message }: { message: string }) => message)
  assert.deepEqual(sums.map((said: string) => /[\d.]+ EUR/.exec(said)?.[0]).toSorted(), [
    '100.00 EUR',
    '200.00 EUR',
  ])
})
