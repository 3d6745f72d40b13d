import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { findUserByEmail } from '#identity/users'
import { digest } from '#platform/secrets/tokens'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { aName, anInterest, anOrganizer } from '../../../test/catalogue.ts'
import { until, untilBlocked } from '../../../test/until.ts'
import { type Answer, aWorld, lenient, type Person } from '../../../test/world.ts'
import { storeAsciiDomains } from './ascii-domains.ts'
import { eraseUser } from './changes.ts'

const world = await aWorld()
await world.jobs.start()
const { db, app, get, post, put, del, aUser } = world

const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`
const password = 'correct horse battery'

/** The body of a registration; `given` replaces its fields. */
function aRegistration(given: Record<string, unknown> = {}) {
  return { firstName: 'Ada', lastName: 'Marsh', email: anEmail(), password, ...given }
}

async function register(given: Record<string, unknown> = {}): Promise<Person> {
  const { body } = await post('/users', aRegistration(given))
  const { token } = await world.access.issue(db, { clientId: world.client.id, userId: body.id })
  return { ...body, token }
}

function assertRefused({ status, body }: Answer, expected: [status: number, error: RegExp]) {
  assert.equal(status, expected[0])
  assert.match(body.error, expected[1])
}

async function photos(): Promise<string[]> {
  return readdir(join(world.folder, 'photos')).catch(() => [])
}

// Requirement (records): User.roles: new users get the role id attender
// Requirement (records): User.password: write-only on create; never returned
// Requirement (operations): POST /users: C only, body, created user without password, role attender assigned
test('any client can register a user, and gets the whole account without its password', async () => {
  const registration = aRegistration({ firstName: ' Zoë', lastName: 'Ο’Καμπ' })
  const { status, body, text } = await post('/users', registration)
  assert.equal(status, 201)
  const { id, ...rest } = body
  assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/)
  assert.deepEqual(rest, {
    firstName: ' Zoë',
    lastName: 'Ο’Καμπ',
    email: registration.email,
    photo: null,
    phone: null,
    address: null,
    city: null,
    country: null,
    language: null,
    roles: [{ id: 'attender' }],
    email_proven_at: null,
  })
  assert.ok(!text.includes('password') && !text.includes(password))
})

// Requirement (rules): contract §1.9: registrations at one public network
test('many registrations from one public network have to wait, through a publishable client', async () => {
  let time = new Date('2030-06-15T12:00:00.000Z')
  const small = await aWorld({ now: () => time, env: { REGISTRATIONS_PER_NETWORK: '3' } })
  await small.jobs.start()
  const page = await small.aClient([])
  const kind = { kind: 'publishable', allow_without_origin: true }
  await small.db.updateTable('clients').set(kind).where('id', '=', page.id).execute()
  await small.access.changed(small.db, { clientId: page.id })
  const from = (remoteAddress: string, client = page.token) =>
    small.app.inject({
      method: 'POST',
      url: '/users',
      remoteAddress,
      headers: { 'x-f-authorization': client },
      payload: aRegistration(),
    })
  for (let nth = 0; nth < 3; nth++) assert.equal((await from('8.8.4.4')).statusCode, 201)
  const refused = await from('8.8.4.4')
  assert.deepEqual(
    [refused.statusCode, refused.json().code, refused.headers['retry-after']],
    [429, 'too_many_requests', '1'],
  )
  assert.equal((await small.db.selectFrom('users').select('id').execute()).length, 3)
  assert.equal((await from('8.8.4.5')).statusCode, 201, 'another network')
  assert.equal((await from('8.8.4.4', small.client.token)).statusCode, 201, 'a trusted client')
  time = new Date(time.getTime() + 1_000)
  assert.equal((await from('8.8.4.4')).statusCode, 201)
})

test('the password is stored as an argon2id hash, and reaches no log', async () => {
  const { id } = await register()
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.match(row.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.ok(!world.lines.join('').includes(password))
})

// Requirement (operations): POST, PUT /users: unknown fields never written
test('read-only fields are not written at registration or on update', async () => {
  const forged = {
    id: newId(),
    roles: [{ id: 'admin' }],
    permissions: ['manage_users'],
    points: 1000,
    suspended_at: '2020-01-01',
    email_key: 'x',
    photo: 'https://pictures.example/a.jpg',
  }
  const { body } = await post('/users', aRegistration(forged), { headers: lenient })
  assert.notEqual(body.id, forged.id)
  assert.deepEqual([body.roles, body.photo], [[{ id: 'attender' }], null])
  const ada = await aUser()
  const changed = await put(
    `/users/${ada.id}`,
    { ...forged, city: 'Aarhus' },
    { as: ada, headers: lenient },
  )
  assert.deepEqual(
    [changed.body.id, changed.body.roles, changed.body.photo, changed.body.city],
    [ada.id, [{ id: 'attender' }], null, 'Aarhus'],
  )
  const account = await findUserByEmail(db, ada.email)
  assert.deepEqual([account?.permissions, account?.suspended], [[], false])
})

test('a person with one name has an empty last name, which a blank becomes', async () => {
  for (const lastName of ['', ' ', '\u00a0\t']) {
    const given = { firstName: 'Madonna', lastName, password: 'correct horse battery' }
    const email = `${newId()}@people.example`
    const { status, body } = await post('/users', { ...given, email })
    assert.deepEqual([status, body.firstName, body.lastName], [201, 'Madonna', ''])
  }
  const ada = await aUser()
  const { status, body } = await put(`/users/${ada.id}`, { lastName: ' ' }, { as: ada })
  assert.deepEqual([status, body.lastName], [200, ''])
})

for (const [why, given, error] of [
  ['nothing at all', undefined, /^firstName, lastName, email and password are required$/],
  ['no first name', { firstName: undefined }, /^firstName is required$/],
  ['a first name that is null', { firstName: null }, /^firstName must be a string$/],
  ['a first name that is a number', { firstName: 7 }, /^firstName must be a string$/],
  ['an empty first name', { firstName: '' }, /^firstName must not be empty/],
  ['a first name of 101 characters', { firstName: 'é'.repeat(101) }, /^firstName .* at most 100/],
  ['no last name', { lastName: undefined }, /^lastName is required$/],
  ['no e-mail', { email: undefined }, /^email is required$/],
  ['an e-mail without @', { email: 'ada.harbour.example' }, /^email must be an e-mail address$/],
  ['an e-mail without a name', { email: '@harbour.example' }, /^email must be an e-mail/],
  ['an e-mail without a host', { email: 'ada@' }, /^email must be an e-mail/],
  ['an e-mail with two @', { email: 'ada@b@harbour.example' }, /^email must be an e-mail/],
  ['two e-mails', { email: 'a@harbour.example,b@harbour.example' }, /^email must be an e-mail/],
  ['an e-mail with a display name', { email: 'Ada <a@harbour.example>' }, /^email must be an/],
  ['an e-mail with a line break', { email: 'a@harbour.example\nBcc: b@x' }, /^email must be an/],
  ['an e-mail with a blank in front', { email: ' ada@harbour.example' }, /^email must be an/],
  ['an e-mail with two dots', { email: 'ada@harbour..example' }, /^email must be an e-mail/],
  ['an e-mail of 255 characters', { email: `${'a'.repeat(243)}@harbour.dev` }, /^email .* 254/],
  ['no password', { password: undefined }, /^password is required$/],
  [
    'a password of 7 characters',
    { password: '😀'.repeat(7) },
    /^password .* at least 8 characters/,
  ],
  [
    'a password of 201',
    { password: 'a'.repeat(201) },
    /^password must have at most 200 characters/,
  ],
  ['a password that is a number', { password: 12_345_678 }, /^password must be a string$/],
  ['a NUL character', { firstName: 'A\0' }, /^firstName must not hold NUL/],
] as const) {
  // Requirement (operations): POST /users: every refusal of a field (all four are required)
  test(`a registration with ${why} is refused: 400`, async () => {
    const body = given && aRegistration(given)
    assertRefused(await post('/users', body), [400, error])
  })
}

// Requirement (operations): POST /users: C only
test('registering needs a client', async () => {
  const { status, body } = await post('/users', aRegistration(), { client: null })
  assert.deepEqual([status, body.error], [401, 'Missing the service header'])
})

// Requirement (operations): POST /users: limits are code points
test('the longest names, e-mail and password are stored unchanged, code point for code point', async () => {
  const registration = aRegistration({
    firstName: '😀'.repeat(100),
    lastName: 'e\u0301'.repeat(50),
    email: `${'é'.repeat(240)}@häfen.example`,
    password: '😀'.repeat(200),
  })
  const { status, body } = await post('/users', registration)
  assert.equal(status, 201)
  const { firstName, lastName, email } = body
  assert.deepEqual(
    { firstName, lastName, email },
    {
      firstName: registration.firstName,
      lastName: registration.lastName,
      email: registration.email,
    },
  )
})

test('a password of eight characters is long enough', async () => {
  assert.equal((await post('/users', aRegistration({ password: '12345678' }))).status, 201)
})

// Requirement (operations): POST /users: e-mails unique case-insensitively, 409
test('an e-mail is taken once, whatever its case and however its accents are typed', async () => {
  const name = randomBytes(6).toString('hex')
  assert.equal(
    (await post('/users', aRegistration({ email: `Zoë.${name}@X.Example` }))).status,
    201,
  )
  for (const email of [`zoe\u0308.${name}@x.example`, `ZOË.${name}@x.EXAMPLE`]) {
    const { status, body } = await post('/users', aRegistration({ email }))
    assert.equal(status, 409)
    assert.deepEqual(body, {
      error: 'An account with this e-mail already exists',
      code: 'email_taken',
    })
  }
})

// Requirement (operations): POST /users: races
test('of ten registrations of one e-mail at once exactly one succeeds', async () => {
  const registration = aRegistration()
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/users', registration)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, ...Array(9).fill(409)],
  )
  const accounts = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', fold(registration.email))
    .execute()
  assert.equal(accounts.length, 1)
})

// Requirement (operations): POST /users: Idempotency-Key
test('a registration repeated with its Idempotency-Key returns the first account again', async () => {
  const registration = aRegistration()
  const headers = { 'idempotency-key': anEmail() }
  const first = await post('/users', registration, { headers })
  const second = await post('/users', registration, { headers })
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.equal(second.headers['idempotent-replayed'], 'true')
})

// Requirement (operations): contract §1.8: without a user a key belongs to the body
test('visitors who register under the same Idempotency-Key of one client do not meet, also at once', async () => {
  const body = { name: 'Fan app', kind: 'publishable', origins: ['https://app.example'] }
  const staff = await aUser({ permissions: ['manage_clients'] })
  const app = await post('/clients', body, { as: staff })
  assert.equal(app.status, 201, app.text)
  const signedIn = await post(
    '/auth/client',
    { client_id: app.body.client_id },
    { client: null, headers: { origin: 'https://app.example' } },
  )
  const headers = { 'idempotency-key': 'register', origin: 'https://app.example' }
  for (const client of [signedIn.body.token, world.client.token]) {
    const bodies = [aRegistration(), aRegistration(), aRegistration()]
    const send = () => Promise.all(bodies.map((each) => post('/users', each, { client, headers })))
    const first = await send()
    assert.deepEqual(
      first.map(({ status, body }) => [status, body.email]),
      bodies.map(({ email }) => [201, email]),
    )
    const again = await send()
    assert.deepEqual(
      again.map(({ headers, body }) => [headers['idempotent-replayed'], body.id]),
      first.map(({ body }) => ['true', body.id]),
    )
    const guessed = { ...bodies[0], password: 'another password of a guesser' }
    const other = await post('/users', guessed, { client, headers })
    assert.deepEqual([other.status, other.body.code], [409, 'email_taken'])
  }
})

// Requirement (records): User: fields id, firstName, lastName, email, photo, roles; phone,
//   address, city, country accepted on update
// Requirement (operations): PUT /users/:id: any of the fields; answers the full user
test('the owner changes the given fields, and reads the whole account', async () => {
  const ada = await register()
  const contact = { phone: '+45 1', address: 'Quay 7', city: 'Aarhus', country: 'Denmark' }
  const changed = await put(`/users/${ada.id}`, { ...contact, lastName: 'Bay' }, { as: ada })
  const { token: _, ...before } = ada
  assert.deepEqual(
    [changed.status, changed.body],
    [200, { ...before, ...contact, lastName: 'Bay' }],
  )
  const cleared = await put(`/users/${ada.id}`, { phone: null, city: '' }, { as: ada })
  assert.deepEqual(cleared.body, { ...changed.body, phone: null, city: '' })
  const untouched = await put(`/users/${ada.id.toUpperCase()}`, undefined, { as: ada })
  assert.deepEqual([untouched.status, untouched.body], [200, cleared.body])
})

for (const [why, change, error] of [
  ['a first name that is null', { firstName: null }, /^firstName must be a string$/],
  ['an e-mail that is none', { email: 'unknown' }, /^email must be an e-mail address$/],
  ['an e-mail that is null', { email: null }, /^email must be a string$/],
  ['a phone that is a number', { phone: 4533 }, /^phone must be a string or null$/],
  ['a phone of 51 characters', { phone: '1'.repeat(51) }, /^phone must have at most 50/],
  ['an address of 501 characters', { address: 'a'.repeat(501) }, /^address .* at most 500/],
  ['a city of 201 characters', { city: 'a'.repeat(201) }, /^city must have at most 200/],
  ['a country of 201 characters', { country: 'a'.repeat(201) }, /^country .* at most 200/],
] as const) {
  // Requirement (operations): PUT /users/:id: refusals
  test(`an account is not changed to ${why}: 400`, async () => {
    const ada = await aUser()
    assertRefused(await put(`/users/${ada.id}`, change, { as: ada }), [400, error])
  })
}

// Requirement (operations): PUT /users/:id: e-mail change checks uniqueness
test("an e-mail changes only to a free one; another case of the user's own is free", async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const taken = await put(`/users/${ada.id}`, { email: bo.email.toUpperCase() }, { as: ada })
  assert.deepEqual([taken.status, taken.body.code], [409, 'email_taken'])
  const own = await put(`/users/${ada.id}`, { email: ada.email.toUpperCase() }, { as: ada })
  assert.deepEqual([own.status, own.body.email], [200, ada.email.toUpperCase()])
  const email = anEmail()
  await put(`/users/${ada.id}`, { email }, { as: ada })
  assert.equal((await findUserByEmail(db, email))?.id, ada.id)
  assert.equal((await post('/users', aRegistration({ email: ada.email }))).status, 201)
})

for (const [method, path, body] of [
  ['PUT', '', { city: 'Aarhus' }],
  ['POST', '/photo', { photo: 'https://pictures.example/a.jpg' }],
  ['DELETE', '', undefined],
] as const) {
  // Requirement (operations): PUT /users/:id: a user may update only their own account; unknown 404
  // Requirement (operations): POST /users/:id/photo: owner alone
  // Requirement (operations): DELETE /users/:id: a user may delete only their own account
  test(`${method} /users/:id${path} is for the owner alone, admins included`, async () => {
    const [ada, bo, admin] = [await aUser(), await aUser(), await aUser({ roles: ['admin'] })]
    const call = (id: string, as?: Person) =>
      world.call(method, `/users/${id}${path}`, { as, body })
    for (const other of [bo, admin]) {
      assertRefused(await call(ada.id, other), [403, /^Only its owner may change this account$/])
    }
    for (const id of [newId(), 'no-id']) {
      assertRefused(await call(id, ada), [404, /^User not found$/])
    }
    assertRefused(await call(ada.id), [401, /^Missing the user header$/])
    assert.ok(await findUserByEmail(db, ada.email))
  })
}

// Requirement (records): User.photo: URL
// Requirement (operations): POST /users/:id/photo: multipart image or JSON photo (URL or base64); updated
//   user object
test('a photo is set from a URL, a base64 picture or a form, replaced, and removed', async () => {
  const ada = await aUser()
  const url = `/users/${ada.id}/photo`
  const linked = await post(url, { photo: 'https://pictures.example/a.jpg' }, { as: ada })
  assert.deepEqual([linked.status, linked.body.photo], [200, 'https://pictures.example/a.jpg'])

  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const stored = await post(url, { photo: png.toString('base64') }, { as: ada })
  const address = /^http:\/\/[^/]+(\/photos\/[\w-]{24}\.webp)$/
  assert.match(stored.body.photo, address)
  assert.deepEqual(stored.body, { ...linked.body, photo: stored.body.photo })
  assert.equal((await get(new URL(stored.body.photo).pathname, { client: null })).status, 200)

  const form = new FormData()
  form.append('image', new Blob([png], { type: 'image/png' }), 'me.png')
  const { headers, payload } = await asMultipart(form)
  const replaced = await post(url, payload, { as: ada, headers })
  assert.match(replaced.body.photo, address)
  assert.notEqual(replaced.body.photo, stored.body.photo)
  await gone(stored.body.photo)

  const none = await post(url, { photo: null }, { as: ada })
  assert.deepEqual([none.status, none.body.photo], [200, null])
})

/** Pictures are deleted after the commit, in parallel with the answer. */
function gone(photo: string): Promise<void> {
  const { pathname } = new URL(photo)
  const ask = async () => (await get(pathname, { client: null })).status === 404
  return until(`${pathname} is removed`, ask)
}

async function asMultipart(form: FormData) {
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  return { payload, headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}

for (const [why, body, error] of [
  ['no photo', {}, /^photo is required$/],
  ['no body', undefined, /^photo is required$/],
  ['a photo that is a number', { photo: 7 }, /^photo must be a string or null$/],
  ['text that is no picture', { photo: 'hello' }, /^photo must be a PNG/],
  ['a URL of another scheme', { photo: 'ftp://x.example/a.png' }, /^photo must be a PNG/],
] as const) {
  // Requirement (operations): POST /users/:id/photo: missing or bad photo 400
  test(`a photo change with ${why} is refused: 400`, async () => {
    const ada = await aUser()
    assertRefused(await post(`/users/${ada.id}/photo`, body, { as: ada }), [400, error])
  })
}

// Requirement (operations): POST /users/:id/photo: form without picture 400
test('a form without a picture is refused: 400', async () => {
  const ada = await aUser()
  const form = new FormData()
  form.append('title', 'me')
  const { headers, payload } = await asMultipart(form)
  const answer = await post(`/users/${ada.id}/photo`, payload, {
    as: ada,
    headers: { ...lenient, ...headers },
  })
  assertRefused(answer, [400, /^photo is required$/])
})

test('a picture for another user is not even stored', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const before = await photos()
  const answer = await post(`/users/${bo.id}/photo`, { photo: png.toString('base64') }, { as: ada })
  assert.equal(answer.status, 403)
  assert.deepEqual(await photos(), before)
})

// Requirement (operations): DELETE /users/:id: {message}; the row is emptied and keeps its id
test('deleting an account empties its row, keeps its id and ends its tokens and everything that depends on it', async () => {
  const ada = await register({ firstName: 'Ada', email: anEmail() })
  const organizer = await anOrganizer(world, { name: aName('Harbour') })
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: ada.id })
    .execute()
  await anInterest(world, { user_id: ada.id, organizer_id: organizer.id })
  await put(
    `/users/${ada.id}`,
    { phone: '+45 1', address: 'A', city: 'B', country: 'C' },
    { as: ada },
  )
  await post(`/users/${ada.id}/photo`, { photo: 'https://pictures.example/a.jpg' }, { as: ada })

  const answer = await del(`/users/${ada.id}`, { as: ada })
  assert.deepEqual([answer.status, answer.body], [200, { message: 'User deleted' }])
  assertRefused(await put(`/users/${ada.id}`, {}, { as: ada }), [401, /^Invalid token$/])

  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const { id, created_at, erased_at, ...emptied } = row
  assert.equal(id, ada.id)
  assert.ok(created_at && erased_at)
  assert.deepEqual(emptied, {
    first_name: '',
    last_name: '',
    email: null,
    email_key: null,
    email_proven_at: null,
    password_hash: null,
    photo: null,
    phone: null,
    address: null,
    city: null,
    country: null,
    language: null,
    roles: [],
    permissions: [],
    suspended_at: null,
    search_name: '',
    last_sign_in_at: null,
    is_guest: false,
    guest_email_key: null,
    taken_over_by: null,
    proven_before: null,
    access_ended_at: null,
    access_to_review: false,
  })
  for (const table of ['interests', 'organizer_managers', 'tokens'] as const) {
    const left = await db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', ada.id)
      .execute()
    assert.deepEqual(left, [], table)
  }
  const listed = await get('/users?limit=1000')
  assert.ok(listed.body.every((user: { id: string }) => user.id !== ada.id))
  const bo = await aUser()
  assert.equal((await put(`/users/${ada.id}`, {}, { as: bo })).status, 404)
})

// Requirement (operations): DELETE /users/:id: its e-mail is free
test('an e-mail is free again once its account is deleted', async () => {
  const ada = await register()
  await del(`/users/${ada.id}`, { as: ada })
  const again = await post('/users', aRegistration({ email: ada.email }))
  assert.equal(again.status, 201)
  assert.notEqual(again.body.id, ada.id)
})

// Requirement (operations): DELETE /users/:id: its photo
test('the picture of a deleted account is deleted as well', async () => {
  const ada = await aUser()
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const { body } = await post(
    `/users/${ada.id}/photo`,
    { photo: png.toString('base64') },
    { as: ada },
  )
  await del(`/users/${ada.id}`, { as: ada })
  await gone(body.photo)
})

for (const [method, path, body] of [
  ['PUT', '', { city: 'Aarhus', email: anEmail() }],
  ['POST', '/photo', { photo: 'https://pictures.example/a.jpg' }],
] as const) {
  // Requirement (operations): DELETE /users/:id: races with changes
  test(`${method} /users/:id${path} beside a deletion writes nothing into the emptied row`, async () => {
    const ada = await aUser()
    const user = {
      id: ada.id,
      isAdmin: false,
      permissions: [],
      token: digest(ada.token).toString('base64url'),
    }
    const { access } = world
    const late = await db.transaction().execute(async (trx) => {
      const { photoStore, now } = app
      await eraseUser({ db: trx, photoStore, access, now }, { id: ada.id, user })
      const answer = world.call(method, `/users/${ada.id}${path}`, { as: ada, body })
      await untilBlocked(world, 1)
      return { answer }
    })
    assertRefused(await late.answer, [404, /^User not found$/])
    const row = await db
      .selectFrom('users')
      .select(['city', 'email', 'email_key', 'photo'])
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { city: null, email: null, email_key: null, photo: null })
  })
}

test('single accounts cannot be read: GET /users/:id is 405 for any id', async () => {
  const ada = await aUser()
  const { status, headers } = await get(`/users/${ada.id}`, { as: ada })
  assert.deepEqual([status, headers['allow']], [405, 'PUT, DELETE'])
})

test('the log has no names, e-mails or secrets of any user', async () => {
  const ada = await register({ lastName: 'Quillfeather' })
  await put(`/users/${ada.id}`, { city: 'Skagen-on-Sea' }, { as: ada })
  await app.ready()
  const log = world.lines.join('')
  for (const text of ['Quillfeather', 'Skagen-on-Sea', ada.email, ada.token, password]) {
    assert.ok(!log.includes(text), text)
  }
})

test("the user's own picture, written back as it was read, stays", async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const as = await world.aUser()
  const { body } = await world.post(`/users/${as.id}/photo`, { photo: gif }, { as })
  const again = await world.post(`/users/${as.id}/photo`, { photo: body.photo }, { as })
  assert.deepEqual([again.status, again.body], [200, body])
  const { status } = await world.get(new URL(body.photo).pathname, { client: null })
  assert.equal(status, 200)
})

// Browsers submit e-mail fields in ASCII; people type Unicode: https://www.unicode.org/reports/tr46/
const spellings = (local: string) => [
  `${local}@bücher.example`,
  `${local}@xn--bcher-kva.example`,
  `${local}@BÜCHER.example`,
  `${local}@XN--BCHER-KVA.Example`,
]

// Requirement (rules): E-mails are compared without case and by the ASCII form of their domain
test('an e-mail is one address however its domain is written, in Unicode or in ASCII', async () => {
  const local = newId()
  const [first = '', ...others] = spellings(local)
  const { status, body } = await post('/users', aRegistration({ email: first }))
  assert.deepEqual([status, body.email], [201, first])
  for (const email of others) {
    const again = await post('/users', aRegistration({ email }))
    assert.deepEqual([again.status, again.body.code], [409, 'email_taken'], email)
  }
  for (const email of spellings(local)) {
    const { status, text } = await post('/auth/user', { email, password })
    assert.equal(status, 200, text)
    assert.equal((await findUserByEmail(db, email))?.id, body.id)
  }
})

// Requirement (rules): E-mails are compared without case and by the ASCII form of their domain
test('what an earlier version has stored of an e-mail is found as well, unless another account has that address', async () => {
  const [one, other, twin] = [newId(), newId(), newId()]
  const before = async (id: string, local: string) => {
    const email = `${local}@bücher.example`
    const user = { id, first_name: 'Ada', last_name: 'Marsh', email, email_key: email }
    await db.insertInto('users').values(user).execute()
    return email
  }
  const email = await before(one, one)
  await post('/users', aRegistration({ email: `${other}@xn--bcher-kva.example` }))
  await before(twin, other)
  assert.equal(await findUserByEmail(db, email), undefined)
  assert.equal(await storeAsciiDomains(db), 1)
  assert.equal((await findUserByEmail(db, email))?.id, one)
  assert.equal(await storeAsciiDomains(db), 0)
  const kept = db.selectFrom('users').select('email_key').where('id', '=', twin)
  assert.equal((await kept.executeTakeFirstOrThrow()).email_key, `${other}@bücher.example`)
})
