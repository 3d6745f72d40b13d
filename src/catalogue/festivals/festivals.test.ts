import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualTerms } from '#core/sale-terms'
import { newId } from '#platform/values/ids'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, put, del, aUser } = world

/** An organizer of its own, to separate its festivals from other tests. */
async function anOrganizer(as: Person): Promise<string> {
  const id = `org-${newId()}`
  const { status } = await post('/organizers', { id, name: id }, { as })
  assert.equal(status, 201)
  return id
}

const ada = await aUser()
const times = { start_time: '2090-07-01T18:00:00Z', end_time: '2090-07-03T23:00:00Z' }

async function aFestival(fields: object = {}, as = ada) {
  const organizer_id = 'organizer_id' in fields ? undefined : await anOrganizer(as)
  const { status, body } = await post(
    '/festivals',
    { name: 'Harbour', organizer_id, ...times, ...fields },
    { as },
  )
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

// Requirement (the whole): Festivals, each with gigs, places and ticket tiers
// Requirement (records): Festival: the fields on read
// Requirement (records): Ticket: the fields of a tier
// Requirement (operations): POST /festivals
test('a festival is created with its gigs, places and tickets, and read back as created', async () => {
  const artist = (await post('/artists', { name: 'The Lanterns' }, { as: ada })).body
  const organizer_id = await anOrganizer(ada)
  const { status, body } = await post(
    '/festivals',
    {
      name: 'Harbour Nights',
      description: 'By the water',
      venue: 'Harbour Park',
      address: 'Harbour Street 1',
      country: 'Denmark',
      area: 'Zealand',
      organizer_id,
      photo: 'https://pictures.example/a.jpg',
      site_plan: 'https://pictures.example/plan.png',
      site_plan_description: 'The bar is in the south',
      start_time: '2090-07-01',
      end_time: '2090-07-03T23:00:00.123+02:00',
      places: [
        { name: 'Orange', type: 'stage', coordinates: { lat: 55.5, lng: 12 } },
        { name: 'Bar', coordinates: { lat: 55.7, lng: 12.2 } },
      ],
      gigs: [
        { place_id: 'Bar' },
        {
          artist_id: artist.id,
          place_id: 'Orange',
          start_time: '2090-07-01T20:00Z',
          end_time: '2090-07-01T21:00Z',
        },
      ],
      tickets: [{ name: 'Weekend', price: 19.99, quantity: 500, valid_until: '2090-07-04' }],
    },
    { as: ada },
  )
  assert.equal(status, 201)
  const [timed, tba] = body.gigs
  assert.partialDeepStrictEqual(body, {
    id: body.id,
    name: 'Harbour Nights',
    description: 'By the water',
    venue: 'Harbour Park',
    address: 'Harbour Street 1',
    country: 'Denmark',
    area: 'Zealand',
    start_time: '2090-07-01T00:00:00.000Z',
    end_time: '2090-07-03T21:00:00.123Z',
    time_zone: 'Europe/Copenhagen',
    photo: 'https://pictures.example/a.jpg',
    site_plan: 'https://pictures.example/plan.png',
    site_plan_description: 'The bar is in the south',
    organizer: { id: organizer_id, name: organizer_id },
    coordinates: { lat: 55.6, lng: 12.1, location: { type: 'Point', coordinates: [12.1, 55.6] } },
    rank: 0,
    published_at: body.published_at,
    cancelled_at: null,
    cancelled_reason: null,
    moved_refund_until: null,
    refund_until_days: null,
    refund_percent: 100,
    places: [
      { id: body.places[0].id, name: 'Orange', type: 'stage', coordinates: { lat: 55.5, lng: 12 } },
      { id: body.places[1].id, name: 'Bar', type: null, coordinates: { lat: 55.7, lng: 12.2 } },
    ],
    gigs: [
      {
        id: timed.id,
        artist: { id: artist.id, name: 'The Lanterns' },
        place_id: body.places[0].id,
        start_time: '2090-07-01T20:00:00.000Z',
        end_time: '2090-07-01T21:00:00.000Z',
        headliner: false,
        billing: null,
        billing_text: null,
      },
      {
        id: tba.id,
        artist: null,
        place_id: body.places[1].id,
        start_time: null,
        end_time: null,
        headliner: false,
        billing: null,
        billing_text: null,
      },
    ],
    tickets: [
      {
        id: body.tickets[0].id,
        name: 'Weekend',
        price: 19.99,
        quantity: 500,
        start_time: null,
        end_time: null,
        valid_since: null,
        valid_until: '2090-07-04T00:00:00.000Z',
        festival_id: body.id,
        description: null,
        ...usualTerms,
      },
    ],
  })
  assert.deepEqual((await get(`/festivals/${body.id}`)).body, body)
  const listed = await get(`/festivals?organizer=${organizer_id}&page=1`)
  assert.deepEqual(listed.body.festivals, [body])
})

// Requirement (operations): Festival rule 5: tickets is a full sync; without the key they stay
test('a tickets array replaces the previous set; without the key it stays', async () => {
  const { id, tickets, organizer } = await aFestival({
    tickets: [
      { name: 'Day', price: 40, quantity: 10 },
      { name: 'Weekend', price: 90, quantity: 10 },
    ],
  })
  const renamed = await put(`/festivals/${id}`, { name: 'Other' }, { as: ada })
  assert.deepEqual(renamed.body.tickets, tickets)
  const synced = await put(
    `/festivals/${id}`,
    {
      tickets: [
        { name: 'Weekend', price: 95, quantity: 12 },
        { id: tickets[0].id, name: 'One day', price: 40, quantity: 10 },
      ],
    },
    { as: ada },
  )
  assert.deepEqual(
    synced.body.tickets.map(({ id, name, price }: Record<string, unknown>) => ({
      id,
      name,
      price,
    })),
    [
      { id: tickets[1].id, name: 'Weekend', price: 95 },
      { id: tickets[0].id, name: 'One day', price: 40 },
    ],
  )
  const emptied = await put(`/festivals/${id}`, { tickets: [] }, { as: ada })
  assert.deepEqual(emptied.body.tickets, [])
  assert.equal(emptied.body.organizer.id, organizer.id)
})

// Requirement (operations): DELETE /festivals/:id answers {message}
test('a festival disappears from every read when it is deleted', async () => {
  const { id, organizer } = await aFestival({ gigs: [{}] })
  assert.deepEqual((await del(`/festivals/${id}`, { as: ada })).body, {
    message: 'Festival deleted',
  })
  assert.equal((await get(`/festivals/${id}`)).status, 404)
  assert.deepEqual((await get(`/festivals?organizer=${organizer.id}&offset=0`)).body, [])
  assert.equal((await put(`/festivals/${id}`, {}, { as: ada })).status, 404)
  assert.equal((await del(`/organizers/${organizer.id}`, { as: ada })).status, 200)
})

test('the map returns nine keys for festivals inside the box', async () => {
  const country = `Mapland ${newId()}`
  const { id } = await aFestival({ country, coordinates: { lat: 10.5, lng: 20.5 } })
  await aFestival({ country, coordinates: { lat: 50, lng: 20.5 } })
  const { body } = await get(
    `/festivals?map=true&min_lat=10&max_lat=11&min_lng=20&max_lng=21&country=${encodeURIComponent(country)}`,
  )
  assert.equal(body.festivals.length, 1)
  assert.deepEqual(Object.keys(body.festivals[0]).toSorted(), [
    'coordinates',
    'country',
    'end_time',
    'id',
    'name',
    'photo',
    'rank',
    'start_time',
    'venue',
  ])
  assert.equal(body.festivals[0].id, id)
  assert.deepEqual(body.pagination, { page: 1, limit: 80, total: 1, totalPages: 1, hasMore: false })
})
