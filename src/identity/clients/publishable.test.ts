/** Publishable clients: the places they may be used from, and the fields they cannot have. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ensureClient } from '#identity/clients'
import { anotherProcess } from '../../../test/another-process.ts'
import { openReader } from '../../../test/event-stream.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { until } from '../../../test/until.ts'
import { type Answer, aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, put, del, aUser } = world
await world.jobs.start()
const elsewhere = await anotherProcess(world)

const as = await aUser({ roles: ['admin'] })
const shop = 'https://shop.example'
const hour = 3_600
const password = 'correct horse battery'
const aName = () => `Page ${randomBytes(4).toString('hex')}`

async function aPublishable(given: object = { origins: [shop] }) {
  const client = { name: aName(), kind: 'publishable', ...given }
  const { status, body, text } = await post('/clients', client, { as })
  assert.equal(status, 201, text)
  return body
}

/** Exchanges an id for a token from an origin; null: without one. */
const exchange = (client_id: string, origin: string | null = shop, more: object = {}) =>
  post(
    '/auth/client',
    { client_id, ...more },
    { client: null, ...(origin && { headers: { origin } }) },
  )

async function aToken(id: string, origin: string | null = shop): Promise<string> {
  const { status, body, text } = await exchange(id, origin)
  assert.equal(status, 200, text)
  return body.token
}

const read = (client: string, headers: Record<string, string> = { origin: shop }) =>
  get('/festivals', { client, headers })

const codeOf = ({ status, body }: Answer) => [status, body.code]

// Requirement (authentication): publishable client: exchange
test('it has an id, its origins and no secret, and its id alone is exchanged for a token', async () => {
  const { id, client_secret, ...rest } = await aPublishable()
  assert.match(id, /^client_[\da-f]{24}$/)
  assert.deepEqual(
    [client_secret, rest.kind, rest.origins, rest.allow_without_origin, rest.scopes, rest.secrets],
    [null, 'publishable', [shop], false, [], []],
  )
  const { status, body } = await exchange(id)
  assert.equal(status, 200)
  const { token, ...facts } = body
  assert.match(token, /^fst_client_[\dA-Za-z]{49}$/)
  assert.deepEqual(facts, { token_type: 'X-F-Authorization', expires: hour })
  assert.equal((await read(token)).status, 200)
})

test('names and e-mails of users are closed to it', async () => {
  const token = await aToken((await aPublishable()).id)
  const answer = await get('/users?limit=1', { client: token, headers: { origin: shop } })
  assert.deepEqual(codeOf(answer), [403, 'publishable_client'])
})

// Requirement (authentication): publishable client: lives
test('a user registers and signs in through it, for 30 days', async () => {
  const token = await aToken((await aPublishable()).id)
  const headers = { origin: shop }
  const email = `${randomBytes(6).toString('hex')}@harbour.example`
  const ada = { firstName: 'Ada', lastName: 'Marsh', email, password }
  assert.equal((await post('/users', ada, { client: token, headers })).status, 201)
  const { body } = await post('/auth/user', { email, password }, { client: token, headers })
  assert.equal(body.expiresIn, 30 * 24 * hour)
  const own = { client: token, headers: { ...headers, 'x-f-authentication': body.token } }
  assert.equal((await get('/users/i', own)).body.email, email)
  const organizer = { id: `page-${randomBytes(4).toString('hex')}`, name: 'Harbour' }
  assert.deepEqual(codeOf(await post('/organizers', organizer, own)), [403, 'publishable_client'])
})

test('a user signs in with a code through it, for as long', async () => {
  const client = await aToken((await aPublishable()).id)
  const through = { client, headers: { origin: shop } }
  const email = `${randomBytes(6).toString('hex')}@harbour.example`
  assert.equal((await post('/auth/code', { email }, through)).status, 200)
  const mail = await nextMailTo(world, email, { about: 'Your sign-in code' })
  const [, code] = /^Subject: Your sign-in code: (\d{6})/m.exec(mail) ?? []
  const account = { email, code, firstName: 'Ada', lastName: 'Marsh' }
  const { status, body } = await post('/auth/code/verify', account, through)
  assert.deepEqual([status, body.expiresIn], [200, 30 * 24 * hour])
})

for (const [given, stored] of [
  ['https://shop.example', 'https://shop.example'],
  ['https://shop.example/', 'https://shop.example'],
  ['HTTPS://Shop.Example:443', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://localhost:80/', 'http://localhost'],
  ['http://shop.localhost:3000', 'http://shop.localhost:3000'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
] as const) {
  // Requirement (authentication): publishable client: origins, as they are given
  test(`the origin ${given} is stored as browsers write it: ${stored}`, async () => {
    assert.deepEqual((await aPublishable({ origins: [given, stored] })).origins, [stored])
  })
}

for (const origin of [
  '',
  'null',
  '*',
  'shop.example',
  'https://*.shop.example',
  'https://*',
  'https://',
  'https:shop.example',
  'https://shop.example/path',
  'https://shop.example?a',
  'https://shop.example#a',
  'https://ada@shop.example',
  'https://shop.example\\evil',
  'https://shop .example',
  "https://shop'.example",
  'https://shop".example',
  'https://$(shop).example',
  'https://shop.example:99999',
  ' https://shop.example',
  'http://shop.example',
  'http://localhost.shop.example',
  'http://127.0.0.1.shop.example',
  'http://192.168.1.5:5173',
  'ftp://shop.example',
  'javascript:alert(1)',
]) {
  test(`"${origin}" is no origin: 400`, async () => {
    const body = { name: aName(), kind: 'publishable', origins: [shop, origin] }
    const answer = await post('/clients', body, { as })
    assert.deepEqual(codeOf(answer), [400, 'invalid'])
    assert.deepEqual(
      answer.body.fields.map(({ path }: { path: string }) => path),
      ['origins[1]'],
    )
  })
}

for (const [why, body, field] of [
  ['scopes', { kind: 'publishable', origins: [shop], scopes: ['read_emails'] }, 'scopes'],
  ['no origin', { kind: 'publishable' }, 'origins'],
  ['51 origins', { kind: 'publishable', origins: Array(51).fill(shop) }, 'origins'],
  ['another kind', { kind: 'public', origins: [shop] }, 'kind'],
  ['origins of a confidential one', { origins: [shop] }, 'origins'],
  [
    'no origin wanted of a confidential one',
    { allow_without_origin: true },
    'allow_without_origin',
  ],
] as const) {
  test(`a client is not created with ${why}: 400`, async () => {
    const answer = await post('/clients', { name: aName(), ...body }, { as })
    assert.deepEqual(codeOf(answer), [400, 'invalid'])
    assert.equal(answer.body.fields[0].path, field)
  })
}

test('a change is held to the same rules, and the kind stays', async () => {
  const { id } = await aPublishable()
  const change = (body: object) => put(`/clients/${id}`, body, { as })
  assert.equal((await change({ scopes: ['read_emails'] })).body.fields[0].path, 'scopes')
  assert.equal((await change({ origins: [] })).body.fields[0].path, 'origins')
  const same = await change({ kind: 'confidential' })
  assert.deepEqual([same.status, same.body.kind], [200, 'publishable'])
  const both = await change({ origins: [], allow_without_origin: true })
  assert.deepEqual([both.body.origins, both.body.allow_without_origin], [[], true])
  const { id: confidential } = (await post('/clients', { name: aName() }, { as })).body
  const refused = await put(`/clients/${confidential}`, { origins: [shop] }, { as })
  assert.equal(refused.body.fields[0].path, 'origins')
})

for (const origin of [
  'null',
  'https://evil.example',
  'http://shop.example',
  'HTTPS://SHOP.EXAMPLE',
  'https://shop.example/',
  'https://shop.example:443',
  'https://shop.example:8443',
  'https://shop.example.evil.example',
  'https://evil-shop.example',
  'https://www.shop.example',
  'https://shop.example, https://evil.example',
  'https://shop.example https://evil.example',
  'https://evil.example#https://shop.example',
  '',
  'x'.repeat(4000),
]) {
  // Requirement (authentication): publishable client: origins, as they come
  test(`the origin "${origin.slice(0, 60)}" is not that of the shop: 403`, async () => {
    const { id } = await aPublishable()
    const token = await aToken(id)
    const refused = [403, 'origin_not_allowed']
    const headers = { origin }
    const body = { client_id: id }
    assert.deepEqual(codeOf(await post('/auth/client', body, { client: null, headers })), refused)
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(codeOf(await get('/festivals', { client: token, headers })), refused)
    }
    const ada = await aUser()
    const own = await get('/users/i', { client: token, headers, as: ada })
    assert.deepEqual(codeOf(own), refused)
  })
}

// Requirement (authentication): publishable client: apps
test('without an origin it takes requests only if it says so', async () => {
  const page = await aPublishable()
  assert.deepEqual(codeOf(await exchange(page.id, null)), [403, 'origin_not_allowed'])
  const token = await aToken(page.id)
  assert.deepEqual(codeOf(await read(token, {})), [403, 'origin_not_allowed'])
  const app = await aPublishable({ allow_without_origin: true })
  assert.equal((await read(await aToken(app.id, null), {})).status, 200)
  assert.deepEqual(codeOf(await exchange(app.id, shop)), [403, 'origin_not_allowed'])
})

// Requirement (authentication): publishable client: origins, as they come
test('reads of a page at the same address as the service have no origin, and are taken', async () => {
  const token = await aToken((await aPublishable()).id)
  assert.equal((await read(token, { 'sec-fetch-site': 'same-origin' })).status, 200)
  for (const site of ['same-site', 'cross-site', 'none']) {
    assert.equal((await read(token, { 'sec-fetch-site': site })).status, 403, site)
  }
  const headers = { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }
  assert.equal((await read(token, headers)).status, 403)
})

// Requirement (authentication): publishable client: secrets
test('a secret with its id, and the id of another client without one, are 401', async () => {
  const { id } = await aPublishable()
  const confidential = (await post('/clients', { name: aName() }, { as })).body
  for (const [client_id, more] of [
    [id, { client_secret: confidential.client_secret }],
    [id, { client_secret: '' }],
    [confidential.id, {}],
    ['client_unknown', {}],
    ['console', {}],
    ['guide', {}],
    [id.toUpperCase(), {}],
  ] as const) {
    const { status, body } = await exchange(client_id, shop, more)
    assert.deepEqual([status, body.error], [401, 'Invalid credentials'], client_id)
  }
})

// Requirement (authentication): publishable client: secrets
test('it has no secret to rotate: 409', async () => {
  const { id } = await aPublishable()
  assert.deepEqual(codeOf(await post(`/clients/${id}/rotate`, {}, { as })), [409, 'no_secret'])
})

test('its id in the environment stops the start', async () => {
  const { id } = await aPublishable()
  await assert.rejects(ensureClient(db, { id, secret: 'sixteen characters', name: 'First' }), {
    message: `${id} is a publishable client: it takes no secret`,
  })
})

// Requirement (authentication): publishable client: tokens do not pile up
test('however often its id is exchanged, one token an hour is stored; asking costs no statement', async () => {
  const { id } = await aPublishable()
  const stored = async () =>
    (await db.selectFrom('tokens').select('hash').where('client_id', '=', id).execute()).length
  const first = await Promise.all(Array.from({ length: 50 }, () => aToken(id)))
  assert.deepEqual([new Set(first).size, await stored()], [1, 1])
  world.statements.length = 0
  await aToken(id)
  assert.deepEqual(world.statements, [])
  const begun = clock.now
  clock.now = new Date(begun.getTime() + (hour / 2) * 1000)
  const half = await exchange(id)
  assert.deepEqual([half.body.token, half.body.expires], [first[0], hour / 2])
  clock.now = new Date(clock.now.getTime() + 1)
  const next = await exchange(id)
  assert.notEqual(next.body.token, first[0])
  assert.deepEqual([next.body.expires, await stored()], [hour, 2])
  clock.now = begun
})

// Requirement (authentication): publishable client: lives
test('its token ends after an hour', async () => {
  const { id } = await aPublishable()
  const token = await aToken(id)
  const begun = clock.now
  clock.now = new Date(begun.getTime() + hour * 1000 - 1)
  assert.equal((await read(token)).status, 200)
  clock.now = new Date(begun.getTime() + hour * 1000)
  assert.equal((await read(token)).status, 401)
  clock.now = begun
})

const endings: [string, (id: string) => Promise<Answer>][] = [
  ['suspending', (id) => put(`/clients/${id}`, { suspended: true }, { as })],
  ['deleting', (id) => del(`/clients/${id}`, { as })],
]
for (const [what, end] of endings) {
  // Requirement (authentication): publishable client: suspending, deleting, removing an origin
  test(`${what} it ends its token and refuses its id on every process within a second`, async () => {
    const { id } = await aPublishable()
    const headers = { origin: shop }
    const token = await aToken(id)
    const there = () => elsewhere('GET', '/festivals', { client: token, headers })
    const again = () => elsewhere('POST', '/auth/client', { body: { client_id: id }, headers })
    assert.deepEqual([(await there()).status, (await again()).status], [200, 200])
    assert.equal((await end(id)).status, 200)
    assert.equal((await read(token)).status, 401)
    assert.equal((await exchange(id)).status, 401)
    await until('it is closed there', async () => {
      return (await there()).status === 401 && (await again()).status === 401
    })
  })
}

// Requirement (authentication): publishable client: suspending, deleting, removing an origin
test('an origin that is removed is refused on every process within a second, and users stay signed in', async () => {
  const page = 'https://page.example'
  const { id } = await aPublishable({ origins: [shop, page] })
  const token = await aToken(id, page)
  const ada = await aUser()
  const { token: user } = await world.access.issue(db, { clientId: id, userId: ada.id })
  const from = (origin: string, client: string) =>
    elsewhere('GET', '/users/i', { client, as: { token: user }, headers: { origin } })
  assert.equal((await from(page, token)).status, 200)
  assert.equal((await put(`/clients/${id}`, { origins: [shop] }, { as })).status, 200)
  assert.equal((await exchange(id, page)).status, 403)
  const next = await aToken(id)
  await until('its token has ended there', async () => (await from(page, token)).status === 401)
  assert.equal((await from(page, next)).status, 403)
  assert.equal((await from(shop, next)).status, 200)
})

test('an origin that is added may call at once', async () => {
  const { id } = await aPublishable()
  const token = await aToken(id)
  const page = 'https://page.example'
  await put(`/clients/${id}`, { origins: [shop, page] }, { as })
  assert.equal((await read(token, { origin: page })).status, 200)
  assert.equal((await read(token)).status, 200)
})

test('a stream opened from an origin that is removed is closed', async () => {
  const service = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const page = 'https://page.example'
  const { id } = await aPublishable({ origins: [shop, page] })
  const [client, ada] = [await aToken(id, page), await aUser()]
  const headers = { origin: page, 'x-f-authorization': client, 'x-f-authentication': ada.token }
  const { body } = await post('/notifications/sse-ticket', undefined, { client: null, headers })
  const address = `${service}/notifications/sse?ticket=${body.ticket}`
  const wrong = await fetch(address, { headers: { origin: 'https://evil.example' } })
  assert.equal(wrong.status, 403)
  const stream = await openReader(`${service}/notifications/sse`, headers)
  assert.equal(stream.status, 200)
  await put(`/clients/${id}`, { origins: [shop] }, { as })
  await until('it is closed', async () => stream.isOver())
})
