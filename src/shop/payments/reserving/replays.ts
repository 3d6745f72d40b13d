import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import { conflict } from '#platform/values/errors'
import type { OrderRequest, ReservedOrder } from '../model/order-stages.ts'
import { leaseOf, reservedColumns } from '../model/payment-context.ts'
import type { OrderStatus } from '../model/states.ts'
import type { Batch, ReservationResult } from './batch.ts'

type StoredOrder = ReservedOrder & {
  /** the order of this request */
  request_id: string
  request_hash: Buffer
  status: OrderStatus
  lease_until: Date
  hold_until: Date
}

/**
 * Answers the orders with a key that made an order before: with that one, or a refusal. A replay writes as well, so
 * that its commit waits for a standby like the first. Returns the orders that are new.
 */
export async function answerReplays(batch: Batch, orders: OrderRequest[]): Promise<OrderRequest[]> {
  const keyed = orders.filter(({ id, idempotency_key }) => idempotency_key !== id)
  if (keyed.length === 0) return orders
  const { rows } = await sql<StoredOrder>`
    with requested as (
      select * from ${rowsOf('a', keyed, keyColumns)}
    ), known as (
      select o.id, requested.id as request_id from orders o join requested using (user_id, endpoint, idempotency_key)
      order by o.id for no key update of o
    )
    update orders o set touched_at = ${batch.now} from known where o.id = known.id
    returning known.request_id, ${reservedColumns}, o.request_hash, o.status, o.lease_until, o.hold_until`.execute(
    batch.db,
  )
  const known = new Map(rows.map((row) => [row.request_id, row]))
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
export const inProgress = (): ReservationResult => ({
  error: conflict(
    'The first request with this Idempotency-Key is still running: retry later',
    'in_progress',
    {
      retry_after: 1,
    },
  ),
})

function replay({ request_hash }: OrderRequest, known: StoredOrder, now: Date): ReservationResult {
  if (!known.request_hash.equals(request_hash)) {
    const error = 'This Idempotency-Key was used with another body'
    return { error: conflict(error, 'idempotency_key_reused') }
  }
  const { status, lease_until, hold_until, charge_id } = known
  // An order that was held first is charged by requests with keys of their own.
  const isPending = status === 'pending' && charge_id === null
  if (isPending && lease_until > now) return inProgress()
  // Past its hold it belongs to the sweeper, which asks the processor before it releases anything.
  return { value: { order: known, isMine: isPending && hold_until > now } }
}

/** Lets a retry go on with the orders that a request has left behind, if its lease is over. */
async function takeOver({ db, config, now, results }: Batch) {
  const ids = [...results.values()].flatMap((result) =>
    'value' in result && result.value.isMine ? result.value.order.id : [],
  )
  if (ids.length === 0) return
  await sql`
    update orders set lease_until = ${leaseOf({ config }, now)} where id = any (${ids}::uuid[])`.execute(
    db,
  )
}
