/** An attacker registering another person's e-mail, or inviting one as a manager, gains nothing. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aFestival, aName } from '../../../test/catalogue.ts'
import { invitationTo, tokenIn } from '../../../test/invitations.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })

const password = 'the password of the attacker'
const own = 'the owner’s own password'

/** Creates a signed-in attacker, with an account registered with another person's e-mail. */
async function anAttacker(
  email = `ops-${randomBytes(6).toString('hex')}@harbour.example`,
): Promise<Person> {
  const { body } = await post('/users', { firstName: 'Mal', lastName: 'Lory', email, password })
  return { ...body, token: (await signIn(email, password)).body.token }
}

const signIn = (email: string, secret: string) => post('/auth/user', { email, password: secret })
const isAdmin = async (as: Person) => (await get('/audit', { as })).status === 200
const isIn = async (as: Person) => (await get('/users/i', { as })).status === 200
const accept = (token: string, fields: object = {}, as?: Person) =>
  post('/invitations/accept', { token, ...fields }, { as })

async function anOrganizer(as: Person) {
  const { body } = await post(
    '/organizers',
    { id: `org-${newId()}`, name: aName('Harbour') },
    { as },
  )
  return { id: body.id as string, managers: `/organizers/${body.id}/managers` }
}

test("a user who registers another person's e-mail gets no right meant for that person", async () => {
  const mallory = await anAttacker()
  for (const [path, body] of [
    ['roles', { roles: ['admin'] }],
    ['permissions', { permissions: ['manage_users'] }],
  ] as const) {
    const { status, body: refusal } = await put(`/users/${mallory.id}/${path}`, body, { as: admin })
    assert.deepEqual([status, refusal.code], [409, 'email_not_proven'])
  }
  await post('/users/invitations', { email: mallory.email, right: 'admin' }, { as: admin })
  assert.equal(await isAdmin(mallory), false)
  assert.deepEqual((await get('/users/i/invitations', { as: mallory })).body, [])
})

test("a user who changes their e-mail to another person's gets no right meant for that person", async () => {
  const mallory = await aUser()
  const email = `ops-${randomBytes(6).toString('hex')}@harbour.example`
  assert.equal((await put(`/users/${mallory.id}`, { email }, { as: mallory })).status, 200)
  const { status, body } = await put(
    `/users/${mallory.id}/roles`,
    { roles: ['admin'] },
    { as: admin },
  )
  assert.deepEqual([status, body.code], [409, 'email_not_proven'])
  assert.equal(await isAdmin(mallory), false)
})

test('removing a right, and leaving, needs no confirmed e-mail', async () => {
  const bo = await aUser({ permissions: ['manage_users', 'manage_catalog'], isProven: false })
  const rest = { permissions: ['manage_catalog'] }
  assert.equal((await put(`/users/${bo.id}/permissions`, rest, { as: admin })).status, 200)
  assert.equal((await put(`/users/${bo.id}/permissions`, rest, { as: admin })).status, 200)
})

test("accepted from the mailbox, the account is its owner’s: the attacker's password and tokens end", async () => {
  const mallory = await anAttacker()
  const invited = await post(
    '/users/invitations',
    { email: mallory.email, right: 'admin' },
    { as: admin },
  )
  assert.equal(invited.status, 201)
  const token = await invitationTo(world, mallory.email)
  const bare = await accept(token)
  assert.equal(bare.status, 400)
  assert.match(bare.body.error, /^password is required: the e-mail of this account was never/)
  assert.equal((await accept(token, { password: own })).status, 200)
  assert.equal(await isIn(mallory), false)
  assert.equal((await signIn(mallory.email, password)).status, 401)
  const { body } = await signIn(mallory.email, own)
  assert.equal(await isAdmin({ ...mallory, token: body.token }), true)
})

test('another account cannot accept, with a token it has seen or by the id', async () => {
  const [bo, mallory] = [await aUser(), await aUser()]
  const { managers, id: organizer } = await anOrganizer(await aUser())
  const { id } = (await post(managers, { email: bo.email }, { as: admin })).body
  const token = await invitationTo(world, bo.email)
  const seen = await accept(token, {}, mallory)
  assert.deepEqual([seen.status, seen.body.code], [409, 'other_account'])
  assert.equal((await post(`/invitations/${id}/accept`, {}, { as: mallory })).status, 404)
  assert.equal((await get(`/organizers/${organizer}`)).body.managers.length, 1)
  assert.equal((await accept(token, {}, bo)).status, 200)
})

test('an e-mail that moves between the mail and its acceptance gives nothing to its earlier account', async () => {
  const mallory = await aUser()
  const { managers, id } = await anOrganizer(await aUser())
  await post(managers, { email: mallory.email }, { as: admin })
  const token = await invitationTo(world, mallory.email)
  const left = mallory.email
  const begun = await db.transaction().execute(async (trx) => {
    const email = `${newId()}@harbour.example`
    await trx
      .updateTable('users')
      .set({ email, email_key: email, email_proven_at: null })
      .where('id', '=', mallory.id)
      .execute()
    const answer = accept(token, {}, mallory)
    await untilBlocked(world, 1)
    return { answer }
  })
  const late = await begun.answer
  assert.deepEqual([late.status, late.body.code], [409, 'other_account'])
  const owner = await accept(token, { firstName: 'Bo', lastName: 'Marsh', password: own })
  assert.equal(owner.status, 200)
  const { managers: now } = (await get(`/organizers/${id}`)).body
  assert.ok(now.every((manager: Person) => manager.id !== mallory.id))
  assert.equal((await signIn(left, own)).status, 200)
})

test('an e-mail alone makes no manager, and is not shown; a manager who accepted leaves, and deletes the account', async () => {
  const [mallory, victim] = [await aUser(), await aUser()]
  const { managers, id } = await anOrganizer(mallory)
  await post(managers, { email: victim.email }, { as: mallory })
  const shown = await get('/organizers', { client: null })
  assert.ok(!shown.text.includes(victim.id) && !shown.text.includes(victim.email))
  assert.equal((await accept(await invitationTo(world, victim.email), {}, victim)).status, 200)
  const after = await get('/organizers', { client: null })
  assert.ok(after.text.includes(victim.id) && !after.text.includes(victim.email))
  assert.equal((await del(`${managers}/${victim.id}`, { as: victim })).status, 200)
  await post(managers, { email: victim.email }, { as: mallory })
  assert.equal((await accept(await invitationTo(world, victim.email, 2), {}, victim)).status, 200)
  await del(`${managers}/${mallory.id}`, { as: mallory })
  assert.equal((await del(`/users/${victim.id}`, { as: victim })).status, 200)
  assert.deepEqual((await get(`/organizers/${id}`)).body.managers, [])
})

test('inviting reveals nothing of an e-mail: known, unknown, suspended and invited get the same answer', async () => {
  const mallory = await aUser()
  const { managers, id } = await anOrganizer(mallory)
  const gate = `/festivals/${(await aFestival(world, { organizer_id: id })).id}/gate-staff`
  const suspended = await aUser()
  await put(`/users/${suspended.id}/suspended`, { suspended: true }, { as: admin })
  const [known, unknown] = [await aUser(), { email: `${newId()}@harbour.example` }]
  const unproven = await anAttacker()
  await nextMailTo(world, unproven.email)
  for (const path of [managers, gate]) {
    const forms = []
    for (const { email } of [known, unknown, suspended, unproven]) {
      const before = world.statements.length
      const { status, body } = await post(path, { email }, { as: mallory })
      assert.equal(body.email, email)
      // The mail job runs later, so its statements are left out.
      const statements = world.statements
        .slice(before)
        .filter((text) => !/jobs\.|set hash/.test(text))
      forms.push({ status, fields: Object.keys(body), statements })
      assert.ok(
        statements.every((text) => !text.includes('email_proven')),
        `${statements}`,
      )
    }
    for (const form of forms) assert.deepEqual(form, forms[0])
  }
})

test('catalogue staff make no managers, not even themselves, and remove none', async () => {
  const [ada, mallory] = [await aUser(), await aUser({ permissions: ['manage_catalog'] })]
  const { managers, id } = await anOrganizer(ada)
  for (const refused of [
    await post(managers, { email: mallory.email }, { as: mallory }),
    await del(`${managers}/${ada.id}`, { as: mallory }),
    await get(`/organizers/${id}/invitations`, { as: mallory }),
  ]) {
    assert.equal(refused.status, 403)
  }
})

test('catalogue staff cannot move a festival with payments, and so refund nothing of it', async () => {
  const [ada, mallory] = [await aUser(), await aUser({ permissions: ['manage_catalog'] })]
  const [theirs, mine] = [await anOrganizer(ada), await anOrganizer(mallory)]
  const festival = await aFestival(world, { organizer_id: theirs.id })
  const path = `/festivals/${festival.id}`
  const move = (organizer_id: string, as: Person) => put(path, { organizer_id }, { as })
  assert.equal((await move(mine.id, mallory)).status, 200)
  assert.equal((await move(theirs.id, mallory)).status, 200)
  const tier = await aTier(world, { festival_id: festival.id })
  const { id } = await aPaidTicket(world, { tier })
  const moved = await move(mine.id, mallory)
  assert.deepEqual([moved.status, moved.body.code], [403, 'has_payments'])
  assert.equal(
    (await put(path, { organizer_id: theirs.id, venue: 'Quay' }, { as: mallory })).status,
    200,
  )
  assert.equal((await post(`/payments/${id}/refund`, {}, { as: mallory })).status, 404)
  assert.equal((await move(mine.id, ada)).status, 403)
  await post(mine.managers, { email: ada.email }, { as: mallory })
  await accept(await invitationTo(world, ada.email), {}, ada)
  assert.equal((await move(mine.id, ada)).status, 200)
  assert.equal((await move(theirs.id, admin)).status, 200)
})

test('a new right ends the earlier tokens', async () => {
  const bo = await aUser()
  const given = await put(
    `/users/${bo.id}/permissions`,
    { permissions: ['manage_users'] },
    { as: admin },
  )
  assert.equal(given.status, 200)
  assert.equal(await isIn(bo), false)
})

test('a reset by the owner of an e-mail that another person registered leaves that person nothing', async () => {
  const mallory = await anAttacker()
  await post('/auth/forgot-password', { email: mallory.email })
  const token = tokenIn(await nextMailTo(world, mallory.email, { about: 'Reset' }), 'fst_reset')
  await post('/auth/reset-password', { email: mallory.email, token, newPassword: own })
  assert.equal(await isIn(mallory), false)
  assert.equal((await signIn(mallory.email, password)).status, 401)
  const roles = { roles: ['admin'] }
  assert.equal((await put(`/users/${mallory.id}/roles`, roles, { as: admin })).status, 200)
})
