import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import {
  aFestival,
  aGig,
  anArtist,
  anInterest,
  anOrganizer,
  aPlace,
} from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { refreshRanks } from './listing/rank.ts'

const world = await aWorld()
const { db, bus, aUser } = world

const told = new Set<string>()
bus.on('catalogue', (names) => names.forEach((name) => told.add(name)))

/** The hints the database sends for a change. */
async function tells(change: () => Promise<unknown>): Promise<string[]> {
  await bus.settled()
  told.clear()
  await change()
  await bus.settled()
  return [...told].toSorted()
}

/** A festival with every aspect that a change can affect: in Aarhus, in July 2099, announced except for one slot. */
async function aScene() {
  const [organizer, artist] = [await anOrganizer(world), await anArtist(world)]
  const { id } = await aFestival(world, {
    organizer_id: organizer.id,
    country: 'Denmark',
    country_key: 'denmark',
    location: '(10.2,56.1)',
  })
  const place = await aPlace(world, { festival_id: id })
  const on = { festival_id: id, artist_id: artist.id, place_id: place.id }
  const gig = await aGig(world, { ...on, start_time: new Date('2099-08-01T20:00:00Z') })
  const tba = await aGig(world, { festival_id: id })
  const tier = await aTier(world, { festival_id: id })
  return { id, organizer, artist, place, gig, tba, tier }
}

type Scene = Awaited<ReturnType<typeof aScene>>
type Change = (on: Scene) => ReturnType<typeof sql>

const here = ['map', 'map:29:38']
const lists = (on: Scene) => [
  'festivals',
  'festivals:country:denmark',
  `festivals:organizer:${on.organizer.id}`,
]
const gigs = (on: Scene) => ['gigs', 'gigs:2099-07', 'gigs:2099-08', `gigs:artist:${on.artist.id}`]

const changes: [what: string, change: Change, names: (on: Scene) => string[]][] = [
  [
    'a sale',
    ({ tier }) => sql`update tiers set sold = 1, held = 1 where id = ${tier.id}`,
    () => [],
  ],
  ['a rank by itself', ({ id }) => sql`update festivals set rank = 9 where id = ${id}`, () => []],
  [
    'an address',
    ({ id }) => sql`update festivals set address = 'Quay 1' where id = ${id}`,
    ({ id }) => [`festival:${id}`],
  ],
  [
    'a cancellation',
    ({ id }) => sql`update festivals set cancelled_at = now() where id = ${id}`,
    ({ id }) => [`festival:${id}`],
  ],
  [
    'a description',
    ({ id }) => sql`update festivals set description = 'Three nights' where id = ${id}`,
    ({ id }) => [`festival:${id}`, 'search'],
  ],
  [
    'a name',
    ({ id }) => sql`update festivals set name = 'Other' where id = ${id}`,
    (on) => [`festival:${on.id}`, 'search', ...here, ...gigs(on)],
  ],
  [
    'a new time',
    ({ id }) => sql`
      update festivals set start_time = '2099-06-30', end_time = '2099-08-02' where id = ${id}`,
    (on) => [`festival:${on.id}`, 'search', ...here, ...lists(on), ...gigs(on), 'gigs:2099-06'],
  ],
  [
    'a move',
    ({ id }) => sql`
      update festivals set country = 'Norway', country_key = 'norway', location = '(10.8,59.9)'
      where id = ${id}`,
    (on) => [
      `festival:${on.id}`,
      'search',
      ...here,
      'map:29:38',
      ...lists(on),
      ...gigs(on),
      'festivals:country:norway',
    ],
  ],
  [
    'a move across a cell',
    ({ id }) => sql`update festivals set location = '(-180,-90)' where id = ${id}`,
    ({ id }) => [`festival:${id}`, ...here, 'map:0:0'],
  ],
  [
    'a deletion',
    ({ id }) => sql`update festivals set deleted_at = now() where id = ${id}`,
    (on) => [`festival:${on.id}`, 'search', ...here, ...lists(on), ...gigs(on)],
  ],
  [
    'a row that goes',
    ({ id }) => sql`delete from festivals where id = ${id}`,
    (on) => [`festival:${on.id}`, 'search', ...here, ...lists(on), ...gigs(on)],
  ],
  [
    'a new festival',
    ({ organizer }) => sql`
      insert into festivals (id, name, search_name, organizer_id, country_key, location, start_time, end_time)
      values ('00000000-0000-7000-8000-000000000001', '', '', ${organizer.id}, 'denmark', '(10.2,56.1)',
              '2099-07-31T23:59:59.999Z', '2099-08-02')`,
    (on) => [
      'festival:00000000-0000-7000-8000-000000000001',
      'search',
      ...here,
      ...lists(on),
      'gigs:2099-07',
    ],
  ],
  [
    'a gig that moves',
    ({ gig }) => sql`update gigs set start_time = '2099-09-01' where id = ${gig.id}`,
    (on) => [
      `festival:${on.id}`,
      'gigs',
      'gigs:2099-08',
      'gigs:2099-09',
      `gigs:artist:${on.artist.id}`,
    ],
  ],
  [
    'a slot that is announced',
    ({ tba, artist }) => sql`update gigs set artist_id = ${artist.id} where id = ${tba.id}`,
    (on) => [`festival:${on.id}`, 'gigs', 'gigs:2099-07', `gigs:artist:${on.artist.id}`],
  ],
  [
    'a new gig',
    ({ id }) => sql`
      insert into gigs (id, festival_id, start_time) values (${newId()}, ${id}, '2099-12-31T23:59:59Z')`,
    ({ id }) => [`festival:${id}`, 'gigs', 'gigs:2099-12'],
  ],
  [
    'a place',
    ({ place }) => sql`update places set name = 'Other' where id = ${place.id}`,
    (on) => [`festival:${on.id}`, 'gigs', 'gigs:2099-08', `gigs:artist:${on.artist.id}`],
  ],
  [
    'a new place',
    ({ id }) => sql`
      insert into places (id, festival_id, position, name) values (${newId()}, ${id}, 1, 'Bar')`,
    ({ id }) => [`festival:${id}`],
  ],
  [
    'a price',
    ({ tier }) => sql`update tiers set price_cents = 1 where id = ${tier.id}`,
    ({ id }) => [`festival:${id}`],
  ],
  [
    'an artist with another name',
    ({ artist }) => sql`update artists set name = 'Other' where id = ${artist.id}`,
    ({ id, artist }) => [
      `festival:${id}`,
      'gigs',
      'gigs:2099-08',
      `gigs:artist:${artist.id}`,
      'artists',
      'search',
      `artist:${artist.id}`,
    ],
  ],
  [
    'an artist with another photo',
    ({ artist }) => sql`update artists set photo = '/photos/a.webp' where id = ${artist.id}`,
    ({ artist }) => [
      'gigs',
      'gigs:2099-08',
      `gigs:artist:${artist.id}`,
      'artists',
      'search',
      `artist:${artist.id}`,
    ],
  ],
  [
    'an artist who goes',
    ({ artist }) => sql`delete from artists where id = ${artist.id}`,
    ({ id, artist }) => [
      `festival:${id}`,
      'gigs',
      'gigs:2099-08',
      `gigs:artist:${artist.id}`,
      'artists',
      'search',
      `artist:${artist.id}`,
    ],
  ],
  [
    'an organizer with another name',
    ({ organizer }) => sql`update organizers set name = 'Other' where id = ${organizer.id}`,
    ({ id }) => [`festival:${id}`],
  ],
]
for (const [what, change, names] of changes) {
  test(`${what} sends exactly the hints it should`, async () => {
    const scene = await aScene()
    const heard = await tells(() => change(scene).execute(db))
    assert.deepEqual(heard, [...new Set(names(scene))].toSorted())
  })
}

test('new ranks send hints for the festivals that moved', async () => {
  await refreshRanks(db)
  const [moved, still] = [await aScene(), await aFestival(world, { location: '(100,0)' })]
  await refreshRanks(db)
  const { id: user_id } = await aUser()
  await anInterest(world, { user_id, organizer_id: moved.organizer.id })
  const names = [`festival:${moved.id}`, ...here]
  assert.deepEqual(await tells(() => refreshRanks(db)), names)
  assert.deepEqual(await tells(() => refreshRanks(db)), [])
  assert.ok(!names.includes(`festival:${still.id}`))
})

test('a transaction that changes hundreds of festivals sends hints for all', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  for (let n = 0; n < 402; n++) await aFestival(world, { organizer_id, location: '(1,1)' })
  const of = sql`organizer_id = ${organizer_id}`
  const lists = ['festivals', 'festivals:*', 'map', 'map:*', 'search', 'gigs:*']
  const rename = sql`update organizers set name = 'Other' where id = ${organizer_id}`
  assert.deepEqual(await tells(() => rename.execute(db)), ['festival:*'])
  const heard = await tells(() => sql`update festivals set name = 'Other' where ${of}`.execute(db))
  assert.deepEqual(new Set(['festival:*', 'gigs', ...lists]).difference(new Set(heard)), new Set())
  const gone = await tells(() => sql`delete from festivals where ${of}`.execute(db))
  assert.deepEqual(gone, ['festival:*', ...lists].toSorted())
})
