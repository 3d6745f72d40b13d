/** The item data of a payment, so that a wallet is one request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aPlaceToSleep, aPlan, aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { steadyClock } from '../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'

import { aWorld, type Person } from '../../../test/world.ts'

const { processor, told } = aProcessor()
const clock = { ahead: 0 }
const world = await aWorld({
  parts: paidBy(processor),
  now: steadyClock(() => clock.ahead),
})
const { db, get, post, aUser } = world

const buy = async (as: Person, entity_id: string, payment_type = 'ticket') =>
  (await post('/payments', { payment_type, entity_id }, { as })).body

const read = async (as: Person, id: string) => (await get(`/payments/${id}`, { as })).body

// Requirement (rules): contract §7 Payments: festival and item of each kind
test('each kind of purchase says what it is, and reads the same everywhere', async () => {
  const ada = await aUser()
  const { id: festival_id } = await aFestival(world)
  const [valid_since, valid_until] = [new Date('2099-07-01'), new Date('2099-07-02')]
  const tier = await aTier(world, { festival_id, valid_since, valid_until })
  const stay = await aPlaceToSleep(world, {
    festival_id,
    check_in: valid_since,
    check_out: valid_until,
  })
  const plan = await aPlan(world)
  const bought = [
    await buy(ada, tier.id),
    await buy(ada, stay.id, 'accommodation'),
    await buy(ada, plan.id, 'subscription'),
  ]
  const valid = { valid_since: valid_since.toISOString(), valid_until: valid_until.toISOString() }
  assert.deepEqual(
    bought.map(({ item, festival }) => [item, festival?.id ?? null]),
    [
      [{ id: tier.id, name: tier.name, archived: false, ...valid }, festival_id],
      [{ id: stay.id, name: stay.name, archived: false, ...valid }, festival_id],
      [
        { id: plan.id, name: plan.name, archived: false, valid_since: null, valid_until: null },
        null,
      ],
    ],
  )
  assert.deepEqual((await get('/payments', { as: ada })).body, bought.toReversed())
})

// Requirement (rules): contract §7 Payments: item archived, festival cancelled_at
test('what is no longer on offer is archived, and a cancelled festival says since when', async () => {
  const ada = await aUser()
  const gone = new Date('2026-02-03T04:05:06.000Z')
  const festivals = [await aFestival(world), await aFestival(world), await aFestival(world)]
  const [archived, cancelled, deleted] = await Promise.all(
    festivals.map(async ({ id: festival_id }) => {
      const tier = await aTier(world, { festival_id })
      return { tier: tier.id, festival: festival_id, payment: (await buy(ada, tier.id)).id }
    }),
  )
  assert.ok(archived && cancelled && deleted)
  await sql`update tiers set archived_at = ${gone} where id = ${archived.tier}`.execute(db)
  await sql`update festivals set cancelled_at = ${gone} where id = ${cancelled.festival}`.execute(
    db,
  )
  await sql`update festivals set deleted_at = ${gone} where id = ${deleted.festival}`.execute(db)
  const seen = []
  for (const { payment } of [archived, cancelled, deleted]) {
    const { item, festival } = await read(ada, payment)
    seen.push([item.archived, festival.cancelled_at])
  }
  assert.deepEqual(seen, [
    [true, null],
    [false, gone.toISOString()],
    [true, null],
  ])
})

// Requirement (rules): contract §7 Payments: item of a deleted tier
test('of a tier that was deleted before any was sold a failed payment keeps the id', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  told.next.push('declined')
  const { id: payment } = await buy(ada, id)
  await sql`delete from tiers where id = ${id}`.execute(db)
  const { item } = await read(ada, payment)
  assert.deepEqual(item, {
    id,
    name: null,
    archived: true,
    valid_since: null,
    valid_until: null,
  })
})

// Requirement (rules): contract §7 Payments: failure, expired
test('a payment that was not completed in time says so, and one that has not failed has no failure', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  told.next.push('action')
  const waiting = await buy(ada, id)
  assert.equal(waiting.failure, null)
  await world.del(`/payments/${waiting.id}`, { as: ada })
  assert.deepEqual((await read(ada, waiting.id)).failure, {
    code: 'expired',
    decline_code: null,
    message: 'The payment was not completed in time',
  })
})

// Requirement (rules): contract §7 Payments: livemode
test('whether a payment was live is written with it', async () => {
  const ada = await aUser()
  const { id: tier } = await aTier(world)
  const { id: free } = await aTier(world, { price_cents: 0 })
  const ids: string[] = []
  for (const livemode of [true, false]) {
    Object.assign(processor, { livemode })
    ids.push((await buy(ada, tier)).id, (await buy(ada, free)).id)
  }
  const modes = []
  for (const id of ids) modes.push((await read(ada, id)).livemode)
  assert.deepEqual(modes, [true, true, false, false])
})

// Requirement (rules): contract §7 Payments: the list is one statement
test('a list is one statement, whose plan reads what one page shows', async () => {
  const ada = await aUser()
  const { id: festival_id } = await aFestival(world)
  const { id: entity_id } = await aTier(world, { festival_id })
  await sql`
    with ordered as (
      insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode,
        lease_until, hold_until, created_at, touched_at)
      select gen_random_uuid(), ${ada.id}, 'payments', n::text, '', 5000, 'succeeded', false, now(), now(),
        now() - n * interval '1 second', now()
      from generate_series(1, 4000) n returning id, created_at
    )
    insert into payments (id, order_id, line, user_id, payment_type, entity_id, festival_id, price_cents, points_used,
      amount_cents, status, hold_until, created_at)
    select id, id, 1, ${ada.id}, 'ticket', ${entity_id}, ${festival_id}, 5000, 0, 5000, 'succeeded', now(), created_at
    from ordered`.execute(db)
  // Below the ticket's tier in the index: a merge join would have to read all of them.
  await sql`
    insert into tiers (id, festival_id, position, name, price_cents, quantity)
    select lpad(n::text, 32, '0')::uuid, ${festival_id}, n, 'x', 1, 1 from generate_series(1, 4000) n`.execute(
    db,
  )
  await sql`vacuum analyze orders, payments, tiers, festivals, tickets`.execute(db)
  // The caller's tokens are known by now.
  await get('/payments?limit=1', { as: ada })
  world.statements.length = 0
  const { body } = await get('/payments?limit=3&offset=40', { as: ada })
  assert.equal(body.length, 3)
  const [statement = '', ...more] = world.statements
  assert.deepEqual(more, [])
  const text = statement.replace(
    /\$(\d)/g,
    (_, place) => [`'${ada.id}'`, '3', '40'][place - 1] ?? '',
  )
  const { rows } = await sql
    .raw<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`)
    .execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Scan using payments_of_user on payments/)
  assert.doesNotMatch(plan, /Seq Scan on (orders|payments|tiers)/)
  // The joined tables return no more rows than the page has.
  assert.match(plan, /tiers_pkey on tiers .*rows=1(\.00)? loops=3/)
})
