import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createUser, ensureAdmin, findUserByEmail, grantRight, revokeRight } from '#identity/users'
import { verifyPassword } from '#platform/secrets/passwords'
import { newId } from '#platform/values/ids'
import { untilBlocked } from '../../../test/until.ts'
import { type Answer, aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { app, db, access, put, del, aUser, aClient } = world

/** One admin exists throughout, so that only the tests of the last admin affect the last admin. */
const admin = await aUser({ roles: ['admin'] })
const manager = () => aUser({ permissions: ['manage_users'] })

const setRoles = (of: { id: string }, roles: unknown, as: Person) =>
  put(`/users/${of.id}/roles`, { roles }, { as })
const setPermissions = (of: { id: string }, permissions: unknown, as: Person) =>
  put(`/users/${of.id}/permissions`, { permissions }, { as })
const setSuspended = (of: { id: string }, suspended: unknown, as: Person) =>
  put(`/users/${of.id}/suspended`, { suspended }, { as })

function assertRefused({ status, body }: Answer, expected: [status: number, error: RegExp]) {
  assert.match(body.error, expected[1])
  assert.equal(status, expected[0])
}

/** Returns the person with a new token: a new right ends earlier ones. */
const signedInAnew = async (as: Person): Promise<Person> => {
  const { token } = await access.issue(db, { clientId: world.client.id, userId: as.id })
  return { ...as, token }
}

// Requirement (authentication): role admin
test('an admin gives and removes the role admin, which applies from the next request', async () => {
  let ada = await aUser()
  assertRefused(await setRoles(admin, ['admin'], ada), [
    403,
    /^Missing user permission: manage_users$/,
  ])
  const { status, body } = await setRoles(ada, ['admin', 'admin'], admin)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    id: ada.id,
    firstName: 'Ada',
    lastName: 'Marsh',
    email: ada.email,
    photo: null,
    roles: [{ id: 'attender' }, { id: 'admin' }],
    permissions: [],
    email_proven_at: '2026-01-01T12:00:00.000Z',
    suspended: false,
  })
  assertRefused(await setRoles(admin, ['admin'], ada), [401, /^Invalid token$/])
  ada = await signedInAnew(ada)
  assert.equal((await setRoles(admin, ['admin'], ada)).status, 200)
  const taken = await setRoles(ada, [], admin)
  assert.deepEqual(taken.body.roles, [{ id: 'attender' }])
  assert.equal((await setRoles(admin, ['admin'], ada)).status, 403)
})

// Requirement (authentication): user permissions count at once
test('an admin gives and removes permissions, which apply from the next request', async () => {
  let ada = await aUser()
  const given = ['manage_users', 'create_subscriptions', 'manage_users']
  const { status, body } = await setPermissions(ada, given, admin)
  assert.deepEqual([status, body.permissions], [200, ['create_subscriptions', 'manage_users']])
  assertRefused(await setSuspended(await aUser(), true, ada), [401, /^Invalid token$/])
  ada = await signedInAnew(ada)
  assert.equal((await setSuspended(await aUser(), true, ada)).status, 200)
  assert.deepEqual((await setPermissions(ada, [], admin)).body.permissions, [])
  assertRefused(await setSuspended(await aUser(), true, ada), [403, /^Missing user permission/])
})

// Requirement (authentication): user permissions, given by admins alone (contract 2)
test('a user who manages users but is no admin changes neither roles nor permissions', async () => {
  const [bo, ada] = [await manager(), await aUser()]
  const role = /^Only an admin may grant or revoke the role admin$/
  assertRefused(await setRoles(ada, ['admin'], bo), [403, role])
  assertRefused(await setRoles(bo, ['admin'], bo), [403, role])
  assertRefused(await setRoles(admin, [], bo), [403, role])
  assert.equal((await setRoles(ada, [], bo)).status, 200)
  const permission = /^Only an admin may grant or revoke permissions$/
  assertRefused(await setPermissions(ada, ['manage_users'], bo), [403, permission])
  assertRefused(await setPermissions(bo, ['manage_clients'], bo), [403, permission])
  assert.deepEqual((await findUserByEmail(db, ada.email))?.permissions, [])
})

// Requirement (authentication): suspending
test('a user who manages users suspends accounts, which signs them out, and reactivates them', async () => {
  const [bo, ada] = [await manager(), await aUser()]
  assert.equal((await put(`/users/${ada.id}`, {}, { as: ada })).status, 200)
  const suspended = await setSuspended(ada, true, bo)
  assert.deepEqual([suspended.status, suspended.body.suspended], [200, true])
  assertRefused(await put(`/users/${ada.id}`, {}, { as: ada }), [401, /^Invalid token$/])
  assert.equal((await setSuspended(ada, true, bo)).body.suspended, true)
  assert.equal((await setSuspended(ada, false, bo)).body.suspended, false)
  assertRefused(await put(`/users/${ada.id}`, {}, { as: ada }), [401, /^Invalid token$/])
  const { token } = await access.issue(db, { clientId: world.client.id, userId: ada.id })
  assert.equal((await put(`/users/${ada.id}`, {}, { as: { ...ada, token } })).status, 200)
})

test('only an admin suspends an admin', async () => {
  const [bo, other] = [await manager(), await aUser({ roles: ['admin'] })]
  assertRefused(await setSuspended(other, true, bo), [403, /^Only an admin may suspend an admin$/])
  assert.equal((await setSuspended(other, true, admin)).status, 200)
})

test('managing an account shows its e-mail only to clients that may read e-mails', async () => {
  const ada = await aUser()
  const client = (await aClient([])).token
  for (const [path, body] of [
    ['roles', { roles: [] }],
    ['permissions', { permissions: [] }],
    ['suspended', { suspended: false }],
  ] as const) {
    const answer = await put(`/users/${ada.id}/${path}`, body, { as: admin, client })
    assert.deepEqual([answer.status, answer.body.email], [200, null])
  }
})

for (const [path, body, error] of [
  ['roles', {}, /^roles is required$/],
  ['roles', { roles: 'admin' }, /^roles must be an array$/],
  ['roles', { roles: ['organizer'] }, /^roles\[0\] must be one of admin$/],
  ['roles', { roles: ['attender'] }, /^roles\[0\] must be one of admin$/],
  ['roles', { roles: [{ id: 'admin' }] }, /^roles\[0\] must be one of admin$/],
  ['permissions', {}, /^permissions is required$/],
  [
    'permissions',
    { permissions: ['fly'] },
    /^permissions\[0\] must be one of create_subscriptions,/,
  ],
  ['permissions', { permissions: null }, /^permissions must be an array$/],
  ['suspended', {}, /^suspended is required$/],
  ['suspended', { suspended: 'true' }, /^suspended must be true or false$/],
] as const) {
  test(`PUT /users/:id/${path} with ${JSON.stringify(body)} is refused: 400`, async () => {
    const ada = await aUser()
    assertRefused(await put(`/users/${ada.id}/${path}`, body, { as: admin }), [400, error])
  })
}

for (const [path, body] of [
  ['roles', { roles: [] }],
  ['permissions', { permissions: [] }],
  ['suspended', { suspended: false }],
] as const) {
  test(`PUT /users/:id/${path} of an unknown or deleted account is 404`, async () => {
    const gone = await aUser()
    await del(`/users/${gone.id}`, { as: gone })
    for (const id of [newId(), 'no-id', gone.id]) {
      assertRefused(await put(`/users/${id}/${path}`, body, { as: admin }), [
        404,
        /^User not found$/,
      ])
    }
  })

  // Requirement (errors): 403 Missing user permission
  test(`PUT /users/:id/${path} checks the permission before anything else`, async () => {
    const ada = await aUser()
    for (const id of [ada.id, 'no-id']) {
      const { status, body: refusal } = await put(`/users/${id}/${path}`, { odd: 1 }, { as: ada })
      assert.deepEqual(
        [status, refusal],
        [403, { error: 'Missing user permission: manage_users', code: 'missing_permission' }],
      )
    }
  })
}

// Requirement (authentication): last admin
test('the last admin keeps the role, is not suspended and cannot delete the account', async () => {
  const lonely = await aWorld()
  const [last, suspended] = [
    await lonely.aUser({ roles: ['admin'] }),
    await lonely.aUser({ roles: ['admin'] }),
  ]
  const url = `/users/${last.id}`
  await lonely.put(`/users/${suspended.id}/suspended`, { suspended: true }, { as: last })
  const answers = [
    await lonely.put(`${url}/roles`, { roles: [] }, { as: last }),
    await lonely.put(`/users/${last.id.toUpperCase()}/roles`, { roles: [] }, { as: last }),
    await lonely.put(`${url}/suspended`, { suspended: true }, { as: last }),
    await lonely.put(
      `/users/${last.id.toUpperCase()}/suspended`,
      { suspended: true },
      { as: last },
    ),
    await lonely.del(url, { as: last }),
  ]
  for (const { status, body } of answers) {
    const error = 'The last admin cannot be removed: give another user the role admin first'
    assert.deepEqual([status, body], [409, { error, code: 'last_admin' }])
  }
  await assert.rejects(revokeRight(lonely.app, last.email, 'admin'), { code: 'last_admin' })
  await lonely.put(`/users/${suspended.id}/suspended`, { suspended: false }, { as: last })
  assert.equal((await lonely.del(url, { as: last })).status, 200)
})

// Requirement (authentication): last admin, race
test('two admins who remove the role from each other at once leave one admin', async () => {
  const pair = await aWorld()
  const [ada, bo] = [await pair.aUser({ roles: ['admin'] }), await pair.aUser({ roles: ['admin'] })]
  const takeFromBo = () => pair.put(`/users/${bo.id}/roles`, { roles: [] }, { as: ada })
  const second = await pair.db.transaction().execute(async (trx) => {
    await revokeRight({ db: trx, access: pair.access }, ada.email, 'admin')
    const answer = takeFromBo()
    await untilBlocked(pair, 1)
    return { answer }
  })
  const { status, body } = await second.answer
  assert.deepEqual([status, body.code], [409, 'last_admin'])
})

test('rights are granted and revoked by e-mail, for the command line', async () => {
  let ada = await aUser()
  const granted = await grantRight(app, ada.email.toUpperCase(), 'manage_catalog')
  assert.deepEqual(granted.permissions, ['manage_catalog'])
  assert.deepEqual((await grantRight(app, ada.email, 'manage_clients')).permissions, [
    'manage_clients',
    'manage_catalog',
  ])
  const promoted = await grantRight(app, ada.email, 'admin')
  assert.deepEqual(promoted.roles, [{ id: 'attender' }, { id: 'admin' }])
  ada = await signedInAnew(ada)
  assert.equal((await setRoles(ada, ['admin'], ada)).status, 200)
  const revoked = await revokeRight(app, ada.email, 'manage_clients')
  assert.deepEqual(revoked.permissions, ['manage_catalog'])
  assert.deepEqual((await revokeRight(app, ada.email, 'admin')).roles, [{ id: 'attender' }])
  assert.equal((await setRoles(ada, [], ada)).status, 403)
  await assert.rejects(grantRight(app, 'unknown@harbour.example', 'admin'), {
    status: 404,
    message: 'User not found',
  })
  await assert.rejects(revokeRight(app, ada.email, 'fly'), {
    status: 400,
    message: /^right must be one of admin, create_subscriptions, /,
  })
})

test('an account is created by the command line as by registration', async () => {
  const email = `${randomBytes(6).toString('hex')}@harbour.example`
  const user = { firstName: 'Ada', lastName: 'Marsh', email, password: 'correct horse' }
  const created = await createUser(app, user)
  assert.deepEqual((await findUserByEmail(db, email))?.id, created.id)
  await assert.rejects(createUser(app, user), { status: 409, code: 'email_taken' })
})

async function passwordOf(email: string) {
  const { id } = (await findUserByEmail(db, email)) ?? assert.fail('no such account')
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, password_hash }
}

test('an administrator is created where there is none, also by three processes at once, and then not again', async () => {
  const email = `${randomBytes(6).toString('hex')}@Harbour.Example`
  const wanted = { email, password: 'the first password' }
  await Promise.all([1, 2, 3].map(() => ensureAdmin(app, wanted)))
  const made = await passwordOf(email)
  assert.ok(await verifyPassword(made.password_hash, wanted.password))
  const account = await findUserByEmail(db, email)
  assert.deepEqual([account?.email, account?.roles], [email, [{ id: 'attender' }, { id: 'admin' }]])
  await ensureAdmin(app, wanted)
  assert.deepEqual(await passwordOf(email), made)
})

test('an existing account is promoted and keeps its working password', async () => {
  const email = `${randomBytes(6).toString('hex')}@harbour.example`
  const user = { firstName: 'Ada', lastName: 'Marsh', email, password: 'the old password' }
  const { id } = await createUser(app, user)
  const before = await passwordOf(email)
  const { token } = await access.issue(db, { clientId: world.client.id, userId: id })
  let as = { ...user, id, token }
  await ensureAdmin(app, { email: email.toUpperCase(), password: user.password })
  assert.deepEqual(await passwordOf(email), before)
  assertRefused(await setRoles(as, ['admin'], as), [401, /^Invalid token$/])
  as = { ...as, ...(await signedInAnew(as)) }
  assert.equal((await setRoles(as, ['admin'], as)).status, 200)

  await ensureAdmin(app, { email, password: 'the new password' })
  assert.ok(await verifyPassword((await passwordOf(email)).password_hash, 'the new password'))
  assertRefused(await setRoles(as, ['admin'], as), [401, /^Invalid token$/])
  const account = await findUserByEmail(db, email)
  assert.deepEqual([account?.firstName, account?.email], ['Ada', email])
})
