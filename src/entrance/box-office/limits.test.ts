/** Limits of a till: which offers it may sell, and how many it may set aside and give for free in one shift. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld({ env: { LEASED_PER_SHIFT: '5', COMPLIMENTARY_PER_SHIFT: '3' } })
const { db, get, post, put } = world
const box = await aBoxOffice(world)
const { festivalId, manager, tier } = box
const aTill = async () => atTill(world, await aShift(world, box))
type Till = Awaited<ReturnType<typeof aTill>>

const lease = ({ headers }: Till, entity_id: string, quantity: number) =>
  post(
    `/festivals/${festivalId}/leases`,
    { payment_type: 'ticket', entity_id, quantity },
    { headers: { ...headers, 'idempotency-key': newId() } },
  )
const free = { means: 'complimentary', reason: 'Press' }

// Requirement (rules): contract §8.6 tickets set aside at a time
test('a shift sets no more aside at a time than the setting allows, and more once it has reported', async () => {
  const till = await aTill()
  const { id } = await tier({ quantity: 100 })
  const first = await lease(till, id, 3)
  const over = await lease(till, id, 3)
  assert.deepEqual([over.status, over.body.code, over.body.limit], [409, 'till_limit', 5])
  assert.equal((await lease(till, id, 2)).status, 201)
  await post(`/leases/${first.body.id}/report`, { sales: [], done: true }, till)
  assert.equal((await lease(till, id, 3)).status, 201)
  assert.equal((await lease(await aTill(), id, 5)).status, 201)
  assert.deepEqual(
    await db.selectFrom('tiers').select('held').where('id', '=', id).executeTakeFirst(),
    { held: 10 },
  )
})

// Requirement (rules): contract §8.5 units for nothing
test('a shift gives no more for nothing than the setting allows, however it asks', async () => {
  const till = await aTill()
  const { id } = await tier({ quantity: 100 })
  assert.equal((await till.sell(id, { ...free, quantity: 2 })).status, 201)
  const over = await till.sell(id, { ...free, quantity: 2 })
  assert.deepEqual([over.status, over.body.code, over.body.limit], [409, 'till_limit', 3])
  const answers = await Promise.all([1, 2, 3].map(() => till.sell(id, free)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal((await till.sell(id)).status, 201)
  assert.equal((await till.shift()).books.complimentary.count, 2)
})

// Requirement (rules): contract §4.13 `at_tills`
test('what tills do not sell is neither listed, sold, given nor leased there, and is sold in the shop', async () => {
  const till = await aTill()
  const [closed, open] = [await tier({ at_tills: false }), await tier({ hidden: true })]
  const listed = new Set((await till.items()).body.items.map(({ entity_id }: any) => entity_id))
  assert.deepEqual([listed.has(closed.id), listed.has(open.id)], [false, true])
  const answers = [
    await till.sell(closed.id),
    await till.sell(closed.id, { means: 'terminal' }),
    await till.sell(closed.id, free),
    await lease(till, closed.id, 1),
  ]
  for (const { status, body } of answers) {
    assert.deepEqual(
      [status, body.code, body.reason, body.item],
      [409, 'not_on_sale', 'not_at_tills', closed.id],
    )
  }
  const body = { payment_type: 'ticket', entity_id: closed.id }
  assert.equal((await post('/payments', body, { as: await world.aUser() })).status, 201)
  assert.equal((await till.sell(open.id)).status, 201)
})

// Requirement (rules): contract §4.13 `at_tills` of new offers
test('new offers that are hidden or free are not sold at tills unless they say so; others, and those of before, are', async () => {
  const url = `/festivals/${festivalId}`
  const { name } = await tier({ hidden: true })
  const read = async () => (await get(`${url}?hidden=true`, { as: manager })).body
  const { tickets: before, ...festival } = await read()
  const added = [
    { name: 'Day', price: 40, quantity: 5 },
    { name: 'Crew', price: 40, quantity: 5, hidden: true },
    { name: 'Child', price: 0, quantity: 5 },
    { name: 'Door', price: 40, quantity: 5, hidden: true, at_tills: true },
    { name: 'Press', price: 0, quantity: 5, at_tills: null },
  ]
  const body = { ...festival, tickets: [...before, ...added] }
  const written = await put(url, body, { as: manager })
  assert.equal(written.status, 200, written.text)
  const termsOf = async () =>
    new Map((await read()).tickets.map((one: any) => [one.name, one.at_tills]))
  const terms = await termsOf()
  assert.deepEqual(
    [...added.map((one) => one.name), name].map((one) => terms.get(one)),
    [null, false, false, true, null, null],
  )
  const bare = (await read()).tickets.map(({ at_tills: _, ...one }: any) => one)
  assert.equal((await put(url, { ...festival, tickets: bare }, { as: manager })).status, 200)
  assert.deepEqual(await termsOf(), terms)
  const stay = { festival_id: festivalId, name: 'Bell tent', type: 'camping', quantity: 2 }
  for (const [given, expected] of [
    [{ price: 80 }, null],
    [{ price: 0 }, false],
    [{ price: 80, hidden: true }, false],
    [{ price: 0, at_tills: true }, true],
  ] as const) {
    const made = await post('/accommodations', { ...stay, ...given }, { as: manager })
    assert.deepEqual([made.status, made.body.at_tills], [201, expected], made.text)
  }
})
