import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherProcess } from '../../../test/another-process.ts'
import { anArtist } from '../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteUncountedEvents } from './events.ts'

let clock = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, post, db, aUser } = world
const elsewhere = await anotherProcess(world)

async function record(as: Person, event: object) {
  const answer = await post('/rewards/events', event, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const viewed = (id: string) => ({
  event_type: 'artist_viewed',
  entity_type: 'artist',
  entity_id: id,
})
const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
async function badgeOf(as: Person, name: string) {
  const { body } = await get('/rewards/badges', { as })
  return body.find((badge: { name: string }) => badge.name === name)
}

// Requirement (rules): contract §5 cap per user and UTC day
test('a type awards up to its cap on a UTC day, and again on the next', async () => {
  const ada = await aUser()
  const visit = { event_type: 'daily_visit' }
  const points = async () => (await record(ada, visit)).points_awarded
  try {
    clock = new Date('2030-06-15T23:59:59.999Z')
    assert.deepEqual([await points(), await points()], [1, 0])
    clock = new Date('2030-06-16T00:00:00.000Z')
    assert.deepEqual([await points(), await points()], [1, 0])
  } finally {
    clock = new Date('2030-06-15T12:00:00.000Z')
  }
})

// Requirement (rules): contract §5 at most 20 points a user and day
test('events from clients award 20 points a day in all; badges continue', async () => {
  const ada = await aUser()
  const artists = await Promise.all(Array.from({ length: 19 }, () => anArtist(world)))
  for (const { id } of artists) await record(ada, viewed(id))
  const review = { event_type: 'review_written', entity_type: 'artist' }
  const first = await record(ada, { ...review, entity_id: artists[0]?.id })
  assert.deepEqual([first.points_awarded, first.badges_progressed.length], [1, 1])
  const second = await record(ada, { ...review, entity_id: artists[1]?.id })
  assert.deepEqual([second.points_awarded, second.badges_progressed.length], [0, 1])
  assert.equal(await balanceOf(ada), 20)
})

// Requirement (rules): contract §5 caps hold under concurrency
test('50 identical events at once, here and in another process, award once', async () => {
  const ada = await aUser()
  const { id } = await anArtist(world)
  const call = { client: world.client.token, as: ada, body: viewed(id) }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2
        ? elsewhere('POST', '/rewards/events', call)
        : post('/rewards/events', viewed(id), { as: ada }),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  const awarded = answers.map(({ body }) => body.points_awarded).toSorted((a, b) => a - b)
  assert.deepEqual(awarded, [...Array(49).fill(0), 1])
  assert.equal(new Set(answers.map(({ body }) => body.event_id)).size, 50)
  assert.equal((await badgeOf(ada, 'Explorer')).progress.current, 1)
})

test('many different events at once never award more than the caps', async () => {
  const ada = await aUser()
  const artists = await Promise.all(Array.from({ length: 30 }, () => anArtist(world)))
  const answers = await Promise.all(
    artists.flatMap(({ id }) => [record(ada, viewed(id)), record(ada, { event_type: 'check_in' })]),
  )
  const sum = answers.reduce((total, { points_awarded }) => total + points_awarded, 0)
  assert.deepEqual([sum, await balanceOf(ada)], [20, 20])
  assert.equal((await badgeOf(ada, 'Explorer')).progress.current, 25)
  const again = await record(ada, { event_type: 'photo_uploaded' })
  assert.equal(again.points_awarded, 0)
})

test('a thousand events by one user earn the cap of the day, and the ledger agrees', async () => {
  const ada = await aUser()
  const types = ['daily_visit', 'check_in', 'photo_uploaded', 'ticket_purchased', 'made_up']
  for (let sent = 0; sent < 1000; sent += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        record(ada, { event_type: types[index % types.length] }),
      ),
    )
  }
  assert.equal(await balanceOf(ada), 1 + 3 + 3 * 2)
  const entries = await db
    .selectFrom('point_entries')
    .select(['delta', 'kind'])
    .where('user_id', '=', ada.id)
    .execute()
  assert.equal(
    entries.reduce((sum, { delta }) => sum + delta, 0),
    10,
  )
  assert.deepEqual(new Set(entries.map(({ kind }) => kind)), new Set(['earned']))
})

// Requirement (limits): contract §5.2: 1,000 events of a user a day
test('clients record so many events of a user on a UTC day, also of many at once; further ones are refused until the next', async () => {
  const small = await aWorld({ now: () => clock, env: { EVENTS_PER_DAY: '3' } })
  const [ada, ben] = [await small.aUser(), await small.aUser()]
  const send = (as: Person, event_type = 'made_up') =>
    small.post('/rewards/events', { event_type }, { as })
  const recorded = async () =>
    small.db.selectFrom('reward_events').select('id').where('user_id', '=', ada.id).execute()
  try {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(ada)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [201, 201, 201, 429, 429, 429])
    const { status, body, headers } = await send(ada, 'check_in')
    assert.deepEqual([status, body.code, body.retry_after], [429, 'too_many_events', 12 * 3_600])
    assert.match(body.error, /^At most 3 events are recorded for a user on a UTC day/)
    assert.equal(headers['ratelimit-policy'], '"events";q=3;w=86400')
    assert.equal((await recorded()).length, 3)
    assert.equal((await send(ben)).status, 201)
    clock = new Date('2030-06-16T00:00:00.000Z')
    const next = await send(ada, 'check_in')
    assert.deepEqual([next.status, next.body.points_awarded], [201, 3])
  } finally {
    clock = new Date('2030-06-15T12:00:00.000Z')
  }
})

// Requirement (limits): contract §5.2: events that did not count are deleted
test('events of clients that did not count are deleted after 30 days; points, badges and what counts once stay', async () => {
  const ada = await aUser()
  const artist = await anArtist(world)
  for (const event of [viewed(artist.id), viewed(artist.id), { event_type: 'made_up' }])
    await record(ada, event)
  const events = () =>
    db.selectFrom('reward_events').select('counted').where('user_id', '=', ada.id).execute()
  const later = (ms: number) => new Date(clock.getTime() + 30 * 86_400_000 + ms)
  await deleteUncountedEvents(db, later(0))
  assert.equal((await events()).length, 3)
  const before = [await balanceOf(ada), await badgeOf(ada, 'Explorer')]
  await deleteUncountedEvents(db, later(1))
  assert.deepEqual(await events(), [{ counted: true }])
  assert.deepEqual([await balanceOf(ada), await badgeOf(ada, 'Explorer')], before)
  assert.equal((await record(ada, viewed(artist.id))).points_awarded, 0)
})
