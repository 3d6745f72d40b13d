/** Tickets that staff give for nothing. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aGuest, anEmail, signInWith } from '../../../../test/guests.ts'
import { aPostOffice } from '../../../../test/post-office.ts'
import { aGivingFestival } from '../../../../test/vouchers.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { auditLedger } from '../ledger/audit.ts'

const office = await aPostOffice()
after(() => void office.close())
const world = await aWorld({
  now: steadyClock(),
  env: { PUBLIC_URL: 'https://festival.example', SMTP_URL: office.url() },
})
const { db, get, post, aUser } = world
await world.jobs.start()
const { festivalId, manager, tier, voucher } = await aGivingFestival(world)

const give = (body: object, { as = manager, key = newId() }: { as?: Person; key?: string } = {}) =>
  post(
    `/festivals/${festivalId}/complimentary`,
    { quantity: 1, email: anEmail(), reason: 'Press', ...body },
    { as, headers: { 'idempotency-key': key } },
  )
const stockOf = async (id: string) => {
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [sold, held]
}

// Requirement (rules): contract §7.15: POST /festivals/:id/complimentary
test('an account with the e-mail gets them: in its lists, by mail with the tickets, and audited', async () => {
  const ada = await aUser()
  const { id, name } = await tier()
  const given = await give({ entity_id: id, quantity: 2, email: ada.email.toUpperCase() })
  assert.equal(given.status, 201, given.text)
  assert.equal(given.body.payments.length, 2)
  for (const payment of given.body.payments) {
    const { status, amount, qr_code, entity_id } = payment
    assert.deepEqual([status, amount, qr_code, entity_id], ['succeeded', 0, null, id])
  }
  const { tickets } = (await get('/tickets', { as: ada })).body
  assert.equal(tickets.length, 2)
  assert.deepEqual(await stockOf(id), [2, 0])
  const mail = await office.next(ada.email, 'For you: ')
  assert.equal(mail.attachments.length, 2)
  assert.ok(mail.text?.includes(`Ticket: ${name}`))
  assert.doesNotMatch(mail.text ?? '', /Paid|Price/)
  const timeline = await get(`/payments/${given.body.payments[0].id}/timeline`, { as: ada })
  assert.deepEqual(
    timeline.body.map(({ type, reason, by }: any) => [type, reason, by]),
    [
      ['pending', 'Press', manager.id],
      ['succeeded', null, null],
    ],
  )
  const admin = await aUser({ roles: ['admin'] })
  const { entries } = (await get('/audit?action=payment.give', { as: admin })).body
  assert.equal(entries[0].actor.user_id, manager.id)
  assert.equal(entries[0].changes.given_reason.to, 'Press')
  assert.ok(!JSON.stringify(entries).includes(ada.email))
  assert.deepEqual(await auditLedger(db), [])
})

test('without such an account a guest gets them, whose tickets are those of the account that proves the e-mail', async () => {
  const email = anEmail()
  const { id } = await tier({ hidden: true, price_cents: 9_900 })
  assert.equal((await give({ entity_id: id, email })).status, 201)
  const mail = await office.next(email, 'For you: ')
  assert.equal(mail.attachments.length, 1, 'whose e-mail it is was said by the manager who gave it')
  await post('/auth/code', { email })
  const [, code = ''] =
    /: (\d{6})$/.exec((await office.next(email, 'Your sign-in code')).subject ?? '') ?? []
  const ada = await signInWith(world, { email, code })
  const { tickets } = (await get('/tickets', { as: ada })).body
  assert.equal(tickets.length, 1)
})

test('an e-mail that an account has not proven is not that account', async () => {
  const ada = await aUser({ isProven: false })
  const { id } = await tier()
  const { body } = await give({ entity_id: id, email: ada.email })
  assert.deepEqual((await get('/tickets', { as: ada })).body.tickets, [])
  const { user_id } = await db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  const guest = await db
    .selectFrom('users')
    .select(['is_guest', 'guest_email_key'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(guest, { is_guest: true, guest_email_key: ada.email })
})

test('they count for no limit, no money and no points', async () => {
  const ada = await aUser()
  const { id } = await tier({ max_per_person: 1, price_cents: 1_000 })
  const free = await tier({ price_cents: 0, max_per_person: 4 })
  for (const one of [id, free.id]) {
    assert.equal((await give({ entity_id: one, quantity: 3, email: ada.email })).status, 201)
  }
  const buy = (entity_id: string) =>
    post('/payments', { payment_type: 'ticket', entity_id }, { as: ada })
  assert.equal((await buy(id)).status, 201)
  assert.equal((await buy(id)).body.code, 'limit')
  const bought = []
  for (let n = 0; n < 5; n++) bought.push((await buy(free.id)).status)
  assert.deepEqual(bought, [201, 201, 201, 201, 409])
  const { tiers } = (await get(`/festivals/${festivalId}/sales`, { as: manager })).body
  const made = tiers.find(({ ticket_id }: any) => ticket_id === id)
  assert.deepEqual([made.sold, made.revenue], [4, 10])
  assert.deepEqual(await auditLedger(db), [])
})

test('one that is given back is free again', async () => {
  const { id } = await tier({ quantity: 1 })
  const { body } = await give({ entity_id: id })
  const [{ id: payment }] = body.payments
  const refund = await post(`/payments/${payment}/refund`, {}, { as: manager })
  assert.deepEqual([refund.body.status, await stockOf(id)], ['refunded', [0, 0]])
  assert.deepEqual(await auditLedger(db), [])
})

test('a place to sleep is given too', async () => {
  const bed = await aPlaceToSleep(world, { festival_id: festivalId })
  const { status, body } = await give({ entity_id: bed.id })
  assert.deepEqual([status, body.payments[0].payment_type], [201, 'accommodation'])
})

test('outside the sale window too, but not what is gone, sold out, or of another festival', async () => {
  const closed = await tier({ end_time: new Date('2020-01-01T00:00:00.000Z') })
  assert.equal((await give({ entity_id: closed.id })).status, 201)
  const few = await tier({ quantity: 2 })
  const other = await (await aGivingFestival(world)).tier()
  const gone = await tier({ archived_at: new Date() })
  for (const [body, status, facts] of [
    [{ entity_id: few.id, quantity: 3 }, 409, { code: 'sold_out', item: few.id, remaining: 2 }],
    [{ entity_id: gone.id }, 409, { code: 'not_on_sale' }],
    [{ entity_id: other.id }, 404, { code: 'not_found' }],
    [{ entity_id: newId() }, 404, { code: 'not_found' }],
  ] as const) {
    const answer = await give(body)
    const { code, item, remaining } = answer.body
    assert.deepEqual(
      [answer.status, { code, ...(item && { item, remaining }) }],
      [status, facts],
      answer.text,
    )
  }
  assert.deepEqual(await stockOf(few.id), [0, 0])
  for (const [body, path] of [
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 21 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ email: 'ada' }, 'email'],
    [{ reason: '' }, 'reason'],
    [{ entity_id: 'x' }, 'entity_id'],
  ] as const) {
    const answer = await give({ entity_id: few.id, ...body })
    assert.deepEqual([answer.status, answer.body.fields?.[0].path], [400, path], answer.text)
  }
  const ada = await aUser()
  assert.equal((await give({ entity_id: few.id }, { as: ada })).status, 403)
  assert.equal((await give({ entity_id: few.id }, { as: await aGuest(world) })).status, 409)
})

test('with its key it is given once', async () => {
  const { id } = await tier()
  const key = newId()
  const body = { entity_id: id, email: anEmail() }
  const [first, again] = [await give(body, { key }), await give(body, { key })]
  assert.deepEqual([again.status, again.body.id, await stockOf(id)], [201, first.body.id, [1, 0]])
})

test('20 gifts and 20 purchases of the last ten at once', async () => {
  const { id } = await tier({ quantity: 10 })
  const made = await voucher({ percent: 10, max_uses: null })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => aUser()))
  const answers = await Promise.all(
    buyers.flatMap((as) => [
      give({ entity_id: id, email: as.email }),
      post(
        '/orders',
        { items: [{ payment_type: 'ticket', entity_id: id }], voucher: made.code },
        { as, headers: { 'idempotency-key': newId() } },
      ),
    ]),
  )
  const statuses = Map.groupBy(answers, ({ body, status }) => body.code ?? status)
  assert.deepEqual([statuses.get(201)?.length, statuses.get('sold_out')?.length], [10, 30])
  assert.deepEqual(await stockOf(id), [10, 0])
  assert.deepEqual(await auditLedger(db), [])
})

test('a user who gives too many has to wait', async () => {
  const { manager: as, festivalId, tier } = await aGivingFestival(world)
  const { id: entity_id } = await tier({ quantity: 200 })
  const url = `/festivals/${festivalId}/complimentary`
  const body = () => ({ entity_id, quantity: 1, email: anEmail(), reason: 'Press' })
  for (let n = 0; n < 100; n++) assert.equal((await post(url, body(), { as })).status, 201)
  const refused = await post(url, body(), { as })
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests'])
})
