/** The waiting list holds units only briefly if everyone could buy them a short time before. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aReturnedTicket } from '../../../test/returns.ts'
import { aPlaceInLine, buyOffered, offer } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-01-20T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { get, post, del, aUser } = world
const [minute, hour] = [60_000, 3_600_000]

beforeEach(() => {
  clock.now = new Date('2027-01-20T12:00:00.000Z')
})

type Tier = { id: string; festival_id: string }
const hold = async ({ id }: Tier, as: Person, quantity = 1) => {
  const items = [{ payment_type: 'ticket', entity_id: id, quantity }]
  const headers = { 'idempotency-key': newId() }
  const { status, body } = await post('/orders', { items, hold: true }, { as, headers })
  assert.equal(status, 201, body.error)
  return String(body.id)
}
const later = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))
/** Returns for how long an offer holds its pieces, ms; undefined without an offer. */
const heldFor = async ({ id, user }: { id: string; user: Person }) => {
  await offer(world)
  const { status, expires_at } = (await get(`/waiting-list/${id}`, { as: user })).body
  return status === 'offered' ? Date.parse(expires_at) - clock.now.getTime() : undefined
}

// Requirement (rules): contract §7.16: 409 `available` while any are free
test('a user cannot join the waiting list while one unit is free, however many they want', async () => {
  const tier = await aTier(world, { quantity: 4 })
  await hold(tier, await aUser(), 3)
  for (const quantity of [1, 2, 4]) {
    const asked = { entity_id: tier.id, quantity }
    const url = `/festivals/${tier.festival_id}/waiting-list`
    const { status, body } = await post(url, asked, { as: await aUser() })
    assert.deepEqual([status, body.code], [409, 'available'], `${quantity}`)
  }
})

for (const [minutes, expected] of [
  [0, 30 * minute],
  [59, 30 * minute],
  [60, 24 * hour],
] as const) {
  // Requirement (rules): contract §7.16: 30 minutes after a sale to all
  test(`an offer ${minutes} minutes after the last unit was bought lasts ${expected / minute} minutes`, async () => {
    const tier = await aTier(world, { quantity: 1 })
    const holder = await aUser()
    const held = await hold(tier, holder)
    const place = await aPlaceInLine(world, tier)
    later(minutes * minute)
    assert.equal((await del(`/orders/${held}`, { as: holder })).status, 200)
    assert.equal(await heldFor(place), expected)
  })
}

test('purchases by offers and gifts do not shorten the next offer', async () => {
  const tier = await aTier(world, { quantity: 1 })
  const [seller, first] = [await aUser(), await aUser()]
  const wanted = { payment_type: 'ticket', entity_id: tier.id }
  const sold = await post('/payments', wanted, { as: seller })
  assert.equal(sold.status, 201)
  const place = await aPlaceInLine(world, tier, { as: first })
  later(2 * hour)
  await aReturnedTicket(world, { id: String(sold.body.id) })
  assert.equal(await heldFor(place), 24 * hour, 'a ticket that is given to the next')
  const bought = await buyOffered(world, tier, { place })
  assert.equal(bought.status, 201, bought.body.error)
  const next = await aPlaceInLine(world, tier)
  await aReturnedTicket(world, { id: String(bought.body.payments[0].id) })
  assert.equal(await heldFor(next), 24 * hour)
})

test('a returned ticket is offered for 30 minutes too, where all could buy within the hour before', async () => {
  const tier = await aTier(world, { quantity: 1 })
  const wanted = { payment_type: 'ticket', entity_id: tier.id }
  const sold = await post('/payments', wanted, { as: await aUser() })
  assert.equal(sold.status, 201)
  const place = await aPlaceInLine(world, tier)
  await aReturnedTicket(world, { id: String(sold.body.id) })
  assert.equal(await heldFor(place), 30 * minute)
})
