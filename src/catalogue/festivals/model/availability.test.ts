/** `GET /festivals/:id/availability`: the remaining number and the status of each tier. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../../test/buying.ts'
import { aFestival } from '../../../../test/catalogue.ts'
import { aPayment } from '../../../../test/sales.ts'
import { aWorld } from '../../../../test/world.ts'
import { statusOf } from './availability.ts'

const world = await aWorld()
const { get, db } = world

const hour = 3_600_000
const fromNow = (hours: number) => new Date(Date.now() + hours * hour)

async function availability({ id }: { id: string }) {
  const { status, body, headers } = await get(`/festivals/${id}/availability`)
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'private, max-age=1')
  return body
}

// Requirement (rules): contract §8 availability
test('tiers in their order, with what is left, and archived ones left out', async () => {
  const festival = await aFestival(world)
  const festival_id = festival.id
  const second = await aTier(world, { festival_id, position: 1, quantity: 10, sold: 3, held: 2 })
  const first = await aTier(world, { festival_id, position: 0, quantity: 5 })
  await aTier(world, { festival_id, position: 2, archived_at: new Date() })
  assert.deepEqual(await availability(festival), [
    { ticket_id: first.id, remaining: 5, held: 0, status: 'on_sale', next_release_at: null },
    { ticket_id: second.id, remaining: 5, held: 2, status: 'on_sale', next_release_at: null },
  ])
})

test('a festival without tiers has none; an unknown or deleted one is not found', async () => {
  const festival = await aFestival(world)
  assert.deepEqual(await availability(festival), [])
  const deleted = await aFestival(world, { deleted_at: new Date() })
  for (const id of [newId(), 'nonsense', deleted.id]) {
    const { status, body } = await get(`/festivals/${id}/availability`)
    assert.deepEqual([status, body.error], [404, 'Festival not found'])
  }
  const { body } = await get(`/festivals/${festival.id}/availability`, { client: null })
  assert.deepEqual(body, { error: 'Missing the service header', code: 'unauthorized' })
})

const statuses = async (festival: { id: string }) =>
  (await availability(festival)).map(({ status }: { status: string }) => status)

test('a sale that has not begun, has ended, or has nothing left', async () => {
  const festival = await aFestival(world)
  const festival_id = festival.id
  for (const [position, given] of [
    { start_time: fromNow(1) },
    { start_time: fromNow(-2), end_time: fromNow(-1) },
    { quantity: 4, sold: 4 },
    { quantity: 0 },
    { start_time: fromNow(-1), end_time: fromNow(1) },
  ].entries()) {
    await aTier(world, { festival_id, position, ...given })
  }
  assert.deepEqual(await statuses(festival), [
    'not_yet',
    'closed',
    'sold_out',
    'sold_out',
    'on_sale',
  ])
})

test('a cancelled festival sells nothing; the time of a festival closes no sale', async () => {
  const cancelled = await aFestival(world, { cancelled_at: new Date() })
  await aTier(world, { festival_id: cancelled.id, start_time: fromNow(1) })
  assert.deepEqual(await statuses(cancelled), ['closed'])
  const over = await aFestival(world, { start_time: fromNow(-2), end_time: fromNow(-1) })
  await aTier(world, { festival_id: over.id })
  assert.deepEqual(await statuses(over), ['on_sale'])
})

// Requirement (rules): contract §8 availability: next_release_at
test('when a sold-out tier may be available again: the earliest hold that may expire', async () => {
  const festival = await aFestival(world)
  const tier = await aTier(world, { festival_id: festival.id, quantity: 3, sold: 1, held: 2 })
  const bought = { payment_type: 'ticket', entity_id: tier.id, festival_id: festival.id }
  const [sooner, later] = [fromNow(1), fromNow(2)]
  await aPayment(world, { ...bought, status: 'pending', hold_until: later })
  await aPayment(world, { ...bought, status: 'requires_action', hold_until: sooner })
  await aPayment(world, { ...bought, status: 'succeeded', hold_until: fromNow(0.5) })
  const [sold_out] = await availability(festival)
  assert.deepEqual(sold_out, {
    ticket_id: tier.id,
    remaining: 0,
    held: 2,
    status: 'sold_out',
    next_release_at: sooner.toISOString(),
  })
  await db.updateTable('tiers').set({ quantity: 4 }).where('id', '=', tier.id).execute()
  const [on_sale] = await availability(festival)
  assert.deepEqual([on_sale.status, on_sale.next_release_at], ['on_sale', null])
})

test('a conditional request says whether it is unchanged', async () => {
  const festival = await aFestival(world)
  await aTier(world, { festival_id: festival.id })
  const url = `/festivals/${festival.id}/availability`
  const { headers } = await get(url)
  const again = await get(url, { headers: { 'if-none-match': `${headers['etag']}` } })
  assert.equal(again.status, 304)
})

const now = new Date('2099-01-01T12:00:00.000Z')
const beside = (ms: number) => new Date(now.getTime() + ms)
for (const [sale, status] of [
  [{ start_time: now }, 'on_sale'],
  [{ start_time: beside(1) }, 'not_yet'],
  [{ end_time: now }, 'on_sale'],
  [{ end_time: beside(-1) }, 'closed'],
  [{ start_time: beside(1), end_time: beside(-1) }, 'closed'],
  [{ start_time: beside(1), remaining: 0 }, 'not_yet'],
  [{ remaining: 0 }, 'sold_out'],
  [{ is_cancelled: true, start_time: beside(1), remaining: 0 }, 'closed'],
] as const) {
  test(`a sale with ${JSON.stringify(sale)} is ${status}`, () => {
    const always = { is_cancelled: false, start_time: null, end_time: null, remaining: 1 }
    assert.equal(statusOf({ ...always, ...sale }, now), status)
  })
}
