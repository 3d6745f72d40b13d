/**
 * The cost of the main requests: statements sent to PostgreSQL, exactly, and bytes of the answer, within 2 %, in a small
 * world that is always the same. Unlike seconds, these do not depend on the machine.
 *
 * A change that alters a number on purpose updates it here, and says in its commit why it is worth it. A
 * number that changes otherwise is a regression.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aTier } from './buying.ts'
import { assertBytes } from './bytes.ts'
import { aFestival, aGig, anArtist, anInterest, anOrganizer, aPlace } from './catalogue.ts'
import { aPaidTicket } from './sales.ts'
import { type Answer, aWorld } from './world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now, env: { PUBLIC_URL: 'https://festival.example' } })
const { get, post, put, statements } = world
const day = 86_400_000

const reader = await world.aUser()
const festival = await aCatalogue()
// Looks the caller up, so that it is cached.
await get('/interest', { as: reader })

/** The cost of a request: statements for the first one, statements when it is repeated, and bytes. */
type Cost = { first: number; again: number; bytes: number }

const reads: Record<string, [url: string, cost: Cost]> = {
  'a list of 20': ['/festivals?time=upcoming', { first: 2, again: 0, bytes: 36943 }],
  'a festival': [`/festivals/${festival.id}`, { first: 1, again: 0, bytes: 1836 }],
  'the map of a city': [mapOf(54, 9, 1), { first: 1, again: 0, bytes: 10402 }],
  'the map of the world': [mapOf(-90, -180, 180), { first: 3, again: 0, bytes: 10402 }],
  'the gigs of a month': ['/gigs?month=2030-07', { first: 2, again: 0, bytes: 13006 }],
  'the chart': ['/gigs/chart', { first: 1, again: 0, bytes: 271 }],
  'a search': ['/search?for=lanterns', { first: 1, again: 0, bytes: 8965 }],
  'a search with a typo': ['/search?for=lanterms', { first: 2, again: 0, bytes: 8965 }],
  'the feed': ['/users/i/feed', { first: 7, again: 2, bytes: 21781 }],
}

/** The cost of a purchase in a batch of its own. */
const purchase = { statements: 18, bytes: 1449 }

for (const [name, [url, expected]] of Object.entries(reads)) {
  test(`${name} costs exactly this many statements, and about this many bytes`, async () => {
    const ask = () => get(url, { as: reader })
    const [first, again] = [await counted(ask), await counted(ask)]
    assert.equal(again.answer.text, first.answer.text)
    assert.deepEqual([first.sent, again.sent], [expected.first, expected.again])
    assertBytes(Buffer.byteLength(first.answer.text), expected.bytes)
  })
}

test('a client token costs exactly this many statements, and about this many bytes', async () => {
  const admin = await world.aUser({ roles: ['admin'] })
  const { body } = await post('/clients', { name: 'App' }, { as: admin })
  const credentials = { client_id: body.id, client_secret: body.client_secret }
  const ask = () => post('/auth/client', credentials, { client: null })
  assertCost(await costOf(ask), { statements: 5, bytes: 124 })
})

test('a purchase alone costs exactly this many statements, and about this many bytes', async () => {
  const { id: entity_id } = await aTier(world, { festival_id: festival.id })
  const ask = () => post('/payments', { payment_type: 'ticket', entity_id }, { as: reader })
  assertCost(await costOf(ask, 201), purchase)
})

test('sixteen purchases at once send hardly more statements than one', async () => {
  const { id: entity_id } = await aTier(world, { festival_id: festival.id })
  const buyers = await Promise.all(Array.from({ length: 16 }, () => world.aUser()))
  const buy = (as: typeof reader) =>
    post('/payments', { payment_type: 'ticket', entity_id }, { as })
  for (const as of buyers) await get('/interest', { as })
  await buy(reader)
  statements.length = 0
  const answers = await Promise.all(buyers.map(buy))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.ok(statements.length <= 4 * purchase.statements, `${statements.length} statements`)
})

test('the export of a user takes four statements, and one for each 500 rows more of a list', async () => {
  const user = await world.aUser()
  // It is read by the connections of long work.
  const { workStatements } = world
  const exported = async () => {
    workStatements.length = 0
    const { status, body } = await get('/users/i/export', { as: user })
    assert.equal(status, 200)
    return { events: body.reward_events.length, statements: workStatements.length }
  }
  assert.deepEqual(await exported(), { events: 0, statements: 4 })
  const fill = (rows: number) =>
    sql`
      insert into reward_events (id, user_id, event_type, points, counted, created_at)
      select gen_random_uuid(), ${user.id}, 'check_in', 1, true, ${now}::timestamptz - n * interval '1 second'
      from generate_series(1, ${rows}::int) n`.execute(world.db)
  await fill(100)
  assert.deepEqual(await exported(), { events: 100, statements: 5 })
  await fill(900)
  assert.deepEqual(await exported(), { events: 1_000, statements: 6 })
})

test('a validation costs exactly this many statements, and about this many bytes', async () => {
  const staff = await world.aUser({ roles: ['admin'] })
  const tickets = [await aPaidTicket(world), await aPaidTicket(world)]
  const ask = () =>
    put(`/payments/${tickets.pop()?.id}/validate`, { nonce: 'costs' }, { as: staff })
  assertCost(await costOf(ask), { statements: 15, bytes: 161 })
})

test('a change of a festival, its places, gigs and tiers costs exactly this many statements', async () => {
  const manager = await world.aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await world.db
    .insertInto('organizer_managers')
    .values({ organizer_id, user_id: manager.id })
    .execute()
  const artists = [await anArtist(world), await anArtist(world)]
  const { id } = await aFestival(world, { organizer_id, start_time: now, end_time: now })
  let changes = 0
  const ask = () => {
    const nth = ++changes
    const gigs = artists.map((artist, at) => ({
      artist_id: artist.id,
      place_id: `Stage ${at + nth}`,
      start_time: now,
    }))
    const places = [1, 2, 3].map((at) => ({ name: `Stage ${at + nth - 1}` }))
    const tickets = [{ name: 'Weekend', price: 50, quantity: 10 + nth }]
    const change = { name: `Tide ${nth}`, description: `Year ${nth}`, gigs, places, tickets }
    return put(`/festivals/${id}`, change, { as: manager })
  }
  assert.equal((await costOf(ask)).statements, 12)
})

test('a gig at another time, which followers are notified of later, costs one statement more', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const staff = await world.aUser({ roles: ['admin'] })
  const { id: artist_id } = await anArtist(world)
  const { id } = await aFestival(world, { organizer_id })
  let day = 1
  const ask = () => {
    const gigs = [{ artist_id, start_time: `2099-07-0${day++}` }]
    return put(`/festivals/${id}`, { gigs }, { as: staff })
  }
  assert.equal((await costOf(ask)).statements, 12)
})

function assertCost(cost: { statements: number; bytes: number }, expected: typeof cost) {
  assert.equal(cost.statements, expected.statements)
  assertBytes(cost.bytes, expected.bytes)
}

/** Measures the second of two requests, so that what a process reads once does not count. */
async function costOf(ask: () => Promise<Answer>, status = 200) {
  await ask()
  const { answer, sent } = await counted(ask)
  assert.equal(answer.status, status, answer.text)
  return { statements: sent, bytes: Buffer.byteLength(answer.text) }
}

async function counted(ask: () => Promise<Answer>) {
  statements.length = 0
  const answer = await ask()
  assert.ok(answer.status < 300, answer.text)
  return { answer, sent: statements.length }
}

/** Thirty festivals with two gigs, two places and a tier each; all names have the same length. */
async function aCatalogue() {
  const { id: organizer_id } = await anOrganizer(world, { name: 'Harbour Nights' })
  const artists = [
    await anArtist(world, { name: 'The Lanterns', photo: '/photos/lanterns.webp' }),
    await anArtist(world, { name: 'Seven Corners' }),
  ]
  const festivals: { id: string }[] = []
  for (let n = 0; n < 30; n++) {
    const start = new Date(Date.UTC(2030, 6, 1) + n * day)
    const made = await aFestival(world, {
      organizer_id,
      name: `Lanterns ${10 + n}`,
      country: 'Denmark',
      venue: 'Harbour Park',
      photo: '/photos/harbour.webp',
      location: `(9.5,${54 + n / 100})`,
      start_time: start,
      end_time: new Date(start.getTime() + 2 * day),
    })
    festivals.push(made)
    for (const [position, artist] of artists.entries()) {
      const place = await aPlace(world, {
        festival_id: made.id,
        position,
        name: `Stage ${position}`,
      })
      const gig = { festival_id: made.id, artist_id: artist.id, place_id: place.id }
      await aGig(world, { ...gig, start_time: position === 0 ? start : null })
    }
    await aTier(world, { festival_id: made.id, name: 'Weekend' })
  }
  await anInterest(world, { user_id: reader.id, artist_id: artists[0]?.id ?? null })
  const [first] = festivals
  assert.ok(first)
  return first
}

function mapOf(south: number, west: number, size: number): string {
  const north = Math.min(90, south + size)
  return `/festivals?map=true&min_lat=${south}&max_lat=${north}&min_lng=${west}&max_lng=${Math.min(180, west + 2 * size)}`
}
