/** Text in the syntax of another language stays text: in SQL, objects, headers and paths. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival, aName } from './catalogue.ts'
import { aWorld, lenient } from './world.ts'

const world = await aWorld()
await world.jobs.start()
const { app, call, get, post, put, db, aUser } = world
const admin = await aUser({ roles: ['admin'] })

/** A user who can be found by name, as one who registers can. */
async function aPerson(firstName: string): Promise<{ id: string }> {
  const email = `${newId()}@harbour.example`
  const { status, body } = await post('/users', {
    firstName,
    lastName: 'Plain',
    email,
    password: 'correct horse battery',
  })
  assert.equal(status, 201)
  return body
}

const inSql = [
  `'); drop table users; --`,
  `' or '1'='1`,
  `1; select pg_sleep(5)`,
  `" or ""="`,
  String.raw`\'; select 1; --`,
  `$1 $2 $$x$$`,
  `%' union select password_hash from users --`,
  `:name ?1 \${name} {0} %s`,
  `E'\\x27'`,
  `/* */ -- #`,
]

for (const words of inSql) {
  // Requirement (rules): Attackers: injection of every kind
  test(`a text in the words of SQL is stored and found as it is: ${words}`, async () => {
    const name = aName(words)
    const { body: artist } = await post(
      '/artists',
      { name, bio: words, genres: [words] },
      { as: admin },
    )
    assert.deepEqual([artist.name, artist.bio, artist.genres[0].name], [name, words, words])
    const { body } = await get(`/search?for=${encodeURIComponent(name)}`)
    assert.deepEqual(
      body.artists.map(({ id }: { id: string }) => id),
      [artist.id],
    )
    const changed = await put(`/artists/${artist.id}`, { bio: `${words}${words}` }, { as: admin })
    assert.equal(changed.body.bio, words + words)
    const { id } = await aPerson(words)
    const found = await get(`/users/all?q=${encodeURIComponent(`${words} Plain`)}`, { as: admin })
    assert.ok(found.body.users.some((user: { id: string }) => user.id === id))
  })
}

test('pattern characters match no letters in a search for people and festivals', async () => {
  await aPerson('Percy')
  await aFestival(world, { name: 'Percy Plain' })
  const found = async (text: string) => {
    const q = encodeURIComponent(text)
    const people = await get(`/users/all?q=${q}`, { as: admin })
    const festivals = await get(`/users/i/festivals?q=${q}`, { as: admin })
    const names = people.body.users.map((user: { firstName: string }) => user.firstName)
    return [names.includes('Percy'), festivals.body.festivals.length]
  }
  assert.deepEqual(await found('Percy'), [true, 1])
  for (const text of ['%', '_', '\\', '%25', 'P%r%y', 'P_r_y', 'Pe%l_in']) {
    assert.deepEqual(await found(text), [false, 0], text)
  }
})

const known = Object.getOwnPropertyNames(Object.prototype)
const prototypes = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'then']

function assertClean() {
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), known)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
}

// Requirement (rules): Attackers: prototype pollution
test('no field of a body reaches a prototype', async () => {
  const send = (body: string) =>
    call('POST', '/rewards/events', {
      as: admin,
      body,
      headers: { ...lenient, 'content-type': 'application/json' },
    })
  for (const bad of [
    '{"event_type":"x","__proto__":{"polluted":1}}',
    '{"event_type":"x","\\u005f_proto__":{"polluted":1}}',
    '{"event_type":"x","metadata":{"__proto__":{"polluted":1}}}',
    '{"event_type":"x","metadata":{"a":[{"__proto__":1}]}}',
    '{"event_type":"x","metadata":{"constructor":{"__proto__":{"polluted":1}}}}',
  ]) {
    const { status, body } = await send(bad)
    assert.equal(status, 400, bad)
    assert.match(body.error, /must not have a field __proto__$/)
  }
  const odd = { constructor: { prototype: { polluted: 1 } }, valueOf: 1, toString: 'x' }
  const told = await send(JSON.stringify({ event_type: 'odd', metadata: odd, ...odd }))
  assert.equal(told.status, 201, told.text)
  const { metadata } = await db
    .selectFrom('reward_events')
    .select('metadata')
    .where('id', '=', told.body.event_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(JSON.parse(JSON.stringify(metadata)), odd)
  assertClean()
})

test('no query, path, header or cookie reaches a prototype', async () => {
  for (const name of prototypes) {
    for (const url of [
      `/festivals?${name}=1`,
      `/festivals?${name}[polluted]=1&${name}.polluted=1`,
      `/festivals?constructor[prototype][polluted]=1&limit[${name}]=1`,
      `/organizers/${name}`,
      `/festivals/${name}`,
      `/artists/${name}`,
      `/photos/${name}`,
      `/${name}`,
    ]) {
      const headers = { ...lenient, [name]: '1', cookie: `${name}=1; festival_console=${name}` }
      const { status } = await get(url, { headers })
      assert.ok([200, 400, 404].includes(status), `${url}: ${status}`)
    }
    const as = { ...admin, token: name }
    assert.equal((await get('/users/i', { as })).status, 401)
    const body = { payment_type: name, entity_type: name, event_type: name, entity_id: name }
    assert.equal((await post('/payments', body, { as: admin })).status, 400, name)
    assert.ok([400, 404].includes((await post('/interest', body, { as: admin })).status), name)
    const event = await post('/rewards/events', { event_type: name }, { as: admin })
    assert.deepEqual([event.status, event.body.points_awarded], [201, 0], name)
  }
  assertClean()
})

test('an organizer named like a property of every object is one like any other', async () => {
  for (const id of ['constructor', 'prototype', 'then', '--proto--']) {
    const made = await post('/organizers', { id, name: id }, { as: admin })
    assert.equal(made.status, 201, made.text)
    for (const _ of [1, 2]) assert.equal((await get(`/organizers/${id}`)).body.name, id)
    const changed = await put(`/organizers/${id}`, { name: 'Quay' }, { as: admin })
    assert.deepEqual([changed.status, (await get(`/organizers/${id}`)).body.name], [200, 'Quay'])
  }
})

test('a parameter that comes twice is refused or one of the two is used, never both', async () => {
  const { body } = await get('/festivals?limit=1&limit=2')
  assert.match(body.error, /^limit must be a whole number/)
  const { token } = await world.aClient([])
  const twice = await app.inject({
    url: '/users?limit=1',
    headers: { 'x-f-authorization': [token, world.client.token] },
  })
  assert.equal(twice.statusCode, 401)
})

test('a token in an address opens nothing', async () => {
  const { token } = world.client
  for (const name of ['x-f-authorization', 'token', 'access_token', 'authorization', 'ticket']) {
    const { status } = await get(`/users?limit=1&${name}=${token}`, { client: null })
    assert.equal(status, 401, name)
  }
  const headers = { authorization: `Bearer ${token}`, cookie: `x-f-authorization=${token}` }
  assert.equal((await get('/users?limit=1', { client: null, headers })).status, 401)
})

// Requirement (rules): Attackers: path traversal
test('no path leads out of the photos', async () => {
  await writeFile(join(world.folder, 'kept.webp'), 'not for readers')
  for (const name of [
    '../kept.webp',
    '..%2fkept.webp',
    '%2e%2e%2fkept.webp',
    '%2e%2e/kept.webp',
    '..%5ckept.webp',
    '..%252fkept.webp',
    '....//kept.webp',
    '.%00./kept.webp',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    `${'a'.repeat(24)}.webp%00.png`,
    `${'a'.repeat(24)}.webp/../../kept.webp`,
    '..%2fsecret.key',
    '..%2fpostgres%2fpostgresql.conf',
    '',
    '.',
  ]) {
    const { statusCode, body } = await app.inject(`/photos/${name}`)
    assert.equal(statusCode, 404, name)
    assert.equal(typeof JSON.parse(body).error, 'string', name)
  }
})

// Requirement (rules): Attackers: log injection
test('whatever a header or an address contains, a log entry is one line of JSON', async () => {
  const before = world.lines.length
  const injected = 'x","level":60,"msg":"forged'
  for (const headers of [
    { 'x-request-id': injected },
    { 'user-agent': `a\u0085b\u2028{"level":60}` },
    { 'x-request-id': 'a%0d%0a{"level":60}' },
    { referer: '\u001b[31mred' },
  ]) {
    await get(`/search?for=${encodeURIComponent('a\r\n{"level":60}')}`, { headers })
    await get(`/${encodeURIComponent('\n{"level":60}')}`, { headers })
  }
  const lines = world.lines.slice(before)
  assert.equal(lines.length, 8)
  for (const line of lines) {
    assert.equal(line.trimEnd().split(/[\p{Cc}\u2028]/u).length, 1, line)
    const { level, msg } = JSON.parse(line)
    assert.deepEqual([level, msg], [30, undefined])
  }
})

test('unknown methods are refused, and no answer repeats what was sent', async () => {
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'SEARCH', 'LOCK']) {
    const { statusCode, body } = await app.inject({
      method: method as 'GET',
      url: '/organizers',
      headers: { 'x-f-authorization': 'a secret of mine' },
    })
    assert.ok([404, 405].includes(statusCode), `${method}: ${statusCode}`)
    assert.ok(!body.includes('a secret of mine'), method)
  }
})
