/** `festival doctor` reports leases and shifts that were left open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withClient } from '#platform/database/client'
import { newId } from '#platform/values/ids'
import { aBoxOffice, aShift, aTillWithRecords } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'
import { checkTills, findForgotten } from './tills.ts'

const world = await aWorld()
const { connectionString, db } = world
const box = await aBoxOffice(world)
const till = await aTillWithRecords(world, { ...box, tier: await box.tier() })
const festival = await db
  .selectFrom('festivals')
  .select(['name', 'end_time'])
  .where('id', '=', box.festivalId)
  .executeTakeFirstOrThrow()

const hours = (count: number, from = Date.now()) => new Date(from + count * 3_600_000)
const checkAt = (now: Date) =>
  withClient({ connectionString }, async (client) => checkTills(await findForgotten(client, now)))
const ends = festival.end_time?.getTime()

test('a lease within its twelve hours is not mentioned, one beyond is named', async () => {
  assert.equal((await checkAt(hours(11))).ok, true)
  const { ok, faults } = await checkAt(hours(13))
  assert.equal(ok, false)
  assert.deepEqual(faults, [`North till, ${festival.name}: lease ${till.spareLease}`])
})

test('shifts are named from a day after their festival, until they are closed', async () => {
  await world.post(`/leases/${till.spareLease}/write-off`, { reason: 'Lost' }, { as: box.manager })
  assert.equal((await checkAt(hours(23, ends))).ok, true)
  const after = () => checkAt(hours(25, ends))
  assert.equal((await after()).faults?.length, 2)
  await world.post(`/shifts/${till.id}/close`, { counted: 0 }, { as: box.manager })
  const { faults = [] } = await after()
  assert.equal(faults.length, 1)
  assert.ok(!faults[0]?.includes(till.id))
})

test('a shift is named whose books gave back more than the refunds in the ledger', async () => {
  const { id } = await aShift(world, box)
  const wrong = {
    id: newId(),
    shift_id: id,
    payment_id: newId(),
    means: 'cash',
    amount_cents: 1000,
  }
  await db
    .insertInto('till_refunds')
    .values({ ...wrong, seller: 'Bo', at: new Date() })
    .execute()
  const { ok, detail, faults } = await checkAt(new Date())
  assert.equal(ok, false)
  assert.match(detail, /^1 shifts gave back more/)
  const rest = `shift ${id} gave back 10.00 EUR, but its refunds are of 0.00 EUR`
  assert.deepEqual(faults, [`North till, ${festival.name}: ${rest}`])
})
