import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aFestival, aName, anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { get, work, statements } = world
const { id: organizer_id } = await anOrganizer(world)
const day = 86_400_000

type Spot = { id: string; lat: number; lng: number; start: Date }
type Listed = { id: string; name: string; distance: number }

const somewhere = fc.record({
  lat: fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.constantFrom(-90, 90, -89.99, 89.99, 0),
  ),
  lng: fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, 180, -179.99, 179.99, 0),
  ),
})

/** Creates this many festivals in a country, all over the globe: some at the poles, and at the antimeridian. */
async function festivalsIn(country: string, size: number): Promise<Spot[]> {
  const spots = fc.sample(somewhere, { numRuns: size, seed: size }).map(({ lat, lng }, n) => ({
    id: newId(),
    lat: Number(lat.toFixed(6)) || 0,
    lng: Number(lng.toFixed(6)) || 0,
    start: new Date(now.getTime() + ((n % 2 ? 1 : -1) * (n + 1) * day) / 100),
  }))
  await sql`
    insert into festivals (id, organizer_id, name, search_name, country, country_key, start_time, end_time, location)
    select id, ${organizer_id}, 'Tide', 'tide', ${country}, ${country.toLowerCase()}, start, start, point(lng, lat)
    from json_to_recordset(${JSON.stringify(spots)})
      as r (id uuid, lat float8, lng float8, start timestamptz)`.execute(work)
  return spots
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres along a great circle, by the angle between two directions from the middle of the Earth. */
function distanceBetween(one: { lat: number; lng: number }, other: { lat: number; lng: number }) {
  const [x, y, z] = [one, other]
    .map(({ lat, lng }) => [
      Math.cos(radians(lat)) * Math.cos(radians(lng)),
      Math.cos(radians(lat)) * Math.sin(radians(lng)),
      Math.sin(radians(lat)),
    ])
    .reduce((a, b) => a.map((value, axis) => value - (b[axis] ?? 0)))
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.hypot(x ?? 0, y ?? 0, z ?? 0) / 2))
}

const urlOf = (query: Record<string, string | number>) =>
  `/festivals?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))}`

async function near(query: Record<string, string | number>) {
  const { status, body } = await get(urlOf(query))
  assert.equal(status, 200, JSON.stringify(body))
  return body as { festivals: Listed[]; pagination: { total: number; hasMore: boolean } }
}

const aQuestion = fc.record({
  middle: somewhere,
  isNarrowed: fc.boolean(),
  radius: fc.oneof(
    fc.double({ min: 0, max: 20_000, noNaN: true }),
    fc.double({ min: 0, max: 500, noNaN: true }),
  ),
  time: fc.constantFrom(undefined, 'upcoming' as const, 'past' as const),
})

// Requirement (operations): contract §4.4: near keeps what is within the radius along a great circle
test('a circle holds what a plain computation finds in it, at the poles and the antimeridian too', async () => {
  const country = aName('Globe')
  const spots = await festivalsIn(country, 400)
  await fc.assert(
    fc.asyncProperty(aQuestion, async ({ middle, radius: size, time, isNarrowed }) => {
      const radius = Number(size.toFixed(3))
      const [lat, lng] = [Number(middle.lat.toFixed(6)), Number(middle.lng.toFixed(6))]
      const listed = spots
        .filter(({ start }) => !time || start < now === (time === 'past'))
        .map((spot) => ({ ...spot, distance: distanceBetween(spot, { lat, lng }) }))
      // Where rounding decides, either answer is right.
      const clear = listed.filter(({ distance }) => Math.abs(distance - radius) > 1e-4)
      const { festivals, pagination } = await near({
        near: `${lat},${lng}`,
        radius,
        limit: 100,
        nested: 0,
        ...(time && { time }),
        // With a country, a wide circle is searched by another method.
        ...(isNarrowed && { country }),
      })
      const expected = clear.filter(({ distance }) => distance <= radius)
      const unclear = listed.length - clear.length
      assert.ok(Math.abs(pagination.total - expected.length) <= unclear)
      const distances = festivals.map(({ distance }) => distance)
      assert.deepEqual(
        distances,
        distances.toSorted((a, b) => a - b),
      )
      const known = new Map(listed.map(({ id, distance }) => [id, distance]))
      for (const { id, distance } of festivals) {
        assert.ok(Math.abs(distance - (known.get(id) ?? Number.NaN)) <= 0.051, `${distance}`)
      }
      const furthest = distances.at(-1) ?? 0
      const shown = new Set(festivals.map(({ id }) => id))
      for (const { id, distance } of expected) {
        assert.ok(shown.has(id) || (shown.size === 100 && distance >= furthest - 0.051), id)
      }
    }),
    { numRuns: 150 },
  )
})

// Requirement (operations): contract §4.4: near: 50 km, the nearest first, distance to one decimal
test('near lists within 50 km, the nearest first, with the distance to one decimal', async () => {
  const country = aName('Sound')
  const at = (name: string, location: string) => aFestival(world, { name, country, location })
  await at('Malmö', '(13.0038,55.605)')
  await at('Copenhagen', '(12.5683,55.6761)')
  await at('Roskilde', '(12.0803,55.6415)')
  await at('Odense', '(10.4024,55.4038)')
  await aFestival(world, { name: 'nowhere', country })
  const query = { near: '55.6761,12.5683', country }
  const { festivals, pagination } = await near(query)
  assert.deepEqual(
    festivals.map(({ name, distance }) => [name, distance]),
    [
      ['Copenhagen', 0],
      ['Malmö', 28.5],
      ['Roskilde', 30.9],
    ],
  )
  assert.deepEqual(pagination, { page: 1, limit: 20, total: 3, totalPages: 1, hasMore: false })
  const further = await near({ ...query, radius: 150, limit: 1, page: 4 })
  assert.deepEqual([further.festivals[0]?.name, further.pagination.total], ['Odense', 4])
})

// Requirement (operations): contract §4.4: sort=start_time, and near with the other parameters
test('sort=start_time lists what is near by start; ids, organizer and expand go with it', async () => {
  const country = aName('Order')
  const organizer = await anOrganizer(world)
  const made = [3, 1, 2].map((days, nth) => ({
    name: `on day ${days}`,
    country,
    location: `(${nth / 100},0)`,
    start_time: new Date(now.getTime() + days * day),
    organizer_id: nth === 0 ? organizer_id : organizer.id,
  }))
  const festivals = await Promise.all(made.map((one) => aFestival(world, one)))
  const query = { near: '0,0', country }
  const names = async (more: object) => {
    const listed = await near({ ...query, ...more })
    return listed.festivals.map(({ name }) => name)
  }
  assert.deepEqual(await names({}), ['on day 3', 'on day 1', 'on day 2'])
  assert.deepEqual(await names({ sort: 'start_time' }), ['on day 1', 'on day 2', 'on day 3'])
  assert.deepEqual(await names({ organizer: organizer.id }), ['on day 1', 'on day 2'])
  assert.deepEqual(await names({ ids: `${festivals[2]?.id},${newId()}` }), ['on day 2'])
  const [first] = (await near({ ...query, expand: 'artists,availability' })).festivals
  assert.deepEqual(Object.keys(first ?? {}).slice(-3), ['artists', 'availability', 'distance'])
})

// Requirement (operations): contract §4.4: the total of near counts at most 10,000
test('of more than 10,000 the nearest are found, page by page, and 10,000 counted', async () => {
  const country = aName('Crowd')
  await sql`
    insert into festivals (id, organizer_id, name, search_name, country, country_key, start_time, end_time, location)
    select gen_random_uuid(), ${organizer_id}, 'crowd ' || n, 'crowd', ${country}, ${country.toLowerCase()},
           ${now}::timestamptz + ((n * 7919) % 10500) * interval '1 minute',
           ${now}::timestamptz + interval '30 days', point(20 + n / 5000.0, 60)
    from generate_series(0, 10499) n`.execute(work)
  await sql`analyze festivals`.execute(work)
  const nth = async (more: Record<string, string | number>) => {
    const { festivals, pagination } = await near({
      near: '60,20',
      radius: 200,
      limit: 3,
      nested: 0,
      time: 'upcoming',
      ...more,
    })
    assert.equal(pagination.total, 10_000)
    return festivals.map(({ name }) => name)
  }
  // With a country or without, a page is found by another method.
  for (const narrowed of [{}, { country }]) {
    assert.deepEqual(await nth(narrowed), ['crowd 0', 'crowd 1', 'crowd 2'])
    const late = await nth({ ...narrowed, page: 3000 })
    assert.deepEqual(late, ['crowd 8997', 'crowd 8998', 'crowd 8999'])
    assert.deepEqual(await nth({ ...narrowed, page: 4000 }), [])
    const first = await nth({ ...narrowed, sort: 'start_time' })
    assert.equal(first[0], 'crowd 0')
  }
})

// Requirement (operations): contract §4.4: near takes few statements, and is kept until something moves
test('a circle takes three round trips at most, from the cache none, and follows a move', async () => {
  const country = aName('Cost')
  const { id } = await aFestival(world, { country, location: '(-40,-40)' })
  const cost = async (query: Record<string, string | number>) => {
    const before = statements.length
    await near(query)
    return statements.length - before
  }
  const query = { near: '-40,-40', country }
  await near({ near: '1,1' })
  assert.deepEqual([await cost(query), await cost(query)], [2, 0])
  assert.equal(await cost({ ...query, expand: 'artists,availability' }), 4, 'the last two together')
  await sql`update festivals set location = '(-40,-41)' where id = ${id}`.execute(work)
  assert.deepEqual((await near(query)).festivals, [])
  assert.equal((await near({ ...query, radius: 112 })).festivals[0]?.distance, 111.2)
})

for (const [query, error] of [
  ['near=here', 'near must be a latitude and a longitude in degrees, such as 55.62,12.08'],
  ['near=', 'near must be a latitude and a longitude in degrees, such as 55.62,12.08'],
  ['near=90.1,0', 'near must be a latitude and a longitude in degrees, such as 55.62,12.08'],
  ['near=0,-180.1', 'near must be a latitude and a longitude in degrees, such as 55.62,12.08'],
  ['near=1,2,3', 'near must be a latitude and a longitude in degrees, such as 55.62,12.08'],
  ['near=1,2&radius=-1', 'radius must be at least 0'],
  ['near=1,2&radius=20001', 'radius must be at most 20000'],
  ['near=1,2&radius=far', 'radius must be a number'],
  ['near=1,2&sort=rank', 'sort must be one of distance, start_time'],
  ['radius=10', 'near is required with radius'],
  ['sort=distance', 'near is required with sort=distance'],
  ['map=true&near=1,2', 'near cannot be combined with map=true'],
  ['map=true&ids=', 'ids cannot be combined with map=true'],
  ['map=true&expand=artists', 'expand cannot be combined with map=true'],
] as const) {
  // Requirement (operations): contract §4.4: near, radius, sort, ids and expand that do not go together are
  //   400
  test(`GET /festivals?${query} is 400: ${error}`, async () => {
    const { status, body } = await get(`/festivals?${query}`)
    assert.deepEqual([status, body.error], [400, error])
  })
}
