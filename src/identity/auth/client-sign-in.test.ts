/** Client tokens with fewer scopes and a shorter life than their client. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#identity/clients'
import { anotherProcess } from '../../../test/another-process.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now, env: { TOKEN_TTL_DAYS: '30' } })
const { db, get, post, put, aUser } = world
const elsewhere = await anotherProcess(world)

const as = await aUser({ roles: ['admin'] })
const usual = 30 * 86_400
const client = await createClient(db, { name: 'Shop', scopes: ['read_emails', 'manage_rewards'] })
const credentials = { client_id: client.id, client_secret: client.client_secret }

const exchange = (more: object, body: object = credentials) =>
  post('/auth/client', { ...body, ...more }, { client: null })

const readsEmails = async (token: string) =>
  (await get('/users?limit=1', { client: token })).body[0].email !== null
const managesRewards = async (token: string) =>
  (await get('/rewards/levels', { client: token, as })).status === 200

test('without scopes and expires_in a token has all scopes of its client, for the usual time', async () => {
  const { body } = await exchange({})
  assert.equal(body.expires, usual)
  assert.deepEqual([await readsEmails(body.token), await managesRewards(body.token)], [true, true])
})

// Requirement (authentication): client token with fewer scopes
test('a token has the scopes that were asked for, and no others', async () => {
  const narrow = (await exchange({ scopes: ['read_emails'] })).body.token
  assert.deepEqual([await readsEmails(narrow), await managesRewards(narrow)], [true, false])
  const bare = (await exchange({ scopes: [] })).body.token
  assert.deepEqual([await readsEmails(bare), await managesRewards(bare)], [false, false])
})

test('a narrowed token gives no client a scope that it lacks itself', async () => {
  const manager = await aUser({ permissions: ['manage_clients'] })
  const narrow = (await exchange({ scopes: ['read_emails'] })).body.token
  const give = (scopes: string[]) =>
    post('/clients', { name: 'Other', scopes }, { client: narrow, as: manager })
  assert.equal((await give(['read_emails'])).status, 201)
  assert.equal((await give(['manage_rewards'])).body.code, 'scope_not_held')
})

test('the scopes of the client token of a request count, whichever token its user signed in with', async () => {
  const [wide, narrow] = [
    (await exchange({})).body.token,
    (await exchange({ scopes: [] })).body.token,
  ]
  assert.deepEqual([await managesRewards(wide), await managesRewards(narrow)], [true, false])
})

// Requirement (authentication): client token with fewer scopes: its client's change
test('a scope that the client loses is lost to narrowed tokens too, on every process within a second', async () => {
  const other = await createClient(db, { name: 'Other', scopes: ['read_emails'] })
  const body = { client_id: other.id, client_secret: other.client_secret }
  const { token } = (await exchange({ scopes: ['read_emails'] }, body)).body
  const there = async () => (await elsewhere('GET', '/users?limit=1', { client: token })).body
  assert.deepEqual([await readsEmails(token), (await there())[0].email !== null], [true, true])
  await put(`/clients/${other.id}`, { scopes: ['manage_rewards'] }, { as })
  assert.deepEqual([await readsEmails(token), await managesRewards(token)], [false, false])
  await until('it is lost there', async () => (await there())[0].email === null)
})

test('a scope that the client lacks is 403 and named, one that there is not 400', async () => {
  const lacking = await exchange({ scopes: ['read_emails', 'manage_subscriptions'] })
  assert.deepEqual(
    [lacking.status, lacking.body.code, lacking.body.error],
    [403, 'missing_scope', 'Missing client scope: manage_subscriptions'],
  )
  assert.equal((await exchange({ scopes: ['fly'] })).status, 400)
  const wrong = { ...credentials, client_secret: 'wrong' }
  assert.equal((await exchange({ scopes: ['manage_subscriptions'] }, wrong)).status, 401)
})

// Requirement (authentication): client token with a shorter life
test('a token lives as long as was asked for, to the millisecond', async () => {
  const begun = clock.now
  const { token, expires } = (await exchange({ expires_in: 60 })).body
  assert.equal(expires, 60)
  clock.now = new Date(begun.getTime() + 59_999)
  assert.equal((await get('/festivals', { client: token })).status, 200)
  clock.now = new Date(begun.getTime() + 60_000)
  assert.equal((await get('/festivals', { client: token })).status, 401)
  clock.now = begun
})

for (const [expires_in, status, code] of [
  [60, 200, undefined],
  [usual, 200, undefined],
  [59, 400, 'too_small'],
  [0, 400, 'too_small'],
  [-60, 400, 'too_small'],
  [usual + 1, 400, 'too_large'],
  [60.5, 400, 'type'],
  ['60', 400, 'type'],
  [null, 400, 'type'],
] as const) {
  // Requirement (authentication): client token with a shorter life
  test(`expires_in ${JSON.stringify(expires_in)} is ${status}`, async () => {
    const answer = await exchange({ expires_in })
    assert.deepEqual([answer.status, answer.body.fields?.[0].code], [status, code])
  })
}

test('scopes and expires_in need a secret', async () => {
  for (const more of [{ scopes: [] }, { expires_in: 60 }]) {
    const { status, body } = await exchange(more, { client_id: client.id })
    assert.deepEqual([status, body.fields[0].path], [400, 'client_secret'])
  }
})
