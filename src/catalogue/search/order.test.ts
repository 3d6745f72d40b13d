/** Lists by name are in the order of the form by which names are searched. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aFestival, aGig, anArtist, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post } = world

const sorted = [
  '!!!',
  '10cc',
  '2Pac',
  'apple',
  'Ärzte',
  'BABYMETAL',
  'Bad Bunny',
  'Émile',
  'O’Connor',
  'Öystein',
  'R.E.M.',
  'The Beatles',
  'ünder',
  'Zebra',
  'Ночь',
  '東京',
]
const shuffled = sorted.toReversed().map((_, nth) => sorted[(nth * 7) % sorted.length] ?? '')
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)

/** Reads a list to its end, three entries at a time. */
async function read(address: string, list: string, by: object = {}): Promise<string[]> {
  const names: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const { status, body, text }: any = await get(`${address}${after && `&after=${after}`}`, by)
    assert.equal(status, 200, text)
    names.push(...namesOf(body[list]))
    after = body.next_after
  }
  return names
}

const festival = await aFestival(world)
for (const name of shuffled) {
  const artist = await anArtist(world, { name })
  await aGig(world, { festival_id: festival.id, artist_id: artist.id })
  await anOrganizer(world, { id: newId(), name })
  await db
    .insertInto('genres')
    .values({ id: newId(), name, key: name, search_name: searchName(name) })
    .execute()
}

test('the artists of a festival', async () => {
  for (const sort of ['name', 'billing']) {
    assert.deepEqual(
      await read(`/festivals/${festival.id}/artists?limit=3&sort=${sort}`, 'artists'),
      sorted,
    )
  }
  const { body } = await get(`/festivals/${festival.id}?expand=artists`)
  assert.deepEqual(namesOf(body.artists), sorted)
})

test('artists, genres and organizers', async () => {
  for (const address of ['/artists', '/genres']) {
    assert.deepEqual(namesOf((await get(address)).body), sorted, address)
    const parts = [0, 5, 10, 15].map(
      async (offset) => (await get(`${address}?limit=5&offset=${offset}`)).body,
    )
    assert.deepEqual(namesOf((await Promise.all(parts)).flat()), sorted, address)
  }
  const { body } = await get('/organizers', { client: null })
  const names = namesOf(body).filter((name) => sorted.includes(name))
  assert.deepEqual(names, sorted)
})

test('accommodations, plans and clients', async () => {
  const admin = await world.aUser({ roles: ['admin'] })
  const { token: client } = await world.aClient(['manage_subscriptions'])
  const as = { as: admin, client }
  const terms = { price: 10, quantity: 1 }
  for (const name of shuffled) {
    const body = { ...terms, name, festival_id: festival.id }
    assert.equal((await post('/accommodations', body, as)).status, 201)
    const plan = { name, price: 10, duration: 1, duration_type: 'month' }
    assert.equal((await post('/subscriptions', plan, as)).status, 201)
    assert.equal((await post('/clients', { name }, as)).status, 201)
  }
  for (const address of [
    `/accommodations?festival=${festival.id}`,
    '/subscriptions?',
    '/clients?',
  ]) {
    const names = namesOf((await get(`${address}&limit=1000`, as)).body)
    assert.deepEqual(
      names.filter((name) => sorted.includes(name)),
      sorted,
      address,
    )
  }
})

test('the organizers that a user may change, page by page', async () => {
  const admin = await world.aUser({ roles: ['admin'] })
  const names = await read('/users/i/organizers?limit=3', 'organizers', { as: admin })
  assert.deepEqual(
    names.filter((name) => sorted.includes(name)),
    sorted,
  )
})
