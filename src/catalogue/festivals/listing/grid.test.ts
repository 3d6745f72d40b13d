import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'
import { countByCells, countCells } from './grid.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { db, work, get, statements } = world
const { id: organizer_id } = await anOrganizer(world)

type Spot = { id: string; lat: number; lng: number; start: Date }

/** Festivals all over the map; every third on the edge of a cell. */
async function festivalsAt(size: number): Promise<Spot[]> {
  const somewhere = (most: number) => {
    const degrees = (Math.random() * 2 - 1) * most
    return Math.random() < 1 / 3 ? Math.round(degrees / 5) * 5 : degrees
  }
  const spots = Array.from({ length: size }, (_, n) => ({
    id: newId(),
    lat: somewhere(90),
    lng: somewhere(180),
    start: new Date(now.getTime() + (n % 2 ? 1 : -1) * 86_400_000),
  }))
  await sql`
    insert into festivals (id, organizer_id, name, search_name, start_time, end_time, location)
    select id, ${organizer_id}, 'Tide', 'tide', start, start, point(lng, lat)
    from json_to_recordset(${JSON.stringify(spots)})
      as r (id uuid, lat float8, lng float8, start timestamptz)`.execute(work)
  return spots
}

const spots = await festivalsAt(5_100)

const edge = (most: number) =>
  fc.oneof(
    fc.integer({ min: -most / 5, max: most / 5 }).map((n) => n * 5),
    fc.double({ min: -most, max: most, noNaN: true }),
  )
const aBox = fc
  .tuple(edge(90), edge(90), edge(180), edge(180))
  .map(([lat, otherLat, lng, otherLng]) => ({
    south: Math.min(lat, otherLat),
    north: Math.max(lat, otherLat),
    west: Math.min(lng, otherLng),
    east: Math.max(lng, otherLng),
  }))
type Box = { south: number; north: number; west: number; east: number }

const inside =
  ({ south, north, west, east }: Box) =>
  ({ lat, lng }: Spot) =>
    lat >= south && lat <= north && lng >= west && lng <= east

// Requirement (rules): A map's total is exact, whatever lies on an edge
test('cells and rim make up the box, including records on an edge', async () => {
  for (const time of [undefined, 'upcoming' as const, 'past' as const]) {
    const filter = { time, now }
    const listed = spots.filter(({ start }) => !time || start < now === (time === 'past'))
    const { value: grid } = await countCells(db, filter)
    await fc.assert(
      fc.asyncProperty(aBox, async (box) => {
        const total = await countByCells(db, { box, filter, grid })
        assert.equal(total, listed.filter(inside(box)).length)
      }),
      { numRuns: 60 },
    )
  }
})

const url = ({ south, north, west, east }: Box, more = '') =>
  `/festivals?map=true&min_lat=${south}&max_lat=${north}&min_lng=${west}&max_lng=${east}${more}`
const everywhere = { south: -90, north: 90, west: -180, east: 180 }

test('a large cell is counted correctly through HTTP, and again after a change', async () => {
  const totalOf = async (box: Box) => (await get(url(box))).body.pagination.total
  assert.equal(await totalOf(everywhere), spots.length)
  const nearlyAll = { south: -89.5, north: 89, west: -179, east: 179.9 }
  assert.equal(await totalOf(nearlyAll), spots.filter(inside(nearlyAll)).length)
  const gone = spots.pop()
  assert.ok(gone)
  await sql`update festivals set deleted_at = now() where id = ${gone.id}`.execute(db)
  assert.equal(await totalOf(everywhere), spots.length)
  assert.equal(await totalOf(nearlyAll), spots.filter(inside(nearlyAll)).length)
})

test('a small box may contain many', async () => {
  const box = { south: 40.1, north: 41, west: 150.1, east: 151 }
  await sql`
    insert into festivals (id, organizer_id, name, search_name, start_time, end_time, location, rank)
    select gen_random_uuid(), ${organizer_id}, 'Tide', 'tide', ${now}, ${now}, '(150.5,40.5)', n
    from generate_series(1, 5001) n`.execute(work)
  const { body } = await get(url(box, '&limit=3&page=2'))
  assert.equal(body.pagination.total, 5001 + spots.filter(inside(box)).length)
  assert.deepEqual(
    body.festivals.map(({ rank }: { rank: number }) => rank),
    [4998, 4997, 4996],
  )
})

test('a box is counted once for all its pages, best first', async () => {
  await sql`update festivals set rank = (random() * 9)::int`.execute(work)
  const page = (number: number) => get(url(everywhere, `&limit=200&page=${number}`))
  const first = await page(1)
  const before = statements.length
  const second = await page(2)
  assert.equal(statements.length, before + 1)
  const listed = [...first.body.festivals, ...second.body.festivals]
  assert.equal(new Set(listed.map(({ id }) => id)).size, 400)
  const ranks = listed.map(({ rank }) => rank)
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => b - a),
  )
})
