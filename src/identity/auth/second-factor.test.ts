/** The second factor, and the closed ways around it (docs/contract, section 2.11). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/passwords'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { anotherProcess } from '../../../test/another-process.ts'
import { aPasskey } from '../../../test/authenticator.ts'
import { codeAt, wrongCodeAt } from '../../../test/authenticator-app.ts'
import { mailsTo, nextMailTo } from '../../../test/mailbox.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const origin = 'https://festival.example'
const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({
  now: () => clock.now,
  env: { PUBLIC_URL: origin, TRUSTED_PROXIES: '1', SIGN_IN_FAILURES: '3' },
})
const { db, get, post, put, del, aUser } = world
await world.jobs.start()
const elsewhere = await anotherProcess(world)

const password = 'correct horse battery'
const password_hash = await hashPassword(password)
const passes = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

async function anAccount({
  isProven = true,
  roles = [] as string[],
  language = null as string | null,
} = {}) {
  const id = newId()
  const email = `${id}@people.example`
  const given = { first_name: 'Ada', last_name: 'Marsh', email, email_key: fold(email) }
  const email_proven_at = isProven ? new Date('2026-01-01T12:00:00.000Z') : null
  await db
    .insertInto('users')
    .values({ id, ...given, roles, language, password_hash, email_proven_at })
    .execute()
  return { id, email }
}
type Account = { id: string; email: string }

const signIn = ({ email }: Account, more: object = {}, address = '192.0.2.1') =>
  post('/auth/user', { email, password, ...more }, { headers: { 'x-forwarded-for': address } })
const offer = ({ email }: Account, more: object = {}, as?: Person) =>
  post('/auth/second-factor', { email, password, ...more }, as ? { as } : {})
const confirm = ({ email }: Account, code: string) =>
  put('/auth/second-factor', { email, password, code })
const me = (token: string) => get('/users/i', { as: { token } as Person })
const own = async (token: string) =>
  (await get('/users/i/second-factor', { as: { token } as Person })).body
const mails = (email: string, about: string) => mailsTo(world, email, about)
/** Returns an unused code: half a minute passes first. */
const fresh = (secret: string) => {
  passes(30)
  return codeAt(secret, clock.now)
}

/** An account with an enrolled authenticator app, and the session that enrolled it. */
async function enrolled(given: Parameters<typeof anAccount>[0] = {}) {
  const account = await anAccount(given)
  const { secret } = (await offer(account)).body
  const { status, body, text } = await confirm(account, fresh(secret))
  assert.equal(status, 200, text)
  return {
    ...account,
    secret: String(secret),
    token: String(body.token),
    codes: body.recovery_codes as string[],
  }
}

const about = {
  added: 'Signing in asks for a code now',
  removed: 'Signing in asks for no code any more',
  codes: 'Your recovery codes were renewed',
  guessed: 'Wrong codes were entered for your account',
}

function assertRequired(answer: { status: number; body: object }, isEnrolled: boolean) {
  const { code, enrolled: told } = Object.assign({ code: '', enrolled: null }, answer.body)
  assert.deepEqual([answer.status, code, told], [401, 'second_factor_required', isEnrolled])
}

// Requirement (operations): contract §2.11 Second factor: added, signed in with
test('an app is enrolled with its first code, which signs in and ends the sessions from before', async () => {
  const ada = await anAccount()
  const before = (await signIn(ada)).body.token
  const offered = await offer(ada)
  assert.equal(offered.status, 200, offered.text)
  const { secret, uri } = offered.body
  const label = `festival.example:${encodeURIComponent(ada.email)}`
  assert.ok(decodeURIComponent(uri).includes(decodeURIComponent(label)), uri)
  assert.ok(uri.startsWith('otpauth://totp/') && uri.includes(`secret=${secret}`), uri)
  assert.equal((await signIn(ada)).status, 200, 'nothing is asked for until it is confirmed')
  const { status, body } = await confirm(ada, codeAt(secret, clock.now))
  assert.equal(status, 200)
  assert.equal(body.recovery_codes.length, 10)
  assert.equal((await me(body.token)).body.id, ada.id)
  assert.equal((await me(before)).status, 401)
  assert.deepEqual(await own(body.token), {
    enabled: true,
    enabled_at: clock.now.toISOString(),
    recovery_codes_left: 10,
    required: false,
  })
  await until('the mail', async () => (await mails(ada.email, about.added)).length === 1)
})

test('its mails are in the language of the account', async () => {
  const { email } = await enrolled({ language: 'de' })
  const isGerman = async () =>
    (await mails(email, 'Die Anmeldung fragt jetzt nach einem Code')).length === 1
  await until('the mail', isGerman)
})

// Requirement (operations): contract §2.11 Second factor: added, signed in with
test('an enrolled account signs in with a code of now, or of half a minute before or after', async () => {
  const ada = await enrolled()
  assertRequired(await signIn(ada), true)
  for (const shift of [-30_000, 0, 30_000]) {
    passes(90)
    const code = codeAt(ada.secret, new Date(clock.now.getTime() + shift))
    assert.equal((await signIn(ada, { code })).status, 200, `${shift}`)
  }
  passes(300)
  for (const shift of [-60_000, 60_000]) {
    const code = codeAt(ada.secret, new Date(clock.now.getTime() + shift))
    assert.equal((await signIn(ada, { code })).status, 401, `${shift}`)
  }
})

test('only a right password is told that a second factor is missing', async () => {
  const ada = await enrolled()
  const body = { email: ada.email, password: 'wrong horse battery' }
  const wrong = await post('/auth/user', body)
  assert.deepEqual(wrong.body, { error: 'Invalid credentials', code: 'unauthorized' })
  const withCode = await post('/auth/user', { ...body, code: fresh(ada.secret) })
  assert.deepEqual(withCode.body, wrong.body)
})

// Requirement (operations): contract §2.11 Second factor: a code works once
test('a code signs in once, also when it is sent eight times at once to two processes', async () => {
  const ada = await enrolled()
  const code = fresh(ada.secret)
  const body = { email: ada.email, password, code }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      nth % 2 === 0
        ? signIn(ada, { code }, `192.0.2.${nth}`)
        : elsewhere('POST', '/auth/user', { client: world.client.token, body }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  passes(3_600)
  const earlier = codeAt(ada.secret, new Date(clock.now.getTime() - 30_000))
  assert.equal((await signIn(ada, { code: codeAt(ada.secret, clock.now) })).status, 200)
  assert.equal((await signIn(ada, { code: earlier })).status, 401, 'nor one from before it')
})

// Requirement (operations): contract §2.11 Second factor: a code works once
test('a recovery code stands for the app once, in any writing, also when it is sent twice at once', async () => {
  const ada = await enrolled()
  const [first = '', second = ''] = ada.codes
  assert.match(first, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const written = first.toLowerCase().replaceAll('-', '–').replaceAll('2', '２')
  assert.equal((await signIn(ada, { code: written })).status, 200)
  assert.equal((await signIn(ada, { code: first })).status, 401)
  const body = { email: ada.email, password, code: second }
  const twice = await Promise.all([
    signIn(ada, { code: second }),
    elsewhere('POST', '/auth/user', { client: world.client.token, body }),
  ])
  const seen = twice.map(({ status }) => status)
  assert.ok(seen.includes(200) && seen.includes(401), `${seen}`)
  passes(3_600)
  const { body: entered } = await signIn(ada, { code: fresh(ada.secret) })
  assert.equal((await own(entered.token)).recovery_codes_left, 8)
})

// Requirement (operations): contract §2.11 Second factor: guesses
test('codes of another account do not sign in', async () => {
  const [ada, eve] = [await enrolled(), await enrolled()]
  assert.equal((await signIn(ada, { code: fresh(eve.secret) })).status, 401)
  assert.equal((await signIn(ada, { code: eve.codes[0] })).status, 401)
})

// Requirement (operations): contract §2.11 Second factor: guesses
test('guesses are counted for the account, from whatever address, and its e-mail is told once', async () => {
  const ada = await enrolled()
  const code = () => wrongCodeAt(ada.secret, clock.now)
  const guess = (address: string) => signIn(ada, { code: code() }, address)
  const seen: number[] = []
  for (const nth of [1, 2, 3, 4]) seen.push((await guess(`192.0.2.${nth}`)).status)
  assert.deepEqual(seen, [401, 401, 401, 429])
  const right = await signIn(ada, { code: codeAt(ada.secret, clock.now) }, '192.0.2.9')
  assert.deepEqual([right.status, right.body.code], [429, 'too_many_failures'])
  const other = await put('/auth/second-factor', { email: ada.email, password, code: code() })
  assert.equal(other.status, 429, 'nor by another operation')
  passes(2)
  assert.equal((await guess('192.0.2.5')).status, 401)
  await until('the mail', async () => (await mails(ada.email, about.guessed)).length === 1)
  passes(900)
  assert.equal((await guess('192.0.2.6')).status, 401, 'a quarter of an hour forgets nothing')
  assert.equal((await guess('192.0.2.7')).status, 429)
  passes(900)
  assert.equal((await signIn(ada, { code: fresh(ada.secret) })).status, 200)
  assert.equal((await mails(ada.email, about.guessed)).length, 1)
})

test('a burst of guesses learns no more than a line of them', async () => {
  const ada = await enrolled()
  const wrong = wrongCodeAt(ada.secret, clock.now)
  await Promise.all(
    Array.from({ length: 12 }, (_, nth) => signIn(ada, { code: wrong }, `192.0.2.${nth}`)),
  )
  const { status } = await signIn(ada, { code: codeAt(ada.secret, clock.now) }, '192.0.2.99')
  assert.equal(status, 429)
})

const digitsIn = (mail: string) => /Subject: Your sign-in code: (\d{6})/.exec(mail)?.[1] ?? ''

/** Has new digits mailed, and returns a function that sends them. */
async function mailed({ email }: Account) {
  const count = (await mails(email, 'Your sign-in code')).length + 1
  await post('/auth/code', { email })
  const code = digitsIn(await nextMailTo(world, email, { count, about: 'Your sign-in code' }))
  return (more: object = {}) => post('/auth/code/verify', { email, code, ...more })
}

// Requirement (operations): contract §2.11 Second factor: mailed digits, reset
test('the mailed digits alone do not sign in, and are not used up by a missing or a wrong second factor', async () => {
  const ada = await enrolled()
  const verify = await mailed(ada)
  assertRequired(await verify(), true)
  assert.equal((await verify({ second_factor: wrongCodeAt(ada.secret, clock.now) })).status, 401)
  const answer = await verify({ second_factor: fresh(ada.secret) })
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await me(answer.body.token)).body.id, ada.id)
  assert.equal((await verify({ second_factor: fresh(ada.secret) })).status, 401, 'now they are')
})

// Requirement (operations): contract §2.11 Second factor: mailed digits, reset
test('a password that was reset by mail does not sign in without the code', async () => {
  const ada = await enrolled()
  await post('/auth/forgot-password', { email: ada.email }, { client: null })
  const mail = await nextMailTo(world, ada.email, { about: 'Reset your password' })
  const [token] = /fst_reset_\w+/.exec(mail) ?? []
  const newPassword = 'another horse battery'
  const reset = await post(
    '/auth/reset-password',
    { email: ada.email, token, newPassword },
    { client: null },
  )
  assert.equal(reset.status, 200, reset.text)
  assert.deepEqual(Object.keys(reset.body), ['message'])
  assert.equal((await me(ada.token)).status, 401)
  assertRequired(await signIn(ada, { password: newPassword }), true)
  const code = fresh(ada.secret)
  assert.equal((await signIn(ada, { password: newPassword, code })).status, 200)
})

// Requirement (operations): contract §2.11 Second factor: exchanged
test('another app takes the place of the first with a code of that, which works until then', async () => {
  const ada = await enrolled()
  assertRequired(await offer(ada), true)
  assert.equal((await offer(ada, { code: wrongCodeAt(ada.secret, clock.now) })).status, 401)
  const { status, body } = await offer(ada, { code: ada.codes[0] })
  assert.equal(status, 200)
  assert.equal((await signIn(ada, { code: fresh(ada.secret) })).status, 200)
  const confirmed = await confirm(ada, fresh(body.secret))
  assert.equal(confirmed.status, 200, confirmed.text)
  assert.equal((await signIn(ada, { code: fresh(ada.secret) })).status, 401)
  assert.equal((await signIn(ada, { code: ada.codes[1] })).status, 401)
  assert.equal((await signIn(ada, { code: fresh(body.secret) })).status, 200)
  assert.equal((await own(confirmed.body.token)).recovery_codes_left, 10)
})

test('each wish has a secret of its own: one who knows the password cannot learn it beforehand', async () => {
  const ada = await anAccount()
  const { secret: known } = (await offer(ada)).body
  const { secret } = (await offer(ada)).body
  assert.notEqual(known, secret)
  const refused = await confirm(ada, codeAt(known, clock.now))
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'code'])
  assert.equal((await confirm(ada, codeAt(secret, clock.now))).status, 200)
})

test('a secret waits ten minutes for its first code', async () => {
  const ada = await anAccount()
  assert.equal((await confirm(ada, '123456')).status, 400, 'none waits')
  const { secret } = (await offer(ada)).body
  passes(600)
  assert.equal((await confirm(ada, codeAt(secret, clock.now))).status, 400)
  assert.equal((await signIn(ada)).status, 200)
})

test('enrolling asks for the password', async () => {
  const ada = await anAccount()
  assert.equal((await offer(ada, { password: 'wrong horse' })).status, 401)
  const { secret } = (await offer(ada)).body
  const code = codeAt(secret, clock.now)
  const body = { email: ada.email, password: 'wrong horse', code }
  assert.equal((await put('/auth/second-factor', body)).status, 401)
})

// Requirement (operations): contract §2.11 Second factor: recovery codes, removal
test('new recovery codes are for a code, and those before work no more', async () => {
  const ada = await enrolled()
  const as = { token: ada.token } as Person
  const renew = (code: string) => post('/users/i/second-factor/recovery-codes', { code }, { as })
  assert.equal((await renew(wrongCodeAt(ada.secret, clock.now))).status, 400)
  const { status, body } = await renew(fresh(ada.secret))
  assert.equal(status, 200)
  assert.equal(new Set([...body.recovery_codes, ...ada.codes]).size, 20)
  assert.equal((await signIn(ada, { code: ada.codes[0] })).status, 401)
  assert.equal((await signIn(ada, { code: body.recovery_codes[0] })).status, 200)
  await until('the mail', async () => (await mails(ada.email, about.codes)).length === 1)
})

// Requirement (operations): contract §2.11 Second factor: recovery codes, removal
test('it is removed with a code, and signing in asks for none any more', async () => {
  const ada = await enrolled()
  const as = { token: ada.token } as Person
  const remove = (code: string) => post('/users/i/second-factor/removal', { code }, { as })
  assert.equal((await remove(wrongCodeAt(ada.secret, clock.now))).status, 400)
  assertRequired(await signIn(ada), true)
  assert.equal((await remove(fresh(ada.secret))).status, 200)
  assert.equal((await signIn(ada)).status, 200)
  const none = { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false }
  assert.deepEqual(await own(ada.token), none)
  await until('the mail', async () => (await mails(ada.email, about.removed)).length === 1)
})

test('who registers the e-mail of another person cannot lock its owner out', async () => {
  const eve = await enrolled({ isProven: false })
  const answer = await (await mailed(eve))()
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await me(eve.token)).status, 401)
  assert.equal((await own(answer.body.token)).enabled, false)
})

test('an erased account leaves no second factor', async () => {
  const ada = await enrolled()
  const gone = await del(`/users/${ada.id}`, { as: { token: ada.token } as Person })
  assert.equal(gone.status, 200, gone.text)
  for (const table of ['second_factors', 'recovery_codes'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('user_id', '=', ada.id).execute()
    assert.deepEqual(rows, [], table)
  }
})

// Requirement (operations): contract §2.11 Second factor: recovery codes, removal
test('admins remove the second factor, codes and passkeys of others, which is noted and told', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const helper = await aUser({ permissions: ['manage_users'] })
  const ada = await enrolled()
  const url = `/users/${ada.id}/second-factor`
  assert.equal((await del(url, { as: helper })).status, 403)
  const { status, text } = await del(url, { as: admin })
  assert.equal(status, 200, text)
  assert.equal((await me(ada.token)).status, 401)
  assert.equal((await signIn(ada)).status, 200)
  await until('the mail', async () => (await mails(ada.email, about.removed)).length === 1)
  const { entries } = (await get(`/audit?entity_id=${ada.id}`, { as: admin })).body
  const actions = entries.map((entry: { action: string }) => entry.action)
  assert.deepEqual(actions, ['user.remove_second_factor', 'user.add_second_factor'])
  assert.equal((await del(`/users/${admin.id}/second-factor`, { as: admin })).status, 403)
  assert.equal((await del(`/users/${newId()}/second-factor`, { as: admin })).status, 404)
})

// Requirement (operations): contract §2.11 Second factor: exchanged
test('a password does not add an app beside a passkey: the passkey does', async () => {
  const ada = await anAccount()
  const first = { token: (await signIn(ada)).body.token } as Person
  const key = aPasskey('festival.example')
  const { options } = (await post('/users/i/passkeys/options', {}, { as: first })).body
  const credential = key.create(options, { origin })
  const added = await post('/users/i/passkeys', { name: 'Phone', credential }, { as: first })
  assert.equal(added.status, 201, added.text)
  assertRequired(await offer(ada), false)
  assertRequired(await offer(ada, {}, first), false)
  const challenge = (await post('/auth/passkey/options', {})).body.options
  const entered = await post('/auth/passkey', { credential: key.get(challenge, { origin }) })
  const as = { token: entered.body.token } as Person
  const eve = await enrolled()
  assertRequired(await offer(ada, {}, { token: eve.token } as Person), false)
  const { status, body } = await offer(ada, {}, as)
  assert.equal(status, 200)
  assert.equal((await confirm(ada, codeAt(body.secret, clock.now))).status, 200)
})

// Requirement (operations): contract §2.1 Sessions are seen and ended
test('sessions are seen with their client and the day of their use, and ended', async () => {
  const ada = await enrolled()
  const as = { token: ada.token } as Person
  passes(3 * 86_400)
  const { body: second } = await signIn(ada, { code: fresh(ada.secret) })
  const list = async () => (await get('/users/i/sessions', { as })).body.sessions
  const [newer, older] = await list()
  const day = (time: Date) => time.toISOString().slice(0, 10)
  assert.deepEqual(
    [newer.current, newer.second_factor, newer.client_name],
    [false, true, 'Test app'],
  )
  assert.deepEqual([older.current, older.last_used_on], [true, day(clock.now)])
  assert.ok(!JSON.stringify([newer, older]).includes(second.token.slice(9)))
  const eve = await aUser()
  assert.equal((await del(`/users/i/sessions/${newer.id}`, { as: eve })).status, 404)
  assert.equal((await me(second.token)).status, 200)
  assert.equal((await del(`/users/i/sessions/${newer.id}`, { as })).status, 200)
  assert.equal((await me(second.token)).status, 401)
  assert.equal((await del(`/users/i/sessions/${newer.id}`, { as })).status, 404)
  assert.equal((await list()).length, 1)
})
