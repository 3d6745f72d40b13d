/** Mails about orders that wait for a bank transfer, sent through a real SMTP server. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sendMails } from '#messaging/mail'
import { newId } from '#platform/values/ids'
import { languageCodes } from '#platform/values/reader-languages'
import { aTier } from '../../../../test/buying.ts'
import { aFestival } from '../../../../test/catalogue.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aPostOffice } from '../../../../test/post-office.ts'
import { aWorld } from '../../../../test/world.ts'

const office = await aPostOffice()
after(() => void office.close())

const day = 86_400_000
const clock = { ahead: 0 }
const env = {
  PUBLIC_URL: 'https://festival.example',
  SMTP_URL: office.url(),
  BANK_HOLDER: 'Harbour Nights ApS',
  BANK_IBAN: 'DE89370400440532013000',
}
const world = await aWorld({ now: steadyClock(() => clock.ahead), env })
const { app, aUser, post, del, put } = world
const send = () => sendMails(app, app.mailWriters, new AbortController().signal)

/** An order of 49 EUR that waits for a transfer, and its buyer. */
async function anAwaited(language = 'en') {
  const ada = await aUser()
  await put(`/users/${ada.id}`, { language }, { as: ada })
  const zone = { time_zone: 'Europe/Copenhagen', start_time: new Date('2099-07-01T18:00:00Z') }
  const festival = await aFestival(world, { ...zone, end_time: new Date('2099-07-03T22:00:00Z') })
  const tier = await aTier(world, { festival_id: festival.id, price_cents: 4900 })
  const keyed = () => ({ as: ada, headers: { 'idempotency-key': newId() } })
  const items = [{ payment_type: 'ticket', entity_id: tier.id }]
  const { body } = await post('/orders', { items, hold: true }, keyed())
  const pay = (method?: string) => post(`/orders/${body.id}/pay`, method ? { method } : {}, keyed())
  const { body: order } = await pay('transfer')
  assert.equal(order.status, 'requires_action')
  return { ada, festival, order, pay }
}
const mailsTo = async ({ email }: { email: string }) =>
  (await office.received(email)).map(({ subject = '' }) => subject)

// Requirement (rules): contract §6.5 Mails: order to be paid by bank transfer
test('an order that waits for a transfer is mailed: account, amount, reference and until when', async () => {
  const { ada, festival, order } = await anAwaited()
  await send()
  const [mail] = await office.received(ada.email)
  assert.equal(mail?.subject, `Please transfer: ${festival.name}`)
  const { reference, pay_until } = order.awaiting_payment
  const until = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Copenhagen',
    day: 'numeric',
  }).format(new Date(pay_until))
  for (const line of [
    'Account holder: Harbour Nights ApS',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'Amount: €49.00',
    `Reference: ${reference}`,
    `To arrive by: ${until} `,
    `Purchase: ${order.number}`,
  ]) {
    assert.ok(mail?.text?.includes(line), `${line} in ${mail?.text}`)
  }
  assert.match(mail?.text ?? '', /^https:\/\/festival\.example\/tickets$/m)
})

test('both mails are in the language of the buyer', async () => {
  const awaited = await Promise.all(languageCodes.map((code) => anAwaited(code)))
  await send()
  clock.ahead += 5 * day
  await send()
  for (const { ada, festival } of awaited) {
    const subjects = await mailsTo(ada)
    assert.equal(subjects.length, 2)
    assert.ok(subjects.every((subject) => subject.includes(festival.name)))
  }
  assert.equal(
    new Set(awaited.map(({ order }) => order.awaiting_payment.reference)).size,
    languageCodes.length,
  )
})

// Requirement (rules): contract §6.5 Mails: reminder of a bank transfer
test('two days before it lapses, one reminder follows, by any sender and however often', async () => {
  const { ada } = await anAwaited()
  await send()
  clock.ahead += 5 * day - 3_600_000
  await send()
  assert.equal((await mailsTo(ada)).length, 1)
  // Confirming an e-mail makes all mails of the user due at once.
  await world.db
    .updateTable('mails_due')
    .set({ due_at: app.now() })
    .where('user_id', '=', ada.id)
    .execute()
  await send()
  assert.equal((await mailsTo(ada)).length, 1)
  clock.ahead += 3_600_000
  await Promise.all([send(), send()])
  await send()
  const subjects = await mailsTo(ada)
  assert.equal(subjects.length, 2)
  assert.match(subjects[1] ?? '', /^Reminder: /)
})

test('an order that is paid, or was given up, gets no reminder', async () => {
  const [paid, ended] = [await anAwaited(), await anAwaited()]
  await send()
  assert.equal((await paid.pay()).status, 200)
  assert.equal((await del(`/orders/${ended.order.id}`, { as: ended.ada })).status, 200)
  clock.ahead += 6 * day
  await send()
  assert.equal((await mailsTo(ended.ada)).length, 1)
  const subjects = await mailsTo(paid.ada)
  assert.ok(!subjects.some((subject) => subject.startsWith('Reminder')))
  const rows = world.db.selectFrom('mails_due').select('kind')
  assert.deepEqual(await rows.where('kind', '=', 'paymentReminder').execute(), [])
})
