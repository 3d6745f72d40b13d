/** A step of the sweeper that fails does not prevent the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aWorld } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { paymentContextOf } from './model/payment-context.ts'

const world = await aWorld()
const { db, get, post, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))

test('while orders cannot be claimed, payments of a cancelled festival are refunded', async () => {
  const ada = await aUser()
  const { id: entity_id, festival_id } = await aTier(world, {})
  const order = { payment_type: 'ticket', entity_id }
  const { body: payment } = await post('/payments', order, { as: ada })
  assert.equal(payment.status, 'succeeded')
  const held = await post(
    '/orders',
    { items: [{ ...order, quantity: 1 }], hold: true },
    { as: ada, headers: { 'idempotency-key': newId() } },
  )
  assert.equal(held.status, 201, held.text)
  await db
    .updateTable('orders')
    .set({ lease_until: new Date(0), hold_until: new Date(0) })
    .where('id', '=', held.body.id)
    .execute()
  await db
    .updateTable('festivals')
    .set({ cancelled_at: new Date() })
    .where('id', '=', festival_id)
    .execute()
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused by a test'; end $$`.execute(
    db,
  )
  await sql`
    create trigger refuse before update on orders for each row
    when (new.id = ${sql.lit(held.body.id)}) execute function refuse()`.execute(db)
  await assert.rejects(sweep(checkout), /refused by a test/)
  const { body: refunded } = await get(`/payments/${payment.id}`, { as: ada })
  assert.equal(refunded.status, 'refunded')
})
