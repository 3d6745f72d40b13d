import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aName, anArtist, aFestival as aRow } from '../../../../test/catalogue.ts'
import { invited } from '../../../../test/invitations.ts'
import { until } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { refreshRanks } from '../listing/rank.ts'
import { tierStock } from '../model/stock.ts'
import { saveFestivals } from './changes.ts'

const world = await aWorld()
await world.jobs.start()
const { get, post, put, del, aUser, db } = world
const ada = await aUser()
const times = { start_time: '2090-07-01T18:00:00Z', end_time: '2090-07-03T23:00:00Z' }

async function anOrganizer(as: Person = ada): Promise<string> {
  const id = `org-${newId()}`
  assert.equal((await post('/organizers', { id, name: id }, { as })).status, 201)
  return id
}

async function aFestival(fields: object = {}, as = ada) {
  const body = { name: 'Harbour', organizer_id: await anOrganizer(as), ...times, ...fields }
  const answer = await post('/festivals', body, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const tiersOf = (id: string) =>
  db.selectFrom('tiers').selectAll().where('festival_id', '=', id).orderBy('position').execute()

for (const [why, fields, error] of [
  ['nothing', undefined, 'name, start_time, end_time and organizer_id are required'],
  ['no organizer', { name: 'x', ...times }, 'organizer_id is required'],
  [
    'an unknown organizer',
    { name: 'x', ...times, organizer_id: 'unknown' },
    'organizer_id is not the id of an organizer',
  ],
  ['a blank name', { name: ' \t' }, 'name must not be blank'],
  ['an empty name', { name: '' }, 'name must not be empty'],
  ['201 letters of name', { name: 'x'.repeat(201) }, 'name must have at most 200 characters'],
  [
    'a day that is none',
    { start_time: '2026-02-30' },
    'start_time must be an ISO 8601 time, such as 2027-07-01T18:00:00Z',
  ],
  [
    'an end before its start',
    { end_time: '2090-07-01T17:59:59.999Z' },
    'end_time must not be before start_time',
  ],
  [
    'a gig that ends before it starts',
    { gigs: [{ start_time: '2090-07-02', end_time: '2090-07-01' }] },
    'gigs[0].end_time must not be before gigs[0].start_time',
  ],
  [
    'an unknown artist',
    { gigs: [{}, { artist_id: '01980000-0000-7000-8000-00000000dead' }] },
    'gigs[1].artist_id is not the id of an artist',
  ],
  ['a malformed artist', { gigs: [{ artist_id: 'Wren' }] }, 'gigs[0].artist_id must be an id'],
  [
    'an unknown place',
    { places: [{ name: 'Bar' }], gigs: [{ place_id: 'Barn' }] },
    'gigs[0].place_id is neither the id nor the name of a place of this festival',
  ],
  ['a place without a name', { places: [{ type: 'stage' }] }, 'places[0].name is required'],
  [
    'a place off the map',
    { places: [{ name: 'x', coordinates: { lat: 91, lng: 0 } }] },
    'places[0].coordinates.lat must be at most 90',
  ],
  [
    'a tier twice',
    {
      tickets: [
        { name: 'A', price: 1, quantity: 1 },
        { name: 'A', price: 2, quantity: 2 },
      ],
    },
    'tickets[1].name is given twice: tiers need names of their own',
  ],
  [
    'a tier without price',
    { tickets: [{ name: 'A', quantity: 1 }] },
    'tickets[0].price is required',
  ],
  [
    'a quantity below nothing',
    { tickets: [{ name: 'A', price: 1, quantity: -1 }] },
    'tickets[0].quantity must be at least 0',
  ],
  [
    'a sale that ends before it starts',
    {
      tickets: [
        { name: 'A', price: 1, quantity: 1, start_time: '2090-01-02', end_time: '2090-01-01' },
      ],
    },
    'tickets[0].end_time must not be before tickets[0].start_time',
  ],
  [
    'a validity that ends before it starts',
    {
      tickets: [
        { name: 'A', price: 1, quantity: 1, valid_since: '2090-01-02', valid_until: '2090-01-01' },
      ],
    },
    'tickets[0].valid_until must not be before tickets[0].valid_since',
  ],
  [
    'an id that no tier has',
    { tickets: [{ id: newId(), name: 'A', price: 1, quantity: 1 }] },
    "tickets[0].id is not one of this festival's tickets",
  ],
  [
    'a photo that is none',
    { photo: 'nonsense' },
    'photo must be a PNG, JPEG, WebP, GIF or AVIF picture (base64 or data: URI) or an http(s) URL',
  ],
  [
    'a GeoJSON point upside down',
    { coordinates: { location: { type: 'Point', coordinates: [10, 91] } } },
    'coordinates.location.coordinates must be [longitude, latitude]',
  ],
] as const) {
  // Requirement (records): A festival links to exactly one organizer
  test(`a festival with ${why} is refused, and nothing of it is written`, async () => {
    const organizer_id = await anOrganizer()
    const body =
      fields && 'organizer_id' in fields
        ? fields
        : why === 'no organizer'
          ? fields
          : fields && { name: 'x', ...times, organizer_id, ...fields }
    const answer = await post('/festivals', body, { as: ada })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
    assert.deepEqual((await get(`/festivals?organizer=${organizer_id}`)).body, [])
  })
}

test("another festival's tier cannot be taken over", async () => {
  const { tickets } = await aFestival({ tickets: [{ name: 'Day', price: 1, quantity: 1 }] })
  const organizer_id = await anOrganizer()
  const body = {
    name: 'x',
    ...times,
    organizer_id,
    tickets: [{ id: tickets[0].id, name: 'Mine', price: 1, quantity: 1 }],
  }
  assert.equal((await post('/festivals', body, { as: ada })).status, 400)
})

test('only managers of the organizer, catalogue staff and admins create, change and delete', async () => {
  const festival = await aFestival()
  const organizer_id = festival.organizer.id
  const stranger = await aUser()
  const body = { name: 'x', organizer_id, ...times }
  for (const refused of [
    await post('/festivals', body, { as: stranger }),
    await put(`/festivals/${festival.id}`, { name: 'y' }, { as: stranger }),
    await del(`/festivals/${festival.id}`, { as: stranger }),
  ]) {
    assert.equal(refused.status, 403)
    assert.match(refused.body.error, /managers/)
  }
  assert.equal((await get(`/festivals/${festival.id}`)).body.name, 'Harbour')
  const second = await aUser()
  await invited(world, `/organizers/${organizer_id}/managers`, { by: ada, to: second })
  for (const allowed of [
    second,
    await aUser({ roles: ['admin'] }),
    await aUser({ permissions: ['manage_catalog'] }),
  ]) {
    const made = await post('/festivals', body, { as: allowed })
    assert.equal(made.status, 201)
    assert.equal(
      (await put(`/festivals/${made.body.id}`, { name: 'z' }, { as: allowed })).status,
      200,
    )
    assert.equal((await del(`/festivals/${made.body.id}`, { as: allowed })).status, 200)
  }
})

// Requirement (records): Festival: organizer on read, organizer_id on write
test('moving a festival needs the right on both organizers', async () => {
  const bo = await aUser()
  const theirs = await anOrganizer(bo)
  const { id } = await aFestival()
  assert.equal((await put(`/festivals/${id}`, { organizer_id: theirs }, { as: ada })).status, 403)
  await invited(world, `/organizers/${theirs}/managers`, { by: bo, to: ada })
  const moved = await put(`/festivals/${id}`, { organizer_id: theirs }, { as: ada })
  assert.equal(moved.body.organizer.id, theirs)
  for (const organizer_id of ['unknown', '']) {
    const { status, body } = await put(`/festivals/${id}`, { organizer_id }, { as: ada })
    assert.deepEqual([status, body.error], [400, 'organizer_id is not the id of an organizer'])
  }
})

// Requirement (operations): POST /festivals needs C and U
test('tokens are checked before the body, the body before the id', async () => {
  assert.deepEqual(
    (await post('/festivals', '{broken', { client: null })).body.error,
    'Missing the service header',
  )
  assert.deepEqual((await post('/festivals', '{broken')).body.error, 'Missing the user header')
  assert.equal((await put(`/festivals/${newId()}`, { name: 7 }, { as: ada })).status, 400)
  assert.equal((await put('/festivals/nonsense', { name: 7 }, { as: ada })).status, 400)
  assert.equal((await put('/festivals/nonsense', { name: 'x' }, { as: ada })).status, 404)
  assert.equal((await del('/festivals/nonsense', { as: ada })).status, 404)
})

// Requirement (operations): PUT /festivals/:id: every field optional
test('an update changes the given fields and leaves the rest', async () => {
  const festival = await aFestival({
    description: 'By the water',
    country: 'Denmark',
    gigs: [{}],
    places: [{ name: 'Bar' }],
  })
  const { body } = await put(
    `/festivals/${festival.id}`,
    { country: null, name: 'New' },
    { as: ada },
  )
  assert.deepEqual(body, { ...festival, name: 'New', country: null })
  assert.deepEqual((await put(`/festivals/${festival.id}`, {}, { as: ada })).body, body)
  const earlier = await put(
    `/festivals/${festival.id}`,
    { end_time: '2090-07-01T17:00:00Z' },
    { as: ada },
  )
  assert.deepEqual(
    [earlier.status, earlier.body.error],
    [400, 'end_time must not be before start_time'],
  )
})

// Requirement (records): Place: id, name, type, coordinates
test('places are synced by id, then by name, and gigs follow them', async () => {
  const { id, places, gigs } = await aFestival({
    places: [{ name: 'Bar' }, { name: 'Pier' }, { name: 'Barn' }],
    gigs: [{ place_id: 'Pier' }, { place_id: 'Barn' }],
  })
  const [bar, pier] = places
  const { body } = await put(
    `/festivals/${id}`,
    {
      places: [
        { id: pier.id, name: 'Pier 2' },
        { name: 'Bar', type: 'drink' },
      ],
    },
    { as: ada },
  )
  assert.deepEqual(
    body.places.map((place: Record<string, unknown>) => [
      place['id'],
      place['name'],
      place['type'],
    ]),
    [
      [pier.id, 'Pier 2', null],
      [bar.id, 'Bar', 'drink'],
    ],
  )
  const places_of = new Map(
    body.gigs.map((gig: { id: string; place_id: string }) => [gig.id, gig.place_id]),
  )
  const of_gigs = gigs.map((gig: { id: string }) => places_of.get(gig.id))
  assert.deepEqual(new Set(of_gigs), new Set([pier.id, null]))
})

// Requirement (records): Gig: start_time may be absent (TBA)
test('gigs are synced: the same slot keeps its id, missing ones are deleted', async () => {
  const { id: artist_id } = await anArtist(world)
  const slot = { artist_id, start_time: '2090-07-01T20:00:00Z' }
  const { id, gigs, places } = await aFestival({ places: [{ name: 'Bar' }], gigs: [slot, {}] })
  const { body } = await put(
    `/festivals/${id}`,
    { gigs: [{ ...slot, place_id: places[0].id, end_time: '2090-07-01T21:00:00Z' }] },
    { as: ada },
  )
  assert.equal(body.gigs.length, 1)
  assert.deepEqual([body.gigs[0].id, body.gigs[0].place_id], [gigs[0].id, places[0].id])
  const moved = await put(
    `/festivals/${id}`,
    { gigs: [{ id: gigs[0].id, start_time: null }] },
    { as: ada },
  )
  assert.deepEqual(
    [moved.body.gigs[0].id, moved.body.gigs[0].artist, moved.body.gigs[0].start_time],
    [gigs[0].id, null, null],
  )
  assert.equal(
    (await put(`/festivals/${id}`, { gigs: [{ id: newId() }] }, { as: ada })).status,
    400,
  )
})

test('a line-up can be written back as it was read', async () => {
  const { id: artist_id } = await anArtist(world)
  const { id, gigs } = await aFestival({
    places: [{ name: 'Bar' }],
    gigs: [{ artist_id, place_id: 'Bar' }, { start_time: '2090-07-02' }],
  })
  const { body } = await put(`/festivals/${id}`, { gigs }, { as: ada })
  assert.deepEqual(body.gigs, gigs)
  const emptied = await put(
    `/festivals/${id}`,
    { gigs: [{ ...gigs[0], artist_id: null }] },
    { as: ada },
  )
  assert.equal(emptied.body.gigs[0].artist, null)
})

test('a tier with tickets sold or held is archived when it is left out', async () => {
  const { id, tickets } = await aFestival({
    tickets: ['sold', 'held', 'free'].map((name) => ({ name, price: 10, quantity: 5 })),
  })
  await db.updateTable('tiers').set({ sold: 1 }).where('id', '=', tickets[0].id).execute()
  await db.updateTable('tiers').set({ held: 1 }).where('id', '=', tickets[1].id).execute()
  const { body } = await put(`/festivals/${id}`, { tickets: [] }, { as: ada })
  assert.deepEqual(body.tickets, [])
  const left = await tiersOf(id)
  assert.deepEqual(
    left.map(({ name, archived_at }) => [name, archived_at !== null]),
    [
      ['sold', true],
      ['held', true],
    ],
  )
})

/** A festival with a single tier, which is archived, with three tickets sold and one held. */
async function anArchivedTier() {
  const { id, tickets } = await aFestival({ tickets: [{ name: 'Day', price: 10, quantity: 5 }] })
  const [tier] = tickets
  await db.updateTable('tiers').set({ sold: 3, held: 1 }).where('id', '=', tier.id).execute()
  const sync = (...given: object[]) => put(`/festivals/${id}`, { tickets: given }, { as: ada })
  assert.deepEqual((await sync()).body.tickets, [])
  const stock = async () =>
    (await tiersOf(id)).map(({ id, name, quantity, sold, held, archived_at }) => ({
      id,
      name,
      quantity,
      sold,
      held,
      isArchived: archived_at !== null,
    }))
  return { id, tier, sync, stock }
}

for (const [how, by] of [
  ['id', (id: string) => ({ id, name: 'Saturday' })],
  ['name', () => ({ name: 'Day' })],
] as const) {
  // Requirement (rules): contract §4 an archived tier comes back by id
  // Requirement (rules): contract §4 an archived tier comes back by name
  test(`an archived tier that is given again by its ${how} is on sale again, with its sales`, async () => {
    const { id, tier, sync, stock } = await anArchivedTier()
    const given = { ...by(tier.id), price: 12, quantity: 6 }
    const { status, body } = await sync(given)
    assert.deepEqual([status, body.tickets], [200, [{ ...tier, ...given, id: tier.id }]])
    assert.deepEqual(await stock(), [
      { id: tier.id, name: given.name, quantity: 6, sold: 3, held: 1, isArchived: false },
    ])
    const left = await get(`/festivals/${id}/availability`)
    assert.deepEqual(
      left.body.map(({ ticket_id, remaining, held }: any) => [ticket_id, remaining, held]),
      [[tier.id, 2, 1]],
    )
  })

  test(`an archived tier given again by its ${how} with less than was sold is 409, and stays archived`, async () => {
    const { tier, sync, stock } = await anArchivedTier()
    const before = await stock()
    const refused = await sync({ ...by(tier.id), price: 12, quantity: 3 })
    assert.deepEqual([refused.status, refused.body.code], [409, 'below_sold'])
    assert.deepEqual(await stock(), before)
    assert.equal((await sync({ ...by(tier.id), price: 12, quantity: 4 })).status, 200)
  })
}

test('a name is that of the tier on sale, else of the one that was archived last', async () => {
  const { id, tier, sync } = await anArchivedTier()
  const day = { name: 'Day', price: 10, quantity: 5 }
  await sync({ ...day, id: tier.id, name: 'Other' })
  const second = (await sync(day)).body.tickets[0].id
  assert.notEqual(second, tier.id)
  await db.updateTable('tiers').set({ sold: 1 }).where('id', '=', second).execute()
  await db
    .updateTable('tiers')
    .set({ name: 'Day', archived_at: new Date('2020-01-01') })
    .where('id', '=', tier.id)
    .execute()
  const matched = async (...given: object[]) => {
    const { body } = await sync(...given)
    return body.tickets.map((ticket: { id: string }) => ticket.id)
  }
  assert.deepEqual(await matched(day), [second])
  assert.deepEqual(await matched(), [])
  assert.deepEqual(await matched(day), [second])
  assert.deepEqual(await matched({ ...day, id: tier.id }), [tier.id])
  assert.equal((await tiersOf(id)).length, 2)
})

test('a tier archived and given again while tickets are bought never oversells', async () => {
  const { id, tier, sync } = await anArchivedTier()
  const given = { id: tier.id, name: 'Day', price: 10, quantity: 20 }
  await sync(given)
  const buy = async () => {
    const payment_id = newId()
    return (await tierStock.hold(db, [{ payment_id, entity_id: tier.id }])).size
  }
  const [held] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, buy)),
    (async () => {
      for (let round = 0; round < 5; round++) {
        await sync()
        await sync(given)
      }
    })(),
  ])
  const taken = held.reduce((sum, pieces) => sum + pieces, 0)
  const left = (await tiersOf(id)).map(({ held, sold, archived_at }) => [held, sold, archived_at])
  assert.deepEqual(left, [[taken + 1, 3, null]])
})

test('a quantity below what is sold and held is 409, and changes nothing', async () => {
  const { id, tickets, name } = await aFestival({
    tickets: [{ name: 'Day', price: 10, quantity: 5 }],
  })
  await db.updateTable('tiers').set({ sold: 2, held: 1 }).where('id', '=', tickets[0].id).execute()
  const refused = await put(
    `/festivals/${id}`,
    { name: 'Changed', tickets: [{ name: 'Day', price: 99, quantity: 2 }] },
    { as: ada },
  )
  assert.deepEqual([refused.status, refused.body.code], [409, 'below_sold'])
  const { body } = await get(`/festivals/${id}`)
  assert.deepEqual([body.name, body.tickets], [name, tickets])
  const enough = await put(
    `/festivals/${id}`,
    { tickets: [{ name: 'Day', price: 99, quantity: 3 }] },
    { as: ada },
  )
  assert.deepEqual([enough.status, enough.body.tickets[0].quantity], [200, 3])
})

test('of a line-up and places written back, only the rows that differ are written', async () => {
  const { id: artist_id } = await anArtist(world)
  const slots = [1, 2, 3].map((day) => ({ artist_id, start_time: `2090-07-0${day}T20:00:00Z` }))
  const places = [{ name: 'Bar' }, { name: 'Stage', coordinates: { lat: 1, lng: 2 } }]
  const { id, ...festival } = await aFestival({ places, gigs: slots })
  const versions = async (table: 'gigs' | 'places') => {
    const { rows } = await sql<{ id: string; xmin: string }>`
      select id, xmin::text from ${sql.table(table)} where festival_id = ${id}`.execute(db)
    return new Map(rows.map((row) => [row.id, row.xmin]))
  }
  const before = [await versions('gigs'), await versions('places')] as const
  const [first, ...others] = festival.gigs
  const gigs = [{ ...first, end_time: '2090-07-01T21:00:00Z' }, ...others]
  const change = { gigs, places: festival.places }
  assert.equal((await put(`/festivals/${id}`, change, { as: ada })).status, 200)
  const after = [await versions('gigs'), await versions('places')] as const
  const written = [...after[0]].flatMap(([gig, at]) => (before[0].get(gig) === at ? [] : [gig]))
  assert.deepEqual(written, [first.id])
  assert.deepEqual(after[1], before[1])
})

test('ten syncs of one festival at once leave it consistent', async () => {
  const { id } = await aFestival({ tickets: [{ name: 'Day', price: 10, quantity: 5 }] })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      put(
        `/festivals/${id}`,
        {
          places: [{ name: 'Bar' }, { name: `P${n}` }],
          gigs: [{ place_id: 'Bar' }],
          tickets: [
            { name: 'Day', price: n, quantity: 5 },
            { name: `T${n}`, price: 1, quantity: 1 },
          ],
        },
        { as: ada },
      ),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array.from({ length: 10 }, () => 200),
  )
  const { body } = await get(`/festivals/${id}`)
  assert.deepEqual([body.places.length, body.gigs.length, body.tickets.length], [2, 1, 2])
  assert.ok(answers.some((answer) => JSON.stringify(answer.body) === JSON.stringify(body)))
})

// Requirement (records): Festival: coordinates holds a location point; on place writes {lat,
//   lng}
test('a festival is at its own position, else in the middle of its places', async () => {
  const places = [
    { name: 'a', coordinates: { lat: -16, lng: 179 } },
    { name: 'b', coordinates: { lat: -18, lng: -179 } },
    { name: 'c' },
  ]
  const festival = await aFestival({ places })
  assert.deepEqual([festival.coordinates.lat, Math.abs(festival.coordinates.lng)], [-17, 180])
  const change = async (body: object) =>
    (await put(`/festivals/${festival.id}`, body, { as: ada })).body.coordinates
  const point = await change({ coordinates: { lat: 10, lng: 20 } })
  assert.deepEqual(point, { lat: 10, lng: 20, location: { type: 'Point', coordinates: [20, 10] } })
  assert.deepEqual(await change({ places: [] }), point)
  assert.deepEqual(await change({ coordinates: { location: { coordinates: [21, 11] } } }), {
    lat: 11,
    lng: 21,
    location: { type: 'Point', coordinates: [21, 11] },
  })
  assert.equal(await change({ coordinates: null }), null)
  assert.equal(
    (await change({ places: [{ name: 'x', coordinates: { lat: 1.5, lng: 2.5 } }] })).lat,
    1.5,
  )
  assert.deepEqual(await change(point ? { coordinates: point } : {}), point)
})

// Requirement (records): Festival: photo is a base64 image or a URL on write, a URL on read
test('a picture is stored, cached forever, and deleted when it is replaced', async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const { id, photo } = await aFestival({ photo: gif })
  assert.match(photo, /^http:\/\/localhost(:80)?\/photos\/[\w-]{24}\.webp$/)
  const path = new URL(photo).pathname
  const served = await get(path, { client: null })
  assert.deepEqual([served.status, served.headers['content-type']], [200, 'image/webp'])
  assert.match(`${served.headers['cache-control']}`, /public, max-age=31536000, immutable/)
  const same = await put(`/festivals/${id}`, { photo }, { as: ada })
  assert.equal(same.body.photo, photo)
  const other = await aFestival({ photo: gif })
  await del(`/festivals/${other.id}`, { as: ada })
  const otherPath = new URL(other.photo).pathname
  await until('a deleted picture', async () => (await get(otherPath)).status === 404)
  assert.equal((await get(path)).status, 200)
  const replaced = await put(`/festivals/${id}`, { photo: null }, { as: ada })
  assert.equal(replaced.body.photo, null)
  for (let tries = 0; (await get(path, { client: null })).status !== 404; tries++)
    assert.ok(tries < 200)
  assert.equal((await get('/photos/..%2f..%2fpackage.json', { client: null })).status, 404)
})

test('text is returned code point for code point', async () => {
  const name = '  "Ωmega" %_\\ \u{1F600} e\u0301 ﷽ '
  const { body } = await get(`/festivals/${(await aFestival({ name, description: '\n\t' })).id}`)
  assert.deepEqual([body.name, body.description], [name, '\n\t'])
})

test('deleting one that has not begun cancels it, one that has begun stays uncancelled', async () => {
  const upcoming = await aFestival({ tickets: [{ name: 'Day', price: 1, quantity: 1 }] })
  const begun = await aFestival({ start_time: '2001-01-01', end_time: '2090-01-01' })
  for (const { id } of [upcoming, begun]) await del(`/festivals/${id}`, { as: ada })
  const rows = await db
    .selectFrom('festivals')
    .select(['id', 'cancelled_at', 'deleted_at'])
    .where('id', 'in', [upcoming.id, begun.id])
    .execute()
  const row = (id: string) => rows.find((r) => r.id === id)
  assert.ok(row(upcoming.id)?.cancelled_at)
  assert.equal(row(begun.id)?.cancelled_at, null)
  assert.equal((await tiersOf(upcoming.id)).length, 1)
  assert.equal((await del(`/festivals/${upcoming.id}`, { as: ada })).status, 404)
})

test('an organizer with festivals left cannot be deleted', async () => {
  const { id, organizer } = await aFestival()
  const refused = await del(`/organizers/${organizer.id}`, { as: ada })
  assert.deepEqual([refused.status, refused.body.code], [409, 'has_festivals'])
  await del(`/festivals/${id}`, { as: ada })
  assert.equal((await del(`/organizers/${organizer.id}`, { as: ada })).status, 200)
})

test('gigs count for a rank at most 100 times', async () => {
  const [few, many] = [await aRow(world), await aRow(world)]
  for (const [{ id }, gigs] of [
    [few, 99],
    [many, 5000],
  ] as const) {
    await sql`
      insert into gigs (id, festival_id) select gen_random_uuid(), ${id} from generate_series(1, ${gigs})`.execute(
      world.work,
    )
  }
  await refreshRanks(world.work)
  assert.equal((await get(`/festivals/${few.id}`)).body.rank, 99)
  assert.equal((await get(`/festivals/${many.id}`)).body.rank, 100)
})

// Requirement (records): Festival: rank in map-mode items
test('rank counts gigs, twice the followers of artists and organizer, and tickets sold', async () => {
  const artist = await anArtist(world)
  const festival = await aFestival({
    gigs: [{ artist_id: artist.id }, { artist_id: artist.id, start_time: '2090-07-02' }, {}],
    tickets: [{ name: 'A', price: 1, quantity: 9 }],
  })
  for (const follows of [
    { artist_id: artist.id },
    { artist_id: artist.id },
    { organizer_id: festival.organizer.id },
  ]) {
    await db
      .insertInto('interests')
      .values({ id: newId(), user_id: (await aUser()).id, ...follows })
      .execute()
  }
  await db.updateTable('tiers').set({ sold: 4 }).where('festival_id', '=', festival.id).execute()
  assert.equal((await get(`/festivals/${festival.id}`)).body.rank, 0)
  await refreshRanks(world.work)
  assert.equal((await get(`/festivals/${festival.id}`)).body.rank, 3 + 2 * (2 + 1) + 4)
})

test('an import with the same source updates its earlier records', async () => {
  const organizer_id = await anOrganizer()
  const source = aName('list')
  const { id: artist_id } = await anArtist(world)
  const draft = {
    source,
    organizer_id,
    name: 'First',
    start_time: new Date('2090-01-01'),
    end_time: new Date('2090-01-02'),
  }
  const gigs = [{ artist_id, place: 'Bar', start_time: null, end_time: null }]
  const [first] = await saveFestivals(
    db,
    [{ ...draft, places: [{ name: 'Bar', type: null, coordinates: null }], gigs }],
    new Date(),
  )
  const before = (await get(`/festivals/${first}`)).body
  const [again, other] = await saveFestivals(
    db,
    [
      { ...draft, name: 'Second', gigs },
      { ...draft, source: null, name: 'Third' },
    ],
    new Date(),
  )
  assert.equal(again, first)
  assert.notEqual(other, first)
  assert.deepEqual((await get(`/festivals/${first}`)).body, { ...before, name: 'Second' })
})
