/** An account that proves the contact e-mail of guests takes over their purchases, and no one else does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { auditLedger } from '#shop/payments'
import { aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aCode, aGuest, anEmail, signInByCode, signInWith } from '../../../test/guests.ts'
import { invitationTo, tokenIn } from '../../../test/invitations.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { moveLate } from './claim.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { app, db, get, post, put, del, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })

const password = 'correct horse battery'
const names = { firstName: 'Ada', lastName: 'Marsh' }
type Options = { headers?: Record<string, string> }
const buy = async (as: Person, { id: entity_id }: { id: string }, options: Options = {}) => {
  const order = { payment_type: 'ticket', entity_id }
  const answer = await post('/payments', order, { as, ...options })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const idsIn = (records: { id: string }[]) => records.map(({ id }) => id).toSorted()
const idsOf = async (as: Person): Promise<string[]> =>
  (await get('/payments', { as })).body.map(({ id }: { id: string }) => id)
const holdsNothing = async (as: Person) =>
  assert.deepEqual(await idsOf(as), [], 'nothing is taken over without proof')
const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
const reset = (email: string, token: string) =>
  post('/auth/reset-password', { email, token, newPassword: password }, { client: null })

/** Registers an account without confirming its e-mail. */
async function register(email: string): Promise<Person> {
  const { body } = await post('/users', { ...names, email, password })
  const { token } = (await post('/auth/user', { email, password })).body
  return { ...body, token }
}

// Requirement (rules): contract §7.12: an account that proves its e-mail takes over
test('a code makes the account and gives it what its guests have bought, with their tickets', async () => {
  const email = anEmail()
  const guests = [
    await aGuest(world, { email }),
    await aGuest(world, { email: email.toUpperCase() }),
  ]
  const other = await aGuest(world)
  const tier = await aTier(world)
  const headers = { 'idempotency-key': 'the first' }
  const bought: { id: string; qr_code: string }[] = []
  for (const guest of guests) bought.push(await buy(guest, tier, { headers }))
  const kept = await buy(other, tier)
  const ada = await signInByCode(world, email)
  assert.deepEqual((await idsOf(ada)).toSorted(), idsIn(bought))
  const { tickets } = (await get('/tickets', { as: ada })).body
  assert.deepEqual(
    tickets.map(({ qr_code }: { qr_code: string }) => qr_code).toSorted(),
    bought.map(({ qr_code }): string => qr_code).toSorted(),
  )
  const pdf = await get(`/payments/${bought[0]?.id}/ticket.pdf`, { as: ada })
  assert.equal(pdf.status, 200)
  for (const guest of guests) assert.equal((await get('/payments', { as: guest })).status, 401)
  assert.deepEqual(await idsOf(other), [kept.id], 'another e-mail')
  const mine = await buy(ada, tier, { headers })
  assert.equal((await idsOf(ada)).length, 3, 'its own keys are its own')
  assert.ok(bought.every(({ id }) => id !== mine.id))
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
})

// Requirement (rules): contract §7.12: the guest is erased, the export names it
test('a guest that was taken over is erased, and the export of the account names it', async () => {
  const guest = await aGuest(world)
  await buy(guest, await aTier(world))
  const ada = await signInByCode(world, guest.email)
  const row = await db
    .selectFrom('users')
    .select(['email', 'guest_email_key', 'first_name', 'last_name', 'search_name', 'taken_over_by'])
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  const empty = { first_name: '', last_name: '', search_name: '' }
  assert.deepEqual(row, { ...empty, email: null, guest_email_key: null, taken_over_by: ada.id })
  const { body } = await get('/users/i/export', { as: ada })
  assert.equal(body.payments.length, 1)
  assert.deepEqual(body.guests, [
    { id: guest.id, created_at: clock.now.toISOString(), taken_over_at: clock.now.toISOString() },
  ])
  const log = await get(`/audit?action=user.sign_in_by_code`, { as: admin })
  const entry = log.body.entries.find(({ changes }: { changes: object }) =>
    Object.hasOwn(changes, `guest.${guest.id}.taken_over_by`),
  )
  assert.deepEqual(entry.changes[`guest.${guest.id}.taken_over_by`], { from: null, to: ada.id })
  assert.ok(!JSON.stringify(log.body).includes(guest.email))
})

// Requirement (rules): contract §7.12: points and badges as the purchase would have recorded them
test('points and badges are those of an account that had bought and used the same', async () => {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id })
  const device = await aDevice(world, gate)
  const [guest, bo] = [await aGuest(world), await aUser()]
  for (const buyer of [guest, bo]) {
    const used = await buy(buyer, tier)
    await buy(buyer, tier)
    const [part, whole] = [await buy(buyer, tier), await buy(buyer, tier)]
    const [result] = await scan(world, device, anUpload(gate.festival.id, [{ code: used.qr_code }]))
    assert.equal(result.result, 'admitted')
    for (const amount of [5.5, 10]) {
      await post(`/payments/${part.id}/refund`, { amount }, { as: admin })
    }
    await post(`/payments/${whole.id}/refund`, {}, { as: admin })
  }
  const ada = await signInByCode(world, guest.email)
  assert.equal(await balanceOf(ada), await balanceOf(bo))
  assert.ok((await balanceOf(ada)) > 100)
  const tallies = async ({ id }: Person) =>
    (
      await db
        .selectFrom('event_tallies')
        .select(['event_type', 'events'])
        .where('user_id', '=', id)
        .where('events', '>', 0)
        .orderBy('event_type')
        .execute()
    ).map(({ event_type, events }) => [event_type, events])
  assert.deepEqual(await tallies(ada), await tallies(bo))
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
  // A later refund takes the same points from both.
  for (const as of [ada, bo]) {
    for (const id of await idsOf(as)) await post(`/payments/${id}/refund`, {}, { as: admin })
    assert.equal(await balanceOf(as), 0)
  }
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
})

test('who manages the organizer earns nothing by what a guest had bought there', async () => {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id })
  const guest = await aGuest(world, { email: gate.manager.email })
  await buy(guest, tier)
  const manager = await signInByCode(world, gate.manager.email)
  assert.equal(manager.id, gate.manager.id)
  assert.deepEqual([(await idsOf(manager)).length, await balanceOf(manager)], [1, 0])
})

const proofs: Record<string, (email: string) => Promise<Person>> = {
  'a code': (email) => signInByCode(world, email),
  'a password reset': async (email) => {
    await register(email)
    await post('/auth/forgot-password', { email }, { client: null })
    const mail = await nextMailTo(world, email, { about: 'Reset your password' })
    assert.equal((await reset(email, tokenIn(mail, 'fst_reset'))).status, 200)
    const { token } = (await post('/auth/user', { email, password })).body
    return { token } as Person
  },
  'the link of the confirmation': async (email) => {
    const ada = await register(email)
    const mail = await nextMailTo(world, email, { about: 'Confirm your e-mail' })
    const token = tokenIn(mail, 'fst_confirm')
    assert.equal((await post('/auth/confirm-email', { token }, { as: ada })).status, 200)
    return ada
  },
  'the link of an invitation': async (email) => {
    await post('/users/invitations', { email, right: 'manage_users' }, { as: admin })
    const token = await invitationTo(world, email)
    const accepted = await post('/invitations/accept', { token, ...names, password })
    assert.equal(accepted.status, 200, accepted.text)
    return (await post('/auth/user', { email, password })).body
  },
}

for (const [what, prove] of Object.entries(proofs)) {
  // Requirement (rules): contract §7.12: by each of the proofs
  test(`a first proof takes over: ${what}`, async () => {
    const guest = await aGuest(world)
    const { id } = await buy(guest, await aTier(world))
    assert.deepEqual(await idsOf(await prove(guest.email)), [id])
  })
}

test('an account takes over again by a code, what its guests have bought since', async () => {
  const ada = await aUser()
  const { id } = await buy(await aGuest(world, { email: ada.email }), await aTier(world))
  await holdsNothing(ada)
  assert.deepEqual(await idsOf(await signInByCode(world, ada.email)), [id])
})

// Requirement (rules): contract §7.12: nothing else takes over
test('registering, signing in with a password and changing to an e-mail prove nothing', async () => {
  const [guest, second] = [await aGuest(world), await aGuest(world)]
  const tier = await aTier(world)
  await buy(guest, tier)
  await buy(second, tier)
  const thief = await register(guest.email)
  await holdsNothing(thief)
  await post('/auth/user', { email: guest.email, password })
  await holdsNothing(thief)
  const mover = await aUser()
  assert.equal(
    (await put(`/users/${mover.id}`, { email: second.email }, { as: mover })).status,
    200,
  )
  await holdsNothing(mover)
  const owner = await signInByCode(world, guest.email)
  assert.equal(owner.id, thief.id)
  assert.equal((await idsOf(owner)).length, 1)
  assert.equal((await get('/payments', { as: thief })).status, 401, 'the thief is signed out')
  const again = await post('/auth/user', { email: guest.email, password })
  assert.equal(again.status, 401, 'and the password is gone')
})

test('a wrong code, and one for a suspended account, take nothing over', async () => {
  const [guest, ada] = [await aGuest(world), await aUser()]
  const paid = await buy(guest, await aTier(world))
  const hers = await aGuest(world, { email: ada.email })
  const { id } = await buy(hers, await aTier(world))
  const code = await aCode(world, guest.email)
  const wrong = `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')
  const guessed = await post('/auth/code/verify', { email: guest.email, code: wrong, ...names })
  assert.equal(guessed.status, 401)
  const right = await aCode(world, ada.email)
  await put(`/users/${ada.id}/suspended`, { suspended: true }, { as: admin })
  const refused = await post('/auth/code/verify', { email: ada.email, code: right })
  assert.equal(refused.status, 401)
  assert.deepEqual([await idsOf(guest), await idsOf(hers)], [[paid.id], [id]])
})

async function eventsOf({ id }: { id: string }, type: string): Promise<number> {
  const { count } = await db
    .selectFrom('reward_events')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', id)
    .where('event_type', '=', type)
    .executeTakeFirstOrThrow()
  return count
}

test('guests buy, their tickets are admitted, and an account takes them over, all at once', async () => {
  const gate = await aGate(world)
  const device = await aDevice(world, gate)
  const tier = await aTier(world, { festival_id: gate.festival.id, quantity: 1_000 })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  for (let round = 0; round < 10; round++) {
    const email = anEmail()
    const guests = await Promise.all(Array.from({ length: 6 }, () => aGuest(world, { email })))
    const codes = await Promise.all(
      guests.map(async (guest): Promise<string> => (await buy(guest, tier)).qr_code),
    )
    const proof = { email, code: await aCode(world, email) }
    const [ada, ...answers] = await Promise.all([
      signInWith(world, proof),
      ...codes.map((code) => scan(world, device, anUpload(gate.festival.id, [{ code }]))),
      ...guests.flatMap((as) => [0, 1, 2].map(() => post('/payments', order, { as }))),
    ])
    const later = answers.slice(codes.length) as Awaited<ReturnType<typeof post>>[]
    assert.deepEqual(
      later.filter(({ status }) => status !== 201 && status !== 401),
      [],
    )
    await moveLate(app)
    const bought = later.filter(({ status }) => status === 201).length
    assert.equal((await idsOf(ada)).length, codes.length + bought)
    assert.equal(await eventsOf(ada, 'ticket_purchased'), codes.length + bought)
    assert.equal(await eventsOf(ada, 'ticket_validated'), codes.length)
  }
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
})

// Requirement (rules): contract §7.12: what was under way follows
test('a purchase that was under way is moved soon after, with its points, once', async () => {
  const guest = await aGuest(world)
  const first = await buy(guest, await aTier(world))
  const ada = await signInByCode(world, guest.email)
  const late = await aPaidTicket(world, { user_id: guest.id })
  await moveLate(app)
  await moveLate(app)
  assert.deepEqual((await idsOf(ada)).toSorted(), [first.id, late.id])
  assert.equal(await balanceOf(ada), 100)
})

// Requirement (rules): contract §4.1: guests are erased with the account of their e-mail
test('erasing an account erases the guests of its confirmed e-mail, and no others', async () => {
  const [ada, thief] = [await aUser(), await register(anEmail())]
  const [hers, another] = [
    await aGuest(world, { email: ada.email }),
    await aGuest(world, { email: thief.email }),
  ]
  assert.equal((await del(`/users/${ada.id}`, { as: ada })).status, 200)
  assert.equal((await del(`/users/${thief.id}`, { as: thief })).status, 200)
  assert.equal((await get('/payments', { as: hers })).status, 401)
  assert.equal((await get('/payments', { as: another })).status, 200)
  const kept = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [hers.id, another.id])
    .where('email', 'is not', null)
    .execute()
  assert.deepEqual(kept, [{ id: another.id, email: another.email }])
})
