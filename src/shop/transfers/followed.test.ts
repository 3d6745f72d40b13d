/** Staff follow the transfers of a ticket: in the timeline of its payment, and as activity. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../../../test/buying.ts'
import { openReader } from '../../../test/event-stream.ts'
import { aGate } from '../../../test/gate.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { app, get, post, put, del, aUser } = world
await world.jobs.start()
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const offered = async (id: string, as: Person, to: Person): Promise<string> => {
  const { status, body } = await post(`/payments/${id}/transfer`, { email: to.email }, { as })
  assert.equal(status, 201, body.error)
  return body.id
}
const accept = async (id: string, as: Person) =>
  assert.equal((await post(`/transfers/${id}/accept`, {}, { as })).status, 200)
const end = async (id: string, as: Person) =>
  assert.equal((await del(`/transfers/${id}`, { as })).status, 200)

/** Sets up a ticket that is declined, taken back, transferred, and admitted for its second holder. */
async function aStory() {
  const { festival, manager } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id, price_cents: 2550 })
  const [buyer, first, second] = [await aUser(), await aUser(), await aUser()]
  const reader = await openReader(`${url}/activity/sse`, {
    'x-f-authorization': world.client.token,
    'x-f-authentication': manager.token,
  })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { id } = (await post('/payments', order, { as: buyer })).body
  await end(await offered(id, buyer, first), first)
  await end(await offered(id, buyer, first), buyer)
  await accept(await offered(id, buyer, first), first)
  await accept(await offered(id, first, second), second)
  assert.equal((await put(`/payments/${id}/validate`, {}, { as: manager })).status, 200)
  assert.equal((await post(`/payments/${id}/refund`, {}, { as: manager })).status, 200)
  return { festival, manager, tier, buyer, first, second, id, reader }
}
const story = await aStory()
const { festival, manager, tier, buyer, first, second, id, reader } = story

async function timelineOf(as: Person) {
  const { status, body } = await get(`/payments/${id}/timeline`, { as })
  assert.equal(status, 200)
  return body.map(({ type, by, amount }: any) => [type, by, amount])
}

// Requirement (rules): contract §7.2, §7.8 Staff follow hand-overs in the timeline
test('the timeline of a payment tells each hand-over and who made it, among its other events', async () => {
  const told = await timelineOf(manager)
  assert.deepEqual(told.slice(0, -1), [
    ['pending', null, 25.5],
    ['succeeded', null, 25.5],
    ['transfer.offered', buyer.id, null],
    ['transfer.declined', first.id, null],
    ['transfer.offered', buyer.id, null],
    ['transfer.taken_back', buyer.id, null],
    ['transfer.offered', buyer.id, null],
    ['transfer.accepted', first.id, null],
    ['transfer.offered', first.id, null],
    ['transfer.accepted', second.id, null],
    ['validated', manager.id, null],
    ['refunding', manager.id, 25.5],
  ])
  assert.deepEqual(told.at(-1)?.[0], 'refunded')
})

// Requirement (rules): contract §7.2 A buyer reads their own hand-overs alone
test('a buyer reads what they did themselves, and not where the ticket went from there', async () => {
  const told = await timelineOf(buyer)
  assert.deepEqual(
    told.filter(([type]: string[]) => type?.startsWith('transfer.')),
    [
      ['transfer.offered', buyer.id, null],
      ['transfer.declined', first.id, null],
      ['transfer.offered', buyer.id, null],
      ['transfer.taken_back', buyer.id, null],
      ['transfer.offered', buyer.id, null],
      ['transfer.accepted', first.id, null],
    ],
  )
  for (const as of [first, second]) {
    assert.equal((await get(`/payments/${id}/timeline`, { as })).status, 404)
  }
})

const activities = [
  'payment.succeeded',
  'transfer.offered',
  'transfer.declined',
  'transfer.offered',
  'transfer.taken_back',
  'transfer.offered',
  'transfer.accepted',
  'transfer.offered',
  'transfer.accepted',
  'ticket.admitted',
  'payment.refunded',
]

// Requirement (rules): contract §10.2 Hand-overs are activity
test('it is activity, in pages that follow one another, for managers and admins', async () => {
  for (const as of [manager, await aUser({ roles: ['admin'] })]) {
    const read: any[] = []
    let after = ''
    do {
      const { status, body } = await get(`/activity?limit=2${after && `&after=${after}`}`, { as })
      assert.equal(status, 200)
      read.push(...body.activities)
      after = body.next_after
    } while (after)
    const told = read.toReversed().filter((one) => one.payment_id === id)
    assert.deepEqual(
      told.map(({ type }) => type),
      activities,
    )
    const { type: _, id: __, at: ___, ...offer } = told[1]
    const { name } = festival
    assert.deepEqual(offer, {
      festival: { id: festival.id, name },
      title: tier.name,
      amount: null,
      discount: null,
      payment_id: id,
    })
  }
})

test('the stream tells it as it happens; what it tells again has the same id', async () => {
  const told = () => new Map(reader.messages.map(({ data }) => [data.id, data.type]))
  await until('all of it', async () => told().size >= activities.length)
  const sorted = (types: string[]) => types.toSorted((a, b) => a.localeCompare(b))
  assert.deepEqual(sorted([...told().values()]), sorted(activities))
  reader.close()
})
