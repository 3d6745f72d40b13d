import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import {
  aFestival,
  aGig,
  anArtist,
  anInterest,
  anOrganizer,
  aPlace,
} from '../../../test/catalogue.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

let clock = new Date('2027-03-10T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, aUser } = world
const day = 86_400_000

/** Moves the clock to another day, so that everything created before is past. */
function aNewDay() {
  clock = new Date(clock.getTime() + 10 * day)
}
const at = (ms: number) => new Date(clock.getTime() + ms)
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
const festivalAt = (ms: number, organizer_id?: string) =>
  aFestival(world, {
    start_time: at(ms),
    end_time: at(day),
    ...(organizer_id !== undefined && { organizer_id }),
  })

// Requirement (operations): GET /users/i/feed: `{festivals, festivalsPagination, gigs, gigsPagination}`, item
//   shapes (contract §4)
test('without interests the feed is everything upcoming, by start', async () => {
  aNewDay()
  const ada = await aUser()
  const { id: organizer_id, name } = await anOrganizer(world, { name: 'Harbour Nights' })
  const festival = await aFestival(world, {
    name: 'Harbour Nights 2027',
    organizer_id,
    photo: '/photos/harbour.webp',
    venue: 'Harbour Park',
    country: 'Denmark',
    location: '(12.08,55.62)',
    rank: 7,
    start_time: at(2),
    end_time: at(3),
  })
  const artist = await anArtist(world)
  const gig = await aGig(world, {
    festival_id: festival.id,
    artist_id: artist.id,
    start_time: at(2),
  })
  const { body } = await get('/users/i/feed', {
    as: ada,
    headers: { host: 'festival.example' },
  })
  const iso = (ms: number) => at(ms).toISOString()
  const photo = 'http://festival.example/photos/harbour.webp'
  const common = { id: festival.id, name: festival.name, country: 'Denmark' }
  const shown = {
    ...common,
    photo,
    venue: 'Harbour Park',
    start_time: iso(2),
    end_time: iso(3),
    time_zone: 'UTC',
  }
  const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false }
  assert.deepEqual(body, {
    festivals: [
      {
        ...shown,
        coordinates: {
          lat: 55.62,
          lng: 12.08,
          location: { type: 'Point', coordinates: [12.08, 55.62] },
        },
        rank: 7,
        organizer: { id: organizer_id, name },
        followed: false,
      },
    ],
    festivalsPagination: pagination,
    gigs: [
      {
        id: gig.id,
        start_time: iso(2),
        end_time: null,
        headliner: false,
        billing: null,
        billing_text: null,
        artist: { id: artist.id, name: artist.name, photo: null },
        place: null,
        festival: shown,
        followed: false,
      },
    ],
    gigsPagination: pagination,
  })
})

test('what was shown before is shown as it is now, after a change of anything in it', async () => {
  aNewDay()
  const ada = await aUser()
  const organizer = await anOrganizer(world)
  const artist = await anArtist(world)
  const { id: festival_id } = await festivalAt(1, organizer.id)
  const place = await aPlace(world, { festival_id, name: 'Harbour Stage' })
  const ofArtist = { festival_id, artist_id: artist.id, place_id: place.id }
  const { id: gig_id } = await aGig(world, { ...ofArtist, start_time: at(1) })
  const { id: gone_id } = await aGig(world, { ...ofArtist, start_time: at(2) })
  const read = async () => {
    const { body } = await get('/users/i/feed', { as: ada })
    const [festival, gig] = [body.festivals[0], body.gigs[0]]
    assert.equal(gig.id, gig_id)
    return JSON.stringify([festival, gig, idsOf(body.gigs)])
  }
  const festivals = world.db.updateTable('festivals').where('id', '=', festival_id)
  const organizers = world.db.updateTable('organizers').where('id', '=', organizer.id)
  const artists = world.db.updateTable('artists').where('id', '=', artist.id)
  const gigs = world.db.updateTable('gigs').where('id', '=', gig_id)
  const changes = [
    [festivals.set({ name: 'Harbour Nights' }), '"name":"Harbour Nights","photo":null'],
    [festivals.set({ photo: '/photos/new.webp' }), '/photos/new.webp'],
    [festivals.set({ venue: 'New Park' }), 'New Park'],
    [festivals.set({ country: 'Iceland' }), 'Iceland'],
    [festivals.set({ location: '(12.5,55.5)' }), '"lat":55.5'],
    [festivals.set({ time_zone: 'Atlantic/Reykjavik' }), 'Atlantic/Reykjavik'],
    [festivals.set({ end_time: at(2 * day) }), at(2 * day).toISOString()],
    [organizers.set({ name: 'Tide and Time' }), 'Tide and Time'],
    [artists.set({ name: 'The Lanterns' }), 'The Lanterns'],
    [artists.set({ photo: '/photos/lanterns.webp' }), '/photos/lanterns.webp'],
    [
      world.db.updateTable('places').set({ name: 'Hill Stage' }).where('id', '=', place.id),
      'Hill Stage',
    ],
    [gigs.set({ end_time: at(3_600_000) }), at(3_600_000).toISOString()],
  ] as const
  for (const [change, shown] of changes) {
    assert.ok(!(await read()).includes(shown), `${shown} is not there yet`)
    await change.execute()
    await until(`${shown} is shown`, async () => (await read()).includes(shown))
  }
  assert.ok((await read()).includes(gone_id))
  await world.db.deleteFrom('gigs').where('id', '=', gone_id).execute()
  await until('a gig is gone', async () => !(await read()).includes(gone_id))
})

// Requirement (operations): Feed rules: upcoming festivals and gigs; contract: start_time >= now, all
//   upcoming gigs
test('a festival is in the feed from now on, a gig as in the calendar', async () => {
  aNewDay()
  const ada = await aUser()
  const [past, now, next] = [await festivalAt(-1), await festivalAt(0), await festivalAt(1)]
  const cancelled = await aFestival(world, {
    start_time: at(2),
    end_time: at(day),
    cancelled_at: at(-1),
  })
  const deleted = await aFestival(world, {
    start_time: at(1),
    end_time: at(day),
    deleted_at: at(-1),
  })
  const artist = await anArtist(world)
  await anInterest(world, { user_id: ada.id, artist_id: artist.id })
  await aGig(world, { festival_id: deleted.id, artist_id: artist.id })
  const ended = await aFestival(world, { start_time: at(-day), end_time: at(-1) })
  await aGig(world, { festival_id: ended.id })
  await aGig(world, { festival_id: now.id, start_time: at(0) })
  const gigs = [
    await aGig(world, { festival_id: ended.id, start_time: at(1) }),
    await aGig(world, { festival_id: past.id }),
  ]
  const { body } = await get('/users/i/feed', { as: ada })
  assert.deepEqual(idsOf(body.festivals), idsOf([now, next, cancelled]))
  assert.equal(body.festivals[0].coordinates, null)
  assert.deepEqual(idsOf(body.gigs), idsOf(gigs))
  assert.deepEqual(idsOf(body.gigs), idsOf((await get('/gigs')).body.gigs))
})

// Requirement (operations): Feed rules: followed organizers and artists affect the order of festivals
test('followed organizers, then festivals of followed artists, come before the rest', async () => {
  aNewDay()
  const [ada, bo] = [await aUser(), await aUser()]
  const organizer = await anOrganizer(world)
  const artist = await anArtist(world)
  const plays = async (ms: number, more: { organizer_id?: string; start?: number }) => {
    const festival = await festivalAt(ms, more.organizer_id)
    const start_time = more.start === undefined ? null : at(more.start)
    await aGig(world, { festival_id: festival.id, artist_id: artist.id, start_time })
    return festival
  }
  const rest = await festivalAt(1)
  // Any gig counts, including a past one.
  const ofArtist = [await plays(2, { start: -day }), await plays(8, {})]
  const both = await plays(9, { organizer_id: organizer.id, start: 9 })
  const ofOrganizer = [await festivalAt(6, organizer.id), await festivalAt(7, organizer.id)]
  const lastOfRest = await festivalAt(10)
  await anInterest(world, { user_id: ada.id, organizer_id: organizer.id })
  await anInterest(world, { user_id: ada.id, artist_id: artist.id })
  const { body } = await get('/users/i/feed', { as: ada })
  assert.deepEqual(
    idsOf(body.festivals),
    idsOf([...ofOrganizer, both, ...ofArtist, rest, lastOfRest]),
  )
  const marks = body.festivals.map(({ followed }: { followed: boolean }) => followed)
  assert.deepEqual(marks, [true, true, true, true, true, false, false])
  const others = (await get('/users/i/feed', { as: bo })).body.festivals
  assert.equal(idsOf(others)[0], rest.id)
  assert.ok(others.every(({ followed }: { followed: boolean }) => !followed))
})

// Requirement (operations): Feed rules: followed organizers and artists affect the order of gigs
test('gigs of followed artists, then those of followed organizers, come before the rest', async () => {
  aNewDay()
  const ada = await aUser()
  const organizer = await anOrganizer(world)
  const artist = await anArtist(world)
  const theirs = await festivalAt(1, organizer.id)
  const other = await festivalAt(1)
  const gig = (festival: { id: string }, ms: number | null, artist_id: string | null = null) =>
    aGig(world, {
      festival_id: festival.id,
      artist_id,
      start_time: ms === null ? null : at(ms),
    })
  const rest = [await gig(other, 1), await gig(other, 2), await gig(other, null)]
  const ofOrganizer = [await gig(theirs, 3), await gig(theirs, 4), await gig(theirs, null)]
  const ofArtist = [
    await gig(theirs, 5, artist.id),
    await gig(other, 6, artist.id),
    await gig(other, null, artist.id),
  ]
  await gig(theirs, 0)
  await gig(theirs, 0, artist.id)
  await anInterest(world, { user_id: ada.id, organizer_id: organizer.id })
  await anInterest(world, { user_id: ada.id, artist_id: artist.id })
  const { body } = await get('/users/i/feed', { as: ada })
  assert.deepEqual(idsOf(body.gigs), idsOf([...ofArtist, ...ofOrganizer, ...rest]))
  const marks = body.gigs.map(({ followed }: { followed: boolean }) => followed)
  assert.deepEqual(marks, [true, true, true, true, true, true, false, false, false])
})

// Requirement (operations): Feed rules: only organizers and artists count
test('a followed genre does not change the order', async () => {
  aNewDay()
  const ada = await aUser()
  const genre_id = newId()
  await world.db
    .insertInto('genres')
    .values({ id: genre_id, name: 'Ska', key: 'ska', search_name: 'ska' })
    .execute()
  const artist = await anArtist(world)
  await world.db.insertInto('artist_genres').values({ artist_id: artist.id, genre_id }).execute()
  await anInterest(world, { user_id: ada.id, genre_id })
  const [first, second] = [await festivalAt(1), await festivalAt(2)]
  await aGig(world, { festival_id: second.id, artist_id: artist.id, start_time: at(2) })
  const { festivals, gigs } = (await get('/users/i/feed', { as: ada })).body
  assert.deepEqual(idsOf(festivals), idsOf([first, second]))
  assert.deepEqual([festivals[1].followed, gigs[0].followed], [false, false])
})

// Requirement (operations): Feed rules: paged independently
test('festivals and gigs are paged independently', async () => {
  aNewDay()
  const ada = await aUser()
  const first = await festivalAt(1)
  const festivals = [first, await festivalAt(2), await festivalAt(3)]
  const festival_id = first.id
  const gigs = [
    await aGig(world, { festival_id, start_time: at(1) }),
    await aGig(world, { festival_id }),
  ]
  const { body } = await get(
    '/users/i/feed?festivals_page=2&festivals_limit=2&gigs_page=2&gigs_limit=1',
    { as: ada },
  )
  assert.deepEqual(idsOf(body.festivals), idsOf(festivals.slice(2)))
  assert.deepEqual(idsOf(body.gigs), idsOf(gigs.slice(1)))
  assert.deepEqual(
    [body.festivalsPagination, body.gigsPagination],
    [
      { page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false },
      { page: 2, limit: 1, total: 2, totalPages: 2, hasMore: false },
    ],
  )
  const past = (
    await get('/users/i/feed?festivals_page=1000000000&gigs_page=1000000000', { as: ada })
  ).body
  assert.deepEqual([past.festivals, past.festivalsPagination.total], [[], 3])
  assert.deepEqual([past.gigs, past.gigsPagination.total], [[], 2])
})

// Requirement (limits): GET /users/i/feed: limits 20, page 1, maximum 100
test('a feed page has 20 items by default and at most 100', async () => {
  aNewDay()
  const ada = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  for (let count = 0; count < 101; count++) {
    const { id: festival_id } = await festivalAt(count, organizer_id)
    await aGig(world, { festival_id, start_time: at(1 + count) })
  }
  const lengths = async (query: string) => {
    const { body } = await get(`/users/i/feed${query}`, { as: ada })
    return [body.festivals.length, body.gigs.length]
  }
  assert.deepEqual(await lengths(''), [20, 20])
  assert.deepEqual(await lengths('?festivals_limit=100&gigs_limit=30'), [100, 30])
  assert.deepEqual(await lengths('?festivals_limit=101&gigs_limit=999999'), [100, 100])
  // Followed or not, a page has the same length.
  await anInterest(world, { user_id: ada.id, organizer_id })
  assert.deepEqual(await lengths('?festivals_limit=101&gigs_limit=999999'), [100, 100])
})

// Requirement (rules): contract §1 Queries: pages and limits from 1, else 400
test('a feed page or limit that is no whole number from 1 is refused', async () => {
  const ada = await aUser()
  for (const name of ['festivals_page', 'festivals_limit', 'gigs_page', 'gigs_limit']) {
    for (const [value, rule] of [
      ['0', 'must be at least 1'],
      ['-1', 'must be at least 1'],
      ['1.5', 'must be a whole number'],
      ['', 'must be a whole number'],
      ['all', 'must be a whole number'],
    ]) {
      const { status, body } = await get(`/users/i/feed?${name}=${value}`, { as: ada })
      assert.deepEqual([status, body.error], [400, `${name} ${rule}`])
    }
  }
})
