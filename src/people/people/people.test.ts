/** The whole record of a person, as account managers read it (docs/contract, section 2.7). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { notify } from '#messaging/notifications'
import { newId } from '#platform/values/ids'
import { aPlan, aTier, points } from '../../../test/buying.ts'
import {
  anArtist,
  anInterest,
  aSession,
  aStoredFactor,
  aStoredPasskey,
} from '../../../test/catalogue.ts'
import { aGuest } from '../../../test/guests.ts'
import { aNotice } from '../../../test/notices.ts'
import { aHold, aPayment, somePaidTickets } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'

let clock = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { db, get, post, put, aUser, statements } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })
const manager = await aUser({ permissions: ['manage_users'] })

async function recordOf({ id }: { id: string }, as: Person = admin) {
  const { status, body, text } = await get(`/users/${id}/record`, { as })
  assert.equal(status, 200, text)
  return body
}

async function buy(tier: { id: string }, as: Person, quantity: number) {
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity }]
  const headers = { 'idempotency-key': newId() }
  const { status, body, text } = await post('/orders', { items }, { as, headers })
  assert.equal(status, 201, text)
  return body
}

// Requirement (rules): contract §2.7: GET /users/:id/record
test('admins read the orders and the tickets of a person, received ones too', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const tier = await aTier(world, { price_cents: 2500 })
  const order = await buy(tier, ada, 2)
  const [kept, given] = order.payments
  const offered = await post(`/payments/${given.id}/transfer`, { email: bo.email }, { as: ada })
  const accepted = await post(`/transfers/${offered.body.id}/accept`, {}, { as: bo })
  assert.equal(accepted.status, 200, accepted.text)
  const refund = { headers: { 'idempotency-key': newId() }, as: admin }
  const refunded = await post(`/payments/${kept.id}/refund`, { amount: 5 }, refund)
  assert.equal(refunded.status, 200, refunded.text)

  const [festival] = await db
    .selectFrom('festivals')
    .select(['id', 'name'])
    .where('id', '=', tier.festival_id)
    .execute()
  const { orders, tickets } = await recordOf(ada)
  assert.deepEqual(orders, {
    total: 1,
    latest: [
      {
        id: order.id,
        payment_id: order.payments.map(({ id }: { id: string }) => id).toSorted()[0],
        status: 'succeeded',
        units: 2,
        amount: 50,
        refunded_amount: 5,
        festival,
        created_at: order.created_at,
      },
    ],
  })
  const ticket = {
    payment_id: kept.id,
    short_code: kept.short_code,
    status: 'valid',
    tier_name: tier.name,
    festival,
    received: false,
    bought_at: kept.createdAt,
  }
  assert.deepEqual(tickets, { total: 1, latest: [ticket] })
  const received = (await recordOf(bo)).tickets
  assert.deepEqual(
    [received.total, received.latest[0].payment_id, received.latest[0].received],
    [1, given.id, true],
  )
})

// Requirement (rules): contract §2.7: GET /users/:id/record
test('a ticket that does not admit has no code, and what was not paid in time has expired', async () => {
  const ada = await aUser()
  const plan = await aPlan(world)
  const [sold] = await somePaidTickets(world, 1, { user_id: ada.id })
  await sql`update tickets set revoked_at = ${clock} where payment_id = ${sold?.id}`.execute(db)
  await aPayment(world, {
    user_id: ada.id,
    payment_type: 'subscription',
    entity_id: plan.id,
    status: 'failed',
  })
  const tier = await aTier(world)
  const { id, festival_id } = tier
  const hold_until = new Date(clock.getTime() + 60_000)
  const offer = { payment_type: 'ticket', entity_id: id, festival_id, hold_until }
  await aHold(world, { ...offer, user_id: ada.id })
  const states = async () =>
    (await recordOf(ada)).orders.latest.map((order: any) => [order.status, order.festival?.id])
  const older = [
    ['failed', undefined],
    ['succeeded', (await recordOf(ada)).tickets.latest[0].festival.id],
  ]
  assert.deepEqual(await states(), [['held', festival_id], ...older])
  clock = hold_until
  assert.deepEqual(await states(), [['expired', festival_id], ...older])
  const { tickets } = await recordOf(ada)
  assert.deepEqual([tickets.total, tickets.latest[0].status], [1, 'revoked'])
  assert.equal(tickets.latest[0].short_code, null)
})

// Requirement (rules): contract §2.7: GET /users/:id/record
test('rewards, follows, notices and sign-ins are read, the newest first', async () => {
  const ada = await aUser()
  await points(world, ada, 40)
  const lanterns = await anArtist(world)
  await anInterest(world, { user_id: ada.id, artist_id: lanterns.id })
  await notify({ ...world, now: clock }, [aNotice(ada, { title: 'Older' })])
  await notify({ ...world, now: clock }, [aNotice(ada, { title: 'Newer' })])
  await aStoredPasskey(world, ada)
  await aStoredFactor(world, ada)
  await aSession(world, ada)
  const scoped = (await world.aClient(['manage_rewards'])).token
  await put('/rewards/rules/looked', { points: 1, daily_cap: 9 }, { as: admin, client: scoped })
  const badge = { name: 'Looker', event_type: 'looked', target: 2 }
  await post('/rewards/badges', badge, { as: admin, client: scoped })
  const swim = { name: 'Swim', points: 10, code: `SWIM-${newId()}` }
  const challenge = await post('/rewards/challenges', swim, { as: admin, client: scoped })
  await post('/rewards/events', { event_type: 'looked' }, { as: ada })
  await post(`/rewards/challenges/claim/${swim.code}`, undefined, { as: ada })

  const record = await recordOf(ada)
  assert.equal(record.account.email, ada.email)
  const { balance, total_earned, level, entries } = record.points
  assert.deepEqual([balance, total_earned, level, entries.total], [51, 51, 1, 3])
  const [claimed] = record.claims.latest
  assert.deepEqual(claimed, {
    challenge: { id: challenge.body.id, name: 'Swim' },
    claimed_at: clock.toISOString(),
  })
  const progress = record.badges.map((one: any) => [one.name, one.progress.current, one.unlocked])
  assert.deepEqual(progress, [
    ['Challenger', 1, false],
    ['Looker', 1, false],
  ])
  const [follow] = record.follows.latest
  assert.deepEqual(
    [follow.entity_type, follow.entity_id, follow.name],
    ['artist', lanterns.id, lanterns.name],
  )
  assert.deepEqual(
    record.notices.latest.map(({ title, type, read }: any) => [title, type, read]),
    [
      ['Newer', 'badge.unlocked', false],
      ['Older', 'badge.unlocked', false],
    ],
  )
  assert.match(record.second_factor_since, /^\d{4}-.*Z$/)
  assert.deepEqual([record.passkeys.total, record.passkeys.latest[0].name], [1, 'Phone'])
  assert.equal(record.sessions.total, 2)
  assert.equal(record.sessions.latest[0].client_name, 'Test app')
  assert.equal(record.sessions.latest[0].second_factor, false)
})

// Requirement (rules): contract §2.7: who reads a record
test('who manages accounts and is no admin reads nothing of purchases', async () => {
  const ada = await aUser()
  await somePaidTickets(world, 1, { user_id: ada.id })
  const { orders, tickets, notices, ...record } = await recordOf(ada, manager)
  assert.deepEqual([orders, tickets, notices], [null, null, null])
  assert.equal(record.account.email, ada.email)
  const { status } = await get(`/users/${ada.id}/record`, { as: ada })
  assert.equal(status, 403)
})

// Requirement (rules): contract §2.7: who reads a record
test('an e-mail is for clients with read_emails, and a guest has no record', async () => {
  const { token: client } = await world.aClient([])
  const { body } = await get(`/users/${manager.id}/record`, { as: admin, client })
  assert.equal(body.account.email, null)
  const erased = await aUser()
  await world.del(`/users/${erased.id}`, { as: erased })
  const guest = await aGuest(world)
  for (const id of [erased.id, guest.id, newId()]) {
    assert.equal((await get(`/users/${id}/record`, { as: admin })).status, 404)
  }
})

// Requirement (rules): contract §2.7: GET /users/:id/record
test('of many the latest ten are read, in three statements', async () => {
  const [one, many] = [await aUser(), await aUser()]
  const tier = await aTier(world)
  await somePaidTickets(world, 1, { tier, user_id: one.id })
  await somePaidTickets(world, 25, { tier, user_id: many.id })
  for (const [person, total] of [
    [one, 1],
    [many, 25],
  ] as const) {
    statements.length = 0
    const { orders, tickets } = await recordOf(person)
    assert.equal(statements.length, 3)
    for (const list of [orders, tickets]) {
      assert.equal(list.total, total)
      assert.equal(list.latest.length, Math.min(total, 10))
      const times = list.latest.map(({ payment_id }: any) => payment_id)
      assert.deepEqual(times, times.toSorted().toReversed())
    }
  }
})
