import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aFestival, aName } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { get, db } = world

type Box = { min_lat: number; max_lat: number; min_lng: number; max_lng: number }

async function onMap(box: Box, more = '') {
  const { status, body } = await get(
    `/festivals?map=true&${new URLSearchParams(Object.entries(box).map(([k, v]) => [k, `${v}`]))}${more}`,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const names = (body: { festivals: { name: string }[] }) => body.festivals.map(({ name }) => name)

// Requirement (records): Festival: gigs and places on single and full list read, omitted in
//   map mode
// Requirement (operations): GET /festivals?map=true: the light items
test('items carry exactly nine keys, with coordinates as a point', async () => {
  const country = aName('Keys')
  const { id, name } = await aFestival(world, {
    country,
    venue: 'Pier',
    location: '(12.5,55.25)',
    rank: 3,
  })
  const body = await onMap(
    { min_lat: 55, max_lat: 56, min_lng: 12, max_lng: 13 },
    `&country=${country}`,
  )
  assert.deepEqual(body.festivals, [
    {
      id,
      name,
      photo: null,
      venue: 'Pier',
      country,
      coordinates: {
        lat: 55.25,
        lng: 12.5,
        location: { type: 'Point', coordinates: [12.5, 55.25] },
      },
      start_time: '2099-07-01T12:00:00.000Z',
      end_time: '2099-07-04T00:00:00.000Z',
      rank: 3,
    },
  ])
})

// Requirement (operations): Festival rule 3: map mode answers what lies inside the box
test('the box includes its edges, and no more', async () => {
  const country = aName('Edges')
  for (const [name, location] of [
    ['corner', '(10,50)'],
    ['opposite', '(20,60)'],
    ['south', '(15,49.999999)'],
    ['east', '(20.000001,55)'],
  ] as const) {
    await aFestival(world, { name, country, location })
  }
  await aFestival(world, { name: 'nowhere', country })
  const body = await onMap(
    { min_lat: 50, max_lat: 60, min_lng: 10, max_lng: 20 },
    `&country=${country}`,
  )
  assert.deepEqual(names(body).toSorted(), ['corner', 'opposite'])
})

test('min_lng above max_lng crosses the antimeridian', async () => {
  const country = aName('Pacific')
  for (const [name, lng] of [
    ['fiji', 178],
    ['samoa', -172],
    ['line', 180],
    ['other line', -180],
    ['greenwich', 0],
  ] as const) {
    await aFestival(world, { name, country, location: `(${lng},-15)` })
  }
  const body = await onMap(
    { min_lat: -20, max_lat: -10, min_lng: 170, max_lng: -170 },
    `&country=${country}`,
  )
  assert.deepEqual(names(body).toSorted(), ['fiji', 'line', 'other line', 'samoa'])
})

test('180 and -180 are one meridian', async () => {
  const country = aName('Meridian')
  await aFestival(world, { name: 'east', country, location: '(180,5)' })
  await aFestival(world, { name: 'west', country, location: '(-180,5)' })
  for (const [min_lng, max_lng] of [
    [170, 180],
    [-180, -170],
    [180, 180],
  ] as const) {
    const body = await onMap({ min_lat: 0, max_lat: 9, min_lng, max_lng }, `&country=${country}`)
    assert.deepEqual(names(body).toSorted(), ['east', 'west'], `${min_lng}…${max_lng}`)
  }
})

test('the order is rank, then start, then id; time and country narrow it', async () => {
  const country = aName('Order')
  const base = { country, location: '(1,1)' }
  const soon = new Date('2031-01-01T00:00:00Z')
  await aFestival(world, { ...base, name: 'late', rank: 1 })
  await aFestival(world, { ...base, name: 'soon', rank: 1, start_time: soon, end_time: soon })
  await aFestival(world, { ...base, name: 'great', rank: 9 })
  await aFestival(world, {
    ...base,
    name: 'over',
    rank: 99,
    start_time: new Date('2001-01-01'),
    end_time: new Date('2001-01-02'),
  })
  const box = { min_lat: 0, max_lat: 2, min_lng: 0, max_lng: 2 }
  assert.deepEqual(names(await onMap(box, `&country=${country}`)), [
    'over',
    'great',
    'soon',
    'late',
  ])
  assert.deepEqual(names(await onMap(box, `&country=${country}&time=upcoming`)), [
    'great',
    'soon',
    'late',
  ])
  assert.deepEqual(names(await onMap(box, `&country=${country}&time=past`)), ['over'])
})

// Requirement (limits): GET /festivals in map mode: limit 80, at most 200
test('a map has 80 a page, at most 200, and pages on', async () => {
  const country = aName('Many')
  const festival = await aFestival(world, { country, location: '(3,3)' })
  const rows = Array.from({ length: 204 }, (_, index) => ({
    ...festival,
    id: `01980000-0000-7000-9000-${`${index}`.padStart(12, '0')}`,
  }))
  await db.insertInto('festivals').values(rows).execute()
  const box = { min_lat: 3, max_lat: 3, min_lng: 3, max_lng: 3 }
  const first = await onMap(box, `&country=${country}`)
  assert.deepEqual(first.pagination, {
    page: 1,
    limit: 80,
    total: 205,
    totalPages: 3,
    hasMore: true,
  })
  assert.equal(first.festivals.length, 80)
  const capped = await onMap(box, `&country=${country}&limit=999`)
  assert.deepEqual([capped.festivals.length, capped.pagination.limit], [200, 200])
  const third = await onMap(box, `&country=${country}&page=3`)
  assert.equal(third.festivals.length, 45)
  const all = [first, await onMap(box, `&country=${country}&page=2`), third].flatMap(
    ({ festivals }) => festivals,
  )
  assert.equal(new Set(all.map(({ id }) => id)).size, 205)
})

test('a box with very many festivals returns the same as a small one', async () => {
  const country = aName('Crowd')
  const { organizer_id } = await aFestival(world, {
    name: 'head',
    country,
    location: '(7,7)',
    rank: 500,
  })
  await sql`
    insert into festivals (id, organizer_id, name, search_name, country, country_key, start_time, end_time, location, rank)
    select gen_random_uuid(), ${organizer_id}, 'crowd', 'crowd', ${country}, ${country.toLowerCase()},
           '2099-01-01', '2099-01-02', point(7 + n / 100000.0, 7), n % 400
    from generate_series(1, 5200) n`.execute(db)
  const box = { min_lat: 6, max_lat: 8, min_lng: 6, max_lng: 8 }
  const wide = await onMap(box, `&country=${country}&limit=3`)
  assert.equal(wide.pagination.total, 5_201)
  assert.deepEqual(
    [names(wide)[0], wide.festivals[0].rank, wide.festivals[1].rank],
    ['head', 500, 399],
  )
  const crossing = await onMap({ ...box, min_lng: 5, max_lng: -5 }, `&country=${country}&limit=1`)
  assert.deepEqual(names(crossing), ['head'])
})

for (const [query, error] of [
  ['', 'min_lat, max_lat, min_lng, max_lng must be given with map=true'],
  ['min_lat=1&max_lat=2&min_lng=3', 'max_lng must be given with map=true'],
  ['min_lat=&max_lat=2&min_lng=3&max_lng=4', 'min_lat must be a number'],
  ['min_lat=north&max_lat=2&min_lng=3&max_lng=4', 'min_lat must be a number'],
  ['min_lat=1e1&max_lat=2&min_lng=3&max_lng=4', 'min_lat must be a number'],
  ['min_lat=-90.1&max_lat=2&min_lng=3&max_lng=4', 'min_lat must be at least -90'],
  ['min_lat=1&max_lat=90.1&min_lng=3&max_lng=4', 'max_lat must be at most 90'],
  ['min_lat=1&max_lat=2&min_lng=-180.5&max_lng=4', 'min_lng must be at least -180'],
  ['min_lat=1&max_lat=2&min_lng=3&max_lng=181', 'max_lng must be at most 180'],
  ['min_lat=3&max_lat=2&min_lng=3&max_lng=4', 'min_lat must not be above max_lat'],
] as const) {
  // Requirement (operations): GET /festivals?map=true: all four bounds required
  test(`GET /festivals?map=true&${query} is 400`, async () => {
    const { status, body } = await get(`/festivals?map=true&${query}`)
    assert.deepEqual([status, body.error], [400, error])
  })
}

test('a map without its bounds names each that is missing', async () => {
  const { body } = await get('/festivals?map=true&min_lat=1&max_lat=2')
  const fields = ['min_lng', 'max_lng'].map((path) => ({
    path,
    code: 'required',
    message: `${path} is required`,
  }))
  assert.deepEqual(body.fields, fields)
})

test('map=1 is a map, map=false and map=0 are not', async () => {
  const bounds = 'min_lat=1&max_lat=2&min_lng=3&max_lng=4'
  assert.equal((await get(`/festivals?map=1&${bounds}`)).body.pagination.limit, 80)
  for (const value of ['false', '0']) {
    assert.equal((await get(`/festivals?map=${value}&${bounds}`)).body.pagination.limit, 20)
  }
})
