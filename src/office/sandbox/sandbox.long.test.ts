/** Moving the clock of a sandbox triggers all timed work, as if the time had passed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createOutgoing } from '#platform/outgoing/requests'
import { MovableClock } from '#platform/values/movable-clock'
import { aTier } from '../../../test/buying.ts'
import { anOrganizer } from '../../../test/catalogue.ts'
import { aReceiver, well } from '../../../test/receiver.ts'
import { until } from '../../../test/until.ts'
import { addPieces, aPlaceInLine, aSoldOutTier } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const hour = 3_600_000
const folder = await mkdtemp(join(tmpdir(), 'festival-clock-'))
after(() => rm(folder, { recursive: true }))
const clock = new MovableClock(join(folder, 'clock.json'))
clock.moveTo(new Date('2097-06-01T10:20:00Z'))
const world = await aWorld({
  now: clock.now,
  parts: { clock, outgoing: createOutgoing({ toPrivate: true, patience: 600_000 }) },
})
const { get, post, db, aUser } = world
await world.jobs.start()

const move = (to: unknown) => post('/sandbox/clock', { to })
const later = (hours: number) => new Date(clock.now().getTime() + hours * hour)

async function moved(hours: number) {
  const to = later(hours)
  const { status, body } = await move(to.toISOString())
  assert.equal(status, 202, body.error)
  assert.equal(body.moving_to, to.toISOString())
  const isThere = async () => (await get('/sandbox/clock')).body.moving_to === null
  await until('the clock is there', isThere, 120_000)
  assert.ok(clock.now() >= to)
}

const newsOf = async (as: Person, type: string) =>
  (await get('/notifications', { as })).body.filter((one: { type: string }) => one.type === type)

test('a hold lapses, offers go on to the next in line, and a day before the festival its holders are told', async () => {
  const organizer = await anOrganizer(world)
  const start_time = later(50)
  const festival = await db
    .insertInto('festivals')
    .values({
      id: crypto.randomUUID(),
      organizer_id: organizer.id,
      name: 'Tide',
      search_name: 'tide',
      start_time,
      end_time: new Date(start_time.getTime() + 48 * hour),
      published_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = await aTier(world, { festival_id: festival.id, quantity: 1 })
  const [ada, ben, holder] = [await aUser(), await aUser(), await aUser()]
  const items = [{ payment_type: 'ticket', entity_id: held.id, quantity: 1 }]
  const key = { 'idempotency-key': crypto.randomUUID() }
  assert.equal(
    (await post('/orders', { hold: true, items }, { as: ada, headers: key })).status,
    201,
  )
  const soldOut = await aSoldOutTier(world, 1, { festival_id: festival.id })
  const [first, second] = [await aPlaceInLine(world, soldOut), await aPlaceInLine(world, soldOut)]
  await addPieces(world, soldOut, 1)
  const open = await aTier(world, { festival_id: festival.id })
  const ticket = { payment_type: 'ticket', entity_id: open.id }
  assert.equal((await post('/payments', ticket, { as: holder })).status, 201)

  await moved(2)
  const buy = (as: Person) => post('/payments', { ...ticket, entity_id: held.id }, { as })
  assert.equal((await buy(ben)).status, 201, 'the hold has lapsed')
  const [told] = await newsOf(first.user, 'waiting_list.offered')
  assert.ok(told, 'the first in line has an offer')
  assert.deepEqual(await newsOf(second.user, 'waiting_list.offered'), [])
  assert.deepEqual(await newsOf(holder, 'festival.reminder'), [])

  await moved(30)
  const [next] = await newsOf(second.user, 'waiting_list.offered')
  const waited = (Date.parse(next.createdAt) - Date.parse(told.createdAt)) / hour
  assert.ok(waited > 23 && waited < 26, `the next in line has it after ${waited} hours`)
  const [reminder] = await newsOf(holder, 'festival.reminder')
  const ahead = (start_time.getTime() - Date.parse(reminder.createdAt)) / hour
  assert.ok(ahead > 22 && ahead <= 24, `told ${ahead} hours ahead`)
})

test('a receiver that fails is asked again when it would have been', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const receiver = await aReceiver((response) => response.writeHead(500).end())
  const organizer = await anOrganizer(world)
  const given = { url: receiver.url, events: ['festival.published'], organizer_id: organizer.id }
  const { status, body } = await post('/webhooks', given, { as: admin })
  assert.equal(status, 201, body.error)
  const start_time = later(1_000).toISOString()
  const festival = { name: 'Tide', organizer_id: organizer.id, start_time, end_time: start_time }
  assert.equal((await post('/festivals', festival, { as: admin })).status, 201)
  await moved(9)
  const tries = receiver.received.length
  assert.ok(tries >= 5 && tries <= 12, `${tries} tries in nine hours`)
  receiver.answer = well
  await moved(30)
  const [last] = receiver.received.slice(-1)
  assert.equal(last?.status, 204)
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
})

test('the clock goes forward only, one move at a time', async () => {
  for (const to of [later(-1), later(11 * 365 * 24)].map((time) => time.toISOString())) {
    const { status, body } = await move(to)
    assert.deepEqual([status, body.fields?.[0]?.path], [400, 'to'])
  }
  for (const to of ['soon', null, 5, undefined]) assert.equal((await move(to)).status, 400)
  const to = later(24).toISOString()
  const [one, other] = [await move(to), await move(to)]
  assert.deepEqual([one.status, other.status, other.body.code], [202, 409, 'in_progress'])
  await until(
    'it is there',
    async () => (await get('/sandbox/clock')).body.moving_to === null,
    60_000,
  )
})

test('a clock that was moved stays ahead when it is opened again', () => {
  const again = new MovableClock(join(folder, 'clock.json'))
  assert.ok(Math.abs(again.now().getTime() - clock.now().getTime()) < 5_000)
  const other = new MovableClock(join(folder, 'other.json'))
  assert.ok(Math.abs(other.now().getTime() - Date.now()) < 5_000)
})

test('without a clock of its own a service has no such addresses', async () => {
  const { app } = await aWorld()
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode } = await app.inject({ method, url: '/sandbox/clock' })
    assert.equal(statusCode, 404)
  }
})
