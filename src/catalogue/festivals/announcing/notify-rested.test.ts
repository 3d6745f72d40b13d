/** Followers and holders are notified of changes that have come to rest, if they still make a difference. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherApp } from '../../../../test/another-process.ts'
import { aName, anArtist, anInterest, anOrganizer } from '../../../../test/catalogue.ts'
import { notifyRestedAfter } from '../../../../test/rested-changes.ts'
import { aPayment } from '../../../../test/sales.ts'
import { untilBlocked } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { notifyRested } from './notify-rested.ts'

const minute = 60_000
const begin = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: begin }
const world = await aWorld({ now: () => clock.now })
const { app, db, get, post, put, del, aUser } = world
const other = await anotherApp(world)
const admin = await aUser({ roles: ['admin'] })

const [start_time, end_time] = ['2027-07-01T12:00:00.000Z', '2027-07-04T00:00:00.000Z']
const evening = Date.parse('2027-07-03T20:00:00Z')

beforeEach(async () => {
  // Sends the rest of earlier tests.
  await notifyRestedAfter(world, new Date(clock.now.getTime() + 60 * minute))
  clock.now = begin
})

/** The notifications of a user, oldest first. */
async function noticesOf(as: Person): Promise<{ type: string; title: string; message: string }[]> {
  return (await get('/notifications', { as })).body.toReversed()
}
const messagesOf = async (as: Person) => (await noticesOf(as)).map(({ message }) => message)
const typesOf = async (as: Person) => (await noticesOf(as)).map(({ type }) => type)

async function aFollower(...artists: { id: string }[]): Promise<Person> {
  const user = await aUser()
  for (const { id } of artists) await anInterest(world, { user_id: user.id, artist_id: id })
  return user
}

async function aHolder(festival_id: string): Promise<Person> {
  const user = await aUser()
  const bought = { payment_type: 'ticket', entity_id: newId(), festival_id } as const
  await aPayment(world, { user_id: user.id, ...bought })
  return user
}

async function create(given: object = {}, as = admin) {
  const organizer_id = (await anOrganizer(world)).id
  const body = { name: aName('Tide'), organizer_id, start_time, end_time, venue: 'Park', ...given }
  const answer = await post('/festivals', body, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function change(id: string, body: object, as = admin) {
  const answer = await put(`/festivals/${id}`, body, { as })
  assert.equal(answer.status, 200, answer.text)
}

const gigAt = ({ id }: { id: string }, time: number) => ({
  artist_id: id,
  start_time: new Date(time).toISOString(),
})

/** Lets so many minutes pass, and runs the job in two processes at once. */
async function pass(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * minute)
  const process = async ({ db, bus, jobs }: typeof app) => {
    while ((await notifyRested({ db, bus, jobs, now: clock.now })) > 0);
  }
  await Promise.all([process(app), process(other)])
}

// Requirement (rules): contract §6.2 Changes that rest: one notice, none for what is undone
test('an artist who is added, moved eight times and moved back is one notice, and a move that is undone none', async () => {
  const artist = await anArtist(world)
  const [follower, { id }] = [await aFollower(artist), await create()]
  const shifts = [0, 5, 10, 15, 20, 25, 30, 35, 40, 0]
  for (const shift of shifts) {
    await change(id, { gigs: [gigAt(artist, evening + shift * minute)] })
    await pass(1)
  }
  assert.deepEqual(await messagesOf(follower), [])
  await pass(8)
  assert.deepEqual(await messagesOf(follower), [])
  await pass(1)
  const expected = ['Added to the line-up: 3 July 2027 at 20:00 UTC.']
  assert.deepEqual(await messagesOf(follower), expected)
  for (const shift of [15, 0]) await change(id, { gigs: [gigAt(artist, evening + shift * minute)] })
  await pass(60)
  assert.deepEqual(await messagesOf(follower), expected)
  await change(id, { gigs: [gigAt(artist, evening + 15 * minute)] })
  await pass(10)
  assert.deepEqual(await messagesOf(follower), [...expected, 'Plays: 3 July 2027 at 20:15 UTC.'])
})

// Requirement (rules): contract §6.2 Changes that rest: one notice, none for what is undone
test('an artist who is added and removed again, and one who is removed and added again, is none', async () => {
  const [guest, regular] = [await anArtist(world), await anArtist(world)]
  const { id } = await create({ gigs: [gigAt(regular, evening)] })
  await pass(10)
  const [one, both] = [await aFollower(guest), await aFollower(guest, regular)]
  await change(id, { gigs: [gigAt(regular, evening), gigAt(guest, evening)] })
  await change(id, { gigs: [] })
  await change(id, { gigs: [gigAt(regular, evening)] })
  await pass(60)
  assert.deepEqual([await noticesOf(one), await noticesOf(both)], [[], []])
})

// Requirement (rules): contract §6.2 Changes that rest: several artists
test('two artists who are changed within the same ten minutes are one notice to a follower of both', async () => {
  const [ebb, low] = [await anArtist(world), await anArtist(world)]
  const { id, name } = await create()
  const [both, one] = [await aFollower(ebb, low), await aFollower(low)]
  await change(id, { gigs: [gigAt(ebb, evening)] })
  await pass(9)
  await change(id, { gigs: [gigAt(ebb, evening), gigAt(low, evening)] })
  await pass(10)
  const titles = async (as: Person) => (await noticesOf(as)).map(({ title }) => title)
  assert.deepEqual(await titles(both), [`2 artists you follow play at ${name}`])
  assert.deepEqual(await titles(one), [`${low.name} at ${name}`])
})

// Requirement (rules): contract §6.2 Changes that rest: an hour at most
test('changes of a line-up that never rest are one notice an hour after the first', async () => {
  const artist = await anArtist(world)
  const [follower, { id }] = [await aFollower(artist), await create()]
  for (let nth = 0; nth < 7; nth++) {
    await change(id, { gigs: [gigAt(artist, evening + nth * minute)] })
    assert.deepEqual(await noticesOf(follower), [])
    await pass(nth < 6 ? 9 : 6)
  }
  assert.deepEqual(await messagesOf(follower), ['Added to the line-up: 3 July 2027 at 20:06 UTC.'])
})

// Requirement (rules): contract §6.2 Changes that rest: on the day
test('a gig that begins within three hours, and any at a festival that is on, rests for two minutes, ten at most', async () => {
  const artist = await anArtist(world)
  const soon = begin.getTime() + 180 * minute
  const before = { start_time: new Date(soon + 24 * 60 * minute), end_time }
  const on = { start_time: new Date(begin.getTime() - minute), end_time }
  for (const times of [before, on]) {
    clock.now = begin
    const { id } = await create({ ...times, gigs: [gigAt(artist, evening)] })
    await pass(10)
    const follower = await aFollower(artist)
    const start = times === on ? evening + 60 * minute : clock.now.getTime() + 180 * minute
    await change(id, { gigs: [gigAt(artist, start)] })
    await pass(1.5)
    assert.equal((await noticesOf(follower)).length, 0)
    await pass(0.5)
    assert.equal((await noticesOf(follower)).length, 1)
    for (let nth = 1; nth <= 7; nth++) {
      await change(id, { gigs: [gigAt(artist, start + nth * minute)] })
      await pass(nth < 7 ? 1.5 : 1)
      assert.equal((await noticesOf(follower)).length, nth < 7 ? 1 : 2)
    }
  }
})

// Requirement (rules): contract §6.2 Changes that rest: on the day
test('an urgent change takes along what rests, and one that is not urgent does not hold it back', async () => {
  const [ebb, low] = [await anArtist(world), await anArtist(world)]
  const times = { start_time: new Date(begin.getTime() + 24 * 60 * minute), end_time }
  const { id } = await create(times)
  const [first, second] = [await aFollower(ebb), await aFollower(low)]
  const urgent = gigAt(ebb, begin.getTime() + 60 * minute)
  await change(id, { gigs: [urgent] })
  await pass(1)
  await change(id, { gigs: [urgent, gigAt(low, evening)] })
  await pass(1.5)
  assert.deepEqual([await typesOf(first), await typesOf(second)], [[], []])
  await pass(0.5)
  const expected = [['artist.announced'], ['artist.announced']]
  assert.deepEqual([await typesOf(first), await typesOf(second)], expected)
})

// Requirement (rules): contract §6.2 Changes that rest: holders, and a cancellation at once
test('holders are notified of a change of place that rests, of one that is undone not, and of a cancellation at once', async () => {
  const [{ id }, same, off] = [await create(), await create(), await create()]
  const [ada, ben, cleo] = [await aHolder(id), await aHolder(same.id), await aHolder(off.id)]
  for (const venue of ['Quay', 'Meadow']) await change(id, { venue })
  for (const venue of ['Quay', 'Park']) await change(same.id, { venue })
  await change(off.id, { venue: 'Quay' })
  assert.deepEqual(await noticesOf(ada), [])
  await post(`/festivals/${off.id}/cancel`, {}, { as: admin })
  assert.deepEqual(await typesOf(cleo), ['festival.cancelled'])
  await pass(10)
  assert.deepEqual(await messagesOf(ada), ['New place: Meadow.'])
  assert.deepEqual(await noticesOf(ben), [])
  assert.deepEqual(await typesOf(cleo), ['festival.cancelled'])
})

// Requirement (rules): contract §6.2 Changes that rest: another organizer
test('a festival that another organizer gets and gives back is not published to its followers', async () => {
  const [to, back] = [await anOrganizer(world), await anOrganizer(world)]
  const [moved, returned] = [await create(), await create()]
  const followers = [await aUser(), await aUser()]
  for (const [nth, { id }] of [to, back].entries())
    await anInterest(world, { user_id: followers[nth]?.id ?? '', organizer_id: id })
  await change(moved.id, { organizer_id: to.id })
  await change(returned.id, { organizer_id: back.id })
  await change(returned.id, { organizer_id: returned.organizer.id })
  await pass(10)
  assert.deepEqual(await Promise.all(followers.map(typesOf)), [['festival.published'], []])
})

// Requirement (rules): contract §6.2 Changes that rest: cancelled, deleted, a draft
test('a festival that is cancelled, deleted or a draft again while changes rest sends no notice', async () => {
  const artist = await anArtist(world)
  const follower = await aFollower(artist)
  const running = { start_time: new Date(begin.getTime() - minute).toISOString() }
  const festivals = [await create(), await create(), await create(running), await create()]
  const [off, gone, ended, hidden] = festivals.map(({ id }) => id)
  for (const { id } of festivals) await change(id, { gigs: [gigAt(artist, evening)] })
  await post(`/festivals/${off}/cancel`, {}, { as: admin })
  for (const id of [gone, ended]) await del(`/festivals/${id}`, { as: admin })
  await change(hidden, { published: false })
  await pass(60)
  assert.deepEqual(await noticesOf(follower), [])
  await change(hidden, { published: true })
  await pass(10)
  assert.deepEqual(await typesOf(follower), ['artist.announced'])
})

// Requirement (rules): contract §6.3 Who announces: the author of each change
test('staff vouch for the artists that they change, and not for others of the same ten minutes', async () => {
  const manager = await aUser()
  const organizer_id = `stall-${newId()}`
  await post('/organizers', { id: organizer_id, name: aName('Stall') }, { as: manager })
  const [ebb, low] = [await anArtist(world), await anArtist(world)]
  const [first, second] = [await aFollower(ebb), await aFollower(low)]
  const { id } = await create({ organizer_id }, manager)
  await change(id, { gigs: [gigAt(low, evening)] }, manager)
  await change(id, { gigs: [gigAt(low, evening), gigAt(ebb, evening)] })
  await pass(10)
  assert.deepEqual([await typesOf(first), await typesOf(second)], [['artist.announced'], []])
})

test('an artist who is merged while a change rests is announced as the one that was kept', async () => {
  const [double, kept] = [await anArtist(world), await anArtist(world)]
  const [follower, { id }] = [await aFollower(kept), await create()]
  await change(id, { gigs: [gigAt(double, evening)] })
  const merged = await post(`/artists/${double.id}/merge`, { into: kept.id }, { as: admin })
  assert.equal(merged.status, 200, merged.text)
  await pass(10)
  assert.deepEqual(await messagesOf(follower), ['Added to the line-up: 3 July 2027 at 20:00 UTC.'])
})

// Requirement (rules): contract §6.2 Changes that rest: once, by any number of processes
test('a process that dies while it notifies leaves the change to the next one, which notifies once', async () => {
  const artist = await anArtist(world)
  const [follower, { id }] = [await aFollower(artist), await create()]
  await change(id, { gigs: [gigAt(artist, evening)] })
  clock.now = new Date(begin.getTime() + 10 * minute)
  const died = db.transaction().execute(async (trx) => {
    assert.equal(await notifyRested({ ...app, db: trx, now: clock.now }), 1)
    throw new Error('died')
  })
  await assert.rejects(died, /died/)
  await pass(0)
  await pass(0)
  assert.deepEqual(await typesOf(follower), ['artist.announced'])
})

// Requirement (rules): contract §6.2 Changes that rest: once, by any number of processes
test('a change that is being written while another rests is waited for by neither, and goes along', async () => {
  const artist = await anArtist(world)
  const [follower, { id }] = [await aFollower(artist), await create()]
  await change(id, { gigs: [gigAt(artist, evening)] })
  let later: Promise<void> | undefined
  clock.now = new Date(begin.getTime() + 10 * minute)
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('festivals').select('id').where('id', '=', id).forUpdate().execute()
    later = change(id, { gigs: [gigAt(artist, evening + 5 * minute)] })
    await untilBlocked(world, 1)
    assert.equal(await notifyRested({ ...app, db: other.db, now: clock.now }), 0)
  })
  await later
  await pass(0)
  assert.deepEqual(await noticesOf(follower), [])
  await pass(10)
  assert.deepEqual(await messagesOf(follower), ['Added to the line-up: 3 July 2027 at 20:05 UTC.'])
})
