/** The contact e-mail of a guest, corrected by staff (docs/contract, section 2.9). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aGuest, anEmail } from '../../../test/guests.ts'
import { aPostOffice } from '../../../test/post-office.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const office = await aPostOffice()
after(() => void office.close())
const env = { SMTP_URL: office.url(), PUBLIC_URL: 'https://festival.example' }
const world = await aWorld({ env })
const { db, get, post, put, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })

async function aSale() {
  const [{ id: organizer_id }, manager] = [await anOrganizer(world), await aUser()]
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const festival = await aFestival(world, { organizer_id })
  return { organizer_id, festival, manager, tier: await aTier(world, { festival_id: festival.id }) }
}

async function buy(as: Person, tier: { id: string }, more = {}) {
  const payment = { payment_type: 'ticket', entity_id: tier.id, ...more }
  const { status, body, text } = await post('/payments', payment, { as })
  assert.equal(status, 201, text)
  return body
}

const correct = (as: Person, { id }: { id: string }, email: string) =>
  put(`/users/${id}/guest-email`, { email }, { as })
const changed = 'The e-mail of a purchase was changed'
const mails = (email: string, about: string) => office.received(email, about)

const askForCode = async (email: string) =>
  assert.equal((await post('/auth/code', { email })).status, 200)

/** Signs in with the code that was mailed to an e-mail, and returns the tickets that it opens. */
async function ticketsOf(email: string): Promise<string[]> {
  const { subject } = await office.next(email, 'Your sign-in code')
  const code = /\d{6}/.exec(subject ?? '')?.[0] ?? ''
  const names = { firstName: 'Ada', lastName: 'Marsh' }
  const { body, status, text } = await post('/auth/code/verify', { email, code, ...names })
  assert.equal(status, 200, text)
  const { tickets } = (await get('/tickets', { as: { token: body.token } as Person })).body
  return tickets.map(({ payment_id }: { payment_id: string }) => payment_id)
}

// Requirement (rules): contract §2.9: PUT /users/:id/guest-email, its mails and its entry in the audit log
test('a manager of all that a guest bought corrects the e-mail, and its tickets go there', async () => {
  const { tier, manager, festival, organizer_id } = await aSale()
  const guest = await aGuest(world)
  const { id } = await buy(guest, tier)
  await buy(guest, tier)
  const email = anEmail()
  const { status, body, text } = await correct(manager, guest, email)
  assert.equal(status, 200, text)
  assert.deepEqual(body, { id: guest.id, email, firstName: 'Ada', lastName: 'Marsh' })
  const confirmation = `Confirmation: ${festival.name}`
  await until('the mails', async () => (await mails(email, confirmation)).length === 2)
  const [first] = await mails(email, confirmation)
  assert.equal(first?.attachments.length, 1, 'with the ticket')
  const button = `https://festival.example/tickets?email=${encodeURIComponent(email)}`
  assert.ok(first?.text?.includes(button), first?.text ?? 'no mail')
  const notice = await office.next(guest.email, changed)
  assert.ok(!JSON.stringify(notice).includes(email), 'the e-mail before does not learn the new one')
  assert.deepEqual((await mails(email, changed)).length, 0)
  const { rows } = await sql<object>`
    select user_id, entity_type, entity_id, festival_id, organizer_id, changes
    from audit_log where action = 'guest.correct_email' and entity_id = ${guest.id}`.execute(db)
  const noted = { user_id: manager.id, festival_id: festival.id, organizer_id }
  const changes = { email: { from: null, to: null } }
  assert.deepEqual(rows, [{ ...noted, entity_type: 'guest', entity_id: guest.id, changes }])
  const list = await get(`/festivals/${festival.id}/payments?q=${id}`, { as: manager })
  assert.equal(list.body.payments[0].buyer.email, email)
})

// Requirement (rules): contract §2.9: a corrected e-mail opens the tickets
test('the new e-mail opens the tickets, and neither the one before nor a token of the guest does', async () => {
  const { tier, manager } = await aSale()
  const guest = await aGuest(world)
  const { id } = await buy(guest, tier)
  // The code is mailed before the correction, and used after it.
  await askForCode(guest.email)
  const email = anEmail()
  assert.equal((await correct(manager, guest, email)).status, 200)
  assert.equal((await get('/tickets', { as: guest })).status, 401)
  assert.deepEqual(await ticketsOf(guest.email), [])
  await askForCode(email)
  assert.deepEqual(await ticketsOf(email), [id])
  // It belongs to an account now.
  assert.equal((await correct(admin, guest, anEmail())).status, 404)
})

// Requirement (rules): contract §2.9: who may correct it
test('a manager of a part is refused, one of nothing does not know the guest, and an admin may', async () => {
  const [mine, theirs] = [await aSale(), await aSale()]
  const guest = await aGuest(world)
  await buy(guest, mine.tier)
  assert.equal((await correct(theirs.manager, guest, anEmail())).status, 404)
  assert.equal((await correct(await aUser(), guest, anEmail())).status, 404)
  await buy(guest, theirs.tier)
  for (const { manager } of [mine, theirs]) {
    const { status, body } = await correct(manager, guest, anEmail())
    assert.deepEqual([status, body.code], [403, 'forbidden'])
  }
  const { body: unchanged } = await put('/auth/guest', {}, { as: guest })
  assert.equal(unchanged.email, guest.email)
  assert.equal((await correct(admin, guest, anEmail())).status, 200)
})

test('what was declined elsewhere counts as not bought', async () => {
  const [mine, theirs] = [await aSale(), await aSale()]
  const guest = await aGuest(world)
  await buy(guest, mine.tier)
  const declined = { payment_type: 'ticket', entity_id: theirs.tier.id }
  const more = { processorPaymentMethodId: 'pm_card_chargeDeclined' }
  assert.equal((await post('/payments', { ...declined, ...more }, { as: guest })).status, 402)
  assert.equal((await correct(mine.manager, guest, anEmail())).status, 200)
})

// Requirement (rules): contract §2.9: refused corrections
test('an account, an unknown buyer, a guest who paid nothing and a wrong e-mail are refused', async () => {
  const { tier, manager } = await aSale()
  const ada = await aUser()
  await buy(ada, tier)
  for (const as of [manager, admin]) {
    const { status, body } = await correct(as, ada, anEmail())
    assert.deepEqual([status, body.code], [409, 'has_account'])
  }
  assert.equal((await correct(admin, { id: newId() }, anEmail())).status, 404)
  const guest = await aGuest(world)
  assert.equal((await correct(admin, guest, anEmail())).body.code, 'not_succeeded')
  await buy(guest, tier)
  const wrong = await correct(manager, guest, 'bo')
  assert.deepEqual([wrong.status, wrong.body.fields[0].path], [400, 'email'])
  assert.equal((await get('/tickets', { as: guest })).status, 200, 'nothing has ended')
})

test('the e-mail of an account is taken as a guest gives it, and its owner gets the tickets by proving it', async () => {
  const { tier, manager } = await aSale()
  const ada = await aUser()
  const guest = await aGuest(world)
  const { id } = await buy(guest, tier)
  assert.equal((await correct(manager, guest, ada.email)).status, 200)
  assert.deepEqual((await get('/tickets', { as: ada })).body.tickets, [])
  await askForCode(ada.email)
  assert.deepEqual(await ticketsOf(ada.email), [id])
})

// Requirement (rules): contract §2.9: the same e-mail again changes nothing
test('the same e-mail again changes nothing and mails nothing', async () => {
  const { tier, manager } = await aSale()
  const guest = await aGuest(world)
  await buy(guest, tier)
  const email = anEmail()
  for (const spelled of [email, email.toUpperCase(), email]) {
    const { status, body } = await correct(manager, guest, spelled)
    assert.deepEqual([status, body.email], [200, email])
  }
  const { rows } = await sql<{ mails: number; entries: number }>`
    select (select count(*)::int from order_mails m join payments p on p.order_id = m.order_id
            where p.user_id = ${guest.id}) as mails,
           (select count(*)::int from audit_log where entity_id = ${guest.id}) as entries`.execute(
    db,
  )
  assert.deepEqual(rows, [{ mails: 1, entries: 1 }])
})

test('of two corrections at once the last stays, and each e-mail that was replaced is told', async () => {
  const { tier, manager } = await aSale()
  const guest = await aGuest(world)
  const { id } = await buy(guest, tier)
  const emails = [anEmail(), anEmail()]
  const both = await Promise.all(emails.map((email) => correct(manager, guest, email)))
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  const list = await get(`/payments/all?q=${id}`, { as: admin })
  const last = list.body.payments[0].buyer.email
  const between = emails.find((email) => email !== last) ?? ''
  assert.ok(emails.includes(last))
  await office.next(guest.email, changed)
  await office.next(between, changed)
  assert.deepEqual(
    [await mails(last, changed), (await mails(guest.email, changed)).length],
    [[], 1],
  )
})

test('five mails an hour go to one e-mail: a correction to it is refused then, and changes nothing', async () => {
  const { tier, manager } = await aSale()
  const email = anEmail()
  const guests = await Promise.all(Array.from({ length: 6 }, () => aGuest(world)))
  const answers: number[] = []
  for (const guest of guests) {
    await buy(guest, tier)
    answers.push((await correct(manager, guest, email)).status)
  }
  assert.deepEqual(answers, [200, 200, 200, 200, 200, 429])
  const [last] = guests.slice(-1)
  assert.equal((await put('/auth/guest', {}, { as: last ?? guests[0] })).body.email, last?.email)
})
