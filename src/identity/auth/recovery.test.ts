import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { transact } from '#platform/database/transactions'
import { createMailer } from '#platform/outgoing/mail'
import { newSecret } from '#platform/secrets/tokens'
import * as mailbox from '../../../test/mailbox.ts'
import { until, untilBlocked } from '../../../test/until.ts'
import { type Answer, aWorld, type Person } from '../../../test/world.ts'
import { readMail } from '../../messaging/mail/read.ts'
import { mailReset } from './recovery.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { app, db, post, put, aUser } = world
await world.jobs.start()

const password = 'correct horse battery'
const newPassword = 'a new password'
const wrongToken = 'token is wrong, used, expired or for another e-mail: ask for a new reset mail'
const later = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000)
const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`

/** A signed-in user with a password. */
async function anAccount(email = anEmail()): Promise<Person> {
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  return { ...body, token: (await signIn(email, password)).body.token }
}

/** The password reset mails to an address. */
const about = 'Reset your password'
const mailsTo = (at: typeof world, email: string) => mailbox.mailsTo(at, email, about)
const nextMailTo = (at: typeof world, email: string, count = 1) =>
  mailbox.nextMailTo(at, email, { count, about })

const signIn = (email: string, secret: string) => post('/auth/user', { email, password: secret })
const forgot = (email: unknown) => post('/auth/forgot-password', { email }, { client: null })
const reset = (email: string, token: unknown, secret: unknown = newPassword) =>
  post('/auth/reset-password', { email, token, newPassword: secret }, { client: null })
const change = (as: Person, currentPassword: unknown, secret: unknown = newPassword) =>
  put('/auth/change-password', { currentPassword, newPassword: secret }, { as })
const isSignedIn = async (as: Person) => (await put(`/users/${as.id}`, {}, { as })).status === 200

/** Runs the job at once, and returns the token in the mail it sent. */
async function aToken(email: string): Promise<string> {
  await mailReset(app, email)
  return tokenIn((await mailsTo(world, email)).at(-1) ?? '')
}

function tokenIn(mail: string): string {
  const [token] = /^fst_reset_[\dA-Za-z]{49}$/m.exec(mail.replaceAll('\r', '')) ?? []
  return token ?? assert.fail(`no token in ${mail}`)
}

/** Waits until no mail is due. */
function allMailed(): Promise<void> {
  return until('all mail is sent', async () => {
    const { rows } = await sql`
      select from jobs.job
      where name = 'password-reset' and state in ('created', 'retry', 'active')`.execute(db)
    return rows.length === 0
  })
}

function assertRefused({ status, body }: Answer, expected: [status: number, error: RegExp]) {
  assert.match(body.error, expected[1])
  assert.equal(status, expected[0])
}

// Requirement (operations): POST /auth/forgot-password ({message})
// Requirement (operations): POST /auth/reset-password ({message})
// Requirement (authentication): reset token sent by mail; email, token, newPassword
test('a forgotten password is reset with the token of a mail', async () => {
  const ada = await anAccount()
  const mail = await forgot(ada.email).then(() => nextMailTo(world, ada.email))
  assert.match(mail, /^From: Festival <no-reply@festival\.local>\r?$/m)
  assert.match(mail, /^Subject: Reset your password\r?$/m)
  assert.match(mail, /It works once, for 60 minutes/)
  assert.match(mail, /ignore this mail/)
  assert.match(mail, /^\/auth\/reset-password\r?$/m)
  assert.ok(!mail.includes('Marsh'))

  const answer = await reset(ada.email, tokenIn(mail))
  assert.deepEqual(
    [answer.status, answer.body],
    [200, { message: 'Password reset: sign in with the new one' }],
  )
  assert.equal(await isSignedIn(ada), false)
  assert.equal((await signIn(ada.email, password)).status, 401)
  assert.equal((await signIn(ada.email, newPassword)).status, 200)
})

test('the mail has the public address if one is set', async () => {
  const named = await aWorld({ env: { PUBLIC_URL: 'https://festival.example' } })
  await named.jobs.start()
  const { email } = await named.aUser()
  await named.post('/auth/forgot-password', { email }, { client: null })
  const mail = await nextMailTo(named, email)
  const [source = ''] = await mailbox.sourcesTo(named, email, about)
  assert.match(mail, /^https:\/\/festival\.example\/auth\/reset-password\r?$/m)
  const { text, html } = await readMail(Buffer.from(source))
  const secrets = new URLSearchParams({ token: tokenIn(mail), email })
  assert.ok(text.includes(`\n\nhttps://festival.example/reset#${secrets}\n`), text)
  const link = `href="https://festival.example/reset#${`${secrets}`.replaceAll('&', '&amp;')}"`
  assert.ok(html?.includes(link), `${html}`)
  assert.match(tokenIn(mail), /^fst_reset_/)
})

// Requirement (operations): POST /auth/forgot-password: same answer for all
test('the answer to a forgotten password is the same for every e-mail, and unknown ones get no mail', async () => {
  const [ada, suspended, erased] = [await anAccount(), await anAccount(), await anAccount()]
  const admin = await aUser({ roles: ['admin'] })
  await put(`/users/${suspended.id}/suspended`, { suspended: true }, { as: admin })
  await world.del(`/users/${erased.id}`, { as: erased })
  const unknown = anEmail()
  const emails = [ada.email, unknown, suspended.email, erased.email]
  const answers = await Promise.all(emails.map((email) => forgot(email)))
  const [first] = answers
  for (const { status, text, headers } of answers) {
    assert.deepEqual([status, text], [200, first?.text])
    assert.deepEqual(Object.keys(headers), Object.keys(first?.headers ?? {}))
  }
  await allMailed()
  const mails = await Promise.all(emails.map((email) => mailsTo(world, email)))
  assert.deepEqual(
    mails.map(({ length }) => length),
    [1, 0, 0, 0],
  )
})

test('the mail goes to the address of the account, however the request was written', async () => {
  const ada = await anAccount(`Zoe.${anEmail()}`)
  await forgot(ada.email.toUpperCase())
  const token = tokenIn(await nextMailTo(world, ada.email))
  assert.equal((await reset(ada.email.toUpperCase(), token)).status, 200)
})

for (const [why, body, error] of [
  ['nothing', undefined, /^email is required$/],
  ['null', { email: null }, /^email must be a string$/],
  ['an empty e-mail', { email: '' }, /^email must be an e-mail address$/],
  ['no e-mail address', { email: 'ada' }, /^email must be an e-mail address$/],
  ['an e-mail with a line break', { email: 'a@b.example\r\nBcc: c@d' }, /^email must be an e-mail/],
  ['255 characters', { email: `${'a'.repeat(245)}@b.example` }, /^email must have at most 254/],
  ['a list of e-mails', { email: ['a@b.example'] }, /^email must be a string$/],
] as const) {
  // Requirement (operations): POST /auth/forgot-password: refusals
  test(`a forgotten password with ${why} is refused: 400`, async () => {
    assertRefused(await post('/auth/forgot-password', body, { client: null }), [400, error])
  })
}

for (const [why, given, error] of [
  ['nothing', undefined, /^email, token and newPassword are required$/],
  ['no token', { token: undefined }, /^token is required$/],
  ['a token that is null', { token: null }, /^token must be a string$/],
  ['no e-mail address', { email: 'ada' }, /^email must be an e-mail address$/],
  ['a password of seven characters', { newPassword: '1234567' }, /^newPassword .* at least 8/],
  ['a password of 201 characters', { newPassword: 'a'.repeat(201) }, /^newPassword .* at most 200/],
] as const) {
  // Requirement (operations): POST /auth/reset-password: refusals
  test(`a reset with ${why} is refused: 400`, async () => {
    const whole = { email: 'ada@harbour.example', token: 'x', newPassword }
    const answer = await post('/auth/reset-password', given && { ...whole, ...given }, {
      client: null,
    })
    assertRefused(answer, [400, error])
  })
}

// Requirement (operations): POST /auth/reset-password: refusals
test('a token is refused when it is wrong, and still works afterwards', async () => {
  const [ada, bo] = [await anAccount(), await anAccount()]
  const token = await aToken(ada.email)
  for (const [email, wrong] of [
    [ada.email, 'garbage'],
    [ada.email, ''],
    [ada.email, newSecret('fst_reset')],
    [ada.email, token.slice(0, -1)],
    [ada.email, ada.token],
    [bo.email, token],
    [anEmail(), token],
  ] as const) {
    const { status, body } = await reset(email, wrong)
    assert.deepEqual([status, body.error], [400, wrongToken])
  }
  const tooShort = await reset(ada.email, token, '1234567')
  assertRefused(tooShort, [400, /^newPassword must have at least 8 characters$/])
  assert.ok(await isSignedIn(ada))
  assert.equal((await reset(ada.email, token)).status, 200)
})

// Requirement (authentication): single use, 60 minutes, races
test('a token works once', async () => {
  const { email } = await anAccount()
  const token = await aToken(email)
  assert.equal((await reset(email, token)).status, 200)
  assertRefused(await reset(email, token, 'yet another password'), [400, /^token is wrong, used/])
  assert.equal((await signIn(email, newPassword)).status, 200)
})

// Requirement (authentication): single use, 60 minutes, races
test('of two uses of a token at once exactly one sets the password', async () => {
  const { id, email } = await anAccount()
  const token = await aToken(email)
  const passwords = ['the first of two', 'the second of two']
  const begun = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    const both = passwords.map((secret) => reset(email, token, secret))
    await untilBlocked(world, 2)
    return { both }
  })
  const answers = await Promise.all(begun.both)
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  )
  const opens = passwords.find((_, index) => answers[index]?.status === 200)
  assert.equal((await signIn(email, opens ?? '')).status, 200)
})

// Requirement (authentication): single use, 60 minutes, races
test('of two tokens of an account used at once exactly one sets the password', async () => {
  const { id, email } = await anAccount()
  const tokens = [await aToken(email), await aToken(email)]
  const begun = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    const answers = tokens.map((token) => reset(email, token))
    await untilBlocked(world, 2)
    return { answers }
  })
  const statuses = (await Promise.all(begun.answers)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 400],
  )
})

// Requirement (authentication): single use, 60 minutes, races
test('a token ends after 60 minutes', async () => {
  const { email } = await anAccount()
  const begun = clock.now
  const token = await aToken(email)
  clock.now = later(60)
  assertRefused(await reset(email, token), [400, /^token is wrong, used, expired/])
  clock.now = new Date(begun.getTime() + 60 * 60_000 - 1)
  assert.equal((await reset(email, token)).status, 200)
  clock.now = begun
})

test('several tokens may live, and a success ends all of them', async () => {
  const { email } = await anAccount()
  const tokens = [await aToken(email), await aToken(email), await aToken(email)]
  assert.equal(new Set(tokens).size, 3)
  assert.equal((await reset(email, tokens[1])).status, 200)
  for (const token of tokens) {
    assertRefused(await reset(email, token, 'yet another password'), [400, /^token is wrong/])
  }
})

test('a password change, and a new e-mail, end the tokens mailed before', async () => {
  const [ada, bo] = [await anAccount(), await anAccount()]
  const [adas, bos] = [await aToken(ada.email), await aToken(bo.email)]
  assert.equal((await change(ada, password)).status, 200)
  assertRefused(await reset(ada.email, adas, 'yet another password'), [400, /^token is wrong/])
  const email = anEmail()
  await put(`/users/${bo.id}`, { email }, { as: bo })
  assertRefused(await reset(email, bos), [400, /^token is wrong/])
  assertRefused(await reset(bo.email, bos), [400, /^token is wrong/])
})

test('a suspended account is not reset by a token mailed before', async () => {
  const [ada, admin] = [await anAccount(), await aUser({ roles: ['admin'] })]
  const token = await aToken(ada.email)
  await put(`/users/${ada.id}/suspended`, { suspended: true }, { as: admin })
  assertRefused(await reset(ada.email, token), [400, /^token is wrong/])
})

test('a mailbox cannot be flooded: an account has five live tokens at most', async () => {
  const { email } = await anAccount()
  for (let asked = 0; asked < 7; asked++) await mailReset(app, email)
  assert.equal((await mailsTo(world, email)).length, 5)
})

test('nor by two wishes at once', async () => {
  const { email } = await anAccount()
  for (let asked = 0; asked < 4; asked++) await mailReset(app, email)
  const { sixth } = await transact(db, async (trx) => {
    await mailReset({ ...app, db: trx }, email)
    const due = mailReset(app, email)
    await Promise.race([due, untilBlocked(world, 1)])
    return { sixth: due }
  })
  await sixth
  assert.equal((await mailsTo(world, email)).length, 5)
})

test('a reset lifts the wait after too many failures at once', async () => {
  const { email } = await anAccount()
  for (let guess = 0; guess < 10; guess++) await signIn(email, 'wrong password')
  assert.equal((await signIn(email, password)).status, 429)
  assert.equal((await reset(email, await aToken(email))).status, 200)
  assert.equal((await signIn(email, newPassword)).status, 200)
})

test('a user without a password sets the first one by a reset', async () => {
  const ada = await aUser()
  assert.equal((await reset(ada.email, await aToken(ada.email))).status, 200)
  assert.equal((await signIn(ada.email, newPassword)).status, 200)
})

test('reset tokens are stored hashed, and no token, e-mail or password reaches the log', async () => {
  const { email } = await anAccount()
  const token = await aToken(email)
  const rows = await db.selectFrom('password_resets').selectAll().execute()
  assert.ok(rows.every(({ hash }) => hash.length === 32))
  await reset(email, token)
  const log = world.lines.join('')
  assert.match(log, /a mail was written to this file/)
  for (const text of [token.slice(10, 40), email, newPassword]) assert.ok(!log.includes(text), text)
})

/** A real SMTP server on a free port that takes mail only while it is open. */
async function aPostOffice() {
  const office = { open: false, letters: [] as string[] }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(office.open ? null : new Error('Closed')),
    onData(stream, _session, done) {
      let letter = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        letter += chunk
      })
      stream.on('end', () => {
        office.letters.push(letter)
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  assert.ok(address && typeof address === 'object')
  const smtpUrl = `smtp://127.0.0.1:${address.port}`
  const mailer = createMailer({ smtpUrl, from: app.config.MAIL_FROM, folder: '' })
  after(async () => {
    mailer.close()
    await new Promise<void>((done) => smtp.close(done))
  })
  return Object.assign(office, { mailer })
}

test('a mail that is not accepted leaves no token behind; the next attempt sends one that works', async () => {
  const [ada, office] = [await anAccount(), await aPostOffice()]
  const { now, config, log } = app
  const post = { db, mailer: office.mailer, now, config, log }
  const live = () =>
    db.selectFrom('password_resets').select('hash').where('user_id', '=', ada.id).execute()

  await assert.rejects(mailReset(post, ada.email), /^AddressRefused: Mail not sent: /)
  assert.deepEqual(await live(), [])
  office.open = true
  await mailReset(post, ada.email)
  assert.deepEqual([office.letters.length, (await live()).length], [1, 1])
  assert.equal((await reset(ada.email, tokenIn(office.letters[0] ?? ''))).status, 200)
})

// Requirement (operations): PUT /auth/change-password: C, U ({message})
test('a change needs the current password; all other tokens end', async () => {
  const ada = await anAccount()
  const other = { ...ada, token: (await signIn(ada.email, password)).body.token }
  const { status, body } = await change(ada, password)
  assert.deepEqual([status, body], [200, { message: 'Password changed' }])
  assert.deepEqual([await isSignedIn(ada), await isSignedIn(other)], [true, false])
  assert.equal((await signIn(ada.email, password)).status, 401)
  assert.equal((await signIn(ada.email, newPassword)).status, 200)
})

// Requirement (operations): PUT /auth/change-password: refusals
test('a wrong current password changes nothing: 400', async () => {
  const ada = await anAccount()
  for (const wrong of ['wrong password', '', newPassword]) {
    assertRefused(await change(ada, wrong), [400, /^currentPassword is wrong$/])
  }
  const none = await aUser()
  assertRefused(await change(none, password), [400, /^currentPassword is wrong$/])
  assert.equal((await signIn(ada.email, password)).status, 200)
})

test('of two changes of a password at once exactly one succeeds', async () => {
  const ada = await anAccount()
  const answers = await Promise.all([
    change(ada, password, 'the first of two'),
    change(ada, password, 'the second of two'),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  )
})

for (const [why, body, error] of [
  ['nothing', undefined, /^currentPassword and newPassword are required$/],
  ['null', { currentPassword: null, newPassword }, /^currentPassword must be a string$/],
  ['seven characters', { currentPassword: password, newPassword: '1234567' }, /^newPassword .* 8/],
  [
    '201 characters',
    { currentPassword: password, newPassword: 'a'.repeat(201) },
    /^newPassword .* 200/,
  ],
] as const) {
  // Requirement (operations): PUT /auth/change-password: refusals
  test(`a password change with ${why} is refused: 400`, async () => {
    const ada = await aUser()
    assertRefused(await put('/auth/change-password', body, { as: ada }), [400, error])
  })
}

// Requirement (operations): PUT /auth/change-password: needs C and U
test('a password change needs both tokens', async () => {
  const body = { currentPassword: password, newPassword }
  const anonymous = await put('/auth/change-password', body)
  assertRefused(anonymous, [401, /^Missing the user header$/])
  const noClient = await put('/auth/change-password', body, { client: null })
  assertRefused(noClient, [401, /^Missing the service header$/])
})

// Requirement (rules): Attackers: brute force of the reset
test('wrong current passwords are throttled like any guesses, through any token', async () => {
  const ada = await anAccount()
  const other = { ...ada, token: (await signIn(ada.email, password)).body.token }
  for (let guess = 0; guess < 10; guess++) {
    assert.equal((await change(guess % 2 ? ada : other, 'wrong password')).status, 400)
  }
  const { status, body, headers } = await change(ada, password)
  assert.deepEqual([status, body.code, headers['retry-after']], [429, 'too_many_failures', '1'])
  assert.equal((await signIn(ada.email, password)).status, 200)
  clock.now = later(1 / 60)
  assert.equal((await change(ada, password)).status, 200)
})

test('expired tokens are deleted every day, in batches, and others are kept', async () => {
  const ada = await aUser()
  const [old, recent] = [randomBytes(32), randomBytes(32)]
  const { id: client_id } = world.client
  const rows = (count: number, expires_at: Date) =>
    Array.from({ length: count }, () => ({
      hash: randomBytes(32),
      client_id,
      user_id: ada.id,
      expires_at,
    }))
  await db
    .insertInto('tokens')
    .values([...rows(2500, later(0)), ...rows(3, later(1))])
    .execute()
  const resets = rows(2, later(0)).concat(rows(1, later(1)))
  await db
    .insertInto('password_resets')
    .values(resets.map(({ hash, user_id, expires_at }) => ({ hash, user_id, expires_at })))
    .execute()
  await db
    .insertInto('sign_in_failures')
    .values([
      { pair: old, failures: 3, since: later(-24 * 60) },
      { pair: recent, failures: 3, since: later(-24 * 60 + 1) },
    ])
    .execute()
  const use = { caller: ada.id, method: 'POST', path: '/x', request_hash: Buffer.from('') }
  await db
    .insertInto('idempotency_keys')
    .values([
      { ...use, key: 'old', created_at: later(-24 * 60 - 1) },
      { ...use, key: 'new', created_at: later(-24 * 60) },
    ])
    .execute()

  await app.jobs.add(db, 'forget-expired', {})
  const left = async () => {
    const [tokens, live, failures, keys] = await Promise.all([
      db.selectFrom('tokens').select('hash').where('user_id', '=', ada.id).execute(),
      db.selectFrom('password_resets').select('hash').where('user_id', '=', ada.id).execute(),
      db.selectFrom('sign_in_failures').select('pair').where('pair', 'in', [old, recent]).execute(),
      db.selectFrom('idempotency_keys').select('key').where('caller', '=', ada.id).execute(),
    ])
    return { tokens: tokens.length, live: live.length, failures, keys }
  }
  await until('the job is done', async () => (await left()).failures.length === 1)
  assert.deepEqual(await left(), {
    // the current session of ada, and the three
    tokens: 4,
    live: 1,
    failures: [{ pair: recent }],
    keys: [{ key: 'new' }],
  })
  const schedule = await sql<{ cron: string }>`
    select cron from jobs.schedule where name = 'forget-expired'`.execute(db)
  assert.deepEqual(schedule.rows, [{ cron: '17 3 * * *' }])
})
