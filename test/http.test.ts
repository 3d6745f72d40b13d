/** Rules for every request (contract, section 1). */
import assert from 'node:assert/strict'
import { connect as dial } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { closeRightsToPublishable, requireAccessOnRoutes } from '#core/access'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aWorld, lenient } from './world.ts'

const world = await aWorld()
const { call, get, post, put, del, aUser } = world

// Requirement (errors): The error body is {error}
test('an unknown address is 404, a known one with another method 405 with Allow', async () => {
  assert.deepEqual((await get('/nothing')).body.error, 'Not found')
  const answer = await call('PATCH', '/organizers', {})
  assert.equal(answer.status, 405)
  assert.equal(typeof answer.body.error, 'string')
  assert.match(`${answer.headers['allow']}`, /GET.*POST|POST.*GET/)
})

test('HEAD of a stream is 405 with Allow; of other resources it returns their headers', async () => {
  for (const url of ['/activity/sse', '/notifications/sse']) {
    const { status, headers, text } = await call('HEAD', url, { as: await aUser() })
    assert.deepEqual([status, headers['allow'], text], [405, 'GET', ''], url)
  }
  assert.equal((await call('HEAD', '/organizers')).status, 200)
  assert.equal((await call('HEAD', '/nothing')).status, 404)
})

test('an empty body counts as {} whatever its type', async () => {
  const ada = await aUser()
  const id = `empty-${newId()}`
  await post('/organizers', { id, name: 'Empty' }, { as: ada })
  for (const type of [
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'nonsense/nonsense',
    'undefined',
    '',
    undefined,
  ]) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await call('PUT', `/organizers/${id}`, { as: ada, body: '', headers })
    assert.equal(answer.status, 200, `${type}: ${answer.text}`)
  }
  assert.equal(
    (await del(`/organizers/${id}`, { as: ada, headers: { 'content-type': 'application/json' } }))
      .status,
    200,
  )
})

// Requirement (rules): contract §1 ids in any case
test('an id may be written in upper or lower case', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  const order = { payment_type: 'ticket', entity_id: id.toUpperCase() }
  const { status, body } = await post('/payments', order, { as: ada })
  assert.deepEqual([status, body.entity_id], [201, id])
  const loud = body.id.toUpperCase()
  assert.equal((await get(`/payments/${loud}`, { as: ada })).body.id, body.id)
  const admin = await aUser({ roles: ['admin'] })
  const refund = await post(`/payments/${loud}/refund`, {}, { as: admin })
  assert.deepEqual([refund.status, refund.body.status], [200, 'refunded'])
})

test('unknown fields change nothing', async () => {
  const ada = await aUser()
  const id = `extra-${newId()}`
  const { body } = await post(
    '/organizers',
    { id, name: 'Extra', managers: [], roles: ['admin'], created_at: 0 },
    { as: ada, headers: lenient },
  )
  assert.equal(body.managers.length, 1)
})

test('a caller keeps its request id, and gets one otherwise', async () => {
  assert.equal(
    (await get('/organizers', { headers: { 'x-request-id': 'call-7' } })).headers['x-request-id'],
    'call-7',
  )
  const made = (await get('/organizers', { headers: { 'x-request-id': 'a b\tc' } })).headers[
    'x-request-id'
  ]
  assert.match(`${made}`, /^[0-9a-f-]{36}$/)
})

test('a catalogue read has a weak ETag and answers 304 to it, after the access check', async () => {
  const first = await get('/festivals?limit=1')
  const etag = `${first.headers['etag']}`
  assert.match(etag, /^W\/"/)
  assert.equal(first.headers['cache-control'], 'private, no-cache')
  assert.equal(
    first.headers['vary'],
    'x-f-authorization, x-f-authentication, accept-encoding, prefer',
  )
  const again = await get('/festivals?limit=1', { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.text], [304, ''])
  for (const known of [`"x", ${etag}`, etag.slice(2), '*']) {
    const { status } = await get('/festivals?limit=1', { headers: { 'if-none-match': known } })
    assert.equal(status, 304, known)
  }
  const missing = `/festivals/${newId()}`
  assert.equal((await get(missing, { headers: { 'if-none-match': '*' } })).status, 404)
  const ada = await aUser()
  const { body: artist } = await post('/artists', { name: 'Before' }, { as: ada })
  const before = await get(`/artists/${artist.id}`)
  await put(`/artists/${artist.id}`, { name: 'After' }, { as: ada })
  const changed = await get(`/artists/${artist.id}`, {
    headers: { 'if-none-match': `${before.headers['etag']}` },
  })
  assert.deepEqual([changed.status, changed.body.name], [200, 'After'])
  const stranger = await get('/festivals?limit=1', {
    headers: { 'if-none-match': etag },
    client: null,
  })
  assert.equal(stranger.status, 401)
  assert.equal((await get('/organizers')).headers['cache-control'], 'public, no-cache')
})

test('pages of any origin may call, with tokens in headers', async () => {
  const headers = {
    origin: 'https://app.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-f-authorization',
  }
  const preflight = await call('OPTIONS', '/festivals', { headers })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers['access-control-allow-origin'], '*')
  assert.match(`${preflight.headers['access-control-allow-methods']}`, /PUT/)
})

test('the same POST with the same Idempotency-Key creates once and answers the same', async () => {
  const ada = await aUser()
  const key = { 'idempotency-key': newId() }
  const body = { id: `once-${newId()}`, name: 'Once' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post('/organizers', body, { as: ada, headers: key })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  )
  assert.equal(new Set(answers.map(({ text }) => JSON.stringify(JSON.parse(text)))).size, 1)
  assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 4)
  const other = await post('/organizers', { ...body, name: 'Twice' }, { as: ada, headers: key })
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])
  const bo = await aUser()
  assert.equal((await post('/organizers', body, { as: bo, headers: key })).status, 409)
  const elsewhere = await post('/artists', body, { as: ada, headers: key })
  assert.deepEqual([elsewhere.status, elsewhere.body.name], [201, 'Once'])
  const old = new Date(Date.now() - 24 * 3_600_000 - 1000)
  const rows = world.db.updateTable('idempotency_keys').set({ created_at: old })
  await rows.where('caller', '=', ada.id).execute()
  const later = await post(
    '/organizers',
    { ...body, id: `${body.id}-2` },
    { as: ada, headers: key },
  )
  assert.equal(later.status, 201)
})

test('a refused POST frees its Idempotency-Key', async () => {
  const ada = await aUser()
  const key = { 'idempotency-key': newId() }
  const festival = {
    name: 'x',
    organizer_id: `late-${newId()}`,
    start_time: '2090-01-01',
    end_time: '2090-01-02',
  }
  assert.equal((await post('/festivals', festival, { as: ada, headers: key })).status, 400)
  await post('/organizers', { id: festival.organizer_id, name: 'Late' }, { as: ada })
  assert.equal((await post('/festivals', festival, { as: ada, headers: key })).status, 201)
})

test('the record that a POST creates and the answer stored for its key are one transaction', async () => {
  const ada = await aUser()
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no answer is kept'; end $$`.execute(
    world.db,
  )
  await sql`
    create trigger refuse before update on idempotency_keys for each row execute function refuse()`.execute(
    world.db,
  )
  for (const [url, body] of [
    ['/artists', { name: 'Halfway' }],
    ['/organizers', { id: 'halfway', name: 'Halfway' }],
  ] as const) {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: {
        'x-f-authorization': world.client.token,
        'x-f-authentication': ada.token,
        'idempotency-key': newId(),
      },
    })
    assert.equal(statusCode, 500)
  }
  await sql`drop trigger refuse on idempotency_keys`.execute(world.db)
  assert.deepEqual((await get('/search?for=halfway')).body.artists, [])
  assert.equal(
    (await post('/organizers', { id: 'halfway', name: 'Free' }, { as: ada })).status,
    201,
  )
})

test('an Idempotency-Key has 1 to 255 characters', async () => {
  const ada = await aUser()
  for (const key of ['', 'k'.repeat(256)]) {
    const answer = await post(
      '/organizers',
      { id: 'never', name: 'x' },
      { as: ada, headers: { 'idempotency-key': key } },
    )
    assert.equal(answer.status, 400, key)
  }
})

test('the log has one line a request, without addresses, tokens or names', async () => {
  const ada = await aUser({ firstName: 'Secretname' })
  const before = world.lines.length
  await get('/search?for=Secretsearch')
  await post('/organizers', { id: `log-${newId()}`, name: 'Secretorganizer' }, { as: ada })
  await put(`/festivals/${newId()}`, {}, { as: ada })
  const lines = world.lines.slice(before)
  assert.equal(lines.length, 3)
  for (const secret of ['Secret', ada.token, world.client.token, ada.email])
    assert.ok(!lines.join('').includes(secret), secret)
  assert.deepEqual(
    lines
      .map((line) => JSON.parse(line))
      .map(({ method, route, status }) => [method, route, status]),
    [
      ['GET', '/search', 200],
      ['POST', '/organizers', 201],
      ['PUT', '/festivals/:id', 404],
    ],
  )
})

test('an error in the log quotes no row', async () => {
  const ada = await aUser()
  await sql`alter table organizers add constraint none check (name <> 'Secretrow')`.execute(
    world.db,
  )
  const before = world.lines.length
  const { statusCode, body } = await world.app.inject({
    method: 'POST',
    url: '/organizers',
    payload: { id: `row-${newId()}`, name: 'Secretrow' },
    headers: { 'x-f-authorization': world.client.token, 'x-f-authentication': ada.token },
  })
  assert.deepEqual([statusCode, body], [500, '{"error":"Internal server error","code":"internal"}'])
  const lines = world.lines.slice(before)
  const [line = ''] = lines
  assert.equal(JSON.parse(line).err.code, '23514')
  assert.ok(!lines.join('').includes('Secretrow'), line)
})

test('a route without an access rule stops the start', async () => {
  const app = Fastify()
  requireAccessOnRoutes(app)
  assert.throws(() => app.get('/open', async () => ({})), /GET \/open does not say who may call it/)
})

test('a route that needs a right cannot be opened to publishable clients', () => {
  const app = Fastify()
  closeRightsToPublishable(app)
  const handler = async () => ({})
  for (const config of [
    { access: 'user', permission: 'manage_users' },
    { access: 'client', scope: 'read_emails' },
    { access: 'gate' },
    { access: 'public' },
  ] as const) {
    const route = { method: 'GET' as const, url: '/own', handler }
    assert.throws(
      () => app.route({ ...route, config: { ...config, publishable: true } }),
      /GET \/own needs a right, so it cannot be publishable/,
    )
  }
})

test('requests that are not HTTP, and headers past their limit, get an answer and lose their connection', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  assert.ok(typeof address === 'object')
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = dial(address?.port ?? 0, '127.0.0.1', () => socket.end(text))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  assert.match(
    await send('nonsense\r\n\r\n'),
    /^HTTP\/1\.1 400 .*\{"error":"Bad Request","code":"invalid"\}$/s,
  )
  assert.match(
    await send(`GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(10_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 .*\{"error":"Request Header Fields Too Large","code":"headers_too_large"\}$/s,
  )
  assert.match(
    await send('GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
    /^HTTP\/1\.1 404 .*\{"error":"Not found","code":"not_found"\}$/s,
  )
})

test('an OPTIONS that is no preflight, and one of an unknown address, do not fail in a plugin', async () => {
  for (const url of ['/festivals', '/nothing']) {
    const answer = await call('OPTIONS', url, {})
    assert.ok(
      answer.status === 204 || typeof answer.body?.error === 'string',
      `${url}: ${answer.text}`,
    )
  }
})

test('named origins are told apart by caches', async () => {
  const named = await aWorld({ env: { CORS_ORIGINS: 'https://a.example, https://b.example' } })
  const { headers } = await named.get('/organizers', {
    client: null,
    headers: { origin: 'https://b.example' },
  })
  assert.equal(headers['access-control-allow-origin'], 'https://b.example')
  assert.match(`${headers['vary']}`, /origin/i)
  assert.match(`${headers['vary']}`, /accept-encoding/)
  const { headers: stranger } = await named.get('/organizers', {
    headers: { origin: 'https://c.example' },
  })
  assert.equal(stranger['access-control-allow-origin'], undefined)
})

// Requirement (authentication): publishable client: CORS
test('pages of a publishable client may call, whatever CORS_ORIGINS says', async () => {
  const named = await aWorld({ env: { CORS_ORIGINS: 'https://a.example' } })
  const as = await named.aUser({ roles: ['admin'] })
  const shop = 'https://shop.example'
  const allowed = async (origin: string) => {
    const asked = { origin, 'access-control-request-method': 'POST' }
    const { headers } = await named.app.inject({
      method: 'OPTIONS',
      url: '/auth/client',
      headers: { ...asked, 'access-control-request-headers': 'x-f-authorization' },
    })
    return headers['access-control-allow-origin']
  }
  assert.deepEqual(
    [await allowed('https://a.example'), await allowed(shop)],
    ['https://a.example', undefined],
  )
  const client = { name: 'Page', kind: 'publishable', origins: [shop] }
  const { id } = (await named.post('/clients', client, { as })).body
  assert.equal(await allowed(shop), shop)
  assert.equal(await allowed('https://evil.example'), undefined)
  const exchanged = await named.post(
    '/auth/client',
    { client_id: id },
    { client: null, headers: { origin: shop } },
  )
  assert.equal(exchanged.headers['access-control-allow-origin'], shop)
  await named.put(`/clients/${id}`, { suspended: true }, { as })
  assert.equal(await allowed(shop), undefined)
  await named.put(`/clients/${id}`, { suspended: false }, { as })
  assert.equal(await allowed(shop), shop)
  await named.del(`/clients/${id}`, { as })
  assert.equal(await allowed(shop), undefined)
  assert.equal(await allowed('https://a.example'), 'https://a.example')
})

test('a host that would break out of the JSON is not put into it', async () => {
  const ada = await aUser()
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const created = await post(
    '/organizers',
    { id: `host-${newId()}`, name: 'Host', photo: gif },
    { as: ada, headers: { host: 'evil"q' } },
  )
  assert.match(created.body.photo, /^http:\/\/localhost\/photos\//)
})

test('a missing photo is not kept by caches', async () => {
  const { status, headers } = await get(`/photos/${'a'.repeat(24)}.webp`, { client: null })
  assert.equal(status, 404)
  assert.equal(headers['cache-control'], 'no-store')
})
