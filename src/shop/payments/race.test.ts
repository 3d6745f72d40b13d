import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { anotherProcess } from '../../../test/another-process.ts'
import { aPlaceToSleep, aTier, points } from '../../../test/buying.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { db, post, aUser, client } = world
const elsewhere = await anotherProcess(world)

const here = (as: Person, body: object) => post('/payments', body, { as })
const there = (as: Person, body: object) =>
  elsewhere('POST', '/payments', { client: client.token, as, body })

const buyers = await Promise.all(Array.from({ length: 200 }, () => aUser()))
const stockOf = (table: 'tiers' | 'accommodations', id: string) =>
  db.selectFrom(table).select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()

type Answer = { status: number; body: { id: string; code: string; qr_code: string } }

/** Asserts that exactly `quantity` were bought, and that all other answers are `sold_out`. */
async function assertSold(answers: Answer[], quantity: number) {
  const bought = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'sold_out')
  assert.deepEqual([bought.length, refused.length], [quantity, answers.length - quantity])
  assert.equal(new Set(bought.map(({ body }) => body.qr_code)).size, quantity)
}

for (let round = 1; round <= 10; round++) {
  // Requirement (records): Ticket: quantity, the total available in the tier
  test(`200 buyers at once, 20 tickets, round ${round}`, async () => {
    const { id: entity_id } = await aTier(world, { quantity: 20 })
    const order = { payment_type: 'ticket', entity_id }
    await assertSold(await Promise.all(buyers.map((buyer) => here(buyer, order))), 20)
    assert.deepEqual(await stockOf('tiers', entity_id), { sold: 20, held: 0 })
  })
}

// Requirement (rules): contract §7 Payments: two processes, one tier
test('200 buyers at once, 20 tickets, two processes on one database', async () => {
  const { id: entity_id } = await aTier(world, { quantity: 20 })
  const order = { payment_type: 'ticket', entity_id }
  const answers = buyers.map((buyer, n) => (n % 2 === 0 ? here(buyer, order) : there(buyer, order)))
  await assertSold(await Promise.all(answers), 20)
  assert.deepEqual(await stockOf('tiers', entity_id), { sold: 20, held: 0 })
})

test('accommodations are raced for like tickets', async () => {
  const { id: entity_id } = await aPlaceToSleep(world, { quantity: 7 })
  const order = { payment_type: 'accommodation', entity_id }
  const answers = buyers
    .slice(0, 40)
    .map((as, n) => (n % 2 === 0 ? here(as, order) : there(as, order)))
  await assertSold(await Promise.all(answers), 7)
  assert.deepEqual(await stockOf('accommodations', entity_id), { sold: 7, held: 0 })
})

// Requirement (rules): contract §7 Payments: two processes in opposite order
test('two processes that sell two tiers in opposite order do not hold each other up', async () => {
  const [one, two] = [await aTier(world), await aTier(world)]
  const ordersOf = (first: string, second: string) =>
    Array.from({ length: 30 }, (_, n) => ({
      payment_type: 'ticket',
      entity_id: n % 2 === 0 ? first : second,
    }))
  const answers = await Promise.all([
    ...ordersOf(one.id, two.id).map((order, n) => here(buyers[n] ?? fail(), order)),
    ...ordersOf(two.id, one.id).map((order, n) => there(buyers[59 - n] ?? fail(), order)),
  ])
  assert.ok(answers.every(({ status }) => status === 201))
  for (const { id } of [one, two]) {
    assert.deepEqual(await stockOf('tiers', id), { sold: 30, held: 0 })
  }
})

function fail(): never {
  throw new Error('There are fewer buyers')
}

// Requirement (rules): contract §7 Payments: the same user twice with points for one
test('points for one purchase pay for one, however many requests use them at once', async () => {
  const ada = await aUser()
  await points(world, ada, 500)
  const { id: entity_id } = await aTier(world, { price_cents: 500 })
  const order = { payment_type: 'ticket', entity_id, pointsToUse: 500 }
  const answers: Answer[] = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? here(ada, order) : there(ada, order))),
  )
  const bought = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => body.code === 'not_enough_points')
  assert.deepEqual([bought.length, refused.length], [1, 19])
  assert.deepEqual(await stockOf('tiers', entity_id), { sold: 1, held: 0 })
  const { available, reserved } = await db
    .selectFrom('points')
    .select(['available', 'reserved'])
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([available, reserved], [0, 0])
})

// Requirement (rules): contract §7 Payments: one constraint violation among 64
test('one in a batch that the database refuses is refused alone', async () => {
  const { id: entity_id } = await aTier(world)
  // A rule of the database, such as an operator may add.
  await sql`
    create unique index for_this_test on payments (entity_type) where entity_type = 'once'`.execute(
    db,
  )
  const answers = await Promise.all(
    buyers
      .slice(0, 64)
      .map((as, n) =>
        here(as, { payment_type: 'ticket', entity_id, entity_type: n % 32 === 7 ? 'once' : null }),
      ),
  )
  await sql`drop index for_this_test`.execute(db)
  const refused = answers.filter(({ status }) => status !== 201)
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    [[409, 'exists']],
  )
  assert.deepEqual(await stockOf('tiers', entity_id), { sold: 63, held: 0 })
})

test('a purchase takes a few statements, and many at once hardly more', async () => {
  const { id: entity_id } = await aTier(world, { quantity: 1000 })
  const order = () => ({ payment_type: 'ticket', entity_id, amount: 50 })
  await here(buyers[0] ?? fail(), order())
  const before = world.statements.length
  await here(buyers[0] ?? fail(), order())
  const alone = world.statements.length - before
  await Promise.all(buyers.slice(0, 64).map((as) => here(as, order())))
  const together = world.statements.length - before - alone
  assert.ok(alone <= 24, `${alone} statements for one`)
  // One runs alone, the others follow as one batch.
  assert.ok(together <= 4 * alone, `${together} statements for 64`)
})
