/** The budget of mails for an e-mail that is not confirmed. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aGuest, anEmail, signInWith } from '../../../test/guests.ts'
import { aPostOffice } from '../../../test/post-office.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { bookMail, deleteOldBudgets, mailsAtOnce, msForEach } from './budget.ts'

const office = await aPostOffice()
after(() => void office.close())
const clock = { now: new Date('2027-06-01T12:00:00.000Z') }
const world = await aWorld({
  now: () => clock.now,
  env: { SMTP_URL: office.url(), PUBLIC_URL: 'https://festival.example' },
})
const { db, post } = world

await world.jobs.start()

const countTo = (email: string) => office.letters.filter(({ to }) => to.includes(email)).length
/** Returns the hours until the mails to an e-mail that wait for its budget are due. */
async function waitingFor(email: string): Promise<number[]> {
  const { rows } = await sql<{ due_at: Date }>`
    select m.due_at from mails_due m left join ticket_transfers x on x.id = m.about
    join users u on u.id = m.user_id
    where ${email} in (x.email, case when x.id is null then u.email end) order by m.due_at`.execute(
    db,
  )
  return rows.map(({ due_at }) => (due_at.getTime() - clock.now.getTime()) / msForEach)
}
/** Waits until `sent` mails were sent to an e-mail, and the others wait for the given hours. */
const settled = (email: string, sent: number, hours: number[] = []) =>
  until(
    `${sent} mails, others in ${hours}`,
    async () => countTo(email) === sent && `${await waitingFor(email)}` === `${hours}`,
    60_000,
  )
const wait = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

async function buy(as: Person, price_cents: number) {
  const { id: festival_id } = await aFestival(world)
  const { id: entity_id } = await aTier(world, { festival_id, price_cents })
  const { status, body, text } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id },
    { as },
  )
  assert.equal(status, 201, text)
  return body
}

// Requirement (rules): contract §6.5 Mails: the budget of an e-mail
test('a stranger gets six mails at once of what is free, then one an hour, and all in the end', async () => {
  const email = anEmail()
  for (let order = 0; order < mailsAtOnce + 3; order++) await buy(await aGuest(world, { email }), 0)
  await settled(email, mailsAtOnce, [1, 2, 3])
  await buy(await aGuest(world, { email }), 5_000)
  await settled(email, mailsAtOnce + 1, [1, 2, 3])
  wait(msForEach)
  await settled(email, mailsAtOnce + 2, [1, 2])
  wait(2 * msForEach)
  await settled(email, mailsAtOnce + 4)
})

test('offers, resent mails and free tickets share one budget; a confirmed e-mail has none', async () => {
  const email = anEmail()
  const guest = await aGuest(world, { email })
  const paid = await buy(guest, 5_000)
  for (let again = 0; again < 4; again++) {
    assert.equal((await post(`/orders/${paid.id}/resend`, {}, { as: guest })).status, 200)
  }
  const sender = await world.aUser()
  for (let offer = 0; offer < 3; offer++) {
    const { id } = await buy(sender, 0)
    const answer = await post(`/payments/${id}/transfer`, { email }, { as: sender })
    assert.equal(answer.status, 201, answer.text)
  }
  await buy(guest, 0)
  await settled(email, 1 + mailsAtOnce, [1, 2])
  const friend = await world.aUser()
  for (let order = 0; order < mailsAtOnce + 1; order++) await buy(friend, 0)
  await settled(friend.email, mailsAtOnce + 1)
})

// Requirement (rules): contract §6.5 Mails: the budget of an e-mail
test('a guest who confirms the e-mail gets at once what waited for the budget', async () => {
  const email = anEmail()
  for (let order = 0; order < mailsAtOnce + 2; order++) await buy(await aGuest(world, { email }), 0)
  await settled(email, mailsAtOnce, [1, 2])
  assert.equal((await post('/auth/code', { email })).status, 200)
  const { subject = '' } = await office.next(email, 'Your sign-in code')
  await signInWith(world, { email, code: subject.slice(-6) })
  await settled(email, mailsAtOnce + 1 + 2)
})

// Requirement (rules): contract §6.5 Mails: the budget of an e-mail
test('services that book at the same moment give each mail a time of its own', async () => {
  const email = anEmail()
  const [local = '', domain = ''] = email.split('@')
  const now = clock.now
  const times = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      bookMail(db, { email: `${local.toUpperCase()}+${index}@${domain}`, now }),
    ),
  )
  const hours = times.map((at) => (at.getTime() - now.getTime()) / msForEach)
  const later = Array.from({ length: 20 - mailsAtOnce }, (_, index) => index + 1)
  const expected = [...Array.from({ length: mailsAtOnce }, () => 0), ...later]
  assert.deepEqual(
    hours.toSorted((a, b) => a - b),
    expected,
  )
})

test('a budget is forgotten when it is whole again', async () => {
  const [used, whole] = [anEmail(), anEmail()]
  await bookMail(db, { email: whole, now: new Date(clock.now.getTime() - msForEach) })
  await bookMail(db, { email: used, now: clock.now })
  const count = async () => (await db.selectFrom('mail_budgets').select('address').execute()).length
  const before = await count()
  await deleteOldBudgets(db, clock.now)
  assert.ok((await count()) >= 1 && (await count()) < before)
})
