/** A stolen token moves no account that has rights or a second factor (docs/contract, sections 2.3 and 2.14). */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hashPassword } from '#platform/secrets/passwords'
import { codeAt } from '../../../test/authenticator-app.ts'
import { anOrganizer, aStoredPasskey } from '../../../test/catalogue.ts'
import { aCode, anEmail } from '../../../test/guests.ts'
import { invitationTo, tokenIn } from '../../../test/invitations.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, put, del, aUser } = world
await world.jobs.start()

const password = 'correct horse battery'
const password_hash = await hashPassword(password)
const passes = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

async function aPerson(rights: Parameters<typeof aUser>[0] = {}): Promise<Person> {
  const person = await aUser(rights)
  await db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  return person
}

/** The same with an authenticator app, signed in with it. */
async function anEnrolled(rights: Parameters<typeof aUser>[0] = {}) {
  const person = await aPerson(rights)
  const { email } = person
  const { secret } = (await post('/auth/second-factor', { email, password })).body
  const code = codeAt(secret, clock.now)
  const { status, body } = await put('/auth/second-factor', { email, password, code })
  assert.equal(status, 200)
  return { ...person, token: body.token as string, secret: secret as string }
}

async function aManager(): Promise<Person> {
  const person = await aPerson()
  const { id } = await anOrganizer(world)
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: id, user_id: person.id })
    .execute()
  return person
}

/** A code that was not used before. */
function aFreshCode({ secret }: { secret: string }): string {
  passes(1)
  return codeAt(secret, clock.now)
}

const factorsOf = ({ id }: Person) =>
  db.selectFrom('second_factors').select('enrolled_at').where('user_id', '=', id).execute()

/** Changes of the ways into an account. */
const changes: [name: string, change: (as: Person) => ReturnType<typeof post>][] = [
  ['another e-mail', (as) => put(`/users/${as.id}`, { email: anEmail() }, { as })],
  [
    'another password',
    (as) =>
      put(
        '/auth/change-password',
        { currentPassword: password, newPassword: 'another horse' },
        { as },
      ),
  ],
  [
    'a passkey that is removed',
    async (as) => del(`/users/i/passkeys/${await aStoredPasskey(world, as)}`, { as }),
  ],
  ['a passkey that is added', (as) => post('/users/i/passkeys/options', {}, { as })],
]

suite('after ten minutes a token is not enough for', () => {
  const accounts: [name: string, make: () => Promise<Person>][] = [
    ['an account with an authenticator app', anEnrolled],
    ['an admin', () => aPerson({ roles: ['admin'] })],
    ['an account with a permission', () => aPerson({ permissions: ['manage_rewards'] })],
    ['a manager of an organizer', aManager],
  ]
  for (const [change, act] of changes) {
    for (const [name, make] of accounts) {
      // Requirement (rules): An account with rights or a second factor changes its ways in after a
      //   fresh sign-in
      test(`${change} of ${name}: 403`, async () => {
        const as = await make()
        passes(11)
        const { status, body } = await act(as)
        assert.deepEqual([status, body.code], [403, 'sign_in_again'])
      })
    }
  }

  test('what it changes with a sign-in of a moment ago, which gave the factor', async () => {
    for (const [name, act] of changes) {
      const as = await anEnrolled()
      passes(11)
      const code = aFreshCode(as)
      const { body } = await post('/auth/user', { email: as.email, password, code })
      const { status, text } = await act({ ...as, token: body.token })
      assert.equal(status, 200, `${name}: ${text}`)
    }
  })

  test('but for e-mail and password of an account without either', async () => {
    for (const [name, act] of changes.slice(0, 2)) {
      const as = await aPerson()
      passes(11)
      assert.equal((await act(as)).status, 200, name)
    }
  })

  test('nor does a token that a passkey has brought add an app then', async () => {
    const ada = await aPerson()
    await aStoredPasskey(world, ada)
    const issued = { clientId: world.client.id, userId: ada.id, secondFactor: true }
    const as = { ...ada, ...(await world.access.issue(db, issued)) }
    const offer = () => post('/auth/second-factor', { email: ada.email, password }, { as })
    assert.equal((await offer()).status, 200)
    passes(11)
    const { status, body } = await offer()
    assert.deepEqual([status, body.code], [403, 'sign_in_again'])
  })
})

suite('while an e-mail that is not confirmed stands in place of a confirmed one', () => {
  const mayManage = async (as: Person) => (await get('/clients', { as })).status === 200

  // Requirement (rules): Rights of staff rest while a confirmed e-mail is replaced
  test('the role admin and the permissions rest, and count again once it is confirmed', async () => {
    for (const rights of [{ roles: ['admin'] }, { permissions: ['manage_clients'] }]) {
      const as = await anEnrolled(rights)
      assert.equal(await mayManage(as), true)
      const email = anEmail()
      assert.equal((await put(`/users/${as.id}`, { email }, { as })).status, 200)
      assert.equal(await mayManage(as), false)
      const { roles, permissions } = (await get('/users/i', { as })).body
      assert.deepEqual([roles, permissions], [[{ id: 'attender' }], []])
      const token = tokenIn(await nextMailTo(world, email), 'fst_confirm')
      assert.equal((await post('/auth/confirm-email', { token }, { as })).status, 200)
      assert.equal(await mayManage(as), true)
    }
  })

  test('a token of more than ten minutes does not confirm it', async () => {
    const as = await anEnrolled({ roles: ['admin'] })
    const email = anEmail()
    await put(`/users/${as.id}`, { email }, { as })
    const token = tokenIn(await nextMailTo(world, email), 'fst_confirm')
    passes(11)
    const { status, body } = await post('/auth/confirm-email', { token }, { as })
    assert.deepEqual([status, body.code], [403, 'sign_in_again'])
    assert.equal(await mayManage(as), false)
  })

  test('managing an organizer does not rest', async () => {
    const as = await aManager()
    await put(`/users/${as.id}`, { email: anEmail() }, { as })
    const { body } = await get('/users/i/organizers', { as })
    assert.equal(body.length ?? body.organizers.length, 1)
  })

  // Requirement (rules): The mailbox of a replaced e-mail alone opens nothing
  test('its mailbox alone opens nothing: a code and a reset need the second factor, which stays', async () => {
    const as = await anEnrolled({ roles: ['admin'] })
    const email = anEmail()
    await put(`/users/${as.id}`, { email }, { as })
    const code = await aCode(world, email)
    const byCode = await post('/auth/code/verify', { email, code })
    assert.deepEqual(
      [byCode.status, byCode.body.code, byCode.body.enrolled],
      [401, 'second_factor_required', true],
    )
    await post('/auth/forgot-password', { email }, { client: null })
    const token = tokenIn(await nextMailTo(world, email, { about: 'Reset' }), 'fst_reset')
    const reset = { email, token, newPassword: 'another horse' }
    const without = await post('/auth/reset-password', reset, { client: null })
    assert.deepEqual([without.status, without.body.code], [401, 'second_factor_required'])
    const wrong = await post(
      '/auth/reset-password',
      { ...reset, second_factor: '000000' },
      { client: null },
    )
    assert.equal(wrong.status, 401)
    assert.equal((await factorsOf(as)).length, 1)
    assert.equal(await mayManage(as), false)
    const right = { ...reset, second_factor: aFreshCode(as) }
    assert.equal((await post('/auth/reset-password', right, { client: null })).status, 200)
    assert.equal((await factorsOf(as)).length, 1)
    const again = { email, password: reset.newPassword, code: aFreshCode(as) }
    const { body } = await post('/auth/user', again)
    assert.equal(await mayManage({ ...as, token: body.token }), true)
  })

  test('nor does it where the account has a passkey alone', async () => {
    const as = await aPerson()
    await aStoredPasskey(world, as)
    const email = anEmail()
    await put(`/users/${as.id}`, { email }, { as })
    const { status, body } = await post('/auth/code/verify', {
      email,
      code: await aCode(world, email),
    })
    assert.deepEqual([status, body.code], [401, 'second_factor_required'])
    assert.match(body.error, /has a passkey/)
  })

  test('the last admin who can act stays one', async () => {
    const own = await aWorld()
    await own.jobs.start()
    const [rests, acts] = [
      await own.aUser({ roles: ['admin'] }),
      await own.aUser({ roles: ['admin'] }),
    ]
    const moved = await own.put(`/users/${rests.id}`, { email: anEmail() }, { as: rests })
    assert.equal(moved.status, 200)
    const last = await own.del(`/users/${acts.id}`, { as: acts })
    assert.deepEqual([last.status, last.body.code], [409, 'last_admin'])
    assert.equal((await own.del(`/users/${rests.id}`, { as: rests })).status, 200)
  })
})

test('the second factor of an account whose e-mail was never confirmed ends with the proof from its mailbox', async () => {
  const as = await anEnrolled({ isProven: false })
  const { email } = as
  const { status } = await post('/auth/code/verify', { email, code: await aCode(world, email) })
  assert.equal(status, 200)
  assert.deepEqual(await factorsOf(as), [])
})

suite('an invitation gives a right to an account with a second factor', () => {
  const invite = async () => {
    const as = await anEnrolled()
    const admin = await aUser({ roles: ['admin'] })
    const asked = { email: as.email, right: 'manage_clients' }
    assert.equal((await post('/users/invitations', asked, { as: admin })).status, 201)
    return { as, token: await invitationTo(world, as.email) }
  }
  const permissionsOf = async ({ id }: Person) => {
    const known = db.selectFrom('users').select('permissions').where('id', '=', id)
    return (await known.executeTakeFirstOrThrow()).permissions
  }

  // Requirement (rules): An invitation gives no right without the second factor
  test('from its mailbox with a code alone', async () => {
    const { as, token } = await invite()
    const without = await post('/invitations/accept', { token })
    assert.deepEqual([without.status, without.body.code], [401, 'second_factor_required'])
    assert.deepEqual(await permissionsOf(as), [])
    const given = { token, second_factor: aFreshCode(as) }
    assert.equal((await post('/invitations/accept', given)).status, 200)
    assert.deepEqual(await permissionsOf(as), ['manage_clients'])
    assert.equal((await factorsOf(as)).length, 1)
  })

  test('in a session that has begun within ten minutes', async () => {
    const { as, token } = await invite()
    passes(11)
    const [{ id }] = (await get('/users/i/invitations', { as })).body
    for (const late of [
      await post('/invitations/accept', { token }, { as }),
      await post(`/invitations/${id}/accept`, {}, { as }),
    ]) {
      assert.deepEqual([late.status, late.body.code], [403, 'sign_in_again'])
    }
    assert.deepEqual(await permissionsOf(as), [])
  })
})
