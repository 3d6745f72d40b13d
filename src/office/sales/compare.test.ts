/** The sales of a festival beside the previous edition's, by the time left until each began. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aPayment } from '../../../test/sales.ts'
import { aWorld } from '../../../test/world.ts'
import { compareSales } from './compare.ts'

// In Copenhagen it is already the next day.
const today = new Date('2099-06-20T22:30:00.000Z')
const world = await aWorld({ now: () => today })
const { db, get, put, del, aUser, statements } = world
const admin = await aUser({ roles: ['admin'] })
const zone = 'Europe/Copenhagen'

/** Two editions of one organizer, in two time zones, the later one following the earlier. */
async function twoEditions() {
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const before = await aFestival(world, {
    organizer_id,
    time_zone: 'America/New_York',
    start_time: new Date('2098-07-01T23:00:00.000Z'),
    end_time: new Date('2098-07-04T00:00:00.000Z'),
  })
  const { id } = await aFestival(world, {
    organizer_id,
    time_zone: zone,
    previous_edition_id: before.id,
    start_time: new Date('2099-07-01T12:00:00.000Z'),
  })
  return { manager, organizer_id, id, before }
}

type Sale = { at: string; cents?: number; status?: string }

/** Sells tickets of a festival. A sale without a price is a bed. */
async function sell(festival_id: string, sales: Sale[]) {
  const tier = await aTier(world, { festival_id })
  const bed = await aPlaceToSleep(world, { festival_id })
  for (const { at, cents = 5000, status = 'succeeded' } of sales) {
    const isBed = cents === 0
    await aPayment(world, {
      festival_id,
      payment_type: isBed ? 'accommodation' : 'ticket',
      entity_id: isBed ? bed.id : tier.id,
      price_cents: cents,
      amount_cents: cents,
      status,
      created_at: new Date(at),
    })
  }
}

const compared = async (id: string, as = admin) => get(`/festivals/${id}/sales/compared`, { as })

// Requirement (rules): contract §10.1 Two editions by the days until each began
test('two editions are compared by the days until each began, on its own clocks, with the sums until then', async () => {
  const { manager, id, before } = await twoEditions()
  await sell(id, [
    { at: '2099-05-31T21:59:59.000Z' },
    { at: '2099-05-31T22:00:00.000Z', cents: 1 },
    { at: '2099-06-01T12:00:00.000Z', cents: 0 },
    { at: '2099-06-20T12:00:00.000Z', cents: 7550, status: 'partially_refunded' },
    { at: '2099-06-20T12:00:00.000Z', cents: 2000, status: 'refunded' },
    { at: '2099-06-20T12:00:00.000Z', cents: 9900, status: 'failed' },
    { at: '2099-06-20T12:00:00.000Z', cents: 9900, status: 'pending' },
  ])
  await sell(before.id, [
    { at: '2098-06-01T03:59:59.000Z' },
    // The festival has begun by then.
    { at: '2098-07-03T12:00:00.000Z', cents: 8000 },
  ])
  const { status, body } = await compared(id, manager)
  assert.equal(status, 200)
  const { days, ...edition } = body.edition
  assert.deepEqual(
    { ...body, edition },
    {
      festival_id: id,
      currency: 'EUR',
      days_to_start: 10,
      edition: {
        festival_id: id,
        name: edition.name,
        starts_at: '2099-07-01T12:00:00.000Z',
        time_zone: zone,
      },
      previous_edition: {
        festival_id: before.id,
        name: before.name,
        starts_at: '2098-07-01T23:00:00.000Z',
        time_zone: 'America/New_York',
        days: [
          { days_to_start: 31, sold: 1, revenue: 50 },
          { days_to_start: -2, sold: 2, revenue: 130 },
        ],
      },
    },
  )
  assert.deepEqual(days, [
    { days_to_start: 31, sold: 1, revenue: 50 },
    { days_to_start: 30, sold: 3, revenue: 50.01 },
    { days_to_start: 11, sold: 4, revenue: 145.51 },
  ])
})

test('the last day of each edition has what the days of its sales add up to', async () => {
  const { id, before } = await twoEditions()
  for (const festival of [id, before.id]) {
    await sell(festival, [
      { at: '2098-06-01T12:00:00.000Z', cents: 3333 },
      { at: '2098-06-03T12:00:00.000Z', cents: 6667, status: 'refunding' },
    ])
  }
  const { edition, previous_edition } = (await compared(id)).body
  for (const { festival_id, days } of [edition, previous_edition]) {
    const sales = (await get(`/festivals/${festival_id}/sales`, { as: admin })).body
    const { sold, revenue } = days.at(-1)
    const soldInAll = sales.days.reduce((sum: number, day: { sold: number }) => sum + day.sold, 0)
    assert.deepEqual([sold, revenue], [soldInAll, sales.totals.revenue])
    assert.deepEqual([sold, revenue], [1, 100])
  }
})

test('without an edition before, and without sales, there is nothing beside it', async () => {
  const { id, before } = await twoEditions()
  const alone = (await compared(before.id)).body
  assert.deepEqual([alone.previous_edition, alone.edition.days], [null, []])
  assert.deepEqual((await compared(id)).body.previous_edition.days, [])
})

test('an edition before that is deleted, or goes to another organizer, is compared no more', async () => {
  const { id, before, manager } = await twoEditions()
  const { id: organizer_id } = await anOrganizer(world)
  const seen = async () => (await compared(id, manager)).body.previous_edition?.festival_id ?? null
  assert.equal(await seen(), before.id)
  const move = async (to: string | null | undefined) =>
    assert.equal(
      (await put(`/festivals/${before.id}`, { organizer_id: to }, { as: admin })).status,
      200,
    )
  await move(organizer_id)
  assert.equal(await seen(), null)
  await move(before.organizer_id)
  assert.equal(await seen(), before.id)
  assert.equal((await del(`/festivals/${before.id}`, { as: admin })).status, 200)
  assert.equal(await seen(), null)
})

test('managers of the organizer and admins compare its sales, other users do not', async () => {
  const { id, manager } = await twoEditions()
  const { manager: other } = await twoEditions()
  const editor = await aUser({ permissions: ['manage_catalog'] })
  for (const [as, status] of [
    [manager, 200],
    [admin, 200],
    [other, 403],
    [editor, 403],
  ] as const)
    assert.equal((await compared(id, as)).status, status)
  assert.equal((await compared(newId())).status, 404)
})

test('it takes two statements, of which one reads an index alone, for any number of sales', async () => {
  const { id, before } = await twoEditions()
  await sell(id, [{ at: '2099-06-01T12:00:00.000Z' }, { at: '2099-06-02T12:00:00.000Z' }])
  await sell(before.id, [{ at: '2098-06-01T12:00:00.000Z' }])
  statements.length = 0
  await compareSales(db, id, today)
  assert.equal(statements.length, 2)
  const [, statement = ''] = statements
  await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    await sql.raw(`prepare summed as ${statement}`).execute(trx)
    const bound = (statement.match(/\$\d+/g) ?? []).map(() => 'null')
    const { rows } = await sql
      .raw<Record<string, string>>(`explain execute summed(${bound.join(', ')})`)
      .execute(trx)
    await sql`deallocate summed`.execute(trx)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Only Scan using payments_of_festival_by_time/)
  })
})
