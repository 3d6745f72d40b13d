/** Sign-in to the console by an identity provider, a real one on this machine (docs/contract, section 2.13). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headersOfPage } from '#core/access'
import { codeAt } from '../../../test/authenticator-app.ts'
import { steadyClock } from '../../../test/clock.ts'
import { anIdentityProvider, type ProviderUser } from '../../../test/identity-provider.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aWorld } from '../../../test/world.ts'

const origin = 'https://festival.example'
const provider = await anIdentityProvider()
provider.serve(origin)
const groups = 'admin=bosses,manage_catalog=bookers,manage_users=bosses,account=staff'
const env = { ...provider.settings, PUBLIC_URL: origin, OIDC_GROUPS: groups }
const clock = { ahead: 0 }
const world = await aWorld({ env, now: steadyClock(() => clock.ahead) })
await world.jobs.start()
type Served = Pick<typeof world, 'app' | 'db'>
const { db, post, put } = world
const password = 'correct horse battery'

/** The cookies that a browser sends. */
type Browser = { openid: string; console: string; there: Map<string, string> }
const aBrowser = (): Browser => ({ openid: '', console: '', there: new Map() })

async function visit(browser: Browser, url: string, { app }: Served = world) {
  const cookie = `__Host-festival_openid=${browser.openid}; __Host-festival_console=${browser.console}`
  const answer = await app.inject({ url, headers: { cookie } })
  for (const { name, value } of answer.cookies) {
    if (name.endsWith('openid')) browser.openid = value
    if (name.endsWith('console')) browser.console = value
  }
  return `${answer.headers.location}`
}

/** Goes to the provider and comes back from it; returns the address that leads back here. */
async function comeBack(
  browser: Browser,
  id: string,
  { path = '/console/provider', served = world }: { path?: string; served?: Served } = {},
) {
  const away = await visit(browser, path, served)
  assert.ok(away.startsWith(provider.issuer), away)
  const back = await provider.walk(away, id, browser.there)
  assert.ok(back.startsWith(`${origin}/console/provider/callback?`), back)
  return back.slice(origin.length)
}

/** Signs in; returns the resulting address. */
async function signIn(browser: Browser, id: string, served: Served = world) {
  return visit(browser, await comeBack(browser, id, { served }), served)
}

const call = (browser: Browser, method: string, ...[url, body]: [string, object?]) =>
  world.call(method, url, {
    client: null,
    headers: headersOfPage('console', browser.console),
    body,
  })

async function me(browser: Browser) {
  return (await call(browser, 'GET', '/users/i')).body
}

/** Creates an account with a password. Its e-mail is proven unless `isProven` is false. */
async function anAccount({ isProven = true } = {}) {
  const email = `${crypto.randomUUID()}@people.example`
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  if (isProven) {
    await db
      .updateTable('users')
      .set({ email_proven_at: new Date() })
      .where('id', '=', body.id)
      .execute()
  }
  return { id: body.id as string, email }
}

const rightsOf = async (id: string) =>
  db.selectFrom('users').select(['roles', 'permissions']).where('id', '=', id).executeTakeFirst()

/** Returns everything that a refused sign-in must not have changed. */
async function state({ db }: Served = world) {
  const users = await db
    .selectFrom('users')
    .select(['id', 'roles', 'permissions', 'last_sign_in_at', 'email_proven_at'])
    .orderBy('id')
    .execute()
  const joined = await db.selectFrom('openid_accounts').selectAll().orderBy('subject').execute()
  const tokens = await db.selectFrom('tokens').select('hash').orderBy('hash').execute()
  return { users, joined, tokens: tokens.map(({ hash }) => hash.toString('hex')) }
}

async function assertRefused(code: string, act: () => Promise<string>, served: Served = world) {
  const before = await state(served)
  assert.equal(await act(), `/console?refused=${code}`)
  assert.deepEqual(await state(served), before)
}

test('the first sign-in of a user in a group makes an account with the rights of the group', async () => {
  const names = { given_name: ' Grace\n', family_name: 'Hopper' }
  const user = provider.aUser({ ...names, groups: ['bookers', 'others'] })
  const browser = aBrowser()
  assert.equal(await signIn(browser, user.id), '/console')
  assert.equal(browser.openid, '', 'what was for the way back is gone')
  const { email, firstName, lastName, permissions, email_proven_at, id } = await me(browser)
  assert.deepEqual(
    [email, firstName, lastName, permissions],
    [user.email, 'Grace', 'Hopper', ['manage_catalog']],
  )
  assert.notEqual(email_proven_at, null)
  const moved = { ...user, email: `${crypto.randomUUID()}@people.example` }
  provider.users.set(user.id, moved)
  const again = aBrowser()
  assert.equal(await signIn(again, user.id), '/console')
  assert.equal((await me(again)).id, id, 'the same account, whatever the e-mail is there')
  assert.equal((await me(again)).email, user.email)
  const told = await db
    .selectFrom('audit_log')
    .select('action')
    .where('action', '=', 'user.sign_in_by_provider')
    .execute()
  assert.notEqual(told.length, 0, 'the audit log has it')
})

// Requirement (operations): contract §2.13 Identity providers: rights
test('groups give and take their rights at each sign-in, and no others; the last admin stays', async () => {
  const user = provider.aUser({ groups: ['bosses', 'bookers'] })
  const browser = aBrowser()
  await signIn(browser, user.id)
  const { id } = await me(browser)
  const all = ['manage_users', 'manage_catalog']
  assert.deepEqual(await rightsOf(id), { roles: ['admin'], permissions: all })
  const byHand = ['manage_clients', 'manage_users', 'manage_catalog']
  await db.updateTable('users').set({ permissions: byHand }).where('id', '=', id).execute()
  const other = await world.aUser({ roles: ['admin'] })
  provider.users.set(user.id, { ...user, groups: ['staff'] })
  const next = aBrowser()
  assert.equal(await signIn(next, user.id), '/console')
  assert.deepEqual(await rightsOf(id), { roles: [], permissions: ['manage_clients'] })
  assert.equal((await call(browser, 'GET', '/users/all')).status, 403, 'at once, in every session')
  provider.users.set(user.id, { ...user, groups: ['bosses'] })
  await signIn(aBrowser(), user.id)
  await db.updateTable('users').set({ roles: [] }).where('id', '=', other.id).execute()
  provider.users.set(user.id, { ...user, groups: [] })
  assert.equal(await signIn(aBrowser(), user.id), '/console')
  assert.deepEqual(await rightsOf(id), { roles: ['admin'], permissions: ['manage_clients'] })
})

// Requirement (operations): contract §2.13 Identity providers: accounts
test('an account is joined by an e-mail that both sides have proven', async () => {
  const account = await anAccount()
  const user = provider.aUser({ email: account.email.toUpperCase(), groups: ['bookers'] })
  const browser = aBrowser()
  assert.equal(await signIn(browser, user.id), '/console')
  assert.equal((await me(browser)).id, account.id)
  assert.equal(
    (await post('/auth/user', { email: account.email, password })).status,
    200,
    'its password stays',
  )
})

// Requirement (operations): contract §2.13 Identity providers: accounts
test('one that either side has not proven joins nothing', async () => {
  const [proven, unproven] = [await anAccount(), await anAccount({ isProven: false })]
  const boss = { groups: ['bosses'] }
  const cases: [code: string, known: ProviderUser][] = [
    ['email_not_proven', { ...boss, email: proven.email, email_verified: false }],
    ['email_not_proven', { ...boss, email: proven.email, email_verified: 'true' }],
    ['email_not_proven', { ...boss, email: 'no address' }],
    ['account_not_proven', { ...boss, email: unproven.email }],
  ]
  for (const [code, known] of cases) {
    const { id } = provider.aUser(known)
    await assertRefused(code, () => signIn(aBrowser(), id))
  }
})

test('an e-mail that the provider does not call proven counts where the operator trusts its addresses, unless it says no', async () => {
  const trusting = await aWorld({ env: { ...env, OIDC_TRUST_EMAILS: 'true' } })
  await trusting.jobs.start()
  for (const email_verified of [undefined, 'true', true]) {
    const ada = await trusting.aUser()
    const user = provider.aUser({ groups: ['bookers'], email: ada.email, email_verified })
    const browser = aBrowser()
    assert.equal(await signIn(browser, user.id, trusting), '/console', `${email_verified}`)
    const headers = headersOfPage('console', browser.console)
    const { body } = await trusting.call('GET', '/users/i', { client: null, headers })
    assert.equal(body.id, ada.id)
  }
  for (const email_verified of [false, 'false']) {
    const ada = await trusting.aUser()
    const { id } = provider.aUser({ groups: ['bosses'], email: ada.email, email_verified })
    await assertRefused('email_not_proven', () => signIn(aBrowser(), id, trusting), trusting)
  }
  const unknown = provider.aUser({ groups: ['bosses'], email_verified: undefined })
  await assertRefused('email_not_proven', () => signIn(aBrowser(), unknown.id))
})

// Requirement (operations): contract §2.13 Identity providers: accounts
test('no account is made outside of the groups, and a suspended one does not sign in', async () => {
  const stranger = provider.aUser({ groups: ['others'] })
  await assertRefused('not_allowed', () => signIn(aBrowser(), stranger.id))
  const user = provider.aUser({ groups: ['staff'] })
  const browser = aBrowser()
  await signIn(browser, user.id)
  const { id } = await me(browser)
  await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute()
  provider.users.set(user.id, { ...user, groups: ['bosses'] })
  await assertRefused('suspended', () => signIn(aBrowser(), user.id))
})

test('who gets an e-mail at the provider that another had before does not get the account', async () => {
  const first = provider.aUser({ groups: ['bosses'] })
  await signIn(aBrowser(), first.id)
  const second = provider.aUser({ groups: ['bosses'], email: first.email })
  await assertRefused('other_account', () => signIn(aBrowser(), second.id))
})

test('an account that is erased, or taken over by its mailbox, is joined no more', async () => {
  const user = provider.aUser({ groups: ['staff'] })
  const browser = aBrowser()
  await signIn(browser, user.id)
  const { id } = await me(browser)
  const joined = () =>
    db.selectFrom('openid_accounts').select('subject').where('user_id', '=', id).execute()
  const moved = { email: `${crypto.randomUUID()}@people.example` }
  assert.equal((await call(browser, 'PUT', `/users/${id}`, moved)).status, 200)
  assert.equal((await joined()).length, 1)
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
  assert.deepEqual(await joined(), [])
  const other = aBrowser()
  assert.equal(await signIn(other, user.id), '/console')
  const { id: anew } = await me(other)
  assert.notEqual(anew, id)
  assert.equal((await call(other, 'DELETE', `/users/${anew}`)).status, 200)
  const left = await db.selectFrom('openid_accounts').select('user_id').execute()
  assert.equal(
    left.some(({ user_id }) => user_id === anew),
    false,
  )
})

test('a second factor here is asked for, unless the provider asked for one that the settings name', async () => {
  const account = await anAccount()
  const { email } = account
  const { secret } = (await post('/auth/second-factor', { email, password })).body
  const first = codeAt(secret, world.now())
  assert.equal((await put('/auth/second-factor', { email, password, code: first })).status, 200)
  const user = provider.aUser({ email, groups: ['bookers'], amr: ['pwd', 'mfa'] })
  const browser = aBrowser()
  const before = await state()
  assert.equal(await signIn(browser, user.id), '/console')
  assert.equal(browser.console, '')
  assert.deepEqual(await state(), before, 'nothing is written before the code')
  const headers = () => ({ cookie: `__Host-festival_openid=${browser.openid}` })
  const asked = await world.app.inject({ url: '/console/session', headers: headers() })
  assert.deepEqual(asked.json().provider, { name: new URL(provider.issuer).host, needs_code: true })
  const give = (code: string) =>
    world.app.inject({
      method: 'POST',
      url: '/console/provider/code',
      headers: headers(),
      payload: { code },
    })
  const wrong = await give('000000')
  assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'unauthorized'])
  clock.ahead += 60_000
  const right = await give(codeAt(secret, world.now()))
  assert.equal(right.statusCode, 200, right.body)
  browser.console = right.cookies.find(({ name }) => name.endsWith('console'))?.value ?? ''
  assert.equal((await me(browser)).id, account.id)
  clock.ahead += 601_000
  assert.equal((await give('000000')).statusCode, 401, 'ten minutes later it is over')

  const strict = await aWorld({
    env: { ...env, OIDC_SECOND_FACTOR: 'mfa', REQUIRE_SECOND_FACTOR: 'true' },
  })
  const boss = provider.aUser({ groups: ['bosses'], amr: ['pwd', 'mfa'] })
  const inside = aBrowser()
  assert.equal(await signIn(inside, boss.id, strict), '/console')
  const own = { url: '/users/i', headers: headersOfPage('console', inside.console) }
  assert.equal((await strict.app.inject(own)).statusCode, 200)
  const careless = provider.aUser({ groups: ['bosses'], amr: ['pwd'] })
  await assertRefused('second_factor_needed', () => signIn(aBrowser(), careless.id, strict), strict)
})

// Requirement (operations): contract §2.13 Identity providers: what is refused
test('each way back is for one browser, once, and within ten minutes', async () => {
  const user = provider.aUser({ groups: ['staff'] })
  const browser = aBrowser()
  const back = await comeBack(browser, user.id)
  const brought = browser.openid
  await assertRefused('over', () => visit(aBrowser(), back))
  const other = aBrowser()
  await comeBack(other, user.id)
  await assertRefused('over', () => visit(other, back))
  assert.equal(await visit(browser, back), '/console')
  await assertRefused('over', () => visit(browser, back))
  await assertRefused('over', () => visit({ ...aBrowser(), openid: brought }, back))
  const late = aBrowser()
  const lateBack = await comeBack(late, user.id)
  clock.ahead += 600_001
  await assertRefused('over', () => visit(late, lateBack))
  clock.ahead = 0
})

// Requirement (operations): contract §2.13 Identity providers: what is refused
test('a provider that lies is not believed', async () => {
  const user = provider.aUser({ groups: ['bosses'] })
  const second = Math.floor(Date.now() / 1000)
  const claims: [what: string, change: object, how?: 'foreign' | 'none'][] = [
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another' }],
    ['another nonce', { nonce: 'another' }],
    ['an end that is over', { iat: second - 7200, exp: second - 3600 }],
    ['another user than its own answer', { sub: 'another' }],
    ['a signature by another key', {}, 'foreign'],
    ['no signature', {}, 'none'],
  ]
  for (const [, change, how] of claims) {
    provider.faults.set('/token', (body) => ({
      ...body,
      ...(body['id_token'] && { id_token: provider.signed(body['id_token'], change, how) }),
    }))
    await assertRefused('provider_wrong', () => signIn(aBrowser(), user.id))
  }
  provider.faults.set('/token', ({ id_token: _, ...body }) => body)
  await assertRefused('provider_wrong', () => signIn(aBrowser(), user.id))
  provider.faults.clear()
  provider.faults.set('/me', (body) => ({ ...body, sub: 'another' }))
  await assertRefused('provider_wrong', () => signIn(aBrowser(), user.id))
  provider.faults.clear()
  const browser = aBrowser()
  const back = new URL(await comeBack(browser, user.id), origin)
  for (const [name, value, code] of [
    ['iss', 'https://evil.example', 'provider_wrong'],
    ['state', 'another', 'over'],
    ['code', 'another', 'over'],
  ] as const) {
    const changed = new URL(back)
    changed.searchParams.set(name, value)
    await assertRefused(code, () => visit({ ...browser }, changed.pathname + changed.search))
  }
  const elsewhere = await aWorld({ env })
  provider.faults.set('/.well-known/openid-configuration', (body) => ({
    ...body,
    issuer: 'https://evil.example',
  }))
  assert.equal(
    await visit(aBrowser(), '/console/provider', elsewhere),
    '/console?refused=provider_wrong',
  )
  provider.faults.clear()
  assert.equal(await signIn(aBrowser(), user.id), '/console', 'the truth is believed')
  assert.match(await visit(aBrowser(), '/console/provider', elsewhere), /^http:\/\/127/)
})

// Requirement (operations): contract §2.13 Identity providers: what is refused
test('a provider that is slow, broken or away is said to be, in time, and nothing is logged of a user', async () => {
  const user = provider.aUser({ groups: ['bosses'] })
  for (const [path, fault, code] of [
    ['/token', 'silent', 'provider_away'],
    ['/me', 'silent', 'provider_away'],
    ['/token', 'broken', 'provider_wrong'],
  ] as const) {
    const browser = aBrowser()
    const back = await comeBack(browser, user.id)
    provider.faults.set(path, fault)
    await assertRefused(code, () => visit(browser, back))
    provider.faults.clear()
  }
  const away = { ...env, OIDC_ISSUER: 'http://127.0.0.1:9' }
  const alone = await aWorld({ env: away })
  await assertRefused('provider_away', () => visit(aBrowser(), '/console/provider', alone), alone)
  const warned = world.lines.filter((line) => line.includes('The identity provider'))
  assert.notEqual(warned.length, 0)
  assert.equal(
    warned.some((line) => line.includes(user.email) || line.includes(user.id)),
    false,
  )
})

test('who is refused there is told so', async () => {
  await assertRefused('denied', () => signIn(aBrowser(), ''))
})

test('it leads to pages of the console alone', async () => {
  const user = provider.aUser({ groups: ['staff'] })
  for (const [next, leads] of [
    ['/console/payments', '/console/payments'],
    ['https://evil.example', '/console'],
    ['//evil.example', '/console'],
    ['/console//evil.example', '/console'],
    ['/console/../me', '/console'],
    ['/consoleevil', '/console'],
  ] as const) {
    const browser = aBrowser()
    const path = `/console/provider?next=${encodeURIComponent(next)}`
    assert.equal(await visit(browser, await comeBack(browser, user.id, { path })), leads, next)
  }
})

test('an open session at the provider confirms nobody: it asks anew', async () => {
  const now = Math.floor(Date.now() / 1000)
  const user = provider.aUser({ groups: ['bosses'], ts: now - 1_200 })
  const browser = aBrowser()
  assert.equal(await signIn(browser, user.id), '/console')
  const makesKey = () => call(browser, 'POST', '/clients', { name: crypto.randomUUID() })
  assert.equal((await makesKey()).body.code, 'confirm_identity')
  assert.equal(await signIn(browser, user.id), '/console')
  assert.equal((await makesKey()).body.code, 'confirm_identity', 'by the same session there')
  provider.users.set(user.id, { groups: ['bosses'], email: user.email, email_verified: true })
  const before = browser.console
  const path = '/console/provider?confirm=true&next=/console/clients'
  const away = await visit({ ...browser }, path)
  assert.match(away, /[?&]prompt=login(&|$)/)
  const back = await comeBack(browser, user.id, { path })
  assert.equal(await visit(browser, back), '/console/clients')
  assert.equal((await makesKey()).status, 201)
  assert.notEqual(browser.console, before)
  const old = { ...browser, console: before }
  assert.equal((await call(old, 'GET', '/users/i')).status, 401)

  const other = provider.aUser({ groups: ['bosses'] })
  await signIn(aBrowser(), other.id)
  browser.there.clear()
  const foreign = await comeBack(browser, other.id, { path })
  await assertRefused('other_account', () => visit({ ...browser }, foreign))

  browser.there.clear()
  const stale = await comeBack(browser, user.id, { path })
  provider.faults.set('/token', (body) => ({
    ...body,
    id_token: provider.signed(body['id_token'], { auth_time: now - 1_200 }),
  }))
  await assertRefused('provider_wrong', () => visit({ ...browser }, stale))
  provider.faults.clear()
})

test('a provider that does not say when it has asked its user confirms nobody, and a mailed code does', async () => {
  const user = provider.aUser({ groups: ['bosses'] })
  provider.faults.set('/token', (body) => ({
    ...body,
    id_token: provider.signed(body['id_token'], { auth_time: undefined }),
  }))
  const browser = aBrowser()
  assert.equal(await signIn(browser, user.id), '/console')
  const makesKey = () => call(browser, 'POST', '/clients', { name: crypto.randomUUID() })
  assert.equal((await makesKey()).body.code, 'confirm_identity')
  const path = '/console/provider?confirm=true&next=/console/clients'
  const back = await comeBack(browser, user.id, { path })
  await assertRefused('no_auth_time', () => visit({ ...browser }, back))
  provider.faults.clear()

  const url = '/console/session/confirmation'
  const send = (method: 'GET' | 'POST', path: string, payload?: object) =>
    world.app.inject({
      method,
      url: `${url}${path}`,
      headers: headersOfPage('console', browser.console),
      ...(payload && { payload }),
    })
  assert.deepEqual((await send('GET', '')).json(), { password: false, mail: true })
  assert.equal((await send('POST', '/mail', {})).statusCode, 200)
  const mail = await nextMailTo(world, user.email, { about: 'Your sign-in code' })
  const mailed_code = /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail)?.[1]
  assert.equal((await send('POST', '/mail/code', { mailed_code: '000 000' })).statusCode, 401)
  const confirmed = await send('POST', '/mail/code', {
    mailed_code: mailed_code?.replace(/^.../, '$&–'),
  })
  assert.equal(confirmed.statusCode, 200, confirmed.body)
  const before = browser.console
  browser.console = confirmed.cookies.find(({ name }) => name.endsWith('console'))?.value ?? ''
  assert.equal((await makesKey()).status, 201)
  assert.equal((await call({ ...browser, console: before }, 'GET', '/users/i')).status, 401)
})

test('where the account has a password, that confirms, and no mailbox does', async () => {
  const account = await anAccount()
  const user = provider.aUser({ email: account.email, groups: ['bosses'] })
  const browser = aBrowser()
  await signIn(browser, user.id)
  const headers = headersOfPage('console', browser.console)
  const url = '/console/session/confirmation'
  const ways = await world.app.inject({ url, headers })
  assert.deepEqual(ways.json(), { password: true, mail: false })
  for (const [path, payload] of [
    ['/mail', {}],
    ['/mail/code', { mailed_code: '123456' }],
  ] as const) {
    const refused = await world.app.inject({ method: 'POST', url: url + path, headers, payload })
    assert.equal(refused.statusCode, 403)
  }
  assert.equal((await world.app.inject({ url })).statusCode, 401)
})
