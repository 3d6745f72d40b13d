import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import { conflict } from '#platform/values/errors'
import { type Charged, chargedColumns, leaseOf } from '../model/payment-context.ts'
import type { OrderStatus } from '../model/states.ts'
import type { Batch, Order, Result } from './order.ts'

type Known = Charged & {
  /** the order of this request */
  asked_id: string
  request_hash: Buffer
  status: OrderStatus
  lease_until: Date
  hold_until: Date
}

/**
 * Answers the orders with a key that made an order before: with that one, or a refusal. A replay writes as well, so
 * that its commit waits for a standby like the first. Returns the orders that are new.
 */
export async function answerReplays(batch: Batch, orders: Order[]): Promise<Order[]> {
  const keyed = orders.filter(({ id, idempotency_key }) => idempotency_key !== id)
  if (keyed.length === 0) return orders
  const { rows } = await sql<Known>`
    with asked as (
      select * from ${rowsOf('a', keyed, keyColumns)}
    ), known as (
      select o.id, asked.id as asked_id from orders o join asked using (user_id, endpoint, idempotency_key)
      order by o.id for no key update of o
    )
    update orders o set touched_at = ${batch.now} from known where o.id = known.id
    returning known.asked_id, ${chargedColumns}, o.request_hash, o.status, o.lease_until, o.hold_until`.execute(
    batch.db,
  )
  const known = new Map(rows.map((row) => [row.asked_id, row]))
  for (const order of keyed) {
    const before = known.get(order.id)
    if (before) batch.results.set(order.id, replay(order, before, batch.now))
  }
  await takeOver(batch)
  return orders.filter(({ id }) => !batch.results.has(id))
}

const keyColumns = {
  id: 'uuid',
  user_id: 'uuid',
  endpoint: 'text',
  idempotency_key: 'text',
} as const

/** The first request with this key still has its lease. */
export const inProgress = (): Result => ({
  error: conflict('The first request with this Idempotency-Key still runs', 'in_progress', {
    retry_after: 1,
  }),
})

function replay({ request_hash }: Order, known: Known, now: Date): Result {
  if (!known.request_hash.equals(request_hash)) {
    const error = 'This Idempotency-Key was used with another body'
    return { error: conflict(error, 'idempotency_key_reused') }
  }
  const { asked_id: _, request_hash: __, status, lease_until, hold_until, ...charged } = known
  // An order that was held first is charged by requests with keys of their own.
  const isPending = status === 'pending' && charged.charge_id === null
  if (isPending && lease_until > now) return inProgress()
  // Past its hold it belongs to the sweeper, which asks the processor before it releases anything.
  return { value: { ...charged, isMine: isPending && hold_until > now } }
}

/** Lets a retry go on with the orders that a request has left behind, if its lease is over. */
async function takeOver({ db, config, now, results }: Batch) {
  const ids = [...results.values()].flatMap((result) =>
    'value' in result && result.value.isMine ? result.value.id : [],
  )
  if (ids.length === 0) return
  await sql`
    update orders set lease_until = ${leaseOf({ config }, now)} where id = any (${ids}::uuid[])`.execute(
    db,
  )
}
