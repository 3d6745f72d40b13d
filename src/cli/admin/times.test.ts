/** Festival times that were read as UTC become times of the festival's own time zone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTime } from '#platform/zones/local-time'
import { aPlaceToSleep } from '../../../test/buying.ts'
import { aFestival, aGig, anArtist, anInterest } from '../../../test/catalogue.ts'
import { notifyRestedAfter } from '../../../test/rested-changes.ts'
import { aPayment } from '../../../test/sales.ts'
import { aGivingFestival } from '../../../test/vouchers.ts'
import { aWorld } from '../../../test/world.ts'
import { readAsLocal } from './times.ts'

const now = new Date('2027-03-01T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { db, get, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })

// Requirement (rules): `festival times --as-local` moves all instants at once, once
test('all times of a festival move at once, and a second time none', async () => {
  const { festivalId, manager, tier, voucher, read } = await aGivingFestival(world)
  const path = `/festivals/${festivalId}`
  const written = {
    start_time: '2027-06-23T09:00',
    end_time: '2027-06-28T05:00',
    gigs: [{ start_time: '2027-06-25T22:00', end_time: '2027-06-25T23:15' }, {}],
    tickets: [{ name: 'Weekend', price: 50, quantity: 10, end_time: '2027-02-01T20:00' }],
  }
  assert.equal((await put(path, written, { as: manager })).status, 200)
  const archived = await tier({
    valid_since: new Date('2027-06-23T08:00Z'),
    archived_at: new Date(),
  })
  const { id: code } = await voucher({ percent: 10, starts_at: '2027-03-28T01:30' })
  await aPlaceToSleep(world, {
    festival_id: festivalId,
    check_in: new Date('2027-06-22T15:00Z'),
    check_out: new Date('2027-06-28T10:00Z'),
  })

  const { moved } = await readAsLocal(db, festivalId, 'Europe/London')
  assert.deepEqual(moved, { gigs: 1, tiers: 2, vouchers: 1, accommodations: 1 })
  const { body } = await get(path)
  assert.deepEqual(
    [body.time_zone, body.start_time, body.end_time],
    ['Europe/London', '2027-06-23T08:00:00.000Z', '2027-06-28T04:00:00.000Z'],
  )
  const times = (gig: { start_time: string; end_time: string }) => [gig.start_time, gig.end_time]
  assert.deepEqual(body.gigs.map(times), [
    ['2027-06-25T21:00:00.000Z', '2027-06-25T22:15:00.000Z'],
    [null, null],
  ])
  // In winter, local time there equals UTC.
  assert.equal(body.tickets[0].end_time, '2027-02-01T20:00:00.000Z')
  const { valid_since } = await db
    .selectFrom('tiers')
    .select('valid_since')
    .where('id', '=', archived.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(valid_since, new Date('2027-06-23T07:00Z'))
  // Clocks skip that half hour.
  assert.equal((await read(code)).starts_at, '2027-03-28T01:30:00.000Z')
  const [stay] = (await get(`/accommodations?festival=${festivalId}`)).body
  assert.deepEqual(
    [stay.check_in_at, stay.check_out_at],
    ['2027-06-22T14:00:00.000Z', '2027-06-28T09:00:00.000Z'],
  )
  const days = (await get(`${path}/timetable`)).body.days
  assert.deepEqual(
    days.map(({ date }: { date: string }) => date),
    ['2027-06-25', null],
  )

  await readAsLocal(db, festivalId, 'Europe/London')
  const again = (await get(path)).body
  assert.deepEqual(again, body)
  // Local times stay the same, also on the way back.
  await readAsLocal(db, festivalId, 'UTC')
  assert.equal((await get(path)).body.gigs[0].start_time, '2027-06-25T22:00:00.000Z')
})

test('a correction while a change rests is no other change', async () => {
  const artist = await anArtist(world)
  const { festivalId, manager } = await aGivingFestival(world)
  const follower = await aUser()
  await anInterest(world, { user_id: follower.id, artist_id: artist.id })
  await db.updateTable('organizers').set({ approved_at: new Date() }).execute()
  const times = { start_time: '2027-06-23T09:00', end_time: '2027-06-28T05:00' }
  const gigs = [{ artist_id: artist.id, start_time: '2027-06-25T22:00' }]
  const path = `/festivals/${festivalId}`
  await put(path, { ...times, gigs }, { as: manager })
  await notifyRestedAfter(world, now)
  const later = [{ ...gigs[0], start_time: '2027-06-25T23:00' }]
  for (const lineUp of [later, gigs]) await put(path, { gigs: lineUp }, { as: manager })
  await readAsLocal(db, festivalId, 'Asia/Tokyo')
  await notifyRestedAfter(world, now)
  assert.equal((await get('/notifications', { as: follower })).body.length, 1)
})

// Requirement (rules): … no user is notified of it
test('neither the correction nor the next change notifies users, and the log has it', async () => {
  const artist = await anArtist(world)
  const { festivalId, manager } = await aGivingFestival(world)
  const path = `/festivals/${festivalId}`
  await db.updateTable('organizers').set({ approved_at: new Date() }).execute()
  const [follower, holder] = [await aUser(), await aUser()]
  await anInterest(world, { user_id: follower.id, artist_id: artist.id })
  await aPayment(world, {
    user_id: holder.id,
    payment_type: 'ticket',
    entity_id: festivalId,
    festival_id: festivalId,
  })
  const gig = { artist_id: artist.id, start_time: '2027-06-25T22:00' }
  const times = { start_time: '2027-06-23T09:00', end_time: '2027-06-28T05:00' }
  await put(path, { ...times, gigs: [gig] }, { as: manager })
  await notifyRestedAfter(world, now)
  const told = async () =>
    Promise.all([follower, holder].map(async (as) => (await get('/notifications', { as })).body))
  const before = await told()
  assert.deepEqual(
    before.map((notices) => notices.length),
    [1, 1],
  )
  await readAsLocal(db, festivalId, 'Asia/Tokyo')
  const { gigs } = (await get(path)).body
  const changed = await put(path, { gigs, description: 'Five days' }, { as: manager })
  assert.equal(changed.status, 200)
  await notifyRestedAfter(world, now)
  assert.deepEqual(await told(), before)
  const { entries } = (await get(`/audit?entity_id=${festivalId}`, { as: admin })).body
  const entry = entries.find((one: { actor: { kind: string } }) => one.actor.kind === 'system')
  assert.equal(entry.action, 'festival.update')
  assert.deepEqual(entry.changes.time_zone, { from: 'UTC', to: 'Asia/Tokyo' })
})

test('what would end before it begins, for a time that clocks skip, is refused, and nothing moves', async () => {
  const { id } = await aFestival(world, {
    start_time: new Date('2027-03-27T10:00Z'),
    end_time: new Date('2027-03-28T10:00Z'),
  })
  const slot = {
    start_time: new Date('2027-03-28T01:40Z'),
    end_time: new Date('2027-03-28T02:10Z'),
  }
  await aGig(world, { festival_id: id, ...slot })
  await assert.rejects(readAsLocal(db, id, 'Europe/London'), {
    status: 409,
    message: 'A time falls into a skipped hour, so its gig would end before it begins',
  })
  const { body } = await get(`/festivals/${id}`)
  assert.deepEqual(
    [body.time_zone, body.start_time, body.gigs[0].start_time],
    ['UTC', '2027-03-27T10:00:00.000Z', '2027-03-28T01:40:00.000Z'],
  )
  await readAsLocal(db, id, 'Asia/Tokyo')
  const moved = (await get(`/festivals/${id}`)).body
  assert.equal(
    longTime(new Date(moved.gigs[0].start_time), 'Asia/Tokyo'),
    '28 March 2027 at 01:40 GMT+9',
  )
})

test('a festival that is not there, or was deleted, is not found', async () => {
  const { id } = await aFestival(world, { deleted_at: new Date() })
  await assert.rejects(readAsLocal(db, id, 'Europe/London'), { status: 404 })
})
