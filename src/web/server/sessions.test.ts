import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { headersOfPage, sessionKeyOf } from '#core/access'
import { builtPages } from '../../../test/built-pages.ts'
import { steadyClock } from '../../../test/clock.ts'
import { describedBy, needsToken } from '../../../test/described.ts'
import { aDevice, aGate } from '../../../test/gate.ts'
import { aWorld } from '../../../test/world.ts'

const pagesFolder = await builtPages()
const world = await aWorld({
  now: steadyClock(),
  env: { TRUSTED_PROXIES: '1', SIGN_IN_FAILURES: '3' },
  parts: { pagesFolder },
})
await world.jobs.start()
const { app, db, aUser, put, post } = world
const password = 'correct horse battery'

type Rights = Parameters<typeof aUser>[0]

/** A user with a password. */
async function aPerson({ roles = [], permissions = [] }: Rights = {}) {
  const email = `${crypto.randomUUID()}@people.example`
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  await db.updateTable('users').set({ roles, permissions }).where('id', '=', body.id).execute()
  return { id: body.id as string, email }
}

const enter = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/console/session', payload, headers })

/** Returns the cookie as a browser sends it back, and its key. */
async function aConsole(rights: Rights = {}) {
  const person = await aPerson(rights)
  const answer = await enter({ email: person.email, password })
  assert.equal(answer.statusCode, 200)
  const { name, value } = answer.cookies[0] ?? { name: '', value: '' }
  return { ...person, cookie: `${name}=${value}`, token: value, key: answer.json().session }
}

async function aDeviceSession() {
  const { festival, manager } = await aGate(world)
  const device = await aDevice(world, { festival, manager })
  const url = '/gate/session'
  const answer = await app.inject({ method: 'POST', url, payload: { token: device.token } })
  assert.equal(answer.statusCode, 200)
  const cookie = `festival_gate=${device.token}`
  return { festival, manager, device, cookie, key: answer.json().session, token: device.token }
}

/** Calls the API as a page does, checked against the contract like any other call. */
function callOf(
  { cookie, key }: { cookie?: string | undefined; key?: string | undefined },
  method = 'GET',
  url = '/users/i',
) {
  const headers = { ...(cookie && { cookie }), ...(key && { 'x-festival-session': key }) }
  return world.call(method, url, { client: null, headers })
}

const statusOf = async (...args: Parameters<typeof callOf>) => (await callOf(...args)).status

/** Every operation that needs a token, with unknown ids. */
function guarded(): [method: string, url: string][] {
  const { paths } = describedBy(app) as { paths: Record<string, Record<string, any>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => needsToken(security))
      .map(([method]): [string, string] => [
        method.toUpperCase(),
        path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
      ]),
  )
}

// Requirement (rules): Cookies are http-only, same-site, and secure over HTTPS
test('the cookie of each page: http-only, same-site, and as long-lived as its token', async () => {
  const { email } = await aPerson()
  const { festival, manager } = await aGate(world)
  const { token } = await aDevice(world, { festival, manager })
  const asked: [name: string, request: InjectOptions][] = [
    ['console', { method: 'POST', url: '/console/session', payload: { email, password } }],
    ['gate', { method: 'POST', url: '/gate/session', payload: { token } }],
    ['guide', { url: '/' }],
    ['guide', { url: '/guide/session' }],
    ['fan', { method: 'POST', url: '/fan/guest', headers: await ofGuide() }],
  ]
  for (const [name, request] of asked) {
    for (const isSecure of [false, true]) {
      const headers = { ...request.headers, 'x-forwarded-proto': isSecure ? 'https' : 'http' }
      const sameSite = name === 'fan' ? 'Lax' : 'Strict'
      const { headers: said } = await app.inject({ ...request, headers })
      const pattern = `^${isSecure ? '__Host-' : ''}festival_${name}=fst_(user|gate|client)_\\w+; Path=/; Max-Age=[1-9]\\d+; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}$`
      assert.match(`${said['set-cookie']}`, new RegExp(pattern))
      assert.match(`${said['cache-control']}`, /no-(store|cache)/)
    }
  }
})

test('with an https PUBLIC_URL cookies are secure whatever a request says, which is logged once', async () => {
  const env = { PUBLIC_URL: 'https://festival.example', TRUSTED_PROXIES: '1' }
  const behind = await aWorld({ env, parts: { pagesFolder } })
  for (const headers of [{}, { 'x-forwarded-proto': 'http' }, { 'x-forwarded-proto': 'https' }]) {
    for (const url of ['/', '/guide/session']) {
      const { headers: said } = await behind.app.inject({ url, headers })
      assert.match(`${said['set-cookie']}`, /^__Host-festival_guide=\w+; .*; Secure$/)
    }
  }
  const warnings = behind.lines.filter((line) => line.includes('plain HTTP'))
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /"level":40.*X-Forwarded-Proto.*TRUSTED_PROXIES/)
})

test('a cookie and its key open the API; either alone, or with that of another, opens nothing', async () => {
  const [ours, theirs] = [await aConsole(), await aConsole()]
  const { cookie, key, token } = ours
  assert.equal(await statusOf({ cookie, key }), 200)
  const refused = {
    'no key': { cookie },
    'no cookie': { key },
    'the key of another': { cookie, key: theirs.key },
    'the cookie of another': { cookie: theirs.cookie, key },
    'the token in place of the key': { cookie, key: token },
    'the token as key, alone': { key: token },
    'a key of nothing': { cookie, key: 'nothing' },
    'the key of an empty cookie': { cookie: 'festival_console=', key: sessionKeyOf('') },
    'a cookie of another name': { cookie: cookie.replace('console', 'docs'), key },
    'the key as cookie': { cookie: `festival_console=${key}`, key: sessionKeyOf(key) },
  }
  for (const [name, given] of Object.entries(refused)) {
    assert.equal(await statusOf(given), 401, name)
  }
  // The headers of a client take precedence, if there are any.
  const both = { cookie, 'x-festival-session': key, 'x-f-authorization': 'fst_client_no' }
  assert.equal((await world.get('/users/i', { client: null, headers: both })).status, 401)
})

// Requirement (rules): A cookie opens nothing without its key
// Requirement (rules): Attackers: CSRF
test('on every operation a cookie alone is 401, and with the key of another', async () => {
  const [{ cookie }, { key }] = [await aConsole({ roles: ['admin'] }), await aConsole()]
  for (const [method, url] of guarded()) {
    assert.equal(await statusOf({ cookie }, method, url), 401, `${method} ${url}`)
    assert.equal(await statusOf({ cookie, key }, method, url), 401, `${method} ${url}`)
  }
  assert.ok(guarded().length > 80)
})

/** The headers of a page of the guide. */
async function ofGuide() {
  const { cookie, key } = await aReader()
  return { cookie, 'x-festival-session': key }
}

/** The cookie and the key that every visitor of the guide gets. */
async function aReader() {
  const answer = await app.inject({ url: '/guide/session' })
  const { name, value } = answer.cookies[0] ?? { name: '', value: '' }
  return { cookie: `${name}=${value}`, token: value, key: answer.json().session }
}

// Requirement (rules): The guide's session opens only reads of the catalogue, and its token is none in
//   X-F-Authorization
test('the session of the guide opens the catalogue, and nothing else', async () => {
  const reader = await aReader()
  const opened = []
  for (const [method, url] of guarded()) {
    if ((await statusOf(reader, method, url)) !== 401) opened.push(`${method} ${url}`)
    const { status, body } = await world.call(method, url, { client: reader.token })
    assert.deepEqual([status, body.error], [401, 'Invalid token'], `${method} ${url}`)
  }
  const unknown = '00000000-0000-7000-8000-000000000000'
  assert.deepEqual(opened.toSorted(), [
    'GET /accommodations',
    `GET /accommodations/${unknown}`,
    'GET /artists',
    `GET /artists/${unknown}`,
    'GET /festivals',
    `GET /festivals/${unknown}`,
    `GET /festivals/${unknown}/artists`,
    `GET /festivals/${unknown}/availability`,
    `GET /festivals/${unknown}/day`,
    `GET /festivals/${unknown}/summary`,
    `GET /festivals/${unknown}/timetable`,
    'GET /genres',
    'GET /gigs',
    'GET /gigs/chart',
  ])
  const person = await aUser({ roles: ['admin'] })
  const through = { as: person, client: reader.token }
  assert.equal((await world.get('/users/i', through)).status, 401)
  const { cookie, key } = reader
  const head = { url: '/festivals', headers: { cookie, 'x-festival-session': key } }
  assert.equal((await app.inject({ ...head, method: 'HEAD' })).statusCode, 200)
})

// Requirement (rules): A planted cookie locks no user out
test('a planted cookie of the same name blocks no user', async () => {
  const [ours, theirs] = [await aConsole(), await aConsole()]
  const planted = ['nonsense', 'fst_user_nonsense', '', theirs.token]
  for (const token of planted) {
    for (const cookie of [
      `festival_console=${token}; ${ours.cookie}`,
      `${ours.cookie}; festival_console=${token}`,
      `festival_console=${token}; __Host-${ours.cookie}`,
    ]) {
      assert.equal((await callOf({ cookie, key: ours.key })).body.id, ours.id, cookie)
    }
    const told = await app.inject({
      url: '/console/session',
      headers: { cookie: `festival_console=${token}; __Host-${ours.cookie}` },
    })
    assert.equal(told.json().session, ours.key, token)
  }
  const cookie = `festival_console=dead; ${ours.cookie}`
  const told = await app.inject({ url: '/console/session', headers: { cookie } })
  assert.equal(told.json().session, ours.key)
  const reader = await aReader()
  const again = await app.inject({
    url: '/guide/session',
    headers: { cookie: `festival_guide=nonsense; ${reader.cookie}` },
  })
  assert.equal(again.json().session, reader.key)
  const gate = await aDeviceSession()
  const device = await app.inject({
    url: '/gate/session',
    headers: { cookie: `festival_gate=nonsense; ${gate.cookie}` },
  })
  assert.equal(device.json().device.id, gate.device.id)
})

// Requirement (rules): A device's page opens the gate alone
test('the cookie of a device opens the gate, and nothing else', async () => {
  const { cookie, key, festival } = await aDeviceSession()
  const manifest = `/gate/${festival.id}/manifest`
  assert.equal(await statusOf({ cookie, key }, 'GET', manifest), 200)
  const opened = []
  for (const [method, url] of guarded()) {
    if ((await statusOf({ cookie, key }, method, url)) !== 401) opened.push(`${method} ${url}`)
  }
  assert.deepEqual(opened.toSorted(), [
    'GET /gate/00000000-0000-7000-8000-000000000000/inside',
    'GET /gate/00000000-0000-7000-8000-000000000000/manifest',
    'POST /gate/00000000-0000-7000-8000-000000000000/admit',
    'POST /gate/00000000-0000-7000-8000-000000000000/find',
    'POST /gate/00000000-0000-7000-8000-000000000000/undo',
    'POST /gate/scans',
  ])
  const console = { cookie: cookie.replace('gate', 'console'), key }
  assert.equal(await statusOf(console), 401)
  const url = '/console/session'
  const left = await app.inject({
    method: 'DELETE',
    url,
    headers: { cookie, 'x-festival-session': key },
  })
  assert.equal(left.statusCode, 401)
})

test('only the token of a device sets up a gate', async () => {
  const { token } = await aConsole()
  for (const wrong of [token, world.client.token, 'fst_gate_nobody', '']) {
    const payload = { token: wrong }
    const answer = await app.inject({ method: 'POST', url: '/gate/session', payload })
    assert.equal(answer.statusCode, 401, wrong)
    assert.equal(answer.headers['set-cookie'], undefined)
  }
})

suite('a page may do what its user may', () => {
  const people: [string, Rights, emails: boolean, clients: number][] = [
    ['an organizer', { roles: ['organizer'] }, false, 403],
    ['who may manage users', { permissions: ['manage_users'] }, true, 403],
    ['who may manage clients', { permissions: ['manage_clients'] }, false, 200],
    ['an admin', { roles: ['admin'] }, true, 200],
  ]
  for (const [name, rights, emails, clients] of people) {
    // Requirement (rules): A console session may what its person may
    test(name, async () => {
      const session = await aConsole(rights)
      const { status, body } = await callOf(session, 'GET', '/users?limit=1000')
      assert.equal(status, 200)
      const others = body.filter(({ id }: { id: string }) => id !== session.id)
      assert.ok(others.length > 0)
      for (const { email } of others) assert.equal(email !== null, emails)
      assert.equal(await statusOf(session, 'GET', '/clients'), clients)
    })
  }

  test('until that right is removed', async () => {
    const session = await aConsole({ permissions: ['manage_clients'] })
    assert.equal(await statusOf(session, 'GET', '/clients'), 200)
    const admin = await aUser({ roles: ['admin'] })
    await put(`/users/${session.id}/permissions`, { permissions: [] }, { as: admin })
    assert.equal(await statusOf(session, 'GET', '/clients'), 403)
  })
})

suite('a session ends', () => {
  const told = async ({ cookie }: { cookie: string }) =>
    (await app.inject({ url: '/console/session', headers: { cookie } })).json().session

  // Requirement (rules): Sign-out and suspension end a session everywhere
  test('everywhere with its sign-out, which deletes the cookie', async () => {
    const [session, other] = [await aConsole(), await aConsole()]
    const { cookie, key } = session
    assert.equal(await told(session), key)
    const request = { method: 'DELETE', url: '/console/session' } as const
    assert.equal((await app.inject({ ...request, headers: { cookie } })).statusCode, 401)
    assert.equal(await statusOf(session), 200)
    const headers = { cookie, 'x-festival-session': key }
    const answer = await app.inject({ ...request, headers })
    assert.equal(answer.statusCode, 200)
    assert.match(`${answer.headers['set-cookie']}`, /^festival_console=; .*Max-Age=0;/)
    assert.equal(await statusOf(session), 401)
    assert.equal(await told(session), null)
    const asUser = { id: session.id, email: '', firstName: '', lastName: '', token: session.token }
    assert.equal((await world.get('/users/i', { as: asUser })).status, 401)
    assert.equal(await statusOf(other), 200)
  })

  // Requirement (rules): Signing out of a session that has ended is 401 and takes the cookie back
  test('and a sign-out after its end is 401, but deletes the cookie all the same', async () => {
    const { cookie, key, token } = await aConsole()
    const headers = { cookie, 'x-festival-session': key }
    const leave = (proto: string) =>
      app.inject({
        method: 'DELETE',
        url: '/console/session',
        headers: { ...headers, 'x-forwarded-proto': proto },
      })
    assert.equal((await leave('http')).statusCode, 200)
    const again = await leave('http')
    assert.deepEqual([again.statusCode, again.json().error], [401, 'Invalid token'])
    assert.match(`${again.headers['set-cookie']}`, /^festival_console=; .*Max-Age=0;/)
    const names = (await leave('https')).cookies.map(({ name, value }) => `${name}=${value}`)
    assert.deepEqual(names, ['__Host-festival_console=', 'festival_console='])
    const without = await app.inject({
      method: 'DELETE',
      url: '/console/session',
      headers: { cookie },
    })
    assert.deepEqual([without.statusCode, without.headers['set-cookie']], [401, undefined])
    const other = {
      method: 'DELETE',
      url: '/console/session',
      headers: headersOfPage('gate', token),
    } as const
    assert.equal((await app.inject(other)).headers['set-cookie'], undefined)
  })

  test('when the user is suspended', async () => {
    const session = await aConsole()
    const admin = await aUser({ roles: ['admin'] })
    await put(`/users/${session.id}/suspended`, { suspended: true }, { as: admin })
    assert.equal(await statusOf(session), 401)
    assert.equal(await told(session), null)
    assert.equal((await enter({ email: session.email, password })).statusCode, 401)
  })

  test('when the user changes their password elsewhere', async () => {
    const session = await aConsole()
    const { body } = await post('/auth/user', { email: session.email, password })
    const as = { ...session, firstName: '', lastName: '', token: body.token }
    const change = { currentPassword: password, newPassword: 'another horse battery' }
    assert.equal((await put('/auth/change-password', change, { as })).status, 200)
    assert.equal(await statusOf(session), 401)
  })

  test('when the device is removed; leaving a device keeps its token', async () => {
    const { cookie, key, festival, manager, device } = await aDeviceSession()
    const manifest = `/gate/${festival.id}/manifest`
    const leave = { method: 'DELETE', url: '/gate/session' } as const
    for (const headers of [{}, { cookie }, { 'x-festival-session': key }]) {
      const refused = await app.inject({ ...leave, headers })
      assert.deepEqual([refused.statusCode, refused.headers['set-cookie']], [401, undefined])
    }
    const headers = { cookie, 'x-festival-session': key }
    const left = await app.inject({ ...leave, headers })
    assert.equal(left.statusCode, 200)
    assert.match(`${left.headers['set-cookie']}`, /^festival_gate=; .*Max-Age=0;/)
    assert.equal(await statusOf({ cookie, key }, 'GET', manifest), 200)
    const url = `/festivals/${festival.id}/gate-devices/${device.id}`
    assert.equal((await world.del(url, { as: manager })).status, 200)
    assert.equal(await statusOf({ cookie, key }, 'GET', manifest), 401)
    const { session } = (await app.inject({ url: '/gate/session', headers: { cookie } })).json()
    assert.equal(session, null)
    // A device that was removed can still remove its cookie.
    const gone = await app.inject({ ...leave, headers })
    assert.equal(gone.statusCode, 200)
    assert.match(`${gone.headers['set-cookie']}`, /^festival_gate=; .*Max-Age=0;/)
  })
})

// Requirement (rules): While the console is suspended, signing in is 403
test('a suspended console refuses every sign-in', async () => {
  const own = await aWorld({ parts: { pagesFolder } })
  await own.jobs.start()
  const email = 'ada@people.example'
  await own.post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  const request = { method: 'POST', url: '/console/session', payload: { email, password } } as const
  const [cookie] = (await own.app.inject(request)).cookies
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  const isOpen = async () =>
    (await own.app.inject({ url: '/console/session', headers })).json().session !== null
  assert.equal(await isOpen(), true)
  const admin = await own.aUser({ roles: ['admin'] })
  const asked = await own.put('/clients/console', { suspended: true }, { as: admin })
  assert.equal(asked.status, 200)
  assert.equal(await isOpen(), false)
  const again = await own.app.inject(request)
  assert.deepEqual([again.statusCode, again.json().code, again.cookies], [403, 'suspended', []])
  assert.match(again.json().error, /`festival client resume console` opens it again$/)
  await own.put('/clients/console', { suspended: false }, { as: admin })
  assert.equal((await own.app.inject(request)).statusCode, 200)
})

// Requirement (rules): Signing in to the console is throttled
test('after too many wrong passwords the user has to wait, as at the API', async () => {
  const { email } = await aPerson()
  const from = { 'x-forwarded-for': '203.0.113.7' }
  for (let tries = 0; tries < 3; tries++) {
    const { statusCode, headers } = await enter({ email, password: 'wrong' }, from)
    assert.equal(statusCode, 401)
    assert.equal(headers['set-cookie'], undefined)
  }
  const waiting = await enter({ email, password }, from)
  assert.equal(waiting.statusCode, 429)
  assert.ok(Number(waiting.headers['retry-after']) > 0)
  assert.equal(waiting.headers['set-cookie'], undefined)
  const api = { headers: from }
  assert.equal((await post('/auth/user', { email, password }, api)).status, 429)
})

suite('a form of another page cannot sign a user in', () => {
  const bodies: [type: string, body: string][] = [
    ['application/x-www-form-urlencoded', 'email=ada%40people.example&password=correct'],
    ['text/plain', '{"email":"ada@people.example","password":"correct"}'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na\r\n--x--\r\n',
    ],
  ]
  for (const [type, payload] of bodies) {
    test(type, async () => {
      for (const url of ['/console/session', '/gate/session']) {
        const headers = { 'content-type': type, origin: 'http://elsewhere.example' }
        const answer = await app.inject({ method: 'POST', url, payload, headers })
        assert.equal(answer.statusCode, 415, url)
        assert.equal(answer.headers['set-cookie'], undefined)
      }
    })
  }
})

test('no other origin may send cookies', async () => {
  const { cookie } = await aConsole()
  const origin = 'http://elsewhere.example'
  for (const url of ['/console/session', '/guide/session', '/gate/session', '/users/i']) {
    const answer = await app.inject({ url, headers: { cookie, origin } })
    assert.equal(answer.headers['access-control-allow-credentials'], undefined, url)
    const preflight = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'x-festival-session',
      },
    })
    assert.equal(preflight.headers['access-control-allow-credentials'], undefined, url)
  }
})
