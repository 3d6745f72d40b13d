import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFestival, aGig, anArtist } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

let clock = new Date('2027-03-10T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get } = world
const day = 86_400_000

/** Another day, on which everything written before is past. */
function aNewDay() {
  clock = new Date(clock.getTime() + 10 * day)
}
const at = (ms: number) => new Date(clock.getTime() + ms)

// Requirement (operations): Gig rule 5, GET /gigs/chart: all upcoming gigs, null artists dropped, counted,
//   sorted by count
test('the chart counts the upcoming gigs of each artist, most first', async () => {
  aNewDay()
  const ended = await aFestival(world, { start_time: at(-day), end_time: at(-1) })
  const ending = await aFestival(world, { start_time: at(-day), end_time: at(0) })
  const [one, three] = [
    await anArtist(world, { name: 'Once', photo: 'https://pictures.example/once.jpg' }),
    await anArtist(world, { name: 'Thrice' }),
  ]
  const past = await anArtist(world)
  const gig = (festival_id: string, artist_id: string | null, start_time: Date | null) =>
    aGig(world, { festival_id, artist_id, start_time })
  await gig(ending.id, one.id, at(1))
  await gig(ending.id, one.id, at(0))
  await gig(ended.id, one.id, null)
  await gig(ended.id, three.id, at(1))
  await gig(ending.id, three.id, at(2))
  await gig(ending.id, three.id, null)
  await gig(ending.id, past.id, at(-1))
  await gig(ended.id, past.id, null)
  for (const start of [at(1), at(2), at(3), at(4), null]) await gig(ending.id, null, start)
  assert.deepEqual((await get('/gigs/chart')).body, {
    artists: [
      { artist: { id: three.id, name: 'Thrice', photo: null }, gig_count: 3 },
      {
        artist: { id: one.id, name: 'Once', photo: 'https://pictures.example/once.jpg' },
        gig_count: 1,
      },
    ],
  })
  const [first, ...others] = (await get('/gigs/chart?limit=1')).body.artists
  assert.deepEqual([first.artist.id, others], [three.id, []], 'gigs without artist take no place')
})

// Requirement (rules): contract §4 Chart: ties by name, then id
test('artists with the same number of gigs are sorted by name, then id, also where the limit cuts', async () => {
  aNewDay()
  const { id: festival_id } = await aFestival(world, { start_time: at(1), end_time: at(day) })
  const artists: { id: string; name: string }[] = []
  for (const name of ['Same', 'Zebra', 'Same', 'Ábel', 'Abel', 'abel']) {
    const artist = await anArtist(world, { name })
    await aGig(world, { festival_id, artist_id: artist.id })
    artists.push(artist)
  }
  const top = await anArtist(world, { name: 'Zz' })
  await aGig(world, { festival_id, artist_id: top.id })
  await aGig(world, { festival_id, artist_id: top.id })
  const expected = [
    top,
    ...artists.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id)),
  ].map(({ id }) => id)
  for (const limit of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { body } = await get(`/gigs/chart?limit=${limit}`)
    const ids = body.artists.map(({ artist }: { artist: { id: string } }) => artist.id)
    assert.deepEqual(ids, expected.slice(0, limit), `limit ${limit}`)
  }
})

// Requirement (limits): GET /gigs/chart: limit 100, maximum 200
test('the chart has 100 artists by default and at most 200', async () => {
  aNewDay()
  const { id: festival_id } = await aFestival(world, { start_time: at(1), end_time: at(day) })
  for (let rank = 0; rank < 201; rank++) {
    await aGig(world, { festival_id, artist_id: (await anArtist(world)).id, start_time: at(1) })
  }
  for (const [query, length] of [
    ['', 100],
    ['?limit=101', 101],
    ['?limit=200', 200],
    ['?limit=201', 200],
  ] as const) {
    assert.equal((await get(`/gigs/chart${query}`)).body.artists.length, length, query)
  }
})

// Requirement (rules): contract §1 Queries: chart limit below 1 is 400; an empty chart
test('a chart of no artists is empty, and a limit below 1 is refused', async () => {
  aNewDay()
  assert.deepEqual((await get('/gigs/chart')).body, { artists: [] })
  for (const [limit, error] of [
    ['0', 'limit must be at least 1'],
    ['-3', 'limit must be at least 1'],
    ['ten', 'limit must be a whole number'],
  ]) {
    const { status, body } = await get(`/gigs/chart?limit=${limit}`)
    assert.deepEqual([status, body.error], [400, error], `limit ${limit}`)
  }
})

/** Compares in PostgreSQL's "C" order: code point by code point. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
