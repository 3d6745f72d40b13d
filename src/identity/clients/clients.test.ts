import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  checkClientSecret,
  createClient,
  ensureClient,
  ensurePageClient,
  listClients,
} from '#identity/clients'
import { searchName } from '#platform/values/names'
import { untilBlocked } from '../../../test/until.ts'
import { type Answer, aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const now = () => clock.now
const world = await aWorld({ now })
const { db, get, post, put, del, aUser } = world

const as = await aUser({ roles: ['admin'] })
const manager = await aUser({ permissions: ['manage_clients'] })
const seconds = 1000
const later = (ms: number) => new Date(clock.now.getTime() + ms)
const aName = (word = 'Shop') => `${word} ${randomBytes(4).toString('hex')}`

async function aClient(given: object = {}) {
  const { status, body } = await post('/clients', { name: aName(), ...given }, { as })
  assert.equal(status, 201)
  return body
}

const signIn = ({ id, client_secret }: { id: string; client_secret: string }) =>
  post('/auth/client', { client_id: id, client_secret }, { client: null })

async function readClient(id: string) {
  const { body } = await get('/clients?limit=1000', { as })
  return body.find((client: { id: string }) => client.id === id)
}

function assertRefused({ status, body }: Answer, expected: [status: number, error: RegExp]) {
  assert.match(body.error, expected[1])
  assert.equal(status, expected[0])
}

// Requirement (authentication): a client is created through client management to obtain client_id and
//   client_secret
test('a client is created with a secret that is shown once, and signs in with it', async () => {
  const name = aName('  Zoë’s shop')
  const scopes = ['manage_rewards', 'manage_subscriptions', 'manage_rewards']
  const { status, body, text } = await post('/clients', { name, scopes }, { as })
  assert.equal(status, 201)
  const { id, client_secret, ...rest } = body
  assert.match(id, /^client_[\da-f]{24}$/)
  assert.match(client_secret, /^fst_secret_[\dA-Za-z]{49}$/)
  const secret = { last_four: client_secret.slice(-4), ends_at: null, last_used_at: null }
  const at = clock.now.toISOString()
  const created = { created_at: at, createdAt: at }
  assert.deepEqual(rest, {
    name,
    kind: 'confidential',
    scopes: ['manage_subscriptions', 'manage_rewards'],
    origins: [],
    allow_without_origin: false,
    suspended: false,
    ...created,
    secrets: [{ ...secret, ...created }],
  })
  assert.equal(text.split(client_secret).length, 2)
  const listed = await get('/clients?limit=1000', { as })
  assert.ok(!listed.text.includes(client_secret))
  assert.deepEqual(await readClient(id), { id, ...rest })
  assert.equal((await signIn(body)).status, 200)
  assert.ok(!world.lines.join('').includes(client_secret))
})

// Requirement (authentication): keep the client secret: stored hashed
test('a secret is stored as its SHA-256 alone', async () => {
  const { id, client_secret } = await aClient()
  const [row] = await db
    .selectFrom('client_secrets')
    .select(['hash', 'last_four'])
    .where('client_id', '=', id)
    .execute()
  assert.equal(row?.hash.length, 32)
  assert.ok(!JSON.stringify(row).includes(client_secret.slice(0, -4)))
})

// Requirement (authentication): client scopes
test('without scopes a client gets none', async () => {
  assert.deepEqual((await aClient()).scopes, [])
  assert.deepEqual((await aClient({ scopes: [] })).scopes, [])
})

test('fields a client may not set at its creation change nothing', async () => {
  const forged = { id: 'client_mine', client_secret: 'mine', suspended: true, created_at: '2020' }
  const { id, client_secret, suspended, created_at } = await aClient(forged)
  assert.notEqual(id, forged.id)
  assert.notEqual(client_secret, forged.client_secret)
  assert.deepEqual([suspended, created_at], [false, clock.now.toISOString()])
})

for (const [why, body, error] of [
  ['no name', {}, /^name is required$/],
  ['a blank name', { name: ' ' }, /^name must not be blank$/],
  ['a name of 201 characters', { name: 'a'.repeat(201) }, /^name must have at most 200/],
  ['a name that is a number', { name: 7 }, /^name must be a string$/],
  ['an unknown scope', { name: 'A', scopes: ['fly'] }, /^scopes\[0\] must be one of manage_sub/],
  ['scopes that are text', { name: 'A', scopes: 'read_emails' }, /^scopes must be an array$/],
] as const) {
  // Requirement (errors): 400
  test(`a client is not created with ${why}: 400`, async () => {
    assertRefused(await post('/clients', body, { as }), [400, error])
  })
}

for (const [why, body, error] of [
  ['a name that is null', { name: null }, /^name must be a string$/],
  ['a blank name', { name: ' ' }, /^name must not be blank$/],
  ['an unknown scope', { scopes: ['read_emails', 'fly'] }, /^scopes\[1\] must be one of/],
  ['suspended as text', { suspended: 'true' }, /^suspended must be true or false$/],
] as const) {
  test(`a client is not changed with ${why}: 400`, async () => {
    const { id } = await aClient()
    assertRefused(await put(`/clients/${id}`, body, { as }), [400, error])
  })
}

for (const overlap_seconds of [-1, 604_801, 1.5, '60', null]) {
  // Requirement (errors): 400
  test(`a rotation with an overlap of ${JSON.stringify(overlap_seconds)} seconds is 400`, async () => {
    const { id } = await aClient()
    const answer = await post(`/clients/${id}/rotate`, { overlap_seconds }, { as })
    assertRefused(answer, [400, /^overlap_seconds must be/])
  })
}

for (const [method, path] of [
  ['GET', '/clients'],
  ['POST', '/clients'],
  ['PUT', '/clients/any'],
  ['DELETE', '/clients/any'],
  ['POST', '/clients/any/rotate'],
] as const) {
  // Requirement (errors): 403
  test(`${method} ${path} needs a user with the permission manage_clients`, async () => {
    const others = ['create_subscriptions', 'manage_users', 'manage_rewards', 'manage_catalog']
    const ada = await aUser({ permissions: others })
    const refused = await world.call(method, path, { as: ada })
    assertRefused(refused, [403, /^Missing user permission: manage_clients$/])
    assertRefused(await world.call(method, path), [401, /^Missing the user header$/])
    const anonymous = await world.call(method, path, { as, client: null })
    assertRefused(anonymous, [401, /^Missing the service header$/])
  })
}

for (const [method, path, body] of [
  ['PUT', '', { name: 'B' }],
  ['DELETE', '', undefined],
  ['POST', '/rotate', {}],
] as const) {
  // Requirement (errors): 404
  test(`${method} /clients/:id${path} of an unknown client is 404`, async () => {
    for (const id of ['client_unknown', '0', '%F0%9F%98%80', 'a'.repeat(300)]) {
      const answer = await world.call(method, `/clients/${id}${path}`, { as, body })
      assertRefused(answer, [404, /^Client not found$/])
    }
  })
}

// Requirement (rules): Built-in clients are not deleted or rotated: 409
test('a built-in client can be suspended, but not deleted or given a secret', async () => {
  for (const id of ['console', 'guide']) {
    await ensurePageClient(db, { id, name: id })
    for (const [method, path] of [
      ['DELETE', `/clients/${id}`],
      ['POST', `/clients/${id}/rotate`],
    ] as const) {
      const answer = await world.call(method, path, { as })
      assertRefused(answer, [409, /is built in and has no secret: suspend it instead$/])
      assert.equal(answer.body.code, 'built_in')
    }
    for (const suspended of [true, false]) {
      assert.equal((await put(`/clients/${id}`, { suspended }, { as })).body.suspended, suspended)
    }
    assert.deepEqual((await readClient(id)).secrets, [])
  }
})

test('an admin needs no further permission', async () => {
  assert.equal((await get('/clients', { as })).status, 200)
})

// Requirement (authentication): client scopes that the calling client lacks
test('a user who manages clients gives no scope that the calling client lacks', async () => {
  const plain = (await world.aClient([])).token
  const [reading, scopes] = [world.client.token, ['read_emails', 'manage_rewards']]
  const refused = async (answer: Promise<Answer>, scope: string) => {
    const { status, body } = await answer
    assert.deepEqual([status, body.code, body.scope], [403, 'scope_not_held', scope])
    assert.match(body.error, new RegExp(`^You do not hold the client scope ${scope}, `))
  }
  const by = { as: manager, client: reading }
  const byPlain = { as: manager, client: plain }
  // Creating one.
  await refused(
    post('/clients', { name: aName(), scopes: ['read_emails'] }, byPlain),
    'read_emails',
  )
  await refused(post('/clients', { name: aName(), scopes }, by), 'manage_rewards')
  const own = (await post('/clients', { name: aName(), scopes: ['read_emails'] }, by)).body
  // Giving scopes to an existing client, such as the caller's own.
  await refused(put(`/clients/${own.id}`, { scopes }, by), 'manage_rewards')
  await refused(put(`/clients/${own.id}`, { scopes }, byPlain), 'manage_rewards')
  // Taking over its secret, or resuming it.
  const strong = await aClient({ scopes })
  const url = `/clients/${strong.id}`
  await refused(post(`${url}/rotate`, {}, by), 'manage_rewards')
  assert.equal((await signIn(strong)).status, 200)
  assert.equal((await put(url, { suspended: true }, by)).status, 200)
  await refused(put(url, { suspended: false }, by), 'manage_rewards')
  assert.deepEqual((await readClient(strong.id)).scopes, scopes)
  // Removing power, or giving none, is allowed.
  assert.equal((await put(url, { name: aName(), scopes }, by)).status, 200)
  assert.equal((await put(url, { scopes: ['read_emails'], suspended: false }, by)).status, 200)
  assert.equal((await post(`${url}/rotate`, {}, by)).status, 200)
  // An admin holds all scopes.
  assert.equal((await put(url, { scopes }, { as, client: plain })).status, 200)
})

// Requirement (authentication): client scopes, change
test('a client is renamed and gets other scopes, which apply from the next request', async () => {
  const client = await aClient({ scopes: [] })
  const { token } = (await signIn(client)).body
  const emails = async () => (await get('/users?limit=1', { client: token })).body[0].email
  assert.equal(await emails(), null)
  const { client_secret: _, ...read } = client
  const name = aName()
  const changed = await put(`/clients/${client.id}`, { name, scopes: ['read_emails'] }, { as })
  const [secret] = read.secrets
  const secrets = [{ ...secret, last_used_at: clock.now.toISOString() }]
  assert.deepEqual(
    [changed.status, changed.body],
    [200, { ...read, name, scopes: ['read_emails'], secrets }],
  )
  assert.match(await emails(), /@/)
  await put(`/clients/${client.id}`, { scopes: [] }, { as })
  assert.equal(await emails(), null)
  assert.deepEqual((await put(`/clients/${client.id}`, undefined, { as })).body.name, name)
})

// Requirement (authentication): revocation: suspending
test('suspending a client ends its tokens and those its users got through it', async () => {
  const client = await aClient()
  const ada = await aUser()
  const { token } = (await signIn(client)).body
  const issued = await world.access.issue(db, { clientId: client.id, userId: ada.id })
  const through = { ...ada, token: issued.token }
  assert.equal((await get('/users', { client: token })).status, 200)
  assert.equal((await put(`/users/${ada.id}`, {}, { as: through })).status, 200)

  const suspended = await put(`/clients/${client.id}`, { suspended: true }, { as })
  assert.deepEqual([suspended.status, suspended.body.suspended], [200, true])
  const refused = /^Invalid token$/
  assertRefused(await get('/users', { client: token }), [401, refused])
  assertRefused(await put(`/users/${ada.id}`, {}, { as: through }), [401, refused])
  assertRefused(await signIn(client), [401, /^Invalid credentials$/])
  assert.equal((await put(`/users/${ada.id}`, {}, { as: ada })).status, 200)

  const back = await put(`/clients/${client.id}`, { suspended: false }, { as })
  assert.equal(back.body.suspended, false)
  assertRefused(await get('/users', { client: token }), [401, refused])
  assert.equal((await signIn(client)).status, 200)
})

// Requirement (authentication): revocation: deleting
test('deleting a client ends its tokens, those its users got through it, and its secrets', async () => {
  const client = await aClient()
  const ada = await aUser()
  const { token } = (await signIn(client)).body
  const issued = await world.access.issue(db, { clientId: client.id, userId: ada.id })
  assert.equal((await get('/users', { client: token })).status, 200)
  const deleted = await del(`/clients/${client.id}`, { as })
  assert.deepEqual([deleted.status, deleted.body], [200, { message: 'Client deleted' }])
  const refused = /^Invalid token$/
  assertRefused(await get('/users', { client: token }), [401, refused])
  const through = { ...ada, token: issued.token }
  assertRefused(await put(`/users/${ada.id}`, {}, { as: through }), [401, refused])
  assertRefused(await signIn(client), [401, /^Invalid credentials$/])
  assert.equal(await readClient(client.id), undefined)
  assert.equal((await del(`/clients/${client.id}`, { as })).status, 404)
})

// Requirement (authentication): secrets: rotation
test('a rotated secret ends at once, and the new one works', async () => {
  const client = await aClient()
  const { token } = (await signIn(client)).body
  const { status, body } = await post(`/clients/${client.id}/rotate`, undefined, { as })
  assert.equal(status, 200)
  assert.notEqual(body.client_secret, client.client_secret)
  assert.deepEqual(
    body.secrets.map(({ last_four }: { last_four: string }) => last_four),
    [body.client_secret.slice(-4)],
  )
  assertRefused(await signIn(client), [401, /^Invalid credentials$/])
  assert.equal((await signIn(body)).status, 200)
  assert.equal((await get('/users', { client: token })).status, 200)
})

// Requirement (authentication): secrets: rotation with overlap
test('with an overlap both secrets work until the old one ends, which no later rotation delays', async () => {
  const client = await aClient()
  const begun = clock.now
  const url = `/clients/${client.id}/rotate`
  const second = (await post(url, { overlap_seconds: 3600 }, { as })).body
  const end = later(3600 * seconds)
  const ends = ({ secrets }: { secrets: { ends_at: string | null }[] }) =>
    secrets.map(({ ends_at }) => ends_at)
  assert.deepEqual(ends(second), [end.toISOString(), null])
  const third = (await post(url, { overlap_seconds: 604_800 }, { as })).body
  const week = later(604_800 * seconds)
  assert.deepEqual(ends(third), [end.toISOString(), week.toISOString(), null])

  clock.now = new Date(end.getTime() - 1)
  for (const { client_secret } of [client, second, third]) {
    assert.equal((await signIn({ id: client.id, client_secret })).status, 200)
  }
  clock.now = end
  assertRefused(await signIn(client), [401, /^Invalid credentials$/])
  assert.equal((await signIn(second)).status, 200)
  clock.now = begun
  assert.equal((await readClient(client.id)).secrets.length, 3)
})

// Requirement (authentication): secrets: rotation race
test('two rotations at once leave one working secret', async () => {
  const client = await aClient()
  const url = `/clients/${client.id}/rotate`
  const begun = await db.transaction().execute(async (trx) => {
    const row = trx.selectFrom('clients').select('id').where('id', '=', client.id)
    await row.forUpdate().execute()
    const answers = [post(url, {}, { as }), post(url, {}, { as })]
    await untilBlocked(world, 2)
    return { answers }
  })
  const rotated = await Promise.all(begun.answers)
  const statuses = await Promise.all(rotated.map(async ({ body }) => (await signIn(body)).status))
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 401],
  )
})

// Requirement (authentication): secrets: last use
test('the last use of a secret is recorded, to the minute', async () => {
  const client = await aClient()
  const used = async () => (await readClient(client.id)).secrets[0].last_used_at
  assert.equal(await used(), null)
  await signIn(client)
  const first = clock.now
  assert.equal(await used(), first.toISOString())
  clock.now = later(59 * seconds)
  await signIn(client)
  assert.equal(await used(), first.toISOString())
  clock.now = later(2 * seconds)
  await signIn({ ...client, client_secret: 'wrong' })
  assert.equal(await used(), first.toISOString())
  await signIn(client)
  assert.equal(await used(), clock.now.toISOString())
  clock.now = first
})

// Requirement (authentication): secrets: another client's
test('a secret works for its own client only', async () => {
  const [one, two] = [await aClient(), await aClient()]
  for (const [id, secret, opens] of [
    [one.id, one.client_secret, true],
    [two.id, one.client_secret, false],
    ['client_unknown', one.client_secret, false],
    [one.id, '', false],
    [one.id, one.client_secret.slice(0, -1), false],
    [one.id, `${one.client_secret} `, false],
  ] as const) {
    assert.equal(await checkClientSecret(db, { id, secret, now: now() }), opens)
  }
})

// Requirement (limits): list 100 and 1,000; order
test('clients come by name, then id; limit and offset cut that order', async () => {
  // Letters of Chinese come last.
  const word = aName('龍')
  const names = [`${word} c`, `${word} B`, `${word} a`, `${word} a`]
  const made = await Promise.all(names.map((name) => aClient({ name })))
  const order = ({ name, id }: { name: string; id: string }) => `${searchName(name)} ${id}`
  const expected = made.map(order).toSorted()
  const whole = (await get('/clients?limit=1000', { as })).body
  const from = whole.findIndex(({ name }: { name: string }) => name.startsWith(word))
  assert.deepEqual(whole.slice(from).map(order), expected)
  const cut = await get(`/clients?limit=2&offset=${from + 1}`, { as })
  assert.deepEqual(cut.body.map(order), expected.slice(1, 3))
  for (const query of ['limit=0', 'limit=x', 'offset=-1']) {
    assert.equal((await get(`/clients?${query}`, { as })).status, 400)
  }
})

// Requirement (limits): list 100 and 1,000; order
test('a list has 100 clients by default, and 1,000 at most', async () => {
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    id: `many_${index}`,
    name: '!many',
    scopes: [],
  }))
  await db.insertInto('clients').values(rows).execute()
  const length = async (query: string) => (await get(`/clients${query}`, { as })).body.length
  assert.deepEqual(
    [await length(''), await length('?limit=1000'), await length('?limit=2000')],
    [100, 1000, 1000],
  )
  await db.deleteFrom('clients').where('name', '=', '!many').execute()
})

// Requirement (authentication): first client of the environment
test('a client of the environment is created once, with all scopes and the given secret', async () => {
  const id = `given_${randomBytes(4).toString('hex')}`
  const given = { id, secret: 'sixteen characters', name: 'First' }
  await Promise.all([1, 2, 3].map(() => ensureClient(db, given)))
  const made = await readClient(id)
  assert.deepEqual(made.scopes, [
    'manage_subscriptions',
    'read_emails',
    'manage_rewards',
    'sell_to_guests',
  ])
  assert.equal((await signIn({ id, client_secret: given.secret })).status, 200)
  const known = await db
    .selectFrom('client_secrets')
    .select('id')
    .where('client_id', '=', id)
    .execute()
  assert.equal(known.length, 1)
})

test('a client of the environment keeps its name, gets its scopes back and a further secret', async () => {
  const id = `given_${randomBytes(4).toString('hex')}`
  await ensureClient(db, { id, secret: 'the first of two', name: 'First' }, now())
  await put(`/clients/${id}`, { name: 'Renamed', scopes: [] }, { as })
  await ensureClient(db, { id, secret: 'the second of two', name: 'First' }, now())
  const { name, scopes, secrets } = await readClient(id)
  assert.deepEqual([name, scopes.length, secrets.length], ['Renamed', 4, 2])
  for (const client_secret of ['the first of two', 'the second of two']) {
    assert.equal((await signIn({ id, client_secret })).status, 200)
  }
})

test('a secret that was replaced is not restored by the next start', async () => {
  const id = `given_${randomBytes(4).toString('hex')}`
  const given = { id, secret: 'leaked, so rotated', name: 'First' }
  await ensureClient(db, given, now())
  await post(`/clients/${id}/rotate`, {}, { as })
  await ensureClient(db, given, now())
  assertRefused(await signIn({ id, client_secret: given.secret }), [401, /^Invalid credentials$/])
})

test('a suspended client of the environment stays suspended', async () => {
  const id = `given_${randomBytes(4).toString('hex')}`
  const given = { id, secret: 'sixteen characters', name: 'First' }
  await ensureClient(db, given, now())
  await put(`/clients/${id}`, { suspended: true }, { as })
  await ensureClient(db, given, now())
  assert.equal((await readClient(id)).suspended, true)
})

test('the command line creates and lists clients through the same functions', async () => {
  const made = await createClient(db, { name: aName() })
  assert.equal((await signIn(made)).status, 200)
  const listed = await listClients(db, { limit: 1000, offset: 0, after: undefined, now: now() })
  assert.ok(listed.some(({ id }) => id === made.id))
})
