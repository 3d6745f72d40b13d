/** Batches of two processes that touch the same rows: they wait for each other, but never deadlock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aTier, points } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { somePaidTickets } from '../../../test/sales.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { requestOfPayment } from './api/order-requests.ts'
import { type ChargeResult, settle } from './charging/settle.ts'
import type { OrderRequest } from './model/order-stages.ts'
import { paymentContextOf } from './model/payment-context.ts'
import type { Verdict } from './model/states.ts'
import { beginRefunds } from './refunds/refund.ts'
import { reserve } from './reserving/reserve.ts'

const world = await aWorld()
const context = paymentContextOf(world.app)
const yes: Verdict = { state: 'succeeded' }
const no: Verdict = { state: 'declined', reason: 'no' }
const rounds = 10

const order = (who: Person, { id: entity_id }: { id: string }, pointsToUse: number): OrderRequest =>
  requestOfPayment(
    { userId: who.id, headers: {} },
    { payment_type: 'ticket', entity_id, pointsToUse },
    context.processors.card,
  )

/** Counts begun transactions. A transaction that loses a deadlock runs again once. */
async function begun(races: () => Promise<unknown>[]): Promise<number> {
  const from = world.statements.length
  await Promise.all(races())
  return world.statements.slice(from).filter((statement) => statement === 'begin').length
}

async function aCase() {
  const { aUser } = world
  const [ada, ben, cy, dee] = [await aUser(), await aUser(), await aUser(), await aUser()]
  for (const person of [ada, ben]) await points(world, person, 500)
  const [one, two] = [await aTier(world), await aTier(world)]
  return { ada, ben, cy, dee, one, two }
}

// Requirement (rules): contract §7 Lock order
test('one batch spends the points of a user who only earns in the other', async () => {
  for (let round = 0; round < rounds; round++) {
    const { ada, ben, one, two } = await aCase()
    const orders = [
      order(ada, one, 100),
      order(ben, two, 0),
      order(ada, two, 0),
      order(ben, one, 100),
    ]
    await reserve(context, orders)
    const ids: ChargeResult[] = orders.map(({ id }) => ({ id, key: id, verdict: yes }))
    assert.equal(
      await begun(() => [settle(context, ids.slice(0, 2)), settle(context, ids.slice(2))]),
      2,
    )
    const requests = ids.map(({ id }) => ({
      payment_id: id,
      idempotency_key: 'all',
      cents: undefined,
    }))
    const given = [requests.slice(0, 2), requests.slice(2)]
    assert.equal(
      await begun(() => given.map((some) => beginRefunds(context, some, context.now()))),
      2,
    )
  }
})

// Requirement (rules): contract §7 Lock order
test('one batch sells of the tier that the other releases', async () => {
  for (let round = 0; round < rounds; round++) {
    const { ada, ben, cy, dee, one, two } = await aCase()
    const orders = [order(ada, one, 0), order(ben, two, 0), order(cy, two, 0), order(dee, one, 0)]
    await reserve(context, orders)
    const results = orders.map(({ id }, nth) => ({
      id,
      key: id,
      verdict: nth % 2 === 0 ? yes : no,
    }))
    const batches = [results.slice(0, 2), results.slice(2)]
    assert.equal(await begun(() => batches.map((some) => settle(context, some))), 2)
  }
})

// Requirement (rules): Every order of a batch is settled, though its payments change hands meanwhile
test('a batch settles each of its orders, though another process changes all their payments just then', async () => {
  const { db, work } = world
  const { ada, ben, cy, one } = await aCase()
  const orders = [ada, ben, cy].map((who) => order(who, one, 0))
  await somePaidTickets(world, 300)
  await reserve(context, orders)
  const ids = orders.map(({ id }) => id)
  // PostgreSQL plans for the present rows, as in a database of some age.
  await sql`analyze`.execute(db)
  const door = await work.startTransaction().execute()
  await sql`update payments set is_own = is_own where order_id = any (${ids}::uuid[])`.execute(door)
  const settling = settle(
    context,
    ids.map((id) => ({ id, key: id, verdict: yes })),
  )
  await untilBlocked(world, 1)
  await door.commit().execute()
  const statuses = (await settling).map((one) => 'value' in one && one.value?.status)
  assert.deepEqual(statuses, ['succeeded', 'succeeded', 'succeeded'])
})

test('while the answer to a change of a festival is read, which takes long for a large one, its tiers sell', async () => {
  const { db, work, put, post, aUser } = world
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const festival = await aFestival(world, { organizer_id })
  const tier = await aTier(world, { festival_id: festival.id, name: 'Weekend', quantity: 5 })
  // Only the answer reveals this point: it cannot be read while another process has the lock.
  await sql`
    create or replace function json_coordinates(at point) returns json language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(29);
      return null;
    end $$`.execute(db)
  const waits = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }
  const tickets = [{ id: tier.id, name: 'Weekend', price: 50, quantity: 6 }]
  const { change } = await work.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(29)`.execute(trx)
    const change = put(`/festivals/${festival.id}`, { tickets }, { as: manager })
    while (!(await waits()));
    const order = { payment_type: 'ticket', entity_id: tier.id }
    assert.equal((await post('/payments', order, { as: await aUser() })).status, 201)
    return { change }
  })
  const { status, body } = await change
  assert.equal(status, 200)
  assert.equal(body.tickets[0].quantity, 6)
})
