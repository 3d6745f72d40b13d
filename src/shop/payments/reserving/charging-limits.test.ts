/** Limits on the stock that one user or network can block by purchases that are being charged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier, buyFrom } from '../../../../test/buying.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aWorld } from '../../../../test/world.ts'

const { processor, told } = aProcessor()
/** The promise that a charge waits for, when a test sets it. */
let answered = Promise.resolve()
const charge: typeof processor.charge = async (...asked) => {
  await answered
  return processor.charge(...asked)
}
const env = { CHARGING_PER_PERSON: '20', CHARGING_PER_NETWORK: '100' }
const world = await aWorld({ parts: paidBy({ ...processor, charge }), env })
const { db, post, aUser } = world
const order = (entity_id: string, payment_type = 'ticket') => ({ payment_type, entity_id })

/** Begins purchases with cards that will be declined, and returns their results once the processor answers. */
async function holding(count: number, begin: () => Promise<{ status: number; body: any }>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = promise
  told.next = Array.from({ length: count }, () => 'declined')
  let refused = 0
  const all = Array.from({ length: count }, async () => {
    const answer = await begin()
    if (answer.body.code === 'too_many_charging') refused++
    return answer
  })
  const decided = async () => {
    const { held } = await db
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<string>().as('held'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    return Number(held) + refused
  }
  while ((await decided()) < count);
  return async () => {
    told.next = []
    resolve()
    answered = Promise.resolve()
    return Promise.all(all)
  }
}

const heldOf = async (id: string) =>
  (await db.selectFrom('tiers').select('held').where('id', '=', id).executeTakeFirstOrThrow()).held

test('very many declined cards at once block a tier for no other buyer', async () => {
  const ada = await aUser()
  const { id } = await aTier(world, { quantity: 60 })
  const end = await holding(60, () => post('/payments', order(id), { as: ada }))
  assert.equal(await heldOf(id), 20)
  const answers = await end()
  const refused = answers.find(({ body }) => body.code === 'too_many_charging')
  assert.deepEqual([refused?.status, refused?.body.retry_after], [409, 1])
  assert.equal((await post('/payments', order(id), { as: ada })).status, 201)
  assert.equal(await heldOf(id), 0)
})

test('a charge counts until the processor has decided, however long that takes', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  for (let nth = 0; nth < 20; nth++) {
    told.next = ['lost answer']
    assert.equal((await post('/payments', order(id), { as: ada })).body.status, 'pending')
  }
  assert.equal((await post('/payments', order(id), { as: ada })).body.code, 'too_many_charging')
  const other = await aTier(world)
  assert.equal((await post('/payments', order(other.id), { as: ada })).status, 201)
})

test('a hundred from one network are charged at once, by any users', async () => {
  await db
    .updateTable('payments')
    .set({ status: 'failed' })
    .where('status', '=', 'pending')
    .execute()
  const people = await Promise.all(Array.from({ length: 10 }, () => aUser()))
  const { id } = await aTier(world, { quantity: 200 })
  let nth = 0
  const end = await holding(120, () => {
    const as = people[nth++ % people.length] ?? assert.fail()
    return buyFrom(world, { remoteAddress: '8.8.4.4', as, entity_id: id })
  })
  assert.equal(await heldOf(id), 100)
  await end()
  assert.equal(await heldOf(id), 0)
})
