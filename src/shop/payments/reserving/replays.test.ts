import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../../test/another-process.ts'
import { aTier } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aWorld, type Person } from '../../../../test/world.ts'

const clock = { ahead: 0 }
const { processor, charges, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, post, get, aUser } = world

const buy = (
  as: Person,
  entity_id: string,
  { key = newId(), ...more }: { key?: string; [field: string]: unknown },
) =>
  post(
    '/payments',
    { payment_type: 'ticket', entity_id, ...more },
    { as, headers: { 'idempotency-key': key } },
  )

const paymentsOf = async (as: Person): Promise<{ id: string }[]> =>
  (await get('/payments', { as })).body

// Requirement (rules): contract §1 Idempotency: POST /payments
test('the same request again is the same purchase', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  const key = newId()
  const first = await buy(ada, id, { key })
  const again = await buy(ada, id, { key })
  assert.deepEqual([again.status, again.body], [first.status, first.body])
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(charges.get(first.body.id)?.times, 1)
  assert.equal((await paymentsOf(ada)).length, 1)
})

test('a replay is answered when it could not be bought any more', async () => {
  const ada = await aUser()
  const { id } = await aTier(world, { quantity: 1 })
  const key = newId()
  const first = await buy(ada, id, { key })
  const other = await buy(ada, id, {})
  assert.equal(other.body.code, 'sold_out')
  await db
    .updateTable('tiers')
    .set({ end_time: new Date(0) })
    .where('id', '=', id)
    .execute()
  assert.deepEqual((await buy(ada, id, { key })).body, first.body)
})

// Requirement (rules): contract §1 Idempotency: 402 is remembered
test('a decline is stored', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  const key = newId()
  told.next.push('declined')
  const first = await buy(ada, id, { key })
  const again = await buy(ada, id, { key })
  assert.deepEqual([again.status, again.body], [402, first.body])
})

// Requirement (rules): contract §1 Idempotency: a refusal frees the key
test('a refusal frees the key', async () => {
  const ada = await aUser()
  const { id } = await aTier(world, { quantity: 0 })
  const key = newId()
  assert.equal((await buy(ada, id, { key })).body.code, 'sold_out')
  await db.updateTable('tiers').set({ quantity: 1 }).where('id', '=', id).execute()
  assert.equal((await buy(ada, id, { key })).status, 201)
})

// Requirement (rules): contract §7 Retries: each refusal before the charge frees the key
test('each refusal before the charge frees the key: what is corrected is bought with it', async () => {
  const ada = await aUser()
  const past = new Date(0)
  const { id } = await aTier(world, { archived_at: past, quantity: 0 })
  const key = newId()
  const correct = (change: object) =>
    db.updateTable('tiers').set(change).where('id', '=', id).execute()
  for (const [code, wish, change] of [
    ['invalid', { amount: -1 }, {}],
    ['not_found', { entity_id: newId() }, {}],
    ['not_on_sale', {}, { archived_at: null }],
    ['price_changed', { amount: 1 }, {}],
    ['sold_out', {}, { quantity: 9 }],
    ['not_enough_points', { pointsToUse: 100 }, {}],
  ] as const) {
    const { status, body } = await buy(ada, id, { key, ...wish })
    assert.deepEqual([body.code, status < 500], [code, true])
    if (Object.keys(change).length > 0) await correct(change)
  }
  assert.equal((await buy(ada, id, { key })).status, 201)
})

// Requirement (rules): contract §7 Retries: from the charge on the key is kept
test('from the charge on the key is kept: what came to nothing is 402 again', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  // Sent at once, so that each is charged before another one waits; two may wait.
  told.next.push('action', 'action', 'action')
  const keys = [newId(), newId(), newId()]
  const answers = await Promise.all(keys.map((key) => buy(ada, id, { key })))
  const over = answers.findIndex(({ status }) => status === 409)
  assert.equal(answers[over]?.body.code, 'too_many_waiting')
  const again = await buy(ada, id, { key: keys[over] ?? '' })
  assert.deepEqual([again.status, again.body.code], [402, 'expired'])
  const waits = answers.findIndex(({ status }) => status === 201)
  await world.del(`/payments/${answers[waits]?.body.id}`, { as: ada })
  const given = await buy(ada, id, { key: keys[waits] ?? '' })
  assert.deepEqual(
    [given.status, given.body, given.headers['idempotent-replayed']],
    [
      402,
      {
        error: 'The payment was not completed in time',
        code: 'expired',
        id: answers[waits]?.body.id,
      },
      'true',
    ],
  )
  assert.equal((await buy(ada, id, {})).status, 201)
})

// Requirement (rules): contract §1 Idempotency: another body
test('another body under the same key is refused', async () => {
  const ada = await aUser()
  const [{ id }, other] = [await aTier(world), await aTier(world)]
  const key = newId()
  await buy(ada, id, { key })
  for (const reused of [
    await buy(ada, other.id, { key }),
    await buy(ada, id, { key, amount: 50 }),
    await buy(ada, id, { key, entity_type: 'ticket' }),
    await buy(ada, id, { key, processorPaymentMethodId: 'pm_card_visa' }),
  ]) {
    assert.deepEqual([reused.status, reused.body.code], [409, 'idempotency_key_reused'])
  }
  assert.equal((await paymentsOf(ada)).length, 1)
})

test('keys belong to their user, and without one each request is a purchase', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const { id } = await aTier(world)
  const key = newId()
  const ids = [
    (await buy(ada, id, { key })).body.id,
    (await buy(ben, id, { key })).body.id,
    ...(
      await Promise.all(
        [1, 2].map(() => post('/payments', { payment_type: 'ticket', entity_id: id }, { as: ben })),
      )
    ).map(({ body }) => body.id),
  ]
  assert.equal(new Set(ids).size, 4)
})

// Requirement (rules): contract §1 Idempotency: while the first runs
test('of many at once with one key one buys; the others wait for it, or get in_progress', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  const key = newId()
  const elsewhere = await anotherProcess(world)
  const order = { payment_type: 'ticket', entity_id: id }
  const call = {
    client: world.client.token,
    as: ada,
    body: order,
    headers: { 'idempotency-key': key },
  }
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => buy(ada, id, { key })),
    ...Array.from({ length: 10 }, () => elsewhere('POST', '/payments', call)),
  ])
  const bought = answers.filter(({ status }) => status === 201)
  const running = answers.filter(({ status }) => status === 409)
  assert.equal(bought.length + running.length, 20)
  assert.equal(new Set(bought.map(({ body }) => body.id)).size, 1)
  assert.ok(running.every(({ body }) => body.code === 'in_progress'))
  assert.equal((await paymentsOf(ada)).length, 1)
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([sold, held], [1, 0])
})

for (const fault of ['lost request', 'lost answer'] as const) {
  // Requirement (rules): contract §7 Payments: a retry takes over when the lease is over
  test(`a purchase whose charge was a ${fault} is pending, and a retry after its lease continues it`, async () => {
    const ada = await aUser()
    const { id } = await aTier(world)
    const key = newId()
    told.next.push(fault)
    const first = await buy(ada, id, { key })
    assert.deepEqual([first.status, first.body.status, first.body.qr_code], [201, 'pending', null])
    const early = await buy(ada, id, { key })
    assert.deepEqual([early.status, early.body.code], [409, 'in_progress'])
    assert.equal(early.headers['retry-after'], '1')
    clock.ahead += 16_000
    const later = await buy(ada, id, { key })
    assert.deepEqual([later.status, later.body.status], [201, 'succeeded'])
    assert.equal(later.body.id, first.body.id)
    assert.equal(later.headers['idempotent-replayed'], 'true')
  })
}

test('past its hold a pending purchase is not charged by a retry', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  const key = newId()
  told.next.push('lost request')
  const { body } = await buy(ada, id, { key })
  clock.ahead += 601_000
  const late = await buy(ada, id, { key })
  assert.deepEqual([late.status, late.body.status], [201, 'pending'])
  assert.equal(charges.has(body.id), false)
})

test('a key has 1 to 255 characters', async () => {
  const ada = await aUser()
  const { id } = await aTier(world)
  assert.equal((await buy(ada, id, { key: 'k'.repeat(255) })).status, 201)
  const refused = await buy(ada, id, { key: 'k'.repeat(256) })
  assert.deepEqual(
    [refused.status, refused.body.error],
    [400, 'Idempotency-Key must have 1 to 255 characters'],
  )
})
