import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPlan, aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const { processor } = aProcessor()
const day = 86_400_000
let present = Date.parse('2099-03-01T23:59:59.999Z')
const world = await aWorld({ parts: paidBy(processor), now: () => new Date(present) })
const { db, get, post, put, del, aUser, statements } = world
const admin = await aUser({ roles: ['admin'] })
const start = present

/** A manager of one organizer, and tiers of two of its festivals. */
async function aBusiness(prices: [first: number, second: number]) {
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const tiers = []
  for (const price_cents of prices) {
    const { id: festival_id } = await aFestival(world, { organizer_id })
    tiers.push(await aTier(world, { festival_id, price_cents }))
  }
  return { manager, tiers }
}

async function buy(entity_id: string, payment_type = 'ticket'): Promise<string> {
  const { status, body } = await post(
    '/payments',
    { payment_type, entity_id },
    { as: await aUser() },
  )
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

const dayOf = async (as: Person, query = '') => (await get(`/users/i/sales${query}`, { as })).body

test('a day of all festivals is added up for those who may see their sales', async () => {
  const mine = await aBusiness([8950, 1])
  const other = await aBusiness([10_000, 20_000])
  const before = await dayOf(admin)
  const [first, second] = mine.tiers
  assert.ok(first && second)
  const inPart = await buy(first.id)
  const inFull = await buy(first.id)
  const admitted = await buy(second.id)
  for (const { id } of other.tiers) await buy(id)
  await buy((await aPlan(world)).id, 'subscription')
  const none = { currency: 'EUR', sold: 0, revenue: 0, refunded: 0, discounts: 0, validated: 0 }
  const bought = { ...none, date: '2099-03-01', sold: 3, revenue: 179.01 }
  assert.deepEqual(await dayOf(mine.manager), bought)

  present = start + 1
  assert.equal(
    (await post(`/payments/${inPart}/refund`, { amount: 9.5 }, { as: admin })).status,
    200,
  )
  assert.equal((await post(`/payments/${inFull}/refund`, {}, { as: admin })).status, 200)
  assert.equal((await put(`/payments/${admitted}/validate`, {}, { as: admin })).status, 200)
  const next = { ...none, date: '2099-03-02', refunded: 99, validated: 1 }
  assert.deepEqual(await dayOf(mine.manager), next)
  assert.deepEqual(await dayOf(mine.manager, '?date=2099-03-01'), { ...bought, sold: 2 })
  assert.deepEqual(await dayOf(mine.manager, '?date=2099-03-02T12:00:00Z'), next)
  assert.deepEqual(await dayOf(mine.manager, '?date=9999-12-31'), { ...none, date: '9999-12-31' })

  const all = await dayOf(admin, '?date=2099-03-01')
  assert.deepEqual([all.sold - before.sold, all.revenue - before.revenue], [4, 479.01])
  const [editor, nobody] = [await aUser({ permissions: ['manage_catalog'] }), await aUser()]
  for (const as of [editor, nobody])
    assert.deepEqual(await dayOf(as, '?date=2099-03-01'), { ...none, date: '2099-03-01' })
})

test('the days of a festival add up to it, also of one that was deleted', async () => {
  present = start + 10 * day
  const { manager, tiers } = await aBusiness([5000, 7000])
  for (const { id } of tiers) await buy(id)
  const [tier] = tiers
  assert.equal((await del(`/festivals/${tier?.festival_id}`, { as: manager })).status, 200)
  const { date, currency, ...sums } = await dayOf(manager)
  let revenue = 0
  for (const { festival_id } of tiers) {
    const { body } = await get(`/festivals/${festival_id}/sales?from=${date}&to=${date}`, {
      as: manager,
    })
    revenue += body.days[0].revenue
  }
  assert.deepEqual([currency, sums.revenue, revenue], ['EUR', 120, 120])
})

test('a day that is none is 400, and the sum takes one statement', async () => {
  for (const date of ['x', '', '2099-02-30'])
    assert.equal((await get(`/users/i/sales?date=${date}`, { as: admin })).status, 400, date)
  await dayOf(admin)
  statements.length = 0
  await dayOf(admin)
  assert.equal(statements.filter((text) => text.includes('from payments')).length, 1)
})
