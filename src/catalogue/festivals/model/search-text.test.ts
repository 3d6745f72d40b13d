import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFestival, anOrganizer, aPlace } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'
import { renewSearchTexts, searchTextOf } from './search-text.ts'

const world = await aWorld()
const { db } = world
const nowhere = {
  city: null,
  venue: null,
  area: null,
  address: null,
  country: null,
  start_time: new Date('2099-07-01T12:00:00.000Z'),
  end_time: new Date('2099-07-04T00:00:00.000Z'),
  time_zone: 'UTC',
  places: [],
}

const textOf = async (id: string) =>
  (await db.selectFrom('festivals').select('search_text').where('id', '=', id).executeTakeFirst())
    ?.search_text

// Requirement (rules): Migrations run while the old version serves: what it wrote is found by the new one
test('festivals of an earlier version get their texts, with places and country', async () => {
  const where = { venue: 'Kalvø Pier', country: 'Denmark', city: 'Kalvø' }
  const former = await aFestival(world, { ...where, name: 'Night-Tide', search_name: 'night-tide' })
  await aPlace(world, { festival_id: former.id, name: 'Boathouse' })
  await db.updateTable('festivals').set({ search_text: null }).where('id', '=', former.id).execute()
  const found = async () => {
    const { body } = await world.get('/search?for=boathouse%20tide%20danmarca%20kalvo', {
      client: null,
    })
    return body.festivals.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await found(), [])
  assert.ok((await renewSearchTexts(db)) > 0)
  assert.equal(await renewSearchTexts(db), 0)
  const expected = { ...nowhere, ...where, name: 'Night-Tide', places: [{ name: 'Boathouse' }] }
  assert.equal(await textOf(former.id), searchTextOf(expected))
})

test('many are written in parts, and present texts stay', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const present = await aFestival(world, { organizer_id, search_text: '\t\tas it is' })
  for (let nth = 0; nth < 250; nth++) await aFestival(world, { organizer_id })
  await db
    .updateTable('festivals')
    .set({ search_text: null })
    .where('id', '!=', present.id)
    .execute()
  assert.ok((await renewSearchTexts(db)) >= 250)
  assert.equal(await textOf(present.id), '\t\tas it is')
})

test('a text has the years of the festival by its clocks', () => {
  const textIn = (time_zone: string, start: string, end: string) =>
    searchTextOf({
      ...nowhere,
      name: 'Tide',
      start_time: new Date(start),
      end_time: new Date(end),
      time_zone,
    })
  const text = textIn('Pacific/Auckland', '2026-12-31T09:00:00Z', '2027-01-02T12:00:00Z')
  assert.match(text, / 2026\b.* 2027\b/)
  // Still 2026 in Los Angeles.
  assert.doesNotMatch(
    textIn('America/Los_Angeles', '2026-12-31T20:00:00Z', '2027-01-01T07:00:00Z'),
    /2027/,
  )
})

test('texts of an earlier form are written anew', async () => {
  const { id } = await aFestival(world, { search_text: 'tide 1234' })
  assert.equal(await renewSearchTexts(db), 1)
  assert.match((await textOf(id)) ?? '', / 2099\b/)
})

test('a text has at most 5,000 characters, whole ones, and the first fifty places', () => {
  const places = Array.from({ length: 60 }, (_, nth) => ({ name: `Stage${nth}x` }))
  const text = searchTextOf({ ...nowhere, name: 'Tide', places })
  assert.match(text, / stage49x/)
  assert.doesNotMatch(text, /stage50x/)
  const long = searchTextOf({
    ...nowhere,
    name: 'Tide',
    places: places.map(() => ({ name: '🎪'.repeat(200) })),
    venue: '🎪'.repeat(300),
    address: '🎭'.repeat(500),
    area: '🎨'.repeat(200),
    city: '🎹'.repeat(200),
  })
  assert.ok(long.length <= 5_000 && long.isWellFormed())
})
