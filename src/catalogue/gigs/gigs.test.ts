import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival, aGig, aName, anArtist, aPlace } from '../../../test/catalogue.ts'
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
const idsOf = (gigs: { id: string }[]) => gigs.map(({ id }) => id)
const listed = async (url: string) => idsOf((await get(url)).body.gigs)

// Requirement (operations): GET /gigs: item shape (contract §4)
test('a gig is listed with its artist, its place and its festival', async () => {
  aNewDay()
  const artist = await anArtist(world, { name: 'The Lanterns', photo: '/photos/lanterns.webp' })
  const festival = await aFestival(world, {
    name: 'Harbour Nights',
    country: 'Denmark',
    venue: 'Harbour Park',
    photo: 'https://pictures.example/harbour.jpg',
    start_time: at(day),
    end_time: at(3 * day),
  })
  const place = await aPlace(world, { festival_id: festival.id, name: 'Pier', type: 'stage' })
  const gig = await aGig(world, {
    festival_id: festival.id,
    artist_id: artist.id,
    place_id: place.id,
    start_time: at(day),
    end_time: at(day + 1),
  })
  const { body } = await get('/gigs', { headers: { host: 'festival.example' } })
  const iso = (ms: number) => at(ms).toISOString()
  assert.deepEqual(body.gigs, [
    {
      id: gig.id,
      start_time: iso(day),
      end_time: iso(day + 1),
      headliner: false,
      billing: null,
      billing_text: null,
      artist: {
        id: artist.id,
        name: 'The Lanterns',
        photo: 'http://festival.example/photos/lanterns.webp',
      },
      place: { id: place.id, name: 'Pier', type: 'stage' },
      festival: {
        id: festival.id,
        name: 'Harbour Nights',
        country: 'Denmark',
        venue: 'Harbour Park',
        photo: 'https://pictures.example/harbour.jpg',
        start_time: iso(day),
        end_time: iso(3 * day),
        time_zone: 'UTC',
      },
    },
  ])
})

// Requirement (records): Gig: artist_id may be null, start_time may be absent; absent values
//   are null
test('missing fields of a gig are null, its start as well', async () => {
  aNewDay()
  const { id } = await aFestival(world, { start_time: at(0), end_time: at(day) })
  await aGig(world, { festival_id: id })
  const [gig] = (await get('/gigs')).body.gigs
  const { start_time, end_time, artist, place } = gig
  assert.deepEqual([start_time, end_time, artist, place], [null, null, null, null])
  const { country, venue, photo } = gig.festival
  assert.deepEqual([country, venue, photo], [null, null, null])
})

// Requirement (operations): Gig rule 1: no month filter, upcoming gigs, TBA of an active or upcoming festival
test('upcoming is a start after this millisecond, or TBA at a festival that has not ended', async () => {
  aNewDay()
  const during = await aFestival(world, { start_time: at(-day), end_time: at(day) })
  const ended = await aFestival(world, { start_time: at(-day), end_time: at(-1) })
  const ending = await aFestival(world, { start_time: at(-day), end_time: at(0) })
  const coming = await aFestival(world, { start_time: at(day), end_time: at(2 * day) })
  const timed = (festival: { id: string }, ms: number) =>
    aGig(world, { festival_id: festival.id, start_time: at(ms) })
  const tba = (festival: { id: string }) => aGig(world, { festival_id: festival.id })
  const kept = [await timed(ended, 1), await timed(during, 2)]
  await timed(during, -1)
  await timed(during, 0)
  await tba(ended)
  kept.push(await tba(ending), await tba(during), await tba(coming))
  const { body } = await get('/gigs')
  assert.deepEqual(idsOf(body.gigs).toSorted(), idsOf(kept).toSorted())
  assert.equal(body.pagination.total, kept.length)
})

// Requirement (rules): contract §1 Lists: by start, then id, TBA last
test('gigs are sorted by start, then id, and those to be announced last', async () => {
  aNewDay()
  const { id: festival_id } = await aFestival(world, { start_time: at(0), end_time: at(day) })
  const [a, b, c, d, e, f] = Array.from({ length: 6 }, () => newId()).toSorted()
  for (const [id, ms] of [
    [f, 5],
    [b, undefined],
    [d, 7],
    [c, 7],
    [a, undefined],
    [e, 6],
  ] as const) {
    assert.ok(id)
    await aGig(world, { id, festival_id, start_time: ms === undefined ? null : at(ms) })
  }
  assert.deepEqual(await listed('/gigs'), [f, e, c, d, a, b])
})

// Requirement (operations): Gig rule 2: month filter is a UTC calendar month; TBA by its festival's start
test('a month runs from its first UTC instant to that of the next', async () => {
  const country = aName('Norway')
  const starts = {
    before: '2021-03-31T23:59:59.999Z',
    first: '2021-04-01T00:00:00.000Z',
    last: '2021-04-30T23:59:59.999Z',
    after: '2021-05-01T00:00:00.000Z',
  }
  const gigs: Record<string, string> = {}
  for (const [name, start] of Object.entries(starts)) {
    const start_time = new Date(start)
    const end_time = new Date('2021-06-01T00:00:00Z')
    const festival = await aFestival(world, { country, start_time, end_time })
    const far = await aFestival(world, { country, start_time: new Date('2021-01-01'), end_time })
    // A timed gig counts by its own start, a gig to be announced by the start of its festival.
    gigs[name] = (await aGig(world, { festival_id: far.id, start_time })).id
    gigs[`${name} tba`] = (await aGig(world, { festival_id: festival.id })).id
  }
  const within = (month: string) =>
    listed(`/gigs?country=${encodeURIComponent(country)}&month=${month}`)
  const name = async (month: string) =>
    (await within(month))
      .map((id) => `${Object.keys(gigs).find((key) => gigs[key] === id)}`)
      .toSorted()
  assert.deepEqual(await name('2021-04'), ['first', 'first tba', 'last', 'last tba'])
  assert.deepEqual(await name('2021-03'), ['before', 'before tba'])
  assert.deepEqual(await name('2021-05'), ['after', 'after tba'])
  assert.deepEqual(await name('2021-06'), [])
})

// Requirement (operations): GET /gigs: `month=YYYY-MM`, or `year=YYYY` with `month=M` 1 to 12
test('a past month lists its gigs, and a month can be written in two ways', async () => {
  const { id: festival_id } = await aFestival(world, {
    start_time: new Date('1999-12-01T00:00:00Z'),
    end_time: new Date('2000-01-02T00:00:00Z'),
  })
  const december = await aGig(world, {
    festival_id,
    start_time: new Date('1999-12-31T23:59:59.999Z'),
  })
  const january = await aGig(world, { festival_id, start_time: new Date('2000-01-01T00:00:00Z') })
  for (const [query, expected] of [
    ['month=1999-12', december],
    ['year=1999&month=12', december],
    ['month=2000-01', january],
    ['year=2000&month=1', january],
    ['year=2000&month=01', january],
  ] as const) {
    assert.deepEqual(await listed(`/gigs?${query}`), [expected.id], query)
  }
})

// Requirement (rules): contract §1 Time: years 0001 to 9999
test('the first and the last month of all time can be requested', async () => {
  for (const month of ['0001-01', '9999-12']) {
    const { status, body } = await get(`/gigs?month=${month}`)
    assert.deepEqual([status, body.gigs], [200, []], month)
  }
})

// Requirement (rules): contract §4 Gigs: any other month, either alone included, is 400
test('a month written in any other way is refused', async () => {
  const sentence = 'month must be YYYY-MM, such as 2027-07, or 1 to 12 together with year=YYYY'
  for (const query of [
    'month=7',
    'month=',
    'year=2027',
    'year=',
    'year=&month=7',
    'year=2027&month=',
    'year=2027&month=0',
    'year=2027&month=13',
    'year=2027&month=007',
    'year=2027&month=7.0',
    'year=2027&month=2027-07',
    'year=27&month=7',
    'year=02027&month=7',
    'year=0000&month=7',
    'month=2027-7',
    'month=2027-00',
    'month=2027-13',
    'month=0000-01',
    'month=2027-07-01',
    'month=202707',
    'month=July',
    'month=%202027-07',
    'month=2027-07%0A',
  ]) {
    const { status, body } = await get(`/gigs?${query}`)
    assert.deepEqual([status, body.error], [400, sentence], query)
  }
})

// Requirement (operations): Gig rule 3: country is a case-insensitive exact match on the festival, combines
//   with the default and the month filter
test("country is the festival's, exact but for case, and combines with all", async () => {
  aNewDay()
  const country = aName('Österreich')
  const artist = await anArtist(world)
  const make = async (of: string | null, more: { artist_id?: string; start_time?: Date }) => {
    const times = { start_time: at(day), end_time: at(2 * day) }
    const { id: festival_id } = await aFestival(world, { country: of, ...times })
    return aGig(world, { festival_id, ...more })
  }
  const timed = await make(country, { start_time: at(1), artist_id: artist.id })
  const tba = await make(country.toUpperCase(), { artist_id: artist.id })
  const others = await make(country.toLowerCase(), { start_time: at(2) })
  const gone = await make(country, { start_time: at(-60 * day), artist_id: artist.id })
  await make(`${country} Ost`, { start_time: at(1), artist_id: artist.id })
  await make(null, { start_time: at(1), artist_id: artist.id })
  // Decomposed and in another case, it is the same country.
  const asked = encodeURIComponent(country.normalize('NFD').toUpperCase())
  const month = at(1).toISOString().slice(0, 7)
  const longAgo = at(-60 * day)
    .toISOString()
    .slice(0, 7)
  for (const [query, expected] of [
    ['', [timed, others, tba]],
    [`&artist=${artist.id}`, [timed, tba]],
    [`&month=${month}`, [timed, others, tba]],
    [`&month=${month}&artist=${artist.id}`, [timed, tba]],
    [`&month=${longAgo}`, [gone]],
  ] as const) {
    assert.deepEqual(await listed(`/gigs?country=${asked}${query}`), idsOf([...expected]), query)
  }
  assert.deepEqual(await listed('/gigs?country=%25'), [])
  assert.equal((await listed('/gigs?country=')).length, 5, 'none given, none asked for')
})

// Requirement (operations): Gig rule 4: artist restricts to that artist's gigs
test("artist keeps that artist's gigs; an unknown or malformed id has none", async () => {
  aNewDay()
  const [artist, other] = [await anArtist(world), await anArtist(world)]
  const { id: festival_id } = await aFestival(world, { start_time: at(1), end_time: at(day) })
  const gig = (start_time: Date | null, artist_id: string | null) =>
    aGig(world, { festival_id, start_time, artist_id })
  await gig(at(-1), artist.id)
  await gig(at(1), other.id)
  await gig(at(1), null)
  const [second, first, tba] = [
    await gig(at(3), artist.id),
    await gig(at(2), artist.id),
    await gig(null, artist.id),
  ]
  const { body } = await get(`/gigs?artist=${artist.id.toUpperCase()}`)
  assert.deepEqual(idsOf(body.gigs), idsOf([first, second, tba]))
  assert.equal(body.pagination.total, 3)
  for (const id of [newId(), 'unknown', '', '%27', `${artist.id}x`]) {
    const answer = await get(`/gigs?artist=${id}`)
    assert.deepEqual([answer.status, answer.body.gigs], [200, []], id)
    assert.equal(answer.body.pagination.total, 0)
  }
})

// Requirement (limits): GET /gigs: limit 20, maximum 100; pagination envelope; pages past the end
test('a page has 20 gigs by default, at most 100, and none past the end', async () => {
  aNewDay()
  const { id: festival_id } = await aFestival(world, { start_time: at(1), end_time: at(day) })
  for (let gig = 0; gig < 101; gig++) {
    await aGig(world, { festival_id, start_time: gig % 2 ? null : at(1 + gig) })
  }
  const cases: [string, number, object][] = [
    ['', 20, { page: 1, limit: 20, total: 101, totalPages: 6, hasMore: true }],
    ['?page=6', 1, { page: 6, limit: 20, total: 101, totalPages: 6, hasMore: false }],
    ['?limit=100', 100, { page: 1, limit: 100, total: 101, totalPages: 2, hasMore: true }],
    ['?limit=5000', 100, { page: 1, limit: 100, total: 101, totalPages: 2, hasMore: true }],
    ['?limit=101&page=2', 1, { page: 2, limit: 100, total: 101, totalPages: 2, hasMore: false }],
    ['?page=7', 0, { page: 7, limit: 20, total: 101, totalPages: 6, hasMore: false }],
    [
      '?page=1000000000&limit=100',
      0,
      { page: 1_000_000_000, limit: 100, total: 101, totalPages: 2, hasMore: false },
    ],
  ]
  for (const [query, length, pagination] of cases) {
    const { body } = await get(`/gigs${query}`)
    assert.deepEqual([body.gigs.length, body.pagination], [length, pagination], query)
  }
})

// Requirement (records): pagination envelope of nothing
test('an empty calendar has no pages', async () => {
  aNewDay()
  assert.deepEqual((await get('/gigs')).body, {
    gigs: [],
    pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false },
  })
})

// Requirement (rules): contract §1 Queries: page and limit from 1, else 400
test('a page or limit that is no whole number from 1 is refused', async () => {
  for (const [query, error] of [
    ['page=0', 'page must be at least 1'],
    ['page=-1', 'page must be at least 1'],
    ['page=1.5', 'page must be a whole number'],
    ['page=', 'page must be a whole number'],
    ['page=two', 'page must be a whole number'],
    ['page=1000000001', 'page must be at most 1000000000'],
    ['limit=0', 'limit must be at least 1'],
    ['limit=all', 'limit must be a whole number'],
    ['country=a&country=b', 'country must be a string'],
    ['page=0&limit=0', 'page must be at least 1, limit must be at least 1'],
  ]) {
    const { status, body } = await get(`/gigs?${query}`)
    assert.deepEqual([status, body.error], [400, error], `${query}`)
  }
})

// Requirement (operations): GET /gigs: header C, answer `{gigs, pagination}`
// Requirement (rules): contract §1 Caching: weak ETag, 304, private
test('the calendar needs a client token and no user, and an unchanged page is answered with 304', async () => {
  for (const url of ['/gigs', '/gigs/chart']) {
    const refused = await get(url, { client: null })
    assert.deepEqual([refused.status, refused.body.error], [401, 'Missing the service header'])
    const first = await get(url)
    assert.equal(first.headers['cache-control'], 'private, no-cache')
    const again = await get(url, { headers: { 'if-none-match': `${first.headers['etag']}` } })
    assert.deepEqual([again.status, again.text], [304, ''])
  }
})
