import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualTerms } from '#core/sale-terms'
import { newId } from '#platform/values/ids'
import { aFestival, aName } from '../../../test/catalogue.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, put, del, aUser, db } = world
const ada = await aUser()
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** A festival of an organizer that the user manages. */
async function ownFestival(as: Person = ada) {
  const { body: organizer } = await post(
    '/organizers',
    { id: `org-${newId()}`, name: 'Org' },
    { as },
  )
  return aFestival(world, { organizer_id: organizer.id })
}

const tent = { name: 'Bell tent', price: 120.5, quantity: 40 }
async function aTent(fields: object = {}) {
  const festival_id = 'festival_id' in fields ? undefined : (await ownFestival()).id
  const answer = await post('/accommodations', { ...tent, festival_id, ...fields }, { as: ada })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

// Requirement (rules): contract §4 Accommodations: read, offered, changed, taken off
test('an accommodation is created, read, changed and taken off sale', async () => {
  const { id: festival_id } = await ownFestival()
  const given = {
    ...tent,
    festival_id,
    type: 'tent',
    description: 'By the lake',
    capacity: 4,
    check_in_at: '2099-07-01T14:00',
    check_out_at: '2099-07-04T10:00Z',
    amenities: ['power', 'shower'],
  }
  const { status, body } = await post('/accommodations', { ...given, photo: gif }, { as: ada })
  assert.equal(status, 201)
  const expected = {
    ...given,
    id: body.id,
    remaining: 40,
    ...usualTerms,
    check_in_at: '2099-07-01T14:00:00.000Z',
    check_in: '2099-07-01T14:00:00.000Z',
    check_out_at: '2099-07-04T10:00:00.000Z',
    check_out: '2099-07-04T10:00:00.000Z',
    photo: body.photo,
  }
  assert.deepEqual(body, expected)
  assert.deepEqual((await get(`/accommodations/${body.id}`)).body, expected)
  assert.deepEqual((await get(`/accommodations?festival=${festival_id}`)).body, [expected])
  const times = { check_in_at: null, check_out_at: null }
  const plain = { type: null, description: null, capacity: null, ...times }
  const changed = await put(
    `/accommodations/${body.id}`,
    { ...plain, amenities: [], price: 0, name: 'Tent' },
    { as: ada },
  )
  const emptied = { ...plain, check_in: null, check_out: null, amenities: [] }
  assert.deepEqual(changed.body, { ...expected, ...emptied, price: 0, name: 'Tent' })
  const picture = new URL(body.photo).pathname
  assert.equal((await get(picture, { client: null })).status, 200)
  assert.deepEqual((await del(`/accommodations/${body.id}`, { as: ada })).body, {
    message: 'Accommodation deleted',
  })
  assert.deepEqual((await get(`/accommodations?festival=${festival_id}`)).body, [])
  for (const gone of [
    await get(`/accommodations/${body.id}`),
    await put(`/accommodations/${body.id}`, {}, { as: ada }),
    await del(`/accommodations/${body.id}`, { as: ada }),
  ]) {
    assert.deepEqual([gone.status, gone.body.error], [404, 'Accommodation not found'])
  }
  await until(
    'the picture is gone',
    async () => (await get(picture, { client: null })).status === 404,
  )
})

test('optional fields of a new one are null, and it has no amenities', async () => {
  const { type, description, capacity, check_in_at, check_out_at, amenities, photo } = await aTent()
  assert.deepEqual(
    [type, description, capacity, check_in_at, check_out_at, photo, amenities],
    [null, null, null, null, null, null, []],
  )
})

// Requirement (rules): contract §4 Accommodations: remaining
test('sold and held places do not remain, and are the minimum quantity', async () => {
  const { id } = await aTent({ quantity: 5 })
  await db.updateTable('accommodations').set({ sold: 2, held: 1 }).where('id', '=', id).execute()
  assert.equal((await get(`/accommodations/${id}`)).body.remaining, 2)
  const refused = await put(`/accommodations/${id}`, { quantity: 2, name: 'Changed' }, { as: ada })
  assert.deepEqual([refused.status, refused.body.code], [409, 'below_sold'])
  const { body } = await put(`/accommodations/${id}`, { quantity: 3 }, { as: ada })
  assert.deepEqual([body.quantity, body.remaining, body.name], [3, 0, tent.name])
})

test('they are listed by name, then id, of one festival or of all, whole or in part', async () => {
  const { id: festival_id } = await ownFestival()
  const name = aName('Same')
  const made = [
    await aTent({ festival_id, name }),
    await aTent({ festival_id, name }),
    await aTent({ festival_id, name: `${name} b` }),
  ]
  const ids: string[] = made.map(({ id }) => id)
  const sorted = [...ids.slice(0, 2).toSorted(), ids[2]]
  const idsAt = async (query: string) =>
    (await get(`/accommodations${query}`)).body.map(({ id }: { id: string }) => id)
  assert.deepEqual(await idsAt(`?festival=${festival_id}`), sorted)
  assert.deepEqual(await idsAt(`?festival=${festival_id}&limit=1&offset=1`), sorted.slice(1, 2))
  assert.deepEqual(
    (await idsAt('')).filter((id: string) => ids.includes(id)),
    sorted,
  )
  for (const unknown of [newId(), 'nonsense'])
    assert.deepEqual(await idsAt(`?festival=${unknown}`), [])
})

test('those of a deleted festival are deleted with it', async () => {
  const { id, festival_id } = await aTent()
  await del(`/festivals/${festival_id}`, { as: ada })
  assert.equal((await get(`/accommodations/${id}`)).status, 404)
  assert.equal((await put(`/accommodations/${id}`, {}, { as: ada })).status, 404)
})

// Requirement (rules): contract §4 Accommodations: managers of the festival's organizer
test('only managers of the festival, catalogue staff and admins create and change them', async () => {
  const { id, festival_id } = await aTent()
  const stranger = await aUser()
  for (const refused of [
    await post('/accommodations', { ...tent, festival_id }, { as: stranger }),
    await put(`/accommodations/${id}`, { price: 1 }, { as: stranger }),
    await del(`/accommodations/${id}`, { as: stranger }),
  ]) {
    assert.equal(refused.status, 403)
    assert.match(refused.body.error, /managers of the festival/)
  }
  for (const as of [
    await aUser({ roles: ['admin'] }),
    await aUser({ permissions: ['manage_catalog'] }),
  ]) {
    assert.equal((await put(`/accommodations/${id}`, { price: 1 }, { as })).status, 200)
  }
  assert.deepEqual((await post('/accommodations', {})).body.error, 'Missing the user header')
})

for (const [why, fields, error] of [
  ['nothing', null, 'festival_id, name, price and quantity are required'],
  [
    'an unknown festival',
    { festival_id: '01980000-0000-7000-8000-00000000dead' },
    'festival_id is not the id of a festival',
  ],
  ['a festival that is no id', { festival_id: 'Harbour' }, 'festival_id must be an id'],
  ['a blank name', { name: ' ' }, 'name must not be blank'],
  ['a price with three decimals', { price: 9.999 }, 'price must have at most two decimals'],
  ['a quantity below nothing', { quantity: -1 }, 'quantity must be at least 0'],
  ['a capacity of 0', { capacity: 0 }, 'capacity must be at least 1'],
  [
    'a check-out before the check-in',
    { check_in_at: '2099-07-02', check_out_at: '2099-07-01' },
    'check_out_at must not be before check_in_at',
  ],
  ['amenities that are no list', { amenities: 'power' }, 'amenities must be an array'],
] as const) {
  test(`an accommodation with ${why} is refused`, async () => {
    const { id: festival_id } = await ownFestival()
    const body = fields === null ? {} : { ...tent, festival_id, ...fields }
    const answer = await post('/accommodations', body, { as: ada })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
  })
}

// Requirement (rules): contract §1.11: an input takes either name, both with different values are 400
test('check_in and check_out are taken as well, and a refusal speaks of the names that were used', async () => {
  const { id } = await aTent({ check_in: '2099-07-02', check_out: '2099-07-03' })
  const { body } = await get(`/accommodations/${id}`)
  const [check_in, check_out] = ['2099-07-02T00:00:00.000Z', '2099-07-03T00:00:00.000Z']
  assert.deepEqual([body.check_in, body.check_out], [check_in, check_out])
  assert.deepEqual([body.check_in_at, body.check_out_at], [check_in, check_out])
  const early = await put(`/accommodations/${id}`, { check_out: '2099-07-01' }, { as: ada })
  const message = 'check_out must not be before check_in'
  assert.deepEqual(early.body.fields, [{ path: 'check_out', code: 'rule', message }])
  const wrong = await put(`/accommodations/${id}`, { check_in: 'soon' }, { as: ada })
  assert.match(wrong.body.error, /^check_in must be an ISO 8601 time/)
  const same = { check_in_at: '2099-07-01', check_in: '2099-07-01' }
  const both = await put(`/accommodations/${id}`, same, { as: ada })
  assert.deepEqual([both.status, both.body.check_in], [200, '2099-07-01T00:00:00.000Z'])
  const torn = await put(`/accommodations/${id}`, { ...same, check_in: null }, { as: ada })
  const rule = 'check_in_at and check_in are two names of one field: give one of them'
  assert.deepEqual([torn.status, torn.body.error], [400, rule])
  assert.deepEqual(
    torn.body.fields.map(({ path }: { path: string }) => path),
    ['check_in_at', 'check_in'],
  )
})

test('the festival of an accommodation is permanent, and its times stay in order', async () => {
  const { id, festival_id } = await aTent({ check_in_at: '2099-07-02' })
  assert.equal((await put(`/accommodations/${id}`, { festival_id }, { as: ada })).status, 200)
  const moved = await put(`/accommodations/${id}`, { festival_id: newId() }, { as: ada })
  assert.deepEqual(
    [moved.status, moved.body.error],
    [400, 'festival_id is permanent and cannot be changed'],
  )
  const early = await put(`/accommodations/${id}`, { check_out_at: '2099-07-01' }, { as: ada })
  assert.deepEqual(
    [early.status, early.body.error],
    [400, 'check_out_at must not be before check_in_at'],
  )
})
