/** Signing in with six digits from a mail. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { transact } from '#platform/database/transactions'
import { anotherProcess } from '../../../test/another-process.ts'
import { mailsTo, nextMailTo } from '../../../test/mailbox.ts'
import { until, untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteOldCodes, hashOf, requestCode } from './code-requests.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now, env: { TRUSTED_PROXIES: '1' } })
const { app, db, get, post, put, aUser, client } = world
await world.jobs.start()
const elsewhere = await anotherProcess(world)

const password = 'correct horse battery'
const names = { firstName: 'Ada', lastName: 'Marsh' }
const about = 'Your sign-in code'
const refusal = 'The code is wrong, used or expired: request a new one'
const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`
const passes = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

const ask = (email: string, more = {}) => post('/auth/code', { email }, more)
/** The headers of a request from a public network, as the proxy passes them on. */
const from = (network: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${network}` } })
const verify = (email: string, code: string, more = {}) =>
  post('/auth/code/verify', { email, code, ...more })
const signIn = (email: string) => post('/auth/user', { email, password })
const codeIn = (mail: string) => /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail)?.[1] ?? ''

async function codeTo(email: string, count = 1): Promise<string> {
  assert.equal((await ask(email)).status, 200)
  const mail = await nextMailTo(world, email, { count, about })
  assert.match(codeIn(mail), /^\d{6}$/)
  return codeIn(mail)
}

async function account(email = anEmail()): Promise<Person> {
  const { body } = await post('/users', { ...names, email, password })
  return { ...body, token: (await signIn(email)).body.token }
}

/** Has a code mailed, and returns it with the id of its request; `count` is the number of mails including it. */
async function requestFor(
  email: string,
  {
    count = 1,
    network = 0,
    ...more
  }: { count?: number; network?: number; request_id?: string } = {},
) {
  const asked = await post('/auth/code', { email, ...more }, network > 0 ? from(network) : {})
  assert.equal(asked.status, 200, asked.text)
  const code = codeIn(await nextMailTo(world, email, { count, about }))
  return { code, request_id: asked.body.request_id as string }
}

const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')
const meOf = (answer: { body: { token: string } }) =>
  get('/users/i', { as: { token: answer.body.token } as Person })

// Requirement (operations): POST /auth/code, POST /auth/code/verify: a user token for six digits
test('six digits from a mail sign in once, in any writing, and prove the e-mail', async () => {
  const ada = await aUser()
  const [local = '', domain = ''] = ada.email.split('@')
  const written = `${local.toUpperCase()}@${domain}`
  const code = await codeTo(written)
  const mail = (await mailsTo(world, written, about)).at(-1) ?? ''
  assert.match(mail, /It works once, for 10 minutes\./)
  const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  const answer = await verify(ada.email, `${arabic.slice(0, 3)} – ${arabic.slice(3)}`)
  assert.equal(answer.status, 200, answer.text)
  const { token, ...rest } = answer.body
  assert.match(token, /^fst_user_/)
  const header = 'X-F-Authentication'
  assert.deepEqual(rest, { tokenType: header, expiresIn: 365 * 86_400, headerName: header })
  const { body: me } = await meOf(answer)
  assert.equal(me.id, ada.id)
  assert.notEqual(me.email_proven_at, null)
  assert.equal((await get('/users/i', { as: ada })).status, 200, 'other sessions stay')
  const again = await verify(ada.email, code)
  assert.deepEqual([again.status, again.body.error], [401, refusal])
})

// Requirement (operations): POST /auth/code/verify: makes the account
test('without an account the code makes one with the given names, and asks for them once more', async () => {
  const email = anEmail()
  const code = await codeTo(email)
  const nameless = await verify(email, code)
  assert.deepEqual(
    [nameless.status, nameless.body.error],
    [400, 'firstName and lastName are required: there is no account with this e-mail yet'],
  )
  const answer = await verify(email, code, { ...names, lastName: '' })
  assert.equal(answer.status, 200, answer.text)
  const { body: me } = await meOf(answer)
  assert.deepEqual([me.firstName, me.lastName, me.email], ['Ada', '', email])
  assert.equal(me.email_proven_at, clock.now.toISOString())
  assert.equal((await signIn(email)).status, 401, 'it has no password')
  const change = { currentPassword: '', newPassword: 'a new long password' }
  const as = { token: answer.body.token } as Person
  assert.equal((await put('/auth/change-password', change, { as })).status, 400)
})

test('an account that never confirmed its e-mail loses its password and its tokens to the owner of the e-mail', async () => {
  const mallory = await account()
  const answer = await verify(mallory.email, await codeTo(mallory.email))
  assert.equal(answer.status, 200)
  assert.equal((await meOf(answer)).body.id, mallory.id)
  assert.equal((await get('/users/i', { as: mallory })).status, 401)
  assert.equal((await signIn(mallory.email)).status, 401)
})

test('a code works for ten minutes, for its own e-mail, until the next one from the same network', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const first = await codeTo(ada.email)
  assert.equal((await verify(bo.email, first)).status, 401)
  passes(9)
  const second = await codeTo(ada.email, 2)
  if (second !== first) assert.equal((await verify(ada.email, first)).status, 401)
  assert.equal((await verify(ada.email, second)).status, 200)
  assert.equal((await verify(ada.email, second)).status, 401)
  const third = await codeTo(ada.email, 3)
  passes(10)
  assert.equal((await verify(ada.email, third)).status, 401)
})

// Requirement (rules): contract §2.1: of each asker the newest code is valid
test('of each asker the newest code alone is valid, and signs in with the id of its request', async () => {
  const { email } = await aUser()
  const first = await requestFor(email)
  const second = await requestFor(email, { count: 2, request_id: first.request_id })
  assert.equal(second.request_id, first.request_id)
  const { request_id } = first
  if (first.code !== second.code) {
    assert.equal((await verify(email, first.code, { request_id })).status, 401)
    assert.equal((await verify(email, first.code)).status, 401)
  }
  assert.equal((await verify(email, second.code, { request_id })).status, 200)

  const foreign = await requestFor((await aUser()).email)
  const third = await requestFor(email, { count: 3, request_id: foreign.request_id })
  assert.notEqual(third.request_id, foreign.request_id, 'an id of another e-mail is not taken')
  const wrong = await verify(email, third.code, { request_id: foreign.request_id })
  assert.deepEqual([wrong.status, wrong.body.error], [401, refusal])
})

// Requirement (rules): contract §2.1: two askers do not meet
test('two askers at once have a code each, and neither guesses at the one of the other', async () => {
  const { email } = await aUser()
  const answers = await Promise.all([ask(email, from(1)), ask(email, from(2))])
  const ids = answers.map(({ body }) => body.request_id)
  assert.equal(new Set(ids).size, 2)
  await nextMailTo(world, email, { count: 2, about })
  const codes = (await mailsTo(world, email, about)).map(codeIn)
  const [mine, theirs] = await Promise.all(
    ids.map(async (request_id) => {
      const { rows } = await sql<{ hash: Buffer }>`
        select hash from sign_in_codes where request_id = ${request_id}`.execute(db)
      return codes.find((code) => hashOf(app, { email, code }).equals(rows[0]?.hash ?? Buffer.of()))
    }),
  )
  assert.ok(mine && theirs)
  if (mine !== theirs) {
    assert.equal((await verify(email, theirs, { request_id: ids[0] })).status, 401)
  }
  for (let n = 0; n < 10; n++) await verify(email, other(theirs), { request_id: ids[1] })
  assert.equal((await verify(email, theirs, { request_id: ids[1] })).status, 401, 'it has ended')
  assert.equal((await verify(email, mine, { request_id: ids[0] })).status, 200)
})

// Requirement (rules): contract §2.1: ten wrong guesses end a code
test('ten wrong guesses with the id of the request end a code, also at once on two connections', async () => {
  const { email } = await aUser()
  const { code, request_id } = await requestFor(email)
  const guess = (nth: number) => {
    const body = { email, code: other(code), request_id }
    return nth % 2 === 0
      ? post('/auth/code/verify', body, from(nth))
      : elsewhere('POST', '/auth/code/verify', { client: client.token, body, ...from(nth) })
  }
  const nine = await Promise.all(Array.from({ length: 9 }, (_, nth) => guess(nth)))
  assert.deepEqual(new Set(nine.map(({ status }) => status)), new Set([401]))
  const counted = () =>
    db.selectFrom('sign_in_codes').select('failures').where('request_id', '=', request_id)
  assert.deepEqual(await counted().execute(), [{ failures: 9 }])
  const more = await Promise.all(Array.from({ length: 4 }, (_, nth) => guess(nth)))
  assert.deepEqual(new Set(more.map(({ status }) => status)), new Set([401]))
  assert.deepEqual(await counted().execute(), [{ failures: 10 }])
  const right = await verify(email, code, { request_id })
  assert.deepEqual(
    [right.status, right.body.error, right.headers['ratelimit']],
    [401, refusal, '"sign-in";r=0'],
  )
})

// Requirement (rules): contract §2.1: a hundred guesses an hour without a request_id
test('strangers have a hundred guesses an hour at an e-mail, also at once, and end no code of its owner', async () => {
  const { email } = await aUser()
  const { code, request_id } = await requestFor(email)
  const guess = (nth: number) => {
    const body = { email, code: other(code) }
    const network = from(1 + (nth % 12))
    return nth % 2 === 0
      ? post('/auth/code/verify', body, network)
      : elsewhere('POST', '/auth/code/verify', { client: client.token, body, ...network })
  }
  for (let nth = 0; nth < 96; nth += 4) {
    const four = await Promise.all([nth, nth + 1, nth + 2, nth + 3].map(guess))
    assert.deepEqual(new Set(four.map(({ status }) => status)), new Set([401]))
  }
  const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => guess(96 + nth)))
  const statuses = answers.map(({ status }) => status).toSorted((x, y) => x - y)
  assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429, 429, 429])
  const refused = await post('/auth/code/verify', { email, code }, from(99))
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_failures'])
  assert.equal(refused.headers['retry-after'], '3600')
  assert.equal((await verify(email, code, { request_id })).status, 200)
  passes(61)
  const later = await codeTo(email, 2)
  assert.equal((await verify(email, later)).status, 200, 'a client that names no request')
})

test('a guess that names no request is compared with two codes at most, however many are live', async () => {
  const { email } = await aUser()
  const [first, ...rest] = [
    await requestFor(email, { network: 1 }),
    await requestFor(email, { network: 2, count: 2 }),
    await requestFor(email, { network: 3, count: 3 }),
  ]
  const newest = rest.at(-1)
  const codes = [first, ...rest].map(({ code }) => code)
  assert.equal(new Set(codes).size, 3)
  const guess = (code = '', network = 0) =>
    post('/auth/code/verify', { email, code }, from(network))
  for (const code of codes.slice(0, 2)) assert.equal((await guess(code, 9)).status, 401)
  assert.equal((await guess(first.code, 2)).status, 401)
  assert.equal((await guess(newest?.code, 1)).status, 200)
})

test('a suspended account gets no mail and no session, and the answer does not tell', async () => {
  const [ada, admin] = [await aUser(), await aUser({ roles: ['admin'] })]
  const code = await codeTo(ada.email)
  await put(`/users/${ada.id}/suspended`, { suspended: true }, { as: admin })
  const refused = await verify(ada.email, code)
  assert.deepEqual([refused.status, refused.body.error], [401, refusal])
  const [told, unknown] = [await ask(ada.email), await ask(anEmail())]
  assert.deepEqual([told.status, told.body.message], [unknown.status, unknown.body.message])
  assert.deepEqual(Object.keys(told.body), Object.keys(unknown.body))
  await until('no mail is due', async () => {
    const { rows } = await sql`
      select from jobs.job
      where name = 'sign-in-code' and state in ('created', 'retry', 'active')`.execute(db)
    return rows.length === 0
  })
  assert.equal((await mailsTo(world, ada.email, about)).length, 1)
})

// Requirement (authentication): POST /auth/code/verify: refusals
test('after ten wrong codes that name no request a network has to wait, and the code works from any other', async () => {
  const ada = await aUser()
  const code = await codeTo(ada.email)
  for (let n = 0; n < 10; n++) assert.equal((await verify(ada.email, other(code))).status, 401)
  const waits = await verify(ada.email, code)
  assert.deepEqual([waits.status, waits.body.code], [429, 'too_many_failures'])
  assert.ok(Number(waits.headers['retry-after']) >= 1)
  const body = { email: ada.email, code }
  assert.equal((await post('/auth/code/verify', body, from(7))).status, 200)
})

test('of two wishes at once for the last code of an hour one is 429', async () => {
  const email = anEmail()
  for (let n = 0; n < 4; n++) assert.equal((await ask(email)).status, 200)
  const { sixth } = await transact(db, async (trx) => {
    await requestCode({ ...app, db: trx }, { email, ip: '127.0.0.1' })
    const due = ask(email)
    await Promise.race([due, untilBlocked(world, 1)])
    return { sixth: due }
  })
  const { status, body } = await sixth
  assert.deepEqual([status, body.code], [429, 'too_many_mails'])
})

test('an e-mail is mailed five codes an hour, and more afterwards', async () => {
  const email = anEmail()
  for (let n = 0; n < 5; n++) assert.equal((await ask(email)).status, 200)
  const { status, body, headers } = await ask(email)
  assert.deepEqual(
    [status, body.code, body.limit, headers['retry-after']],
    [429, 'too_many_mails', 5, '3600'],
  )
  assert.equal((await ask(anEmail())).status, 200)
  passes(60)
  assert.equal((await ask(email)).status, 200)
})

test('of two with the same code at once one is signed in', async () => {
  const email = anEmail()
  const code = await codeTo(email)
  const answers = await Promise.all([1, 2, 3, 4].map(() => verify(email, code, names)))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [200, 401, 401, 401])
})

for (const [what, body, error] of [
  ['five digits', { code: '12345' }, /^code must match/],
  ['letters', { code: 'abcdef' }, /^code must match/],
  ['a number', { code: 123456 }, /^code must be a string$/],
  ['no code', {}, /^code is required$/],
  ['a malformed request_id', { code: '123456', request_id: 'mine' }, /^request_id must/],
  ['no e-mail', { email: 'ada', code: '123456' }, /^email must be an e-mail address$/],
] as const) {
  test(`a sign-in with ${what} is refused`, async () => {
    const answer = await post('/auth/code/verify', { email: anEmail(), ...body })
    assert.equal(answer.status, 400)
    assert.match(answer.body.error, error)
  })
}

test('codes are stored as keyed hashes, reach no log, and are deleted after an hour', async () => {
  const email = anEmail()
  const code = await codeTo(email)
  const { rows } = await sql<{ row: string }>`
    select to_json(c)::text as row from sign_in_codes c`.execute(db)
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.ok(!row.includes(email) && !row.includes(`"${code}"`), row)
  assert.ok(!world.lines.join('\n').includes(email))
  passes(60)
  await deleteOldCodes(db, clock.now)
  const { rows: left } = await sql`select from sign_in_codes`.execute(db)
  assert.equal(left.length, 0)
})
