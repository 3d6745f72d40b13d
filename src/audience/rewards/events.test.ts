import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aFestival, aGig, anArtist, anOrganizer, aPlace } from '../../../test/catalogue.ts'
import { aWorld, lenient, type Person } from '../../../test/world.ts'
import { deleteEventsOfErased } from './events.ts'

const clock = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, post, db, aUser } = world

async function record(as: Person, event: object) {
  const answer = await post('/rewards/events', event, { as, headers: lenient })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const viewed = (id: string) => ({
  event_type: 'artist_viewed',
  entity_type: 'artist',
  entity_id: id,
})
const eventsOf = ({ id }: Person) =>
  db.selectFrom('reward_events').selectAll().where('user_id', '=', id).execute()
const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
async function badgeOf(as: Person, name: string) {
  const { body } = await get('/rewards/badges', { as })
  return body.find((badge: { name: string }) => badge.name === name)
}

// Requirement (records): Points balance: balance, total_earned, total_spent
// Requirement (operations): GET /rewards/points, /badges, /level
test('a new user has no points, is on the first level, and sees all badges as locked', async () => {
  const ada = await aUser()
  assert.deepEqual((await get('/rewards/points', { as: ada })).body, {
    balance: 0,
    total_earned: 0,
    total_spent: 0,
  })
  const { level, points, next_level_points } = (await get('/rewards/level', { as: ada })).body
  assert.deepEqual([level, points, next_level_points], [1, 0, 100])
  const { body: badges } = await get('/rewards/badges', { as: ada })
  assert.ok(badges.length >= 9)
  for (const { progress, unlocked, icon } of badges) {
    assert.deepEqual([progress.current, progress.percentage, unlocked], [0, 0, false])
    assert.match(icon, /^https?:\/\/[^/]+\/photos\/badges\/[a-z]+-\d-\d+\.svg$/)
  }
  const names = new Set(badges.map(({ name }: { name: string }) => name))
  for (const name of ['First ticket', 'Festival regular', 'Explorer', 'Checked in']) {
    assert.ok(names.has(name), name)
  }
})

// Requirement (records): Badge: fields, progress, unlocked
// Requirement (records): Recorded event result: event_id, points_awarded, badges_progressed
// Requirement (operations): POST /rewards/events
// Requirement (events): Inbound: POST /rewards/events with event_type, entity_type, entity_id and free-form
//   metadata
test('an event is recorded with its metadata, awards points and advances badges', async () => {
  const ada = await aUser()
  const { id } = await anArtist(world)
  const explorer = await badgeOf(ada, 'Explorer')
  const metadata = { screen: 'line-up', at: [1, { deep: null }], name: 'Zoë' }
  const body = await record(ada, { ...viewed(id), metadata, points: 1000, user_id: newId() })
  assert.deepEqual(body, {
    event_id: body.event_id,
    points_awarded: 1,
    badges_progressed: [explorer.id],
  })
  const stored = await db
    .selectFrom('reward_events')
    .selectAll()
    .where('id', '=', body.event_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [stored.user_id, stored.event_type, stored.entity_id, stored.metadata, stored.created_at],
    [ada.id, 'artist_viewed', id, metadata, clock],
  )
  assert.deepEqual((await get('/rewards/points', { as: ada })).body, {
    balance: 1,
    total_earned: 1,
    total_spent: 0,
  })
  assert.deepEqual(await badgeOf(ada, 'Explorer'), {
    ...explorer,
    progress: { current: 1, target: 25, percentage: 4 },
  })
  const { body: me } = await get('/users/i', { as: ada })
  assert.deepEqual(
    [me.points, me.level, me.badges],
    [
      1,
      (await get('/rewards/level', { as: ada })).body,
      (await get('/rewards/badges', { as: ada })).body,
    ],
  )
})

for (const [why, event] of [
  ['an unknown type', { event_type: 'moon_landing' }],
  ['a purchase sent by a client', { event_type: 'ticket_purchased' }],
  ['a validation sent by a client', { event_type: 'ticket_validated' }],
  ['a booking sent by a client', { event_type: 'accommodation_booked' }],
  ['a membership sent by a client', { event_type: 'subscription_started' }],
  ['a claim sent by a client', { event_type: 'challenge_claimed' }],
  ['a view of nothing', { event_type: 'artist_viewed', entity_type: null, entity_id: null }],
  ['a view of what we do not know', { ...viewed('Pluto'), entity_type: 'planet' }],
  ['a view of a kind every object has', { ...viewed(newId()), entity_type: 'constructor' }],
  ['a view of a kind without an id', { event_type: 'artist_viewed', entity_type: 'artist' }],
  ['a view of an id without a kind', { event_type: 'artist_viewed', entity_id: newId() }],
  ['a visit to what we do not know', { event_type: 'daily_visit', entity_type: 'planet' }],
  ['a visit to an id without a kind', { event_type: 'daily_visit', entity_id: 'Pluto' }],
  ['a visit without an id', { event_type: 'daily_visit', entity_type: 'user' }],
] as const) {
  // Requirement (rules): contract §5 money-bearing and unknown types are recorded and award 0
  // Requirement (rules): contract §5 an entity of another kind, or half named, is recorded and worth
  //   nothing
  test(`${why} is recorded with an id of its own, without points`, async () => {
    const ada = await aUser()
    const [first, second] = [await record(ada, event), await record(ada, event)]
    assert.notEqual(first.event_id, second.event_id)
    for (const { points_awarded, badges_progressed } of [first, second]) {
      assert.deepEqual([points_awarded, badges_progressed], [0, []])
    }
    assert.equal(await balanceOf(ada), 0)
    const rows = await eventsOf(ada)
    const sent = { entity_type: null, entity_id: null, ...event }
    const kept = rows.map(({ event_type, entity_type, entity_id, counted }) => {
      return { event_type, entity_type, entity_id, counted }
    })
    const expected = { ...sent, counted: false }
    assert.deepEqual(kept, [expected, expected])
  })
}

// Requirement (rules): contract §5 whatever the case of its id
test('an id in upper case is the same entity', async () => {
  const ada = await aUser()
  const { id } = await anArtist(world)
  assert.equal((await record(ada, viewed(id.toUpperCase()))).points_awarded, 1)
  for (const spelling of [id, id.toUpperCase()]) {
    assert.equal((await record(ada, viewed(spelling))).points_awarded, 0)
  }
  const kept = await eventsOf(ada)
  assert.deepEqual(new Set(kept.map(({ entity_id }) => entity_id)), new Set([id]))
})

// Requirement (rules): contract §5 repeats award 0
test('the same entity again awards nothing, for another user it does', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { id } = await anArtist(world)
  assert.equal((await record(ada, viewed(id))).points_awarded, 1)
  const again = await record(ada, viewed(id))
  assert.deepEqual([again.points_awarded, again.badges_progressed], [0, []])
  assert.equal((await record(bo, viewed(id))).points_awarded, 1)
})

test('a replay with the same Idempotency-Key records nothing twice', async () => {
  const ada = await aUser()
  const { id } = await anArtist(world)
  const headers = { 'idempotency-key': newId() }
  const first = await post('/rewards/events', viewed(id), { as: ada, headers })
  const again = await post('/rewards/events', viewed(id), { as: ada, headers })
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.body.points_awarded, 1)
  const events = await eventsOf(ada)
  assert.equal(events.length, 1)
})

// Requirement (rules): contract §5 an entity that is named must exist
test('an entity of any kind may be named, if it exists', async () => {
  const ada = await aUser()
  const organizer = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const [gone, of] = [await aFestival(world, { deleted_at: clock }), { festival_id: festival.id }]
  const stock = { price_cents: 100, quantity: 1 }
  const genre = { id: newId(), name: 'Dub', key: newId(), search_name: 'dub' }
  const tier = { id: newId(), ...of, ...stock, name: 'Day', position: 0 }
  const oldTier = { ...tier, id: newId(), archived_at: clock }
  const tent = { id: newId(), ...of, ...stock, name: 'Tent' }
  const plan = { id: newId(), name: 'Friend', price_cents: 1, duration: 1, duration_type: 'month' }
  await db.insertInto('genres').values(genre).execute()
  await db.insertInto('tiers').values([tier, oldTier]).execute()
  await db.insertInto('accommodations').values(tent).execute()
  await db.insertInto('subscriptions').values(plan).execute()
  const known = {
    festival: festival.id,
    organizer: organizer.id,
    artist: (await anArtist(world)).id,
    genre: genre.id,
    gig: (await aGig(world, of)).id,
    place: (await aPlace(world, of)).id,
    ticket: tier.id,
    accommodation: tent.id,
    subscription: plan.id,
    user: ada.id,
  }
  for (const [entity_type, entity_id] of Object.entries(known)) {
    const { event_id } = await record(ada, { event_type: 'seen', entity_type, entity_id })
    assert.ok(event_id, entity_type)
    for (const unknown of [newId(), 'nonsense']) {
      const event = { event_type: 'seen', entity_type, entity_id: unknown }
      const { status, body } = await post('/rewards/events', event, { as: ada })
      const noun = `${entity_type[0]?.toUpperCase()}${entity_type.slice(1)}`
      assert.deepEqual([status, body.error], [404, `${noun} not found`])
    }
  }
  for (const [entity_type, entity_id] of [
    ['festival', gone.id],
    ['ticket', oldTier.id],
    ['gig', (await aGig(world, { festival_id: gone.id })).id],
  ] as const) {
    const { status } = await post(
      '/rewards/events',
      { event_type: 'seen', entity_type, entity_id },
      { as: ada },
    )
    assert.equal(status, 404, entity_type)
  }
})

for (const [why, event, error] of [
  ['nothing', {}, 'event_type is required'],
  ['a blank type', { event_type: ' ' }, 'event_type must not be blank'],
  ['a type that is no text', { event_type: 7 }, 'event_type must be a string'],
  [
    'a type without end',
    { event_type: 'a'.repeat(101) },
    'event_type must have at most 100 characters',
  ],
  [
    'an entity that is no text',
    { event_type: 'a', entity_type: 'artist', entity_id: 7 },
    'entity_id must be a string or null',
  ],
  [
    'a type of entity that is no text',
    { event_type: 'a', entity_type: {} },
    'entity_type must be a string or null',
  ],
  [
    'metadata that are no object',
    { event_type: 'a', metadata: [1] },
    'metadata must be an object or null',
  ],
  [
    'metadata beyond 4 KiB',
    { event_type: 'a', metadata: { text: 'ø'.repeat(2045) } },
    'metadata must have at most 4 KiB',
  ],
] as const) {
  test(`an event with ${why} is refused`, async () => {
    const ada = await aUser()
    const { status, body } = await post('/rewards/events', event, { as: ada })
    assert.deepEqual([status, body.error], [400, error])
  })
}

// Requirement (operations): Rewards endpoints: headers C, U
test('everything needs both tokens', async () => {
  for (const [method, url] of [
    ['POST', '/rewards/events'],
    ['GET', '/rewards/points'],
    ['GET', '/rewards/badges'],
    ['GET', '/rewards/level'],
    ['POST', '/rewards/challenges/claim/SUMMER-2030'],
  ] as const) {
    assert.equal((await world.call(method, url)).body.error, 'Missing the user header')
    const { body } = await world.call(method, url, { client: null, as: await aUser() })
    assert.equal(body.error, 'Missing the service header')
  }
})

test('the many events of an erased account are deleted by a job', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  await record(bo, { event_type: 'daily_visit' })
  await sql`
    insert into reward_events (id, user_id, event_type, points, counted, created_at)
    select gen_random_uuid(), ${ada.id}, 'spam', 0, false, ${clock} from generate_series(1, 11001)`.execute(
    db,
  )
  await db.updateTable('users').set({ erased_at: clock }).where('id', '=', ada.id).execute()
  assert.equal((await eventsOf(ada)).length, 1001)
  await deleteEventsOfErased(db)
  assert.deepEqual([(await eventsOf(ada)).length, (await eventsOf(bo)).length], [0, 1])
})

test('the events an erased account sent are deleted; those of the service stay, without a name', async () => {
  const ada = await aUser()
  await record(ada, { event_type: 'daily_visit', metadata: { name: 'Ada' } })
  await db.updateTable('users').set({ erased_at: clock }).where('id', '=', ada.id).execute()
  const events = await eventsOf(ada)
  const entries = await db
    .selectFrom('point_entries')
    .select('delta')
    .where('user_id', '=', ada.id)
    .execute()
  assert.deepEqual([events.length, entries], [0, [{ delta: 1 }]])
})
