/** The next edition of a festival: its contents, its times, and the right to create it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aName, anArtist, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, put, del, aUser } = world
const ada = await aUser()
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

async function created(path: string, body: object, as: Person = ada) {
  const answer = await post(path, body, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** A festival in Copenhagen with everything that an edition takes over, and with some things that it does not. */
async function aWholeFestival() {
  const organizer = await created('/organizers', { id: `org-${newId()}`, name: aName('Org') })
  const artist = await anArtist(world)
  const festival = await created('/festivals', {
    name: 'Harbour Nights 2099',
    organizer_id: organizer.id,
    description: 'Three nights by the water',
    language: 'en',
    site_plan: gif,
    site_plan_description: 'The stage is in the north',
    translations: {
      de: {
        description: 'Drei Nächte am Wasser',
        site_plan_description: 'Die Bühne ist im Norden',
      },
    },
    venue: 'Harbour Park',
    address: 'Harbour Street 1',
    area: 'Zealand',
    country: 'Denmark',
    time_zone: 'Europe/Copenhagen',
    coordinates: { lat: 55.6, lng: 12.1 },
    photo: gif,
    refund_until_days: 14,
    refund_percent: 80,
    transfer_days: 14,
    start_time: '2099-10-23T18:00:00+02:00',
    end_time: '2099-10-26T01:00:00+01:00',
    places: [{ name: 'Orange Stage', type: 'stage', coordinates: { lat: 55.61, lng: 12.11 } }],
    gigs: [{ artist_id: artist.id, place_id: 'Orange Stage' }],
    tickets: [
      {
        name: 'Weekend',
        price: 129,
        quantity: 500,
        start_time: '2099-01-10T10:00:00+01:00',
        valid_since: '2099-10-23T16:00:00+02:00',
        valid_until: '2099-10-26T02:00:00+01:00',
        admission: 'reentry',
        zones: ['main', 'camping'],
        vat: { rate: 19 },
        translations: { de: { name: 'Wochenende' } },
      },
      { name: 'Crew', price: 0, quantity: 20, hidden: true, transferable: false },
    ],
  })
  const stay = {
    festival_id: festival.id,
    name: 'Bell tent',
    price: 120.5,
    quantity: 40,
    capacity: 4,
    amenities: ['power'],
    photo: 'https://pictures.example/tent.jpg',
    check_in_at: '2099-10-23T14:00:00+02:00',
    max_per_order: 2,
  }
  await created('/accommodations', stay)
  const gone = await created('/accommodations', { ...stay, name: 'Hut' })
  await del(`/accommodations/${gone.id}`, { as: ada })
  return festival
}

const next = { name: 'Harbour Nights 2100', start_day: '2100-07-02' }

// Requirement (operations): contract §4.16 The next edition: what it takes over
test('a next edition has the places, tickets, accommodations and terms of a festival, as a draft, and nothing that was sold', async () => {
  const { id, photo, site_plan } = await aWholeFestival()
  const before = await get(`/festivals/${id}?hidden=true&expand=translations`, { as: ada })
  const made = await created(`/festivals/${id}/duplicate`, next)
  const after = await get(`/festivals/${made.id}?hidden=true&expand=translations`, { as: ada })
  assert.deepEqual(made.id === id, false)
  assert.notEqual(after.body.photo, photo)
  assert.match(after.body.photo, /\/photos\/[\w-]+\.webp$/)
  assert.notEqual(after.body.site_plan, site_plan)
  assert.match(after.body.site_plan, /\/photos\/[\w-]+\.webp$/)
  const moved = {
    id: made.id,
    name: next.name,
    published_at: null,
    previous_edition_id: id,
    // 18:00 local time, in summer as in winter.
    start_time: '2100-07-02T16:00:00.000Z',
    end_time: '2100-07-04T23:00:00.000Z',
    gigs: [],
    photo: after.body.photo,
    site_plan: after.body.site_plan,
    places: before.body.places.map((place: object, nth: number) => ({
      ...place,
      id: after.body.places[nth].id,
    })),
    tickets: [
      {
        ...before.body.tickets[0],
        start_time: '2099-09-19T08:00:00.000Z',
        valid_since: '2100-07-02T14:00:00.000Z',
        valid_until: '2100-07-05T00:00:00.000Z',
      },
      before.body.tickets[1],
    ].map((tier, nth) => ({ ...tier, festival_id: made.id, id: after.body.tickets[nth].id })),
  }
  assert.deepEqual(after.body, { ...before.body, ...moved })
  const ids = [...before.body.places, ...before.body.tickets].map((one) => one.id)
  const others = [...after.body.places, ...after.body.tickets].map((one) => one.id)
  assert.equal(new Set([...ids, ...others]).size, ids.length * 2)
  const stays = await get(`/accommodations?festival=${made.id}&hidden=true`, { as: ada })
  assert.deepEqual(
    stays.body.map(({ name, price, quantity, remaining, capacity, ...stay }: any) => [
      [name, price, quantity, remaining, capacity],
      [stay.amenities, stay.photo, stay.check_in_at, stay.max_per_order],
    ]),
    [
      [
        ['Bell tent', 120.5, 40, 40, 4],
        [['power'], 'https://pictures.example/tent.jpg', '2100-07-02T12:00:00.000Z', 2],
      ],
    ],
  )
})

test('the pictures of an edition are its own: those of the festival before may go', async () => {
  const { id, photo } = await aWholeFestival()
  const made = await created(`/festivals/${id}/duplicate`, next)
  const none = { photo: null, site_plan: null }
  assert.equal((await put(`/festivals/${id}`, none, { as: ada })).status, 200)
  const { pathname } = new URL(made.photo)
  const plan = new URL(made.site_plan).pathname
  for (const path of [pathname, plan]) assert.equal((await world.app.inject(path)).statusCode, 200)
  assert.notEqual(plan, pathname)
  assert.notEqual(new URL(photo).pathname, pathname)
})

test('a retry with the same key makes one edition', async () => {
  const { id, organizer } = await aWholeFestival()
  const headers = { 'idempotency-key': newId() }
  const path = `/festivals/${id}/duplicate`
  const [first, again] = [
    await post(path, next, { as: ada, headers }),
    await post(path, next, { as: ada, headers }),
  ]
  assert.equal(first.status, 201, first.text)
  assert.deepEqual(again.body, first.body)
  const ofOrganizer = world.db.selectFrom('festivals').where('organizer_id', '=', organizer.id)
  assert.equal((await ofOrganizer.select('id').execute()).length, 2)
})

const refusals = [
  ['without a name', { start_day: '2100-07-02' }, 400, /^name /],
  ['without a day', { name: 'Next' }, 400, /start_day/],
  ['with a day that no calendar has', { name: 'Next', start_day: '2100-02-29' }, 400, /start_day/],
  ['with a moment', { name: 'Next', start_day: '2100-07-02T12:00:00Z' }, 400, /start_day/],
] as const

for (const [what, body, status, error] of refusals) {
  test(`a next edition ${what} is refused: ${status}`, async () => {
    const { id } = await aWholeFestival()
    const answer = await post(`/festivals/${id}/duplicate`, body, { as: ada })
    assert.deepEqual([answer.status, error.test(answer.body.error)], [status, true], answer.text)
  })
}

test('managers of the festival alone make its next edition', async () => {
  const { id } = await aWholeFestival()
  const bo = await aUser()
  await anOrganizer(world)
  const as = { as: bo }
  assert.equal((await post(`/festivals/${id}/duplicate`, next, as)).status, 403)
  assert.equal((await post(`/festivals/${newId()}/duplicate`, next, { as: ada })).status, 404)
})
