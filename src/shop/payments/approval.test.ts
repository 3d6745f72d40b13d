/** Where organizers need an approval, one without it sells nothing: attempts of an attacker's shop. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mustBeApproved } from '#catalogue/organizers'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../test/another-process.ts'
import { aPlaceToSleep, aPlan, aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld({ env: { ORGANIZERS: 'approved' } })
const { get, post, put, aUser } = world
await world.jobs.start()
const staff = await aUser({ permissions: ['manage_catalog'] })

const refusal = {
  error:
    'This item is not on sale now: its organizer is not approved yet. Try again once staff have approved it',
  code: 'not_on_sale',
  reason: 'organizer_not_approved',
}

async function aShop(approved_at: Date | null) {
  const organizer = await anOrganizer(world, { approved_at })
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const given = { festival_id: festival.id }
  const [tier, free, place] = [
    await aTier(world, given),
    await aTier(world, { ...given, price_cents: 0 }),
    await aPlaceToSleep(world, given),
  ]
  return { organizer, festival, tier, free, place }
}

type What = [payment_type: string, { id: string }]

const buy = (as: Person, [payment_type, { id: entity_id }]: What, key = newId()) =>
  post('/payments', { payment_type, entity_id }, { as, headers: { 'idempotency-key': key } })
const approve = (id: string, approved: boolean) =>
  put(`/organizers/${id}/approved`, { approved }, { as: staff })
const statusesOf = async (id: string) =>
  (await get(`/festivals/${id}/availability`)).body.map(({ status }: { status: string }) => status)

// Requirement (rules): contract §3 Approved organizers: one that is not sells nothing
test('an organizer that is not approved sells no ticket and no accommodation, and says why', async () => {
  const { festival, tier, free, place } = await aShop(null)
  const ada = await aUser()
  for (const [type, what] of [
    ['ticket', tier],
    ['ticket', free],
    ['accommodation', place],
  ] as const) {
    const { status, body } = await buy(ada, [type, what])
    assert.deepEqual([status, body], [409, refusal])
  }
  assert.deepEqual(await statusesOf(festival.id), ['closed', 'closed'])
  assert.equal((await get(`/festivals/${festival.id}`)).status, 200)
  assert.deepEqual((await get('/payments', { as: ada })).body, [])
})

// Requirement (rules): contract §3 Approved organizers: taking an approval back closes sales at once
test('once approved it sells, with the key that was refused; once withdrawn it sells nothing at once', async () => {
  const { organizer, tier, place } = await aShop(null)
  const ada = await aUser()
  const [key, other] = [newId(), newId()]
  assert.equal((await buy(ada, ['ticket', tier], key)).status, 409)
  assert.equal((await approve(organizer.id, true)).status, 200)
  const bought = await buy(ada, ['ticket', tier], key)
  assert.equal(bought.status, 201, bought.text)
  assert.equal((await buy(ada, ['accommodation', place], other)).status, 201)
  assert.equal((await approve(organizer.id, false)).status, 200)
  assert.deepEqual((await buy(ada, ['ticket', tier])).body, refusal)
  assert.deepEqual((await buy(ada, ['accommodation', place])).body, refusal)
  // A purchase stays, and its retry gets the first answer.
  const again = await buy(ada, ['ticket', tier], key)
  assert.deepEqual([again.status, again.body], [201, bought.body])
})

test('an organizer that is approved sells, and memberships need no approval', async () => {
  const { festival, tier, place } = await aShop(new Date())
  const ada = await aUser()
  assert.deepEqual(await statusesOf(festival.id), ['on_sale', 'on_sale'])
  for (const [type, what] of [
    ['ticket', tier],
    ['accommodation', place],
    ['subscription', await aPlan(world)],
  ] as const) {
    assert.equal((await buy(ada, [type, what])).status, 201)
  }
})

test('where organizers are open, all of them sell', async () => {
  const { tier } = await aShop(null)
  const open = await anotherProcess(world, { ORGANIZERS: 'open' })
  const body = { payment_type: 'ticket', entity_id: tier.id }
  const { status } = await open('POST', '/payments', {
    client: world.client.token,
    as: await aUser(),
    body,
  })
  assert.equal(status, 201)
})

// Requirement (rules): ORGANIZERS: approved in production, where nothing is said
test('without the setting organizers need an approval in production alone', () => {
  const [ORGANIZERS, NODE_ENV] = [undefined, 'production'] as const
  assert.equal(mustBeApproved({ NODE_ENV, ORGANIZERS }), true)
  assert.equal(mustBeApproved({ NODE_ENV: 'development', ORGANIZERS }), false)
  assert.equal(mustBeApproved({ NODE_ENV, ORGANIZERS: 'open' }), false)
})
