/**
 * What the pages of a fan cost: round trips to PostgreSQL, one after the other, when a page is opened again by a person
 * with a session and four tickets. Statements that go out together are one trip.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from './built-pages.ts'
import { aTier } from './buying.ts'
import { aFestival, aGig, anArtist, anOrganizer } from './catalogue.ts'
import { enterAsFan } from './fan-session.ts'
import { anEmail } from './guests.ts'
import { aQueue } from './queues.ts'
import { aWorld } from './world.ts'

const world = await aWorld({
  parts: { pagesFolder: await builtPages('<!-- head --><!-- body -->') },
})
const { app, post, put, trips } = world
await world.jobs.start()
const password = 'correct horse battery'

/** A session in a cookie, as a browser has it, of a person who has bought four tickets and given a heart. */
async function aFan() {
  const email = anEmail()
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  const { token } = (await post('/auth/user', { email, password })).body
  const as = { firstName: 'Ada', lastName: 'Marsh', email, id: body.id as string, token }
  const { id: organizer_id } = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id })
  const tier = await aTier(world, { festival_id: festival.id })
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: 4 }]
  const bought = await post('/orders', { items }, { as, headers: { 'idempotency-key': 'four' } })
  assert.equal(bought.status, 201, bought.text)
  const { id: artist_id } = await anArtist(world)
  const { id: gig_id } = await aGig(world, { festival_id: festival.id, artist_id })
  assert.equal((await put(`/gigs/${gig_id}/heart`, {}, { as })).status, 200)
  const { cookie } = await enterAsFan(world, { email, password })
  return { cookie, festival, organizer_id }
}

const { cookie, festival, organizer_id } = await aFan()
const { festival: sold } = await aQueue(world)

async function tripsOf(url: string): Promise<number> {
  // With a language, names in it are looked up as well.
  const headers = { accept: 'text/html', 'accept-language': 'de', cookie }
  const open = () => app.inject({ url, headers })
  assert.equal((await open()).statusCode, 200)
  trips.length = 0
  await open()
  return trips.length
}

/** 0 to 2 at the time of writing. */
const most = 3

for (const [name, url] of [
  ['the guide', '/'],
  ['a festival', `/guide/${festival.id}`],
  ['a timetable of one’s own', `/guide/${festival.id}/mine`],
  ['a festival that is sold in turn', `/guide/${sold.id}`],
  ['a waiting room', `/guide/${sold.id}/queue`],
  ['the proof of its draw', `/guide/${sold.id}/queue/proof`],
  ['an organizer', `/organizers/${organizer_id}`],
  ['tickets', '/tickets'],
  ['one’s own things', '/me'],
] as const) {
  test(`${name}: opened again with at most ${most} round trips`, async () => {
    const trips = await tripsOf(url)
    assert.ok(trips <= most, `${trips} round trips`)
  })
}
