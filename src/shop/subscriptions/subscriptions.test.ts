import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aName } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { get, post, put, del, aUser, aClient } = world
const { token: client } = await aClient(['manage_subscriptions'])
const ada = await aUser({ permissions: ['create_subscriptions'] })
const bo = await aUser()
const as = { as: ada, client }

const plan = { name: 'Friend', price: 49.9, duration: 12, duration_type: 'month' }
async function aPlan(fields: object = {}) {
  const answer = await post('/subscriptions', { ...plan, name: aName('Friend'), ...fields }, as)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

// Requirement (records): Subscription: the fields, price in EUR, duration and duration_type
// Requirement (operations): GET /subscriptions/:id
// Requirement (operations): POST /subscriptions
// Requirement (operations): PUT /subscriptions/:id: any subset
// Requirement (operations): DELETE /subscriptions/:id answers {message}
test('a plan is put on sale, read by any signed-in user, changed and taken off sale', async () => {
  const name = aName('Friend')
  const { status, body } = await post(
    '/subscriptions',
    { ...plan, name, description: 'By the fire' },
    as,
  )
  assert.equal(status, 201)
  const expected = {
    id: body.id,
    ...plan,
    name,
    description: 'By the fire',
    createdAt: now.toISOString(),
    vat: null,
  }
  assert.deepEqual(body, expected)
  assert.deepEqual((await get(`/subscriptions/${body.id}`, { as: bo })).body, expected)
  const listed = await get('/subscriptions', { as: bo })
  assert.deepEqual(
    listed.body.filter(({ id }: { id: string }) => id === body.id),
    [expected],
  )
  const changed = await put(
    `/subscriptions/${body.id}`,
    { price: 0, duration_type: 'year', description: null },
    as,
  )
  assert.deepEqual(changed.body, {
    ...expected,
    price: 0,
    duration_type: 'year',
    description: null,
  })
  assert.deepEqual((await put(`/subscriptions/${body.id}`, {}, as)).body, changed.body)
  assert.deepEqual((await del(`/subscriptions/${body.id}`, as)).body, {
    message: 'Subscription deleted',
  })
  for (const answer of [
    await get(`/subscriptions/${body.id}`, { as: bo }),
    await put(`/subscriptions/${body.id}`, { price: 1 }, as),
    await del(`/subscriptions/${body.id}`, as),
  ]) {
    assert.deepEqual([answer.status, answer.body.error], [404, 'Subscription not found'])
  }
  const left = await get('/subscriptions', { as: bo })
  assert.ok(!left.body.some(({ id }: { id: string }) => id === body.id))
})

// Requirement (authentication): Elevated operations need the scope manage_subscriptions and the permission
//   create_subscriptions
test('changing plans needs the scope of the client and the permission of the user, each named', async () => {
  const { id } = await aPlan()
  const refused = (answer: { status: number; body: { error: string } }, error: string) =>
    assert.deepEqual([answer.status, answer.body.error], [403, error])
  for (const ask of [
    (how: object) => post('/subscriptions', plan, how),
    (how: object) => put(`/subscriptions/${id}`, { price: 1 }, how),
    (how: object) => del(`/subscriptions/${id}`, how),
  ]) {
    refused(await ask({ as: ada }), 'Missing client scope: manage_subscriptions')
    refused(await ask({ as: bo, client }), 'Missing user permission: create_subscriptions')
    refused(await ask({ as: bo }), 'Missing client scope: manage_subscriptions')
    assert.equal((await ask({ client })).body.error, 'Missing the user header')
  }
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await put(`/subscriptions/${id}`, { price: 1 }, { as: admin, client })).status, 200)
})

// Requirement (operations): GET /subscriptions and /subscriptions/:id need C and U
test('listing and reading need a user', async () => {
  for (const url of ['/subscriptions', `/subscriptions/${newId()}`]) {
    assert.deepEqual((await get(url)).body.error, 'Missing the user header')
    assert.deepEqual((await get(url, { client: null })).body.error, 'Missing the service header')
  }
})

// Requirement (operations): GET /subscriptions: an array, for any signed-in user
test('plans are listed by name, then id, whole or in part', async () => {
  const name = aName('Same')
  const made = [await aPlan({ name }), await aPlan({ name }), await aPlan({ name: `${name} b` })]
  const ids: string[] = made.map(({ id }) => id)
  const sorted = [...ids.slice(0, 2).toSorted(), ids[2]]
  const { body } = await get('/subscriptions', { as: bo })
  const all = body.map(({ id }: { id: string }) => id)
  assert.deepEqual(
    all.filter((id: string) => ids.includes(id)),
    sorted,
  )
  const part = await get('/subscriptions?limit=2&offset=1', { as: bo })
  assert.deepEqual(
    part.body.map(({ id }: { id: string }) => id),
    all.slice(1, 3),
  )
})

for (const [why, fields, error] of [
  ['nothing', null, 'name, price, duration and duration_type are required'],
  ['a blank name', { name: ' ' }, 'name must not be blank'],
  ['a price below nothing', { price: -1 }, 'price must be at least 0'],
  ['a price with three decimals', { price: 9.999 }, 'price must have at most two decimals'],
  ['a price in words', { price: '9.99' }, 'price must be a number'],
  ['no length', { duration: 0 }, 'duration must be at least 1'],
  ['half a length', { duration: 1.5 }, 'duration must be a whole number'],
  ['a length in weeks', { duration_type: 'week' }, 'duration_type must be one of month, year'],
] as const) {
  // Requirement (records): Subscription: duration_type is month or year
  test(`a plan with ${why} is refused`, async () => {
    const created = await post('/subscriptions', fields === null ? {} : { ...plan, ...fields }, as)
    assert.deepEqual([created.status, created.body.error], [400, error])
    if (fields === null) return
    const { id } = await aPlan()
    const changed = await put(`/subscriptions/${id}`, fields, as)
    assert.deepEqual([changed.status, changed.body.error], [400, error])
  })
}

test('the same Idempotency-Key creates one plan', async () => {
  const headers = { 'idempotency-key': newId() }
  const body = { ...plan, name: aName('Once') }
  const [first, again] = [
    await post('/subscriptions', body, { ...as, headers }),
    await post('/subscriptions', body, { ...as, headers }),
  ]
  assert.deepEqual([again.status, again.body], [201, first.body])
})
