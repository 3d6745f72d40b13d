/** Inviting managers, gate staff and users with rights: the offer, its e-mail, and how it ends. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival, aName } from '../../../test/catalogue.ts'
import { acceptAll, invitationTo } from '../../../test/invitations.ts'
import { mailsTo, nextMailTo } from '../../../test/mailbox.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteOldInvitations } from './invite.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({
  now: () => clock.now,
  env: { PUBLIC_URL: 'https://festival.example' },
})
const { db, get, post, put, del, aUser } = world
await world.jobs.start()

const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`
const used = 'token is wrong, used, expired or taken back: ask for a new invitation'
const password = 'the owner’s own password'
const later = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000)

async function anOrganizer(as: Person) {
  const { body } = await post(
    '/organizers',
    { id: `org-${newId()}`, name: aName('Harbour') },
    { as },
  )
  return { id: body.id as string, managers: `/organizers/${body.id}/managers` }
}

const invite = (path: string, email: string, as: Person) => post(path, { email }, { as })
const accept = (token: string, fields: object = {}, as?: Person) =>
  post('/invitations/accept', { token, ...fields }, { as })
const pendingOf = async (path: string, as: Person) => (await get(path, { as })).body
const managersOf = async (id: string): Promise<string[]> =>
  (await get(`/organizers/${id}`)).body.managers.map((manager: Person) => manager.id)

test('an invitation is mailed without text that a user chose, listed, and accepted in a session', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const organizer = await anOrganizer(ada)
  const made = await invite(organizer.managers, bo.email, ada)
  assert.equal(made.status, 201)
  const at = clock.now.toISOString()
  const { id, created_at, createdAt, expires_at, organizer: named, ...rest } = made.body
  const none = { festival: null, right: null, role: null, may_refund: null }
  assert.deepEqual(rest, { kind: 'manager', email: bo.email, ...none })
  assert.deepEqual([named.id, created_at, createdAt], [organizer.id, at, at])
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 7 * 86_400_000)
  assert.deepEqual(await pendingOf(`/organizers/${organizer.id}/invitations`, ada), [made.body])
  assert.deepEqual(await pendingOf('/users/i/invitations', bo), [made.body])
  const mail = await nextMailTo(world, bo.email, { about: 'You are invited' })
  assert.match(mail, /https:\/\/festival\.example\/console\/#invitation=fst_invitation_/)
  assert.ok(!mail.includes(named.name) && !mail.includes(organizer.id))
  assert.deepEqual(await managersOf(organizer.id), [ada.id])
  assert.equal((await post(`/invitations/${id}/accept`, {}, { as: bo })).status, 200)
  assert.deepEqual(await managersOf(organizer.id), [ada.id, bo.id])
  assert.equal((await post(`/invitations/${id}/accept`, {}, { as: bo })).status, 404)
})

test('accepting ends the tokens of the account except the current one', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { token } = await world.access.issue(db, { clientId: world.client.id, userId: bo.id })
  const { managers } = await anOrganizer(ada)
  await invite(managers, bo.email, ada)
  await acceptAll(world, bo)
  assert.equal((await get('/users/i', { as: bo })).status, 200)
  assert.equal((await get('/users/i', { as: { ...bo, token } })).status, 401)
})

test('without an account the token creates one, with names and a password, whose e-mail is confirmed', async () => {
  const ada = await aUser()
  const [email, organizer] = [anEmail(), await anOrganizer(ada)]
  await invite(organizer.managers, email, ada)
  const token = await invitationTo(world, email)
  const bare = await accept(token, { password })
  assert.deepEqual(
    [bare.status, bare.body.error],
    [
      400,
      'firstName, lastName and password are required: there is no account with this e-mail yet',
    ],
  )
  const { status, body } = await accept(token, { firstName: 'Bo', lastName: 'Marsh', password })
  assert.deepEqual([status, body], [200, { message: 'Invitation accepted: sign in' }])
  const signedIn = await post('/auth/user', { email, password })
  const bo = { ...ada, token: signedIn.body.token }
  const me = (await get('/users/i', { as: bo })).body
  assert.equal(me.email_proven_at, clock.now.toISOString())
  assert.deepEqual(await managersOf(organizer.id), [ada.id, me.id])
  assert.deepEqual((await accept(token, { password })).body.error, used)
})

test('a confirmed account without a session gets the right, keeps its password and loses its tokens', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const organizer = await anOrganizer(ada)
  await invite(organizer.managers, bo.email, ada)
  assert.equal((await accept(await invitationTo(world, bo.email), { password })).status, 200)
  assert.deepEqual(await managersOf(organizer.id), [ada.id, bo.id])
  assert.equal((await get('/users/i', { as: bo })).status, 401)
  assert.equal((await post('/auth/user', { email: bo.email, password })).status, 401)
})

test('repeated for the same e-mail an invitation is renewed, and the earlier token stops working', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const organizer = await anOrganizer(ada)
  await invite(organizer.managers, bo.email, ada)
  const first = await invitationTo(world, bo.email)
  await invite(organizer.managers, bo.email.toUpperCase(), ada)
  assert.equal((await pendingOf(`/organizers/${organizer.id}/invitations`, ada)).length, 1)
  assert.deepEqual((await accept(first, {}, bo)).body.error, used)
  await acceptAll(world, bo)
  assert.deepEqual(await managersOf(organizer.id), [ada.id, bo.id])
})

for (const [what, end] of [
  ['taken back', async ({ id, ada }) => del(`/invitations/${id}`, { as: ada })],
  ['declined', async ({ id, bo }) => del(`/invitations/${id}`, { as: bo })],
  ['of an organizer that is gone', async ({ path, ada }) => del(path, { as: ada })],
  [
    'of a user who no longer manages',
    async ({ path, ada }) => del(`${path}/managers/${ada.id}`, { as: ada }),
  ],
  ['of a user who is erased', async ({ ada }) => del(`/users/${ada.id}`, { as: ada })],
  ['of a user who is suspended', async ({ ada, admin }) => suspend(ada, admin)],
  ['to a user who is suspended', async ({ bo, admin }) => suspend(bo, admin)],
] satisfies [string, (invitationCase: InvitationCase) => Promise<{ status: number }>][]) {
  test(`an invitation ${what} cannot be accepted`, async () => {
    const [ada, bo, admin] = [await aUser(), await aUser(), await aUser({ roles: ['admin'] })]
    const { id: slug, managers } = await anOrganizer(ada)
    const { id } = (await invite(managers, bo.email, ada)).body
    const token = await invitationTo(world, bo.email)
    assert.equal((await end({ id, path: `/organizers/${slug}`, ada, bo, admin })).status, 200)
    const refused = await accept(token, { password })
    assert.deepEqual([refused.status, refused.body.error], [400, used])
    assert.deepEqual((await storedManagers(slug)).includes(bo.id), false)
  })
}

type InvitationCase = { id: string; path: string; ada: Person; bo: Person; admin: Person }

const suspend = (who: Person, as: Person) =>
  put(`/users/${who.id}/suspended`, { suspended: true }, { as })

async function storedManagers(id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organizer_managers')
    .select('user_id')
    .where('organizer_id', '=', id)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

test('an invitation ends after seven days, and is deleted; one that ended stays a day', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { id, managers } = await anOrganizer(ada)
  await invite(managers, bo.email, ada)
  const token = await invitationTo(world, bo.email)
  const begun = clock.now
  clock.now = later(7 * 24)
  assert.deepEqual((await accept(token, {}, bo)).body.error, used)
  assert.deepEqual(await pendingOf('/users/i/invitations', bo), [])
  const left = async () =>
    (await db.selectFrom('invitations').select('id').where('organizer_id', '=', id).execute())
      .length
  await deleteOldInvitations(db, new Date(clock.now.getTime() - 1))
  assert.equal(await left(), 1)
  await deleteOldInvitations(db, clock.now)
  assert.equal(await left(), 0)
  clock.now = begun
  const again = (await invite(managers, bo.email, ada)).body
  await del(`/invitations/${again.id}`, { as: ada })
  await deleteOldInvitations(db, later(24))
  assert.equal(await left(), 1)
  await deleteOldInvitations(db, later(25))
  assert.equal(await left(), 0)
})

test('of two acceptances at once one creates the account', async () => {
  const ada = await aUser()
  const [email, organizer] = [anEmail(), await anOrganizer(ada)]
  await invite(organizer.managers, email, ada)
  const token = await invitationTo(world, email)
  const names = { firstName: 'Bo', lastName: 'Marsh', password }
  const begun = await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('invitations')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .execute()
    const answers = [accept(token, names), accept(token, names)]
    await untilBlocked(world, 2)
    return { answers }
  })
  const answers = await Promise.all(begun.answers)
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  )
})

test('20 are pending at most; three to one e-mail and 50 in all are sent a day, cancelled or not', async () => {
  const ada = await aUser()
  const [one, other, third] = [
    await anOrganizer(ada),
    await anOrganizer(ada),
    await anOrganizer(ada),
  ]
  const bo = anEmail()
  for (let round = 0; round < 3; round++) {
    const { status, body } = await invite(one.managers, bo, ada)
    assert.equal(status, 201)
    await del(`/invitations/${body.id}`, { as: ada })
  }
  const fourth = await invite(other.managers, bo.toUpperCase(), ada)
  assert.deepEqual(
    [fourth.status, fourth.body.code, fourth.body.limit],
    [429, 'too_many_invitations', 3],
  )
  assert.equal(fourth.headers['retry-after'], '86400')
  const answers = await Promise.all(
    Array.from({ length: 22 }, () => invite(one.managers, anEmail(), ada)),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 20)
  const full = answers.find(({ status }) => status === 409)
  assert.deepEqual([full?.body.code, full?.body.limit], ['too_many_pending', 20])
  for (let sent = 0; sent < 20; sent++) await invite(other.managers, anEmail(), ada)
  for (let sent = 0; sent < 7; sent++) {
    assert.equal((await invite(third.managers, anEmail(), ada)).status, 201)
  }
  const last = await invite(third.managers, anEmail(), ada)
  assert.deepEqual(
    [last.status, last.body.code, last.body.limit],
    [429, 'too_many_invitations', 50],
  )
})

test('what was sent counts for its inviter, also when the organizer it was for is deleted', async () => {
  const ada = await aUser()
  const [bo, statuses] = [anEmail(), []] as [string, number[]]
  for (let round = 0; round < 2; round++) {
    const { id, managers } = await anOrganizer(ada)
    for (let sent = 0; sent < 3; sent++) statuses.push((await invite(managers, bo, ada)).status)
    assert.equal((await del(`/organizers/${id}`, { as: ada })).status, 200)
  }
  assert.deepEqual(statuses, [201, 201, 201, 429, 429, 429])
  await deleteOldInvitations(db, later(24))
  const { managers } = await anOrganizer(ada)
  assert.equal((await invite(managers, bo, ada)).status, 201)
})

test('an organizer cancels, the invited user declines, and to others an invitation is unknown', async () => {
  const [ada, bo, cy] = [await aUser(), await aUser(), await aUser()]
  const { managers } = await anOrganizer(ada)
  const { id } = (await invite(managers, bo.email, ada)).body
  for (const call of [
    del(`/invitations/${id}`, { as: cy }),
    post(`/invitations/${id}/accept`, {}, { as: cy }),
  ]) {
    assert.deepEqual((await call).body.error, 'Invitation not found')
  }
  assert.equal((await del(`/invitations/${id}`, { as: bo })).status, 200)
  assert.equal((await del(`/invitations/${id}`, { as: ada })).status, 404)
})

test('secrets are stored hashed and reach no log, and an erased account takes its invitations along', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const festival = await aFestival(world, { organizer_id: (await anOrganizer(ada)).id })
  await invite(`/festivals/${festival.id}/gate-staff`, bo.email, ada)
  const token = await invitationTo(world, bo.email)
  const stored = () =>
    db.selectFrom('invitations').selectAll().where('email', '=', bo.email).execute()
  assert.ok(!JSON.stringify(await stored()).includes(token))
  assert.ok(!world.lines.join('').includes(token) && !world.lines.join('').includes(bo.email))
  assert.equal((await mailsTo(world, bo.email)).length, 1)
  await del(`/users/${bo.id}`, { as: bo })
  assert.deepEqual(await stored(), [])
})
