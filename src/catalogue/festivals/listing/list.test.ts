import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival, aGig, aName, anArtist, anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld, lenient } from '../../../../test/world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { get } = world

const at = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000
const names = (body: { festivals: { name: string }[] }) => body.festivals.map(({ name }) => name)

/** A country of its own separates the festivals of a test. */
async function aCountry(festivals: { name: string; start_time: Date; end_time: Date }[]) {
  const country = aName('Land')
  for (const festival of festivals) await aFestival(world, { ...festival, country })
  return country
}

// Requirement (operations): Festival rule 1: upcoming keeps a start on or after now
test('time=upcoming keeps festivals that start at this exact millisecond or later', async () => {
  const country = await aCountry([
    { name: 'later', start_time: at(1), end_time: at(day) },
    { name: 'now', start_time: at(0), end_time: at(day) },
    { name: 'just begun', start_time: at(-1), end_time: at(day) },
  ])
  const { body } = await get(`/festivals?time=upcoming&country=${country}`)
  assert.deepEqual(names(body), ['now', 'later'])
})

// Requirement (operations): Festival rule 1: past keeps an end before now
test('time=past keeps what ended before this millisecond, the latest first', async () => {
  const country = await aCountry([
    { name: 'long over', start_time: at(-9 * day), end_time: at(-8 * day) },
    { name: 'just over', start_time: at(-2 * day), end_time: at(-1) },
    { name: 'ending', start_time: at(-day), end_time: at(0) },
  ])
  const { body } = await get(`/festivals?time=past&country=${country}`)
  assert.deepEqual(names(body), ['just over', 'long over'])
})

test('without time all are listed, by start and then id', async () => {
  const country = await aCountry([
    { name: 'b', start_time: at(day), end_time: at(day) },
    { name: 'past', start_time: at(-day), end_time: at(-day) },
    { name: 'c', start_time: at(day), end_time: at(day) },
  ])
  const { body } = await get(`/festivals?country=${country}`)
  assert.deepEqual(names(body), ['past', 'b', 'c'])
})

// Requirement (operations): Festival rule 2: country is a case-insensitive exact match
test('country is an exact match whatever its case, also beyond ASCII', async () => {
  const country = aName('Österreich')
  await aFestival(world, { name: 'here', country })
  await aFestival(world, { name: 'longer', country: `${country}s` })
  for (const asked of [country, country.toUpperCase(), country.normalize('NFD')]) {
    assert.deepEqual(names((await get(`/festivals?country=${encodeURIComponent(asked)}`)).body), [
      'here',
    ])
  }
  assert.deepEqual(
    names((await get(`/festivals?country=${encodeURIComponent(country.slice(0, -1))}`)).body),
    [],
  )
  assert.deepEqual(names((await get('/festivals?country=%25')).body), [])
})

// Requirement (operations): GET /festivals: 1-based page, limit, full payload, pagination
// Requirement (limits): GET /festivals: limit 20, at most 100
test('a list has 20 entries a page, at most 100, and the total', async () => {
  const country = await aCountry(
    Array.from({ length: 103 }, (_, index) => ({
      name: `${index}`,
      start_time: at(index),
      end_time: at(day),
    })),
  )
  const page = async (query: string) => (await get(`/festivals?country=${country}&${query}`)).body
  const first = await page('')
  assert.equal(first.festivals.length, 20)
  assert.deepEqual(first.pagination, {
    page: 1,
    limit: 20,
    total: 103,
    totalPages: 6,
    hasMore: true,
  })
  const last = await page('page=6')
  assert.deepEqual(names(last), ['100', '101', '102'])
  assert.deepEqual(last.pagination, {
    page: 6,
    limit: 20,
    total: 103,
    totalPages: 6,
    hasMore: false,
  })
  const capped = await page('limit=101')
  assert.deepEqual([capped.festivals.length, capped.pagination.limit], [100, 100])
  const beyond = await page('page=7')
  assert.deepEqual(
    [beyond.festivals, beyond.pagination.total, beyond.pagination.hasMore],
    [[], 103, false],
  )
})

// Requirement (records): Pagination envelope
test('reading page by page returns every festival once, and misses none while some are added', async () => {
  const start = { end_time: at(day) }
  const country = await aCountry(
    Array.from({ length: 25 }, (_, index) => ({
      name: `old ${index}`,
      start_time: at(index * 10),
      ...start,
    })),
  )
  const seen: string[] = []
  for (let page = 1, more = true; more; page++) {
    const { body } = await get(`/festivals?country=${country}&limit=4&page=${page}`)
    seen.push(...names(body))
    more = body.pagination.hasMore
    if (page <= 3)
      await aFestival(world, {
        name: `new ${page}`,
        country,
        start_time: at(page * 10 + 5),
        ...start,
      })
  }
  const old = seen.filter((name) => name.startsWith('old'))
  assert.equal(new Set(old).size, 25)
})

// Requirement (operations): Festival rule 4: the earlier form
test('the earlier form returns a bare array, says so, and filters by organizer and dates', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  for (const [name, start, end] of [
    ['first', 1, 2],
    ['second', 3, 4],
    ['third', 5, 6],
  ] as const) {
    await aFestival(world, { name, organizer_id, start_time: at(start), end_time: at(end) })
  }
  const listed = async (query: string) => {
    const { body, headers } = await get(`/festivals?organizer=${organizer_id}${query}`)
    assert.equal(headers['deprecation'], '@1795478400')
    assert.match(`${headers['link']}`, /rel="successor-version"/)
    return body.map(({ name }: { name: string }) => name)
  }
  assert.deepEqual(await listed(''), ['first', 'second', 'third'])
  assert.deepEqual(await listed('&limit=2'), ['first', 'second'])
  assert.deepEqual(await listed('&limit=2&offset=1'), ['second', 'third'])
  assert.deepEqual(await listed(`&start_time=${at(1).toISOString()}`), ['second', 'third'])
  assert.deepEqual(await listed(`&end_time=${at(6).toISOString()}`), ['first', 'second'])
  assert.deepEqual(await listed('&offset=3'), [])
})

// Requirement (operations): Festival rule 4: limit 20, offset 0
test('the earlier form has 20 by default and at most 1,000', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const { db } = world
  const festival = await aFestival(world, { organizer_id })
  const rows = Array.from({ length: 1_001 }, (_, index) => ({
    ...festival,
    id: `01980000-0000-7000-8000-${`${index}`.padStart(12, '0')}`,
  }))
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('festivals')
      .values(rows.slice(from, from + 500))
      .execute()
  assert.equal((await get(`/festivals?organizer=${organizer_id}`)).body.length, 20)
  assert.equal((await get(`/festivals?organizer=${organizer_id}&limit=5000`)).body.length, 1_000)
})

for (const query of ['page=1', 'time=upcoming', 'page=1&offset=5']) {
  // Requirement (operations): Festival rule 4: the envelope is the current form
  test(`with ${query} the earlier form's filters work in the envelope`, async () => {
    const { id: organizer_id } = await anOrganizer(world)
    await aFestival(world, { name: 'mine', organizer_id })
    const { body, headers } = await get(`/festivals?organizer=${organizer_id}&${query}`)
    assert.deepEqual(names(body), ['mine'])
    assert.equal(body.pagination.total, 1)
    assert.equal(headers['deprecation'], undefined)
  })
}

for (const [query, error] of [
  ['time=soon', 'time must be one of upcoming, past, running'],
  ['limit=0', 'limit must be at least 1'],
  ['limit=-1', 'limit must be at least 1'],
  ['limit=ten', 'limit must be a whole number'],
  ['limit=1.5', 'limit must be a whole number'],
  ['limit=', 'limit must be a whole number'],
  ['page=0', 'page must be at least 1'],
  ['offset=-1', 'offset must be at least 0'],
  ['map=maybe', 'map must be true or false'],
  ['start_time=2026-02-30', 'start_time must be an ISO 8601 time, such as 2027-07-01T18:00:00Z'],
  ['page=0&limit=0', 'page must be at least 1, limit must be at least 1'],
] as const) {
  test(`GET /festivals?${query} is 400`, async () => {
    const { status, body } = await get(`/festivals?${query}`)
    assert.deepEqual([status, body.error], [400, error])
  })
}

test('the current form is returned whenever map, page or time is given, and offset counts in it', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  for (const ms of [1, 2, 3]) {
    await aFestival(world, {
      name: `${ms}`,
      organizer_id,
      start_time: at(ms),
      end_time: at(day),
      location: '(1,1)',
    })
  }
  for (const query of [
    'map=false',
    'time=upcoming',
    'map=1&min_lat=0&max_lat=2&min_lng=0&max_lng=2',
  ]) {
    const { body } = await get(`/festivals?organizer=${organizer_id}&${query}&offset=1&limit=1`)
    assert.deepEqual(names(body), ['2'], query)
    assert.deepEqual(body.pagination, { page: 2, limit: 1, total: 3, totalPages: 3, hasMore: true })
    const last = await get(`/festivals?organizer=${organizer_id}&${query}&offset=2&limit=5`)
    assert.deepEqual([names(last.body), last.body.pagination.hasMore], [['3'], false])
    const beyond = await get(`/festivals?organizer=${organizer_id}&${query}&offset=9&limit=1`)
    assert.deepEqual([names(beyond.body), beyond.body.pagination.hasMore], [[], false])
  }
})

test('unknown parameters are ignored', async () => {
  assert.equal(
    (await get('/festivals?colour=red&organizer_id=x', { headers: lenient })).status,
    200,
  )
})

// Requirement (operations): GET /festivals needs C
// Requirement (operations): GET /festivals/:id
test('reading needs the client, and an unknown id is 404 however malformed', async () => {
  assert.deepEqual(
    (await get('/festivals', { client: null })).body.error,
    'Missing the service header',
  )
  for (const id of [newId(), 'nonsense', "1'--", 'x'.repeat(300)]) {
    const { status, body } = await get(`/festivals/${encodeURIComponent(id)}`)
    assert.deepEqual([status, body.error], [404, 'Festival not found'])
  }
})

// Requirement (records): Gig: artist {id, name} on read, artist_id on write, may be null
test('gigs are read by start, those to be announced last', async () => {
  const { id } = await aFestival(world)
  const { id: artist_id, name } = await anArtist(world, { name: 'Wren' })
  await aGig(world, { festival_id: id })
  await aGig(world, { festival_id: id, artist_id, start_time: at(20) })
  await aGig(world, { festival_id: id, artist_id, start_time: at(10) })
  const { body } = await get(`/festivals/${id}`)
  assert.deepEqual(
    body.gigs.map((gig: { start_time: string | null; artist: object | null }) => [
      gig.start_time,
      gig.artist,
    ]),
    [
      [at(10).toISOString(), { id: artist_id, name }],
      [at(20).toISOString(), { id: artist_id, name }],
      [null, null],
    ],
  )
})

test('a list takes two round trips, however many festivals it has; from the cache, none', async () => {
  const country = aName('Long')
  const { id: artist_id } = await anArtist(world)
  for (let index = 0; index < 30; index++) {
    const { id: festival_id } = await aFestival(world, { country })
    await aGig(world, { festival_id, artist_id })
  }
  const cost = async (query: string) => {
    const before = world.statements.length
    await get(query)
    return world.statements.length - before
  }
  await get('/festivals')
  const whole = 'map=true&min_lat=-90&max_lat=90&min_lng=-180&max_lng=180'
  assert.equal(await cost(`/festivals?country=${country}&limit=1`), 2)
  assert.equal(await cost(`/festivals?country=${country}&limit=30`), 1, 'the total is known')
  assert.equal(await cost(`/festivals?country=${country}&limit=30`), 0)
  assert.equal(await cost(`/festivals?${whole}&country=${country}`), 2)
  assert.equal(await cost(`/festivals?${whole}&country=${country}`), 0)
})
