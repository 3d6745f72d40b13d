import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aFestival, aGig, anArtist } from '../../../test/catalogue.ts'
import { aTransfer } from '../../../test/transfers.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { most } from './queries.ts'

const clock = { now: new Date('2027-03-01T12:00:00.123Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, put, del, aUser } = world

const summer = {
  start_time: new Date('2027-07-01T10:00:00Z'),
  end_time: new Date('2027-07-03T22:00:00Z'),
  time_zone: 'Europe/London',
}

async function addressOf(as: Person): Promise<string> {
  const { status, body } = await post('/users/i/calendar', {}, { as })
  assert.equal(status, 201)
  assert.equal(body.created_at, clock.now.toISOString())
  return new URL(body.url).pathname
}

const open = (path: string, headers = {}) => get(path, { client: null, headers })

/** The events of a calendar, read by another program: name, start and status of each. */
function eventsIn(text: string) {
  const calendar = ICAL.Component.fromString(text)
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const start = event.getFirstPropertyValue('dtstart')
    assert.ok(start instanceof ICAL.Time)
    const [name, status] = ['summary', 'status'].map((key) => event.getFirstPropertyValue(key))
    return [name, start.toJSDate().toISOString(), status]
  })
}

async function buyTicket(as: Person, festival_id: string) {
  const tier = await aTier(world, { festival_id })
  const bought = { payment_type: 'ticket', entity_id: tier.id }
  const { status, body } = await post('/payments', bought, { as })
  assert.equal(status, 201)
  return { id: body.id as string, festival_id, user_id: as.id }
}

async function heart(as: Person, festival_id: string, start_time: Date) {
  const artist = await anArtist(world)
  const gig = await aGig(world, { festival_id, artist_id: artist.id, start_time })
  assert.equal((await put(`/gigs/${gig.id}/heart`, {}, { as })).status, 200)
  return { ...gig, artist }
}

// Requirement (operations): contract §4.6 Own calendar: festivals of tickets, gigs with a heart
test('a calendar has the festivals of one’s tickets and the gigs that one wants to see', async () => {
  const as = await aUser()
  const [going, wished, other] = [
    await aFestival(world, summer),
    await aFestival(world, {
      start_time: new Date('2027-08-01T10:00:00Z'),
      end_time: new Date('2027-08-02T10:00:00Z'),
    }),
    await aFestival(world, summer),
  ]
  await buyTicket(as, going.id)
  const gig = await heart(as, going.id, new Date('2027-07-02T19:00:00Z'))
  const wish = await heart(as, wished.id, new Date('2027-08-01T20:00:00Z'))
  await aGig(world, { festival_id: going.id, start_time: new Date('2027-07-02T20:00:00Z') })
  await buyTicket(await aUser(), other.id)
  const { status, headers, text } = await open(await addressOf(as))
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
  assert.equal(headers['cache-control'], 'private, no-cache')
  assert.deepEqual(eventsIn(text), [
    [going.name, '2027-07-01T10:00:00.000Z', 'CONFIRMED'],
    [gig.artist.name, '2027-07-02T19:00:00.000Z', 'CONFIRMED'],
    [wish.artist.name, '2027-08-01T20:00:00.000Z', 'CONFIRMED'],
  ])
  assert.match(text, /\r\nX-WR-CALNAME:My festivals\r\n/)
  assert.doesNotMatch(text, /VTIMEZONE|TZID/)
})

// Requirement (operations): contract §4.6 Own calendar: as it is now, cancelled, over
test('what was moved, cancelled or is over is told as it is now', async () => {
  const as = await aUser()
  const festival = await aFestival(world, summer)
  await buyTicket(as, festival.id)
  const gig = await heart(as, festival.id, new Date('2027-07-02T19:00:00Z'))
  const path = await addressOf(as)
  const start_time = new Date('2027-07-02T21:00:00Z')
  await db.updateTable('gigs').set({ start_time }).where('id', '=', gig.id).execute()
  const cancelled_at = clock.now
  await db.updateTable('festivals').set({ cancelled_at }).where('id', '=', festival.id).execute()
  assert.deepEqual(eventsIn((await open(path)).text), [
    [festival.name, '2027-07-01T10:00:00.000Z', 'CANCELLED'],
    [gig.artist.name, '2027-07-02T21:00:00.000Z', 'CANCELLED'],
  ])
  const end_time = new Date(clock.now.getTime() - 32 * 86_400_000)
  const past = { start_time: end_time, end_time }
  await db.updateTable('festivals').set(past).where('id', '=', festival.id).execute()
  assert.deepEqual(eventsIn((await open(path)).text), [])
})

test('a ticket that is handed on moves to the calendar of its new holder', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const festival = await aFestival(world, summer)
  const ticket = await buyTicket(ada, festival.id)
  const [hers, his] = [await addressOf(ada), await addressOf(ben)]
  const transfer = await aTransfer(world, ticket, ben)
  assert.equal((await post(`/transfers/${transfer}/accept`, {}, { as: ben })).status, 200)
  const many = async (path: string) => eventsIn((await open(path)).text).length
  assert.deepEqual([await many(hers), await many(his)], [0, 1])
})

// Requirement (operations): contract §4.6 Own calendar: an ETag
test('a program that has the calendar already is told that nothing has changed', async () => {
  const as = await aUser()
  const festival = await aFestival(world, summer)
  await buyTicket(as, festival.id)
  const path = await addressOf(as)
  const { headers } = await open(path)
  const known = { 'if-none-match': `${headers['etag']}` }
  assert.equal((await open(path, known)).status, 304)
  await heart(as, festival.id, new Date('2027-07-02T19:00:00Z'))
  assert.equal((await open(path, known)).status, 200)
})

// Requirement (operations): contract §4.6 Own calendar: a new address ends the one before, shown once
test('a new address ends the one before, and one that is ended shows nothing', async () => {
  const as = await aUser()
  const read = async () => (await get('/users/i/calendar', { as })).body.created_at
  assert.equal(await read(), null)
  const first = await addressOf(as)
  assert.equal(await read(), clock.now.toISOString())
  const second = await addressOf(as)
  assert.deepEqual([(await open(first)).status, (await open(second)).status], [404, 200])
  const ended = await del('/users/i/calendar', { as })
  assert.deepEqual([ended.status, ended.body], [200, { message: 'Calendar address ended' }])
  const answer = await open(second)
  assert.deepEqual([answer.status, answer.body.error], [404, 'Calendar not found'])
  assert.equal((await del('/users/i/calendar', { as })).status, 200)
  assert.equal(await read(), null)
})

// Requirement (operations): contract §4.6 Own calendar: a new address ends the one before, shown once
test('no other address shows a calendar, and the secret itself is not stored', async () => {
  const as = await aUser()
  const path = await addressOf(as)
  const wrong = `${path.slice(0, -8)}${path.at(-8) === 'a' ? 'b' : 'a'}${path.slice(-7)}`
  for (const other of [wrong, '/calendars/x.ics', `/calendars/${as.id}.ics`]) {
    assert.equal((await open(other)).status, 404, other)
  }
  const [secret = ''] = /fst_calendar_\w+/.exec(path) ?? []
  const rows = await db.selectFrom('calendar_feeds').selectAll().execute()
  assert.ok(!JSON.stringify(rows).includes(secret))
})

// Requirement (operations): contract §4.6 Own calendar: suspended and erased users
test('a user who is suspended or erased has no calendar', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const [hers, his] = [await addressOf(ada), await addressOf(ben)]
  const suspended_at = clock.now
  await db.updateTable('users').set({ suspended_at }).where('id', '=', ada.id).execute()
  assert.equal((await del(`/users/${ben.id}`, { as: ben })).status, 200)
  assert.deepEqual([(await open(hers)).status, (await open(his)).status], [404, 404])
  const left = await db
    .selectFrom('calendar_feeds')
    .where('user_id', '=', ben.id)
    .selectAll()
    .execute()
  assert.deepEqual(left, [])
})

// Requirement (operations): contract §4.6 Own calendar: 50 festivals, 1,000 gigs
test('a calendar stays short, however many gigs are wished for', async () => {
  const as = await aUser()
  const given = { user_id: as.id, created_at: clock.now }
  for (let nth = 0; nth < 4; nth++) {
    const festival = await aFestival(world, summer)
    const gigs = Array.from({ length: 300 }, () => {
      return { id: newId(), festival_id: festival.id, start_time: summer.start_time }
    })
    await db.insertInto('gigs').values(gigs).execute()
    const hearts = gigs.map(({ id, festival_id }) => ({ ...given, gig_id: id, festival_id }))
    await db.insertInto('hearts').values(hearts).execute()
  }
  const { text } = await open(await addressOf(as))
  assert.equal(eventsIn(text).length, most.gigs)
})
