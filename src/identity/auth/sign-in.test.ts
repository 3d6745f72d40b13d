import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#identity/clients'
import { writePassword } from '#identity/users'
import { hashPassword } from '#platform/secrets/passwords'
import { anotherProcess } from '../../../test/another-process.ts'
import { type Answer, aWorld, lenient, type World } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now, env: { TRUSTED_PROXIES: '1' } })
await world.jobs.start()
const { db, get, post, put } = world
const elsewhere = await anotherProcess(world)

const year = 365 * 86_400
const password = 'correct horse battery'
const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`
const pass = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

async function anAccount({ post: send }: Pick<World, 'post'> = world) {
  const email = anEmail()
  const user = { firstName: 'Ada', lastName: 'Marsh', email, password }
  const { body } = await send('/users', user)
  return { ...user, id: String(body.id) }
}

/** Signs in, by default from an address of its own. */
function signIn(email: unknown, secret: unknown, address = '192.0.2.1'): Promise<Answer> {
  const headers = { 'x-forwarded-for': address }
  return post('/auth/user', { email, password: secret }, { headers })
}

async function statuses(count: number, attempt: () => Promise<{ status: number }>) {
  const seen: number[] = []
  for (let done = 0; done < count; done++) seen.push((await attempt()).status)
  return seen
}

const times = (count: number, status: number): number[] => Array(count).fill(status)

function assertRefused({ status, body }: Answer, expected: [status: number, error: RegExp]) {
  assert.match(body.error, expected[1])
  assert.equal(status, expected[0])
}

// Requirement (operations): POST /auth/client: {token, token_type, expires}
// Requirement (authentication): token_type is X-F-Authorization
test('a client exchanges its id and secret for a token that lives as long as the answer says', async () => {
  const { id, client_secret } = await createClient(db, { name: 'Shop' })
  const { status, body, headers } = await post(
    '/auth/client',
    { client_id: id, client_secret },
    { client: null },
  )
  assert.equal(status, 200)
  const { token, ...rest } = body
  assert.match(token, /^fst_client_[\dA-Za-z]{49}$/)
  assert.deepEqual(rest, { token_type: 'X-F-Authorization', expires: year })
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal((await get('/users?limit=1', { client: token })).status, 200)
})

for (const [why, body, error] of [
  ['nothing', undefined, /^client_id is required$/],
  ['no id', { client_secret: 'a' }, /^client_id is required$/],
  ['null', { client_id: null, client_secret: 'a' }, /^client_id must be a string$/],
  ['a number', { client_id: 'a', client_secret: 7 }, /^client_secret must be a string$/],
  ['a list', [], /^The body must be an object$/],
] as const) {
  // Requirement (operations): POST /auth/client: missing fields 400
  test(`POST /auth/client with ${why} is refused: 400`, async () => {
    assertRefused(await post('/auth/client', body, { client: null }), [400, error])
  })
}

// Requirement (operations): POST /auth/client: wrong 401
test('wrong client credentials are 401, whichever of the two is wrong', async () => {
  const { id, client_secret } = await createClient(db, { name: 'Shop' })
  for (const body of [
    { client_id: id, client_secret: 'wrong' },
    { client_id: id, client_secret: '' },
    { client_id: id },
    { client_id: 'client_unknown' },
    { client_id: 'client_unknown', client_secret },
    { client_id: '', client_secret },
    { client_id: id.toUpperCase(), client_secret },
  ]) {
    const answer = await post('/auth/client', body, { client: null })
    assert.deepEqual([answer.status, answer.body.error], [401, 'Invalid credentials'])
  }
})

// Requirement (operations): POST /auth/user: C; {token, tokenType, expiresIn, headerName}
// Requirement (authentication): tokenType and headerName are X-F-Authentication
test('a user exchanges e-mail and password for a token that works beside a client token', async () => {
  const ada = await anAccount()
  const { status, body, headers } = await signIn(ada.email, password)
  assert.equal(status, 200)
  const { token, ...rest } = body
  assert.match(token, /^fst_user_[\dA-Za-z]{49}$/)
  const headerName = 'X-F-Authentication'
  assert.deepEqual(rest, { tokenType: headerName, headerName, expiresIn: year })
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal((await put(`/users/${ada.id}`, {}, { as: { ...ada, token } })).status, 200)
})

// Requirement (operations): POST /auth/user: e-mails without case
test('e-mails are compared without case, passwords with it', async () => {
  const ada = await anAccount()
  assert.equal((await signIn(ada.email.toUpperCase(), password)).status, 200)
  assert.equal((await signIn(ada.email, password.toUpperCase())).status, 401)
  assert.equal((await signIn(` ${ada.email}`, password)).status, 401)
  assert.equal((await signIn(ada.email, `${password} `)).status, 401)
})

test('each sign-in has a token of its own, and earlier ones stay valid', async () => {
  const ada = await anAccount()
  const first = (await signIn(ada.email, password)).body.token
  const second = (await signIn(ada.email, password)).body.token
  assert.notEqual(first, second)
  for (const token of [first, second]) {
    assert.equal((await put(`/users/${ada.id}`, {}, { as: { ...ada, token } })).status, 200)
  }
})

for (const [why, body] of [
  ['no body', undefined],
  ['an empty object', {}],
  ['no password', { email: 'ada@harbour.example' }],
  ['no e-mail', { password }],
  ['an e-mail that is null', { email: null, password }],
  ['a password that is null', { email: 'ada@harbour.example', password: null }],
  ['an empty e-mail', { email: '', password }],
  ['an empty password', { email: 'ada@harbour.example', password: '' }],
  ['an e-mail of the wrong type and no password', { email: 7 }],
  ['a list', []],
  ['null', 'null'],
] as const) {
  // Requirement (errors): 400 email and password are required
  test(`POST /auth/user with ${why} answers the documented sentence`, async () => {
    const headers = body === 'null' ? { 'content-type': 'application/json' } : {}
    const answer = await post('/auth/user', body, { headers })
    const error = 'email and password are required'
    assert.deepEqual([answer.status, answer.body.error], [400, error])
  })
}

test('POST /auth/user with fields of the wrong type is 400 as well', async () => {
  assertRefused(await signIn(7, password), [400, /^email must be a string$/])
  assertRefused(await signIn('a@b', ['x']), [400, /^password must be a string$/])
  assertRefused(await signIn({}, false), [
    400,
    /^email must be a string, password must be a string$/,
  ])
})

// Requirement (operations): POST /auth/user: needs C
test('POST /auth/user needs a client', async () => {
  const answer = await post('/auth/user', undefined, { client: null })
  assert.deepEqual([answer.status, answer.body.error], [401, 'Missing the service header'])
})

test('wrong, unknown, suspended and erased are one and the same answer', async () => {
  const [ada, suspended, erased] = [await anAccount(), await anAccount(), await anAccount()]
  const { token } = (await signIn(erased.email, password)).body
  await world.del(`/users/${erased.id}`, { as: { ...erased, token } })
  const admin = await world.aUser({ roles: ['admin'] })
  await put(`/users/${suspended.id}/suspended`, { suspended: true }, { as: admin })
  const noPassword = await world.aUser()
  for (const [email, secret] of [
    [ada.email, 'wrong password'],
    [ada.email, 'x'.repeat(1000)],
    [anEmail(), password],
    ['no e-mail at all', password],
    [suspended.email, password],
    [erased.email, password],
    [noPassword.email, password],
  ]) {
    const { status, body } = await signIn(email, secret)
    assert.deepEqual([status, body.error], [401, 'Invalid credentials'], String(email))
  }
})

// Requirement (limits): rate limits (contract 2): throttle
test('after ten failures the pair waits a second, then twice as long each time, a minute at most', async () => {
  const { email } = await anAccount()
  const wrong = () => signIn(email, 'wrong password')
  assert.deepEqual(await statuses(10, wrong), times(10, 401))
  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const { status, body, headers } = await wrong()
    assert.equal(status, 429)
    assert.deepEqual(body, {
      error: `Too many wrong passwords or codes: try again in ${wait} s`,
      code: 'too_many_failures',
      retry_after: wait,
    })
    assert.equal(headers['retry-after'], `${wait}`)
    assert.equal((await signIn(email, password)).status, 429, 'not even with the right password')
    pass(wait - 0.001)
    assert.equal((await wrong()).body.retry_after, 1)
    pass(0.001)
    assert.equal((await wrong()).status, 401)
  }
})

test('nine failures delay no sign-in, and a success resets them', async () => {
  const { email } = await anAccount()
  const wrong = () => signIn(email, 'wrong password')
  for (const _ of [1, 2]) {
    assert.deepEqual(await statuses(9, wrong), times(9, 401))
    assert.equal((await signIn(email, password)).status, 200)
  }
})

test('a success after the wait resets all failures', async () => {
  const { email } = await anAccount()
  await statuses(10, () => signIn(email, 'wrong password'))
  pass(1)
  assert.equal((await signIn(email, password)).status, 200)
  assert.deepEqual(await statuses(10, () => signIn(email, 'wrong password')), times(10, 401))
})

test('failures count for 15 minutes', async () => {
  const { email } = await anAccount()
  const wrong = () => signIn(email, 'wrong password')
  await statuses(9, wrong)
  pass(15 * 60)
  assert.deepEqual(await statuses(10, wrong), times(10, 401))
  assert.equal((await wrong()).status, 429)
})

// Requirement (limits): rate limits (contract 2): throttle
test('only the pair waits: not the account elsewhere, nor another account here', async () => {
  const [ada, bo] = [await anAccount(), await anAccount()]
  await statuses(10, () => signIn(ada.email, 'wrong password', '192.0.2.7'))
  assert.equal((await signIn(ada.email, password, '192.0.2.7')).status, 429)
  assert.equal((await signIn(ada.email.toUpperCase(), password, '192.0.2.7')).status, 429)
  assert.equal((await signIn(ada.email, password, '192.0.2.8')).status, 200)
  assert.equal((await signIn(bo.email, password, '192.0.2.7')).status, 200)
  assert.equal((await signIn(ada.email, password, '192.0.2.7')).status, 429)
})

test('the body cannot change the address or the account that is throttled', async () => {
  const { email } = await anAccount()
  const forge = (address: string) =>
    post(
      '/auth/user',
      { email, password: 'wrong password', address, clientId: 'x', pair: address },
      { headers: lenient },
    )
  for (let attempt = 0; attempt < 10; attempt++) await forge(`${attempt}`)
  assert.equal((await forge('another')).status, 429)
})

test('unknown e-mails wait like known ones', async () => {
  const email = anEmail()
  assert.deepEqual(await statuses(10, () => signIn(email, password)), times(10, 401))
  assert.equal((await signIn(email, password)).status, 429)
})

// Requirement (limits): rate limits (contract 2): throttle
// Requirement (rules): Attackers: brute force at sign-in, counted across processes
test('failures are counted across processes', async () => {
  const { email } = await anAccount()
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const there = (secret: string) => {
    const body = { email, password: secret }
    return elsewhere('POST', '/auth/user', { client: world.client.token, body, headers })
  }
  assert.deepEqual(await statuses(5, () => there('wrong password')), times(5, 401))
  assert.deepEqual(await statuses(5, () => signIn(email, 'wrong password')), times(5, 401))
  assert.deepEqual(
    [(await there(password)).status, (await signIn(email, password)).status],
    [429, 429],
  )
  pass(1)
  assert.equal((await there(password)).status, 200)
})

// Requirement (limits): rate limits (contract 2): throttle
test('a burst of guesses at once gets no more than ten answers in a row', async () => {
  const { email } = await anAccount()
  const guesses = Array.from({ length: 30 }, (_, index) => `wrong password ${index}`)
  const answers = await Promise.all([...guesses, password].map((guess) => signIn(email, guess)))
  const seen = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual([seen.get(401)?.length, seen.get(429)?.length], [10, 21])
})

test('many right passwords at once are all accepted', async () => {
  const { email } = await anAccount()
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, password)))
  assert.ok(answers.every(({ status }) => status === 200))
})

test('a sign-in that began before the password changed gets no token that outlives the change', async () => {
  const ada = await anAccount()
  const hash = await hashPassword('another password')
  const attempts = Array.from({ length: 8 }, () => signIn(ada.email, password))
  const change = db
    .transaction()
    .execute((trx) =>
      writePassword({ db: trx, access: world.access, now: world.now }, { id: ada.id, hash }),
    )
  const answers = await Promise.all(attempts)
  assert.equal(await change, true)
  for (const { status, body } of answers) {
    assert.ok(status === 200 || status === 401)
    if (status === 401) continue
    const as = { ...ada, token: body.token }
    assert.equal((await put(`/users/${ada.id}`, {}, { as })).status, 401)
  }
  const left = await db.selectFrom('tokens').select('hash').where('user_id', '=', ada.id).execute()
  assert.deepEqual(left, [])
})

test('stored failures contain neither an e-mail nor an address', async () => {
  const email = anEmail()
  await signIn(email, password, '198.51.100.77')
  const rows = await db.selectFrom('sign_in_failures').selectAll().execute()
  assert.ok(rows.every(({ pair }) => pair.length === 32))
  assert.ok(!JSON.stringify(rows).includes('198.51'))
})

// Requirement (authentication): credentials kept out of logs
test('credentials and tokens reach no log', async () => {
  const ada = await anAccount()
  const { token } = (await signIn(ada.email, password)).body
  await signIn(ada.email, 'a wrong password of mine')
  const log = world.lines.join('')
  assert.ok(log.includes('/auth/user'))
  for (const text of [token, token.slice(9, 30), password, 'a wrong password of mine', ada.email]) {
    assert.ok(!log.includes(text), text)
  }
})

test('an Idempotency-Key is ignored at sign-in: no token is stored to be returned again', async () => {
  const { email } = await anAccount()
  const headers = { 'idempotency-key': 'again' }
  const tokens = [
    (await post('/auth/user', { email, password }, { headers })).body.token,
    (await post('/auth/user', { email, password }, { headers })).body.token,
  ]
  assert.notEqual(tokens[0], tokens[1])
})
