/** What is left of a limit is in the headers of the answers that it counts for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { steadyClock } from './clock.ts'
import { type Answer, aWorld } from './world.ts'

const world = await aWorld({
  now: steadyClock(),
  env: {
    SIGN_IN_FAILURES: '3',
    WRONG_CODES: '2',
    MAILS_PER_NETWORK: '5',
    TRUSTED_PROXIES: '1',
  },
})
await world.jobs.start()
const { post, put, aUser } = world

const limitIn = ({ status, headers }: Answer) => [
  status,
  headers['ratelimit-policy'],
  headers['ratelimit'],
]

// Requirement (rules): What is left of a limit is in RateLimit headers
test('each wrong password leaves one less, and the right one all of them again', async () => {
  const email = `${newId()}@harbour.example`
  const password = 'correct horse battery'
  await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  const policy = '"sign-in";q=3;w=900'
  const signIn = async (secret: string) =>
    limitIn(await post('/auth/user', { email, password: secret }))
  assert.deepEqual(await signIn('wrong password'), [401, policy, '"sign-in";r=2'])
  assert.deepEqual(await signIn('wrong password'), [401, policy, '"sign-in";r=1'])
  assert.deepEqual(await signIn(password), [200, policy, '"sign-in";r=3'])
  for (const left of [2, 1, 0]) {
    assert.deepEqual(await signIn('wrong password'), [401, policy, `"sign-in";r=${left}`])
  }
  assert.deepEqual(await signIn(password), [429, policy, '"sign-in";r=0;t=1'])
})

test('so it is where the password is changed', async () => {
  const as = await aUser()
  const change = (currentPassword: string) =>
    put('/auth/change-password', { currentPassword, newPassword: 'another horse battery' }, { as })
  assert.deepEqual(limitIn(await change('wrong password')), [
    400,
    '"sign-in";q=3;w=900',
    '"sign-in";r=2',
  ])
})

test('each wrong code of a challenge leaves one less', async () => {
  const as = await aUser()
  const guess = async () =>
    limitIn(await post(`/rewards/challenges/claim/${newId()}`, undefined, { as }))
  const policy = '"codes";q=2;w=600'
  assert.deepEqual(await guess(), [404, policy, '"codes";r=1'])
  assert.deepEqual(await guess(), [404, policy, '"codes";r=0'])
  const [status, named, left] = await guess()
  assert.deepEqual([status, named], [429, policy])
  assert.match(`${left}`, /^"codes";r=0;t=(600|599)$/)
})

test('each invitation leaves one less, and to one e-mail there are three', async () => {
  const as = await aUser()
  const id = `quay-${newId()}`
  await post('/organizers', { id, name: 'Quay' }, { as })
  const email = `${newId()}@harbour.example`
  const invite = async () => limitIn(await post(`/organizers/${id}/managers`, { email }, { as }))
  const policy = '"invitations";q=50;w=86400'
  for (const left of [49, 48, 47]) {
    assert.deepEqual(await invite(), [201, policy, `"invitations";r=${left}`])
  }
  const [status, named, left] = await invite()
  assert.deepEqual([status, named], [429, '"invitations-to-one-email";q=3;w=86400'])
  assert.match(`${left}`, /^"invitations-to-one-email";r=0;t=86(400|399)$/)
})

// Requirement (rules): contract §2.1: a budget of mails for each network
test('a public network has so many codes and resets mailed to any e-mails, and then waits; a private one does not', async () => {
  const stranger = () => ({ email: `${newId()}@harbour.example` })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const ask = async (address: string) =>
    limitIn(await post('/auth/code', stranger(), from(address)))[0]
  const asked = await Promise.all(Array.from({ length: 4 }, () => ask('8.8.4.7')))
  assert.deepEqual(asked, [200, 200, 200, 200])
  assert.equal(
    (await post('/auth/forgot-password', stranger(), { ...from('8.8.4.7'), client: null })).status,
    200,
  )
  const refused = await post('/auth/code', stranger(), from('8.8.4.7'))
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_mails'])
  assert.equal(refused.headers['ratelimit-policy'], '"mails-from-one-network";q=5;w=900')
  const reset = { ...from('8.8.4.7'), client: null }
  assert.equal((await post('/auth/forgot-password', stranger(), reset)).status, 429)
  assert.equal(await ask('8.8.4.8'), 200)
  for (let n = 0; n < 8; n++) assert.equal(await ask('10.0.0.7'), 200)
  const network = '2a00:1450:4001:82a'
  const burst = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => ask(`${network}::${nth + 1}`)),
  )
  assert.equal(burst.filter((status) => status === 200).length, 5)
})
