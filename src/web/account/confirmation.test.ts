/** The console asks for confirmation ten minutes after signing in (docs/contract, section 2.12). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headersOfPage } from '#core/access'
import { aPasskey } from '../../../test/authenticator.ts'
import { codeAt } from '../../../test/authenticator-app.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aWorld } from '../../../test/world.ts'

const origin = 'https://festival.example'
const clock = { now: new Date() }
const { processor } = aProcessor()
const world = await aWorld({
  now: () => clock.now,
  env: { PUBLIC_URL: origin, SIGN_IN_FAILURES: '3' },
  parts: paidBy(processor),
})
const { app, db, post, put, get } = world
await world.jobs.start()
const password = 'correct horse battery'

const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** An admin with a password, and a session of the console that is eleven minutes old. */
async function anAdmin() {
  const email = `${crypto.randomUUID()}@people.example`
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  const rights = { roles: ['admin'], email_proven_at: clock.now }
  await db.updateTable('users').set(rights).where('id', '=', body.id).execute()
  const { token } = (await post('/auth/user', { email, password })).body
  const admin = {
    id: body.id as string,
    email,
    token: token as string,
    session: await enter(email),
  }
  later(11)
  return admin
}

async function enter(email: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/console/session',
    payload: { email, password },
  })
  return answer.cookies[0]?.value ?? ''
}

/** A call of the console, checked against the contract. */
const call = (session: string, method: string, ...[url, body]: [string, object?]) =>
  world.call(method, url, { client: null, headers: headersOfPage('console', session), body })

/** Confirms a session; returns the answer, and the new session. */
async function confirm(session: string, payload: object, how = '') {
  const answer = await app.inject({
    method: 'POST',
    url: `/console/session/confirmation${how}`,
    headers: headersOfPage('console', session),
    payload,
  })
  return {
    status: answer.statusCode,
    body: answer.json(),
    session: answer.cookies[0]?.value ?? '',
  }
}

const makesKey = (session: string) =>
  call(session, 'POST', '/clients', { name: `Client ${crypto.randomUUID()}` })

// Requirement (operations): contract §2.12 Asking again: confirming
test('with the password it goes on with a new token, for ten minutes, and the one before ends', async () => {
  const { session } = await anAdmin()
  const refused = await makesKey(session)
  assert.deepEqual([refused.status, refused.body.code], [403, 'confirm_identity'])
  const wrong = await confirm(session, { password: 'wrong horse battery' })
  assert.deepEqual([wrong.status, wrong.body.code, wrong.session], [401, 'unauthorized', ''])
  assert.equal((await makesKey(session)).status, 403)
  const right = await confirm(session, { password })
  assert.equal(right.status, 200, JSON.stringify(right.body))
  assert.notEqual(right.session, session)
  assert.equal((await makesKey(right.session)).status, 201)
  assert.equal((await call(session, 'GET', '/users/i')).status, 401, 'the one before')
  later(10)
  assert.equal((await makesKey(right.session)).status, 201)
  later(1)
  assert.equal((await makesKey(right.session)).status, 403)
  assert.equal((await call(right.session, 'GET', '/clients')).status, 200, 'the rest stays open')
})

test('wrong passwords are counted as those of signing in', async () => {
  const { session, email } = await anAdmin()
  for (let tries = 0; tries < 3; tries++) {
    assert.equal((await confirm(session, { password: 'wrong horse battery' })).status, 401)
  }
  const waits = await confirm(session, { password })
  assert.deepEqual([waits.status, waits.body.code], [429, 'too_many_failures'])
  assert.equal((await post('/auth/user', { email, password })).status, 429)
})

// Requirement (operations): contract §2.12 Asking again: confirming
test('who has a second factor gives it too, and no code twice', async () => {
  const { session, email, token } = await anAdmin()
  const as = { token } as never
  const { secret } = (await post('/auth/second-factor', { email, password }, { as })).body
  const first = codeAt(secret, clock.now)
  const enrolled = await put('/auth/second-factor', { email, password, code: first })
  assert.equal(enrolled.status, 200, enrolled.text)
  assert.equal((await call(session, 'GET', '/users/i')).status, 401, 'sessions without it ended')
  later(1)
  const code = codeAt(secret, clock.now)
  const entered = await app.inject({
    method: 'POST',
    url: '/console/session',
    payload: { email, password, code },
  })
  const open = entered.cookies[0]?.value ?? ''
  later(11)
  assert.equal((await makesKey(open)).status, 403)
  const lacking = await confirm(open, { password })
  assert.deepEqual([lacking.body.code, lacking.body.enrolled], ['second_factor_required', true])
  assert.equal((await confirm(open, { password, code })).status, 401, 'a code of before')
  const both = await confirm(open, { password, code: codeAt(secret, clock.now) })
  assert.equal(both.status, 200, JSON.stringify(both.body))
  assert.equal((await makesKey(both.session)).status, 201)
})

test('a passkey of the user confirms; that of another user does not', async () => {
  const [ours, theirs] = [await anAdmin(), await anAdmin()]
  const add = async ({ email }: { email: string }) => {
    const as = (await post('/auth/user', { email, password })).body
    const key = aPasskey('festival.example')
    const { options } = (await post('/users/i/passkeys/options', {}, { as })).body
    const credential = key.create(options, { origin })
    const added = await post('/users/i/passkeys', { name: 'Phone', credential }, { as })
    assert.equal(added.status, 201, added.text)
    return key
  }
  const [key, other] = [await add(ours), await add(theirs)]
  const offer = async () => (await confirm(ours.session, {}, '/passkey/options')).body.options
  const options = await offer()
  assert.deepEqual(options.allowCredentials, [{ id: key.id, type: 'public-key' }])
  const foreign = other.get(await offer(), { origin })
  assert.equal((await confirm(ours.session, { credential: foreign }, '/passkey')).status, 401)
  const unchecked = key.get(await offer(), { origin, isVerified: false })
  assert.equal((await confirm(ours.session, { credential: unchecked }, '/passkey')).status, 401)
  assert.equal((await makesKey(ours.session)).status, 403)
  const signed = key.get(options, { origin })
  const right = await confirm(ours.session, { credential: signed }, '/passkey')
  assert.equal(right.status, 200, JSON.stringify(right.body))
  assert.equal((await makesKey(right.session)).status, 201)
})

test('without a session, its key, or after its end nothing is confirmed', async () => {
  const { session } = await anAdmin()
  const { cookie = '' } = headersOfPage('console', session)
  const url = '/console/session/confirmation'
  for (const path of ['', '/passkey/options']) {
    for (const headers of [{}, { cookie }]) {
      const payload = { password }
      const answer = await app.inject({ method: 'POST', url: `${url}${path}`, headers, payload })
      assert.equal(answer.statusCode, 401, `${path} ${JSON.stringify(headers)}`)
    }
  }
  assert.equal((await confirm(session, { password })).status, 200)
  assert.equal((await confirm(session, { password })).status, 401)
})

test('the cookie of the console beside the token of a client is asked too; other tokens never are', async () => {
  const { session, token } = await anAdmin()
  const roles = { roles: ['admin'] }
  const { id } = await world.aUser()
  const byHeader = await put(`/users/${id}/roles`, roles, { as: { token: session } as never })
  assert.deepEqual([byHeader.status, byHeader.body.code], [403, 'confirm_identity'])
  later(60)
  assert.equal((await put(`/users/${id}/roles`, roles, { as: { token } as never })).status, 200)
})

// Requirement (authentication): contract §2.12 Asking again: refunds above a sum
test('refunds up to the sum are open, above it not, and parts of one payment add up', async () => {
  const { session, token } = await anAdmin()
  const refund = (id: string, body: object) => call(session, 'POST', `/payments/${id}/refund`, body)
  const [small, large] = [
    await aPaidTicket(world, { price_cents: 50_000, amount_cents: 50_000 }),
    await aPaidTicket(world, { price_cents: 90_000, amount_cents: 90_000 }),
  ]
  assert.equal((await refund(small.id, {})).status, 200)
  const whole = await refund(large.id, {})
  assert.deepEqual([whole.status, whole.body.code], [403, 'confirm_identity'])
  assert.equal((await refund(large.id, { amount: 500.01 })).status, 403)
  assert.equal((await refund(large.id, { amount: 300 })).status, 200)
  assert.equal((await refund(large.id, { amount: 200.01 })).status, 403)
  assert.equal((await refund(large.id, { amount: 200 })).status, 200)
  const left = { amount: 0.01 }
  assert.equal((await refund(large.id, left)).status, 403)
  const byToken = await post(`/payments/${large.id}/refund`, left, { as: { token } as never })
  assert.equal(byToken.status, 200, byToken.text)
  const confirmed = await confirm(session, { password })
  const rest = await call(confirmed.session, 'POST', `/payments/${large.id}/refund`, {})
  assert.equal(rest.status, 200, rest.text)
})

test('an order counts as a whole; who may not refund learns nothing of its sum', async () => {
  const { session } = await anAdmin()
  const refund = (by: string, id: string) => call(by, 'POST', `/orders/${id}/refund`, {})
  const [small, large] = [
    await aPaidTicket(world, { price_cents: 50_000, amount_cents: 50_000 }),
    await aPaidTicket(world, { price_cents: 50_001, amount_cents: 50_001 }),
  ]
  const refused = await refund(session, large.id)
  assert.deepEqual([refused.status, refused.body.code], [403, 'confirm_identity'])
  assert.equal((await refund(session, small.id)).status, 200)
  const stranger = await anAdmin()
  await db.updateTable('users').set({ roles: [] }).where('id', '=', stranger.id).execute()
  await world.access.changed(db, { userId: stranger.id })
  await world.bus.settled()
  for (const url of [`/payments/${large.id}/refund`, `/orders/${large.id}/refund`]) {
    assert.equal((await call(stranger.session, 'POST', url, {})).status, 404)
  }
})

test('another e-mail is confirmed, so that no open session moves an account to a stranger’s; the rest of a profile is not', async () => {
  const { session, id, email } = await anAdmin()
  const save = (body: object) => call(session, 'PUT', `/users/${id}`, body)
  assert.equal((await save({ firstName: 'Ada', email: email.toUpperCase() })).status, 200)
  const moved = await save({ email: `${crypto.randomUUID()}@people.example` })
  assert.deepEqual([moved.status, moved.body.code], [403, 'confirm_identity'])
  assert.equal(
    (await get(`/users/i`, { as: { token: session } as never })).body.email,
    email.toUpperCase(),
  )
})
