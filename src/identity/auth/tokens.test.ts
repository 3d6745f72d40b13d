import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#identity/clients'
import { newSecret } from '#platform/secrets/tokens'
import { anotherProcess } from '../../../test/another-process.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now, env: { TOKEN_TTL_DAYS: '30' } })
const { db, call, get, post, put, del, aUser, aClient } = world
await world.jobs.start()
const elsewhere = await anotherProcess(world)

const day = 86_400_000
const password = 'correct horse battery'
const missingClient = {
  status: 401,
  body: { error: 'Missing the service header', code: 'unauthorized' },
}
const missingUser = {
  status: 401,
  body: { error: 'Missing the user header', code: 'unauthorized' },
}
const invalid = { status: 401, body: { error: 'Invalid token', code: 'unauthorized' } }

/** Calls with these exact headers: one route that needs C, one that needs C and U. */
async function answers(headers: Record<string, string>, method = 'PUT', url = '/users/unknown') {
  const { status, body } = await call(method, url, { client: null, headers })
  return { status, body }
}
const withClient = (token: string) =>
  answers({ 'x-f-authorization': token }, 'GET', '/users?limit=1')
const withUser = (token: string, client = world.client.token) =>
  answers({ 'x-f-authorization': client, 'x-f-authentication': token })

/** A signed-in user with a password. */
async function anAccount(): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@harbour.example`
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  const { body: signedIn } = await post('/auth/user', { email, password })
  return { ...body, token: signedIn.token }
}

// Requirement (authentication): lifetime set on the server; default 365 days; expires, expiresIn
test('the answers say how long tokens live: TOKEN_TTL_DAYS in seconds', async () => {
  const { id, client_secret } = await createClient(db, { name: 'Shop' })
  const client = await post('/auth/client', { client_id: id, client_secret }, { client: null })
  const { email } = await anAccount()
  const user = await post('/auth/user', { email, password })
  assert.deepEqual([client.body.expires, user.body.expiresIn], [30 * 86_400, 30 * 86_400])
})

// Requirement (authentication): every request but public ones carries C
// Requirement (errors): 401 Missing the service header
test('a request without a client token, or with an empty one, misses the service header', async () => {
  const ada = await aUser()
  for (const headers of [{}, { 'x-f-authorization': '' }, { 'x-f-authorization': '  \t' }]) {
    assert.deepEqual(await answers(headers, 'GET', '/users'), missingClient)
    const both = { ...headers, 'x-f-authentication': ada.token }
    assert.deepEqual(await answers(both), missingClient)
  }
})

// Requirement (authentication): user-specific operations additionally carry U
test('a request without a user token, or with an empty one, misses the user header', async () => {
  const client = { 'x-f-authorization': world.client.token }
  for (const headers of [{}, { 'x-f-authentication': '' }, { 'x-f-authentication': '   ' }]) {
    assert.deepEqual(await answers({ ...client, ...headers }), missingUser)
  }
})

test('the client token is checked before the user token, and both before the body', async () => {
  assert.deepEqual(await answers({ 'x-f-authorization': 'x' }), invalid)
  const ada = await aUser()
  const body = '{"broken'
  const headers = { 'content-type': 'application/json', 'x-f-authentication': ada.token }
  const refused = await call('PUT', `/users/${ada.id}`, { client: null, headers, body })
  assert.deepEqual(refused.body, missingClient.body)
  assert.equal((await put(`/users/${ada.id}`, body, { headers })).status, 400)
})

// Requirement (errors): 401 Invalid token
test('a user token in the client header, and the other way round, is an invalid token', async () => {
  const ada = await aUser()
  assert.deepEqual(await withClient(ada.token), invalid)
  assert.deepEqual(await withUser(world.client.token), invalid)
  assert.deepEqual(await withUser(ada.token, ada.token), invalid)
})

test('a token behind Bearer is refused, and told to stand alone', async () => {
  const ada = await aUser()
  const hint = 'A token stands alone in its header, without Bearer'
  const refused = { ...invalid, body: { ...invalid.body, hint } }
  assert.deepEqual(await withClient(`Bearer ${world.client.token}`), refused)
  assert.deepEqual(await withUser(`bearer  ${ada.token}`), refused)
})

test('a user token works with any client token, and with none', async () => {
  const [ada, other] = [await aUser(), await aClient()]
  assert.equal((await put(`/users/${ada.id}`, {}, { as: ada, client: other.token })).status, 200)
})

// Requirement (errors): 401 Invalid token
test('white space around a token does not matter, any other change does', async () => {
  const { token } = world.client
  assert.equal((await withClient(` ${token}\t`)).status, 200)
  const swapped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
  for (const garbage of [
    'garbage',
    'null',
    token.slice(0, -1),
    `${token}0`,
    `${token} ${token}`,
    token.toUpperCase(),
    swapped,
    'fst_client_',
    `fst_client_${'0'.repeat(49)}`,
    '\u00e9'.repeat(60),
    'x'.repeat(4000),
  ]) {
    assert.deepEqual(await withClient(garbage), invalid, garbage)
    assert.deepEqual(await withUser(garbage), invalid, garbage)
  }
})

// Requirement (errors): 401 Invalid token
test('a token with a valid checksum that was never issued is invalid', async () => {
  assert.deepEqual(await withClient(newSecret('fst_client')), invalid)
  assert.deepEqual(await withUser(newSecret('fst_user')), invalid)
  assert.deepEqual(await withUser(newSecret('fst_reset')), invalid)
})

// Requirement (authentication): public endpoints are called without it
test('public endpoints do not check tokens', async () => {
  const headers = { 'x-f-authorization': 'garbage', 'x-f-authentication': 'garbage' }
  for (const [method, url, status] of [
    ['GET', '/organizers', 200],
    ['GET', '/search?for=x', 200],
    ['POST', '/auth/client', 400],
    ['POST', '/auth/forgot-password', 400],
    ['POST', '/auth/reset-password', 400],
  ] as const) {
    assert.equal((await call(method, url, { client: null, headers })).status, status, url)
  }
})

// Requirement (authentication): lifetime set on the server; default 365 days; expires, expiresIn
test('tokens expire to the millisecond', async () => {
  const begun = clock.now
  const [client, ada] = [await aClient(), await aUser()]
  clock.now = new Date(begun.getTime() + 30 * day - 1)
  assert.equal((await withClient(client.token)).status, 200)
  assert.equal((await withUser(ada.token, client.token)).status, 404)
  clock.now = new Date(begun.getTime() + 30 * day)
  assert.deepEqual(await withClient(client.token), invalid)
  const fresh = await aClient()
  assert.deepEqual(await withUser(ada.token, fresh.token), invalid)
  clock.now = begun
})

test('tokens are stored as their SHA-256 alone', async () => {
  const ada = await aUser()
  const rows = await db.selectFrom('tokens').selectAll().execute()
  assert.ok(rows.every(({ hash }) => hash.length === 32))
  const stored = rows.map((row) => row.hash.toString('latin1') + JSON.stringify(row)).join('')
  assert.ok(!stored.includes(ada.token.slice(9)))
})

test('signing out ends the token of the request and no other', async () => {
  const ada = await anAccount()
  const { body } = await post('/auth/user', { email: ada.email, password })
  const out = await post('/auth/logout', undefined, { as: ada })
  assert.deepEqual([out.status, out.body], [200, { message: 'Signed out' }])
  assert.deepEqual(await withUser(ada.token), invalid)
  assert.equal((await withUser(body.token)).status, 404)
  assert.equal((await post('/auth/logout', {}, { as: ada })).status, 401)
})

test('signing out needs both tokens', async () => {
  assert.deepEqual(await answers({}, 'POST', '/auth/logout'), missingClient)
  const client = { 'x-f-authorization': world.client.token }
  assert.deepEqual(await answers(client, 'POST', '/auth/logout'), missingUser)
})

const admin = await aUser({ roles: ['admin'] })

/** The events that end a user's token, triggered through the first process. */
const endings: [string, (ada: Person, clientId: string) => Promise<{ status: number }>][] = [
  ['signing out', (ada) => post('/auth/logout', {}, { as: ada })],
  ['deleting the account', (ada) => del(`/users/${ada.id}`, { as: ada })],
  [
    'suspending the user',
    (ada) => put(`/users/${ada.id}/suspended`, { suspended: true }, { as: admin }),
  ],
  [
    'a password change elsewhere',
    async (ada) => {
      const { body } = await post('/auth/user', { email: ada.email, password })
      const change = { currentPassword: password, newPassword: 'another password' }
      return put('/auth/change-password', change, { as: { ...ada, token: body.token } })
    },
  ],
  [
    'a password reset',
    async ({ email }) => {
      await post('/auth/forgot-password', { email }, { client: null })
      const [token] =
        /fst_reset_\w{49}/.exec(await nextMailTo(world, email, { about: 'Reset' })) ?? []
      const reset = { email, token, newPassword: 'another password' }
      return post('/auth/reset-password', reset, { client: null })
    },
  ],
  [
    'suspending the client it came through',
    (_, clientId) => put(`/clients/${clientId}`, { suspended: true }, { as: admin }),
  ],
  [
    'deleting the client it came through',
    (_, clientId) => del(`/clients/${clientId}`, { as: admin }),
  ],
]

for (const [what, end] of endings) {
  // Requirement (authentication): revocation on every process within a second
  // Requirement (rules): Attackers: token theft and revocation
  test(`${what} ends a user's token on every process within a second`, async () => {
    const [ada, client] = [await anAccount(), await aClient()]
    const { body } = await post(
      '/auth/user',
      { email: ada.email, password },
      { client: client.token },
    )
    const as = { ...ada, token: body.token }
    const there = () => elsewhere('PUT', `/users/${ada.id}`, { client: world.client.token, as })
    assert.equal((await put(`/users/${ada.id}`, {}, { as })).status, 200)
    assert.deepEqual([(await there()).status, (await there()).status], [200, 200])
    assert.equal((await end(as, client.id)).status, 200)
    assert.equal((await put(`/users/${ada.id}`, {}, { as })).status, 401)
    await until(`${what} is heard`, async () => (await there()).status === 401)
    assert.deepEqual(await there(), invalid)
  })
}

for (const [what, end] of [
  ['suspending', (id: string) => put(`/clients/${id}`, { suspended: true }, { as: admin })],
  ['deleting', (id: string) => del(`/clients/${id}`, { as: admin })],
] as const) {
  test(`${what} a client ends its own token on every process within a second`, async () => {
    const client = await aClient()
    const there = () => elsewhere('GET', '/users?limit=1', { client: client.token })
    assert.equal((await there()).status, 200)
    assert.equal((await end(client.id)).status, 200)
    assert.deepEqual(await withClient(client.token), invalid)
    await until(`${what} is heard`, async () => (await there()).status === 401)
  })
}

// Requirement (authentication): scopes and permissions take effect everywhere
test('permissions, roles and scopes given or removed apply on every process within a second', async () => {
  const [ada, client] = [await aUser(), await aClient([])]
  const aToken = () => world.access.issue(db, { clientId: world.client.id, userId: ada.id })
  let { token } = await aToken()
  const there = async () => {
    const as = { ...ada, token }
    const answer = await elsewhere('GET', '/clients', { client: client.token, as })
    return answer.status
  }
  const emails = async () => {
    const { body } = await elsewhere('GET', '/users?limit=1', { client: client.token })
    return body[0].email
  }
  assert.deepEqual([await there(), await emails()], [403, null])
  for (const [path, body, status] of [
    ['permissions', { permissions: ['manage_clients'] }, 200],
    ['permissions', { permissions: [] }, 403],
    ['roles', { roles: ['admin'] }, 200],
    ['roles', { roles: [] }, 403],
  ] as const) {
    await put(`/users/${ada.id}/${path}`, body, { as: admin })
    // Granting a right ends the earlier tokens.
    if (status === 200) {
      await until('the end of a token', async () => (await there()) === 401)
      ;({ token } = await aToken())
    }
    await until(JSON.stringify(body), async () => (await there()) === status)
  }
  await put(`/clients/${client.id}`, { scopes: ['read_emails'] }, { as: admin })
  await until('the scope given', async () => (await emails()) !== null)
  await put(`/clients/${client.id}`, { scopes: [] }, { as: admin })
  await until('the scope taken', async () => (await emails()) === null)
  assert.equal((await get('/users?limit=1', { client: client.token })).body[0].email, null)
})
