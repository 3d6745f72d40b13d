import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../../test/buying.ts'
import { aWorld } from '../../../../test/world.ts'
import type { OrderRequest } from '../model/order-stages.ts'
import { paymentContextOf } from '../model/payment-context.ts'
import { reserve } from './reserve.ts'

const world = await aWorld()
const context = paymentContextOf(world.app)

async function anOrder(entity_id: string): Promise<OrderRequest> {
  const { id: user_id } = await world.aUser()
  const id = newId()
  return {
    id,
    user_id,
    endpoint: 'payments',
    idempotency_key: id,
    request_hash: randomBytes(32),
    lines: [{ id, payment_type: 'ticket', entity_type: null, entity_id }],
    points_used: 0,
    hold: false,
    amount_cents: undefined,
    method: 'pm_card_ok',
    network: null,
  }
}

test('what was sold out before, and in the batch, is refused once, with the earliest release', async () => {
  const [before, contested] = [
    await aTier(world, { quantity: 1 }),
    await aTier(world, { quantity: 1 }),
  ]
  await reserve(context, [await anOrder(before.id)])
  const orders = await Promise.all([before, contested, contested].map(({ id }) => anOrder(id)))
  world.statements.length = 0
  const results = await reserve(context, orders)
  assert.equal(world.statements.filter((text) => text.includes('as released')).length, 1)
  const refused = results.flatMap((result, index) =>
    'error' in result
      ? { entity_id: orders[index]?.lines[0]?.entity_id, ...Object(result.error) }
      : [],
  )
  assert.deepEqual(
    refused.map(({ entity_id, code }) => [entity_id, code]),
    [
      [before.id, 'sold_out'],
      [contested.id, 'sold_out'],
    ],
  )
  for (const { entity_id, facts } of refused) {
    const { hold_until } = await world.db
      .selectFrom('payments')
      .select('hold_until')
      .where('entity_id', '=', entity_id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(facts, { next_release_at: hold_until })
  }
})
