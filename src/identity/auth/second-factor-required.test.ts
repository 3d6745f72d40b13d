/** REQUIRE_SECOND_FACTOR leaves no admin a way around a second factor (docs/contract, section 2.11). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { headersOfPage } from '#core/access'
import { hashPassword } from '#platform/secrets/passwords'
import { anotherApp } from '../../../test/another-process.ts'
import { aPasskey } from '../../../test/authenticator.ts'
import { codeAt } from '../../../test/authenticator-app.ts'
import { openReader } from '../../../test/event-stream.ts'
import { enterAsFan } from '../../../test/fan-session.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const origin = 'https://festival.example'
const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({
  now: () => clock.now,
  env: { PUBLIC_URL: origin, REQUIRE_SECOND_FACTOR: 'true' },
})
const { app, db, access, client, get, post, put, aUser } = world
await world.jobs.start()
const before = await anotherApp(world, { REQUIRE_SECOND_FACTOR: false })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.close())

const password = 'correct horse battery'
const password_hash = await hashPassword(password)

/** A user with a password, and a session that gave no second factor. */
async function aPerson(roles: string[] = []) {
  const person = await aUser({ roles })
  await db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  return person
}
const signIn = ({ email }: Person, more: object = {}) =>
  post('/auth/user', { email, password, ...more })
const me = (token: string) => get('/users/i', { as: { token } as Person })

/** An admin with an enrolled authenticator app, and the session that enrolled it. */
async function anEnrolledAdmin() {
  const { email, id } = await aPerson(['admin'])
  const { secret } = (await post('/auth/second-factor', { email, password })).body
  const code = codeAt(secret, clock.now)
  const { body } = await put('/auth/second-factor', { email, password, code })
  return { id, email, secret: String(secret), token: String(body.token) } as Person & {
    secret: string
  }
}

function assertRequired(answer: { status: number; body: object }, isEnrolled?: boolean) {
  const { code, enrolled } = answer.body as Record<string, unknown>
  assert.deepEqual([answer.status, code, enrolled], [401, 'second_factor_required', isEnrolled])
}

async function mailedDigits({ email }: Person) {
  await post('/auth/code', { email })
  const mail = await nextMailTo(world, email, { about: 'Your sign-in code' })
  return /Subject: Your sign-in code: (\d{6})/.exec(mail)?.[1] ?? ''
}

test('a user who is no admin signs in as ever', async () => {
  const { status, body } = await signIn(await aPerson())
  assert.deepEqual(
    [status, Object.keys(body)],
    [200, ['token', 'tokenType', 'expiresIn', 'headerName']],
  )
  assert.equal((await me(body.token)).status, 200)
})

for (const [what, attempt] of [
  ['the password', (admin: Person) => signIn(admin)],
  ['the password with any code', (admin: Person) => signIn(admin, { code: '123456' })],
  [
    'the mailed code',
    async (admin: Person) =>
      post('/auth/code/verify', { email: admin.email, code: await mailedDigits(admin) }),
  ],
] as const) {
  // Requirement (operations): contract §2.11 Second factor: required of admins
  test(`${what} of an admin is refused without a second factor`, async () => {
    assertRequired(await attempt(await aPerson(['admin'])), false)
  })
}

test('an admin enrols before the first sign-in, and cannot remove what is required', async () => {
  const admin = await anEnrolledAdmin()
  assert.equal((await get('/users/all', { as: admin })).status, 200)
  const { body } = await get('/users/i/second-factor', { as: admin })
  assert.deepEqual([body.enabled, body.required], [true, true])
  clock.now = new Date(clock.now.getTime() + 30_000)
  const code = codeAt(admin.secret, clock.now)
  const removal = await post('/users/i/second-factor/removal', { code }, { as: admin })
  assert.deepEqual([removal.status, removal.body.code], [409, 'needed'])
  assertRequired(await signIn(admin), true)
  assert.equal((await signIn(admin, { code })).status, 200, 'the refusal has used no code up')
})

test('a session of an admin from before the setting opens nothing', async () => {
  const admin = await aPerson(['admin'])
  const headers = {
    'x-f-authorization': client.token,
    'x-f-authentication': admin.token,
  }
  const earlier = await before.inject({ url: '/users/all', headers })
  assert.equal(earlier.statusCode, 200, 'it did, before the setting')
  assertRequired(await get('/users/i', { as: admin }))
  assertRequired(await get('/users/all', { as: admin }))
  assertRequired(await post('/auth/logout', undefined, { as: admin }))
})

test('a user who becomes an admin needs a second factor from then on, for streams too', async () => {
  const ada = await aPerson()
  const headers = { 'x-f-authorization': client.token, 'x-f-authentication': ada.token }
  const reader = await openReader(`${address}/notifications/sse`, headers)
  assert.equal(reader.status, 200)
  await db
    .updateTable('users')
    .set({ roles: ['admin'] })
    .where('id', '=', ada.id)
    .execute()
  // Sends the hint of a change of rights that ends no token.
  await access.changed(db, { userId: ada.id })
  await until('the end of the stream', async () => reader.isOver())
  assertRequired(await get('/users/i', { as: ada }))
  const again = await openReader(`${address}/notifications/sse`, headers)
  assert.equal(again.status, 401)
  assertRequired(await signIn(ada), false)
})

test('the stream of activity ends, and is not opened, without a second factor', async () => {
  const [admin, ada] = [await anEnrolledAdmin(), await aPerson(['admin'])]
  const open = (token: string) =>
    openReader(`${address}/activity/sse`, {
      'x-f-authorization': client.token,
      'x-f-authentication': token,
    })
  const reader = await open(admin.token)
  assert.equal(reader.status, 200)
  reader.close()
  assert.equal((await open(ada.token)).status, 401)
})

test('the console asks an admin for it, and knows no session from before', async () => {
  const admin = await aPerson(['admin'])
  const { email } = admin
  const enter = (given: object) =>
    app.inject({ method: 'POST', url: '/console/session', payload: { email, password, ...given } })
  const refused = await enter({})
  assert.deepEqual(
    [refused.statusCode, refused.json().code, refused.json().enrolled],
    [401, 'second_factor_required', false],
  )
  const earlier = await before.inject({
    method: 'POST',
    url: '/console/session',
    payload: { email, password },
  })
  assert.equal(earlier.statusCode, 200)
  const cookie = `festival_console=${earlier.cookies[0]?.value}`
  const known = await app.inject({ url: '/console/session', headers: { cookie } })
  assert.equal(known.json().session, null)
  const headers = headersOfPage('console', earlier.cookies[0]?.value ?? '')
  assert.equal((await app.inject({ url: '/users/i', headers })).statusCode, 401)
  const enrolled = await anEnrolledAdmin()
  clock.now = new Date(clock.now.getTime() + 30_000)
  const entered = await app.inject({
    method: 'POST',
    url: '/console/session',
    payload: { email: enrolled.email, password, code: codeAt(enrolled.secret, clock.now) },
  })
  assert.equal(entered.statusCode, 200, entered.body)
  const inside = headersOfPage('console', entered.cookies[0]?.value ?? '')
  assert.equal((await app.inject({ url: '/users/i', headers: inside })).statusCode, 200)
})

test('nor does the guide sign an admin in without it', async () => {
  const admin = await aPerson(['admin'])
  const { email } = admin
  const { key } = await enterAsFan(world, { email, password })
  assert.equal(key, undefined)
  const earlier = await access.issue(db, { clientId: 'guide', userId: admin.id })
  const headers = headersOfPage('fan', earlier.token)
  const { statusCode } = await app.inject({ url: '/users/i', headers })
  assert.equal(statusCode, 401)
  const session = await app.inject({ url: '/fan/session', headers })
  assert.equal(session.json().session, null)
})

test('a passkey of this site stands for both factors; one of another site for none', async () => {
  const admin = await anEnrolledAdmin()
  const key = aPasskey('festival.example')
  const { options } = (await post('/users/i/passkeys/options', {}, { as: admin })).body
  const credential = key.create(options, { origin })
  const added = await post('/users/i/passkeys', { name: 'Phone', credential }, { as: admin })
  assert.equal(added.status, 201, added.text)
  const offered = async () => (await post('/auth/passkey/options', {})).body.options
  const elsewhere = { origin: 'https://festival.example.evil.example' }
  const signed = [
    key.get(await offered(), elsewhere),
    key.get(await offered(), { origin, isVerified: false }),
    aPasskey('festival.example').get(await offered(), { origin }),
  ]
  for (const one of signed) {
    assert.equal((await post('/auth/passkey', { credential: one })).status, 401)
  }
  const entered = await post('/auth/passkey', { credential: key.get(await offered(), { origin }) })
  assert.equal(entered.status, 200, entered.text)
  const as = { token: entered.body.token } as Person
  assert.equal((await get('/users/all', { as })).status, 200)
})
