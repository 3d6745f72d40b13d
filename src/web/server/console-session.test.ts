/** In production the console requires a second factor of all its users (docs/contract, section 2.11). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headersOfPage } from '#core/access'
import { hashPassword } from '#platform/secrets/passwords'
import { aPasskey } from '../../../test/authenticator.ts'
import { codeAt } from '../../../test/authenticator-app.ts'
import { inProduction } from '../../../test/production.ts'
import { aWorld } from '../../../test/world.ts'

const origin = 'https://festival.example'
const world = await aWorld({ env: { ...inProduction, PUBLIC_URL: origin } })
const { app, access, db, post, aUser } = world
await world.jobs.start()
const password = 'correct horse battery'
const password_hash = await hashPassword(password)

async function aPerson() {
  const person = await aUser({ permissions: ['manage_catalog'] })
  await db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  return person
}
type Sent = { method?: 'PUT'; body: object; headers?: Record<string, string> }
const send = (path: string, { method, body, headers = {} }: Sent) =>
  app.inject({ method: method ?? 'POST', url: `/console/session${path}`, payload: body, headers })
const cookieIn = (answer: { cookies: { value: string }[] }) => answer.cookies[0]?.value ?? ''
const inside = async (token: string) =>
  (await app.inject({ url: '/users/i', headers: headersOfPage('console', token) })).statusCode

// Requirement (operations): contract §2.11 Second factor: the console in production
test('who has none adds one at the door, and is inside', async () => {
  const { email, id } = await aPerson()
  const refused = await send('', { body: { email, password } })
  assert.deepEqual(
    [refused.statusCode, refused.json().code, refused.json().enrolled],
    [401, 'second_factor_required', false],
  )
  assert.equal((await post('/auth/user', { email, password })).status, 200, 'elsewhere as ever')
  const wrong = await send('/second-factor', { body: { email, password: 'wrong horse battery' } })
  assert.equal(wrong.statusCode, 401)
  const { secret } = (await send('/second-factor', { body: { email, password } })).json()
  const code = codeAt(secret, new Date())
  const enrolled = await send('/second-factor', { method: 'PUT', body: { email, password, code } })
  assert.equal(enrolled.statusCode, 200, enrolled.body)
  assert.equal(enrolled.json().recovery_codes.length, 10)
  const headers = headersOfPage('console', cookieIn(enrolled))
  const me = await app.inject({ url: '/users/i', headers })
  assert.equal(me.json().id, id)
  const state = await app.inject({ url: '/users/i/second-factor', headers })
  assert.deepEqual([state.json().enabled, state.json().required], [true, true])
  const again = await send('', { body: { email, password } })
  assert.equal(again.json().enrolled, true)
  const [recovery] = enrolled.json().recovery_codes
  const entered = await send('', { body: { email, password, code: recovery } })
  assert.equal(await inside(cookieIn(entered)), 200)
})

// Requirement (operations): contract §2.11 Second factor: the console in production
test('a session from before opens nothing', async () => {
  const person = await aPerson()
  const { token } = await access.issue(db, { clientId: 'console', userId: person.id })
  assert.equal(await inside(token), 401)
})

// Requirement (operations): contract §2.11 Second factor: the console in production
test('a passkey opens the console, and lets its user add an app there', async () => {
  const as = await aPerson()
  const { email } = as
  const key = aPasskey('festival.example')
  const { options } = (await post('/users/i/passkeys/options', {}, { as })).body
  const credential = key.create(options, { origin })
  const added = await post('/users/i/passkeys', { name: 'Phone', credential }, { as })
  assert.equal(added.status, 201, added.text)
  const offered = async () => (await send('/passkey/options', { body: {} })).json().options
  const elsewhere = key.get(await offered(), { origin: 'https://festival.example.evil.example' })
  assert.equal((await send('/passkey', { body: { credential: elsewhere } })).statusCode, 401)
  const signed = key.get(await offered(), { origin })
  const entered = await send('/passkey', { body: { credential: signed } })
  assert.equal(entered.statusCode, 200, entered.body)
  const token = cookieIn(entered)
  assert.equal(await inside(token), 200)
  const byPassword = await send('/second-factor', { body: { email, password } })
  assert.equal(byPassword.json().code, 'second_factor_required')
  const { name } = entered.cookies[0] ?? { name: '' }
  const cookie = { cookie: `${name}=${token}` }
  const offer = await send('/second-factor', { body: { email, password }, headers: cookie })
  assert.equal(offer.statusCode, 200, offer.body)
})

test('no page signs in while the console is suspended', async () => {
  const { email } = await aPerson()
  await db
    .updateTable('clients')
    .set({ suspended_at: new Date() })
    .where('id', '=', 'console')
    .execute()
  for (const [path, body] of [
    ['', { email, password }],
    ['/second-factor', { email, password }],
    ['/passkey/options', {}],
  ] as const) {
    const answer = await send(path, { body })
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'suspended'], path)
  }
})
