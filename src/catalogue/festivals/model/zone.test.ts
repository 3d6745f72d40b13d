import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aWorld } from '../../../../test/world.ts'
import { renameZones } from './zone.ts'

const world = await aWorld()
const { get, post, put, aUser, db } = world
const ada = await aUser()
const organizer_id = `org-${newId()}`
await post('/organizers', { id: organizer_id, name: 'Harbour Nights' }, { as: ada })

const pilton = { lat: 51.15, lng: -2.58 }

async function created(fields: object) {
  const times = { start_time: '2099-06-24T08:00:00Z', end_time: '2099-06-28T22:00:00Z' }
  const body = { name: 'Harbour', organizer_id, ...times, ...fields }
  return post('/festivals', body, { as: ada })
}

for (const [from, fields, zone] of [
  ['the one that is given', { time_zone: 'Asia/Tokyo', coordinates: pilton }, 'Asia/Tokyo'],
  ['the one that is given, in its own spelling', { time_zone: 'asia/tokyo' }, 'Asia/Tokyo'],
  ['that of its coordinates', { coordinates: pilton }, 'Europe/London'],
  [
    'that of the middle of its places',
    { places: [{ name: 'Pier', coordinates: { lat: 40.7, lng: -74 } }] },
    'America/New_York',
  ],
  ['UTC on the open sea', { coordinates: { lat: 0, lng: 0 } }, 'UTC'],
  ['UTC without a place', {}, 'UTC'],
] as const) {
  // Requirement (rules): contract §4.4 `time_zone`: given, from coordinates, from places, else UTC
  test(`the time zone of a new festival is ${from}`, async () => {
    const { status, body } = await created(fields)
    assert.deepEqual([status, body.time_zone], [201, zone])
    for (const part of ['', '/summary']) {
      const read = await get(`/festivals/${body.id}${part}`)
      assert.equal(read.body.time_zone, zone)
    }
    const { festivals } = (await get(`/festivals?ids=${body.id}`)).body
    assert.equal(festivals[0].time_zone, zone)
  })
}

// Requirement (rules): Instants stay UTC, whatever the time zone
test('instants stay as they were written, whatever the time zone', async () => {
  const { body } = await created({
    time_zone: 'Asia/Tokyo',
    start_time: '2099-06-24T08:00',
    gigs: [{ start_time: '2099-06-25T22:00' }],
  })
  assert.equal(body.start_time, '2099-06-24T08:00:00.000Z')
  assert.equal(body.gigs[0].start_time, '2099-06-25T22:00:00.000Z')
})

for (const time_zone of ['Europe/Nowhere', 'CET', '+02:00', '', null, 2]) {
  // Requirement (rules): contract §4.4 `time_zone` is checked
  test(`${JSON.stringify(time_zone)} is no time zone`, async () => {
    const { status, body } = await created({ time_zone })
    assert.equal(status, 400)
    assert.match(body.error, /^time_zone must be/)
    const festival = (await created({})).body
    const change = await put(`/festivals/${festival.id}`, { time_zone }, { as: ada })
    assert.equal(change.status, 400)
  })
}

test('a change sets the time zone; one of the coordinates alone leaves it', async () => {
  const { body } = await created({ coordinates: pilton })
  const path = `/festivals/${body.id}`
  const moved = await put(path, { coordinates: { lat: 48.85, lng: 2.35 } }, { as: ada })
  assert.equal(moved.body.time_zone, 'Europe/London')
  const changed = await put(path, { time_zone: 'europe/paris' }, { as: ada })
  assert.equal(changed.body.time_zone, 'Europe/Paris')
  assert.equal((await get(path)).body.time_zone, 'Europe/Paris')
})

// Requirement (rules): contract §4.4 `time_zone`: the present name
test('a time zone is stored by its present name, whatever it was called before', async () => {
  const path = `/festivals/${(await created({})).body.id}`
  for (const [time_zone, name] of [
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['europe/kiev', 'Europe/Kyiv'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['Japan', 'Asia/Tokyo'],
  ]) {
    const { status, body } = await created({ time_zone })
    assert.deepEqual([status, body.time_zone], [201, name])
    const changed = await put(path, { time_zone }, { as: ada })
    assert.deepEqual([changed.status, changed.body.time_zone], [200, name])
  }
})

test('a zone that only Node knows is taken, since the database tells no local times', async () => {
  await sql`
    create or replace function knows_time_zone(zone text) returns boolean language sql
    as 'select false'`.execute(db)
  assert.equal((await created({ time_zone: 'America/Coyhaique' })).status, 201)
})

test('festivals from before get the present names of their time zones, once', async () => {
  const { id } = (await created({ time_zone: 'Europe/Paris' })).body
  const other = (await created({ time_zone: 'Europe/Copenhagen' })).body
  await db
    .updateTable('festivals')
    .set({ time_zone: 'Europe/Uzhgorod' })
    .where('id', '=', id)
    .execute()
  assert.equal(await renameZones(db), 1)
  assert.equal(await renameZones(db), 0)
  assert.equal((await get(`/festivals/${id}`)).body.time_zone, 'Europe/Kyiv')
  assert.equal((await get(`/festivals/${other.id}`)).body.time_zone, 'Europe/Copenhagen')
})
