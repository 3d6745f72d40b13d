import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { findSales } from './queries.ts'

const { processor, told } = aProcessor()
const clock = { ahead: 0 }
const start = Date.parse('2099-03-01T12:00:00.000Z')
const now = () => new Date(start + clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, put, aUser, statements } = world
const admin = await aUser({ roles: ['admin'] })
const day = 86_400_000

async function aSale() {
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const festival = await aFestival(world, { organizer_id })
  return { manager, festival, festival_id: festival.id }
}

const buy = async (as: Person, body: object) => {
  const answer = await post('/payments', { payment_type: 'ticket', ...body }, { as })
  return answer.body
}
const giveBack = (id: string, amount?: number) =>
  post(`/payments/${id}/refund`, amount === undefined ? {} : { amount }, { as: admin })
const validate = (id: string) => put(`/payments/${id}/validate`, {}, { as: admin })
const salesOf = async (id: string, query = '', as = admin) =>
  get(`/festivals/${id}/sales${query}`, { as })

// Requirement (rules): GET /festivals/:id/sales per tier and day
test('sales are summed by tier, accommodation and day, to the cent', async () => {
  const { festival_id } = await aSale()
  const weekend = await aTier(world, { festival_id, price_cents: 8950, quantity: 10 })
  const gone = await aTier(world, { festival_id, position: 1, price_cents: 1, quantity: 5 })
  const tent = await aPlaceToSleep(world, { festival_id, price_cents: 12_001 })
  const ada = await aUser()
  await points(world, ada, 1000)

  const inPart = await buy(ada, { entity_id: weekend.id, pointsToUse: 950 })
  assert.equal(inPart.amount, 80)
  const inFull = await buy(ada, { entity_id: weekend.id })
  const admitted = await buy(ada, { entity_id: weekend.id })
  await buy(ada, { entity_id: gone.id })
  await buy(ada, { payment_type: 'accommodation', entity_id: tent.id })
  await buy(ada, { payment_type: 'subscription', entity_id: (await aPlan(world)).id })
  told.next.push('declined')
  await buy(ada, { entity_id: weekend.id })
  told.next.push('action')
  await buy(ada, { entity_id: weekend.id })
  await db
    .updateTable('tiers')
    .set({ archived_at: now() })
    .where('id', '=', gone.id)
    .executeTakeFirst()

  clock.ahead += day
  assert.equal((await giveBack(inPart.id, 0.01)).status, 200)
  assert.equal((await giveBack(inFull.id)).status, 200)
  assert.equal((await validate(admitted.id)).status, 200)

  const { body } = await salesOf(festival_id)
  const made = { revenue: 259, refunded: 89.51, discounts: 0, validated: 1 }
  const rest = { revenue: 0, refunded: 0, discounts: 0, validated: 0 }
  assert.deepEqual(body, {
    festival_id,
    currency: 'EUR',
    totals: {
      quantity: 21,
      sold: 4,
      held: 1,
      remaining: 16,
      ...made,
      revenue: 379.02,
    },
    tiers: [
      {
        ticket_id: weekend.id,
        name: weekend.name,
        price: 89.5,
        offered: 10,
        quantity: 10,
        sold: 2,
        held: 1,
        remaining: 7,
        ...made,
        archived: false,
      },
      {
        ticket_id: gone.id,
        name: gone.name,
        price: 0.01,
        offered: 5,
        quantity: 1,
        sold: 1,
        held: 0,
        remaining: 0,
        ...rest,
        revenue: 0.01,
        archived: true,
      },
    ],
    accommodations: [
      {
        accommodation_id: tent.id,
        name: tent.name,
        price: 120.01,
        offered: 10,
        quantity: 10,
        sold: 1,
        held: 0,
        remaining: 9,
        ...rest,
        revenue: 120.01,
        archived: false,
      },
    ],
    days: [
      { date: '2099-03-01', sold: 4, revenue: 379.02, refunded: 0, discounts: 0, validated: 0 },
      { date: '2099-03-02', sold: 0, revenue: 0, refunded: 89.51, discounts: 0, validated: 1 },
    ],
  })
  const daysOf = async (query: string) =>
    (await salesOf(festival_id, query)).body.days.map(({ date }: { date: string }) => date)
  for (const [query, dates] of [
    ['?from=2099-03-02', ['2099-03-02']],
    ['?to=2099-03-01', ['2099-03-01']],
    ['?to=2099-03-01T23:00:00Z&from=2099-03-01', ['2099-03-01']],
    ['?from=2099-03-02&to=2099-03-02', ['2099-03-02']],
    ['?from=2099-03-03', []],
    ['?from=0001-01-01&to=9999-12-31', ['2099-03-01', '2099-03-02']],
  ] as const) {
    assert.deepEqual(await daysOf(query), dates, query)
  }
  assert.deepEqual((await salesOf(festival_id, '?from=2099-03-03')).body.totals, body.totals)
})

test('a pending refund does not count yet, and one the processor refuses never does', async () => {
  const { festival_id } = await aSale()
  const { id: entity_id } = await aTier(world, { festival_id })
  const ada = await aUser()
  const paid = await buy(ada, { entity_id })
  told.refuse = 'charge_disputed'
  assert.equal((await giveBack(paid.id)).body.status, 'refunding')
  const { totals, days } = (await salesOf(festival_id)).body
  assert.deepEqual(
    [totals.sold, totals.revenue, totals.refunded, totals.remaining],
    [0, 50, 0, 100],
  )
  assert.equal(days.length, 1)
  told.refuse = undefined
  assert.equal((await giveBack(paid.id)).body.status, 'refunded')
  assert.equal((await salesOf(festival_id)).body.totals.refunded, 50)
})

// Requirement (rules): Sales: managers of the organizer, admins
test('managers of the organizer and admins see the sales, other users do not', async () => {
  const { festival_id, manager } = await aSale()
  const { manager: other } = await aSale()
  const editor = await aUser({ permissions: ['manage_catalog'] })
  for (const url of [`/festivals/${festival_id}/sales`, `/festivals/${festival_id}/sales.csv`]) {
    for (const [as, status] of [
      [manager, 200],
      [admin, 200],
      [other, 403],
      [editor, 403],
      [undefined, 401],
    ] as const) {
      assert.equal((await get(url, { as })).status, status, url)
    }
    for (const id of [newId(), 'none'])
      assert.equal((await get(url.replace(festival_id, id), { as: other })).status, 404)
  }
  for (const query of ['from=x', 'to=2099-02-30', 'from=2099-03-02&to=2099-03-01', 'from='])
    assert.equal((await salesOf(festival_id, `?${query}`)).status, 400, query)
})

test('a deleted festival keeps its sales', async () => {
  const { festival_id, manager } = await aSale()
  const { id: entity_id } = await aTier(world, { festival_id })
  await buy(await aUser(), { entity_id })
  assert.equal((await world.del(`/festivals/${festival_id}`, { as: manager })).status, 200)
  const { status, body } = await salesOf(festival_id, '', manager)
  assert.deepEqual([status, body.totals.revenue], [200, 50])
})

test('it takes one statement for any number of sales', async () => {
  const { festival_id } = await aSale()
  const ada = await aUser()
  for (const _ of [1, 2, 3, 4])
    await buy(ada, { entity_id: (await aTier(world, { festival_id })).id })
  statements.length = 0
  const { tiers } = await findSales(db, festival_id, { from: null, to: null, zone: 'UTC' })
  assert.equal(tiers.length, 4)
  assert.equal(statements.length, 1)
})
