import { type RawBuilder, sql } from 'kysely'
import { conflict, found } from '#platform/values/errors'
import type { ReservedOrder } from '../model/order-stages.ts'
import { findOrder } from '../model/orders.ts'
import { leaseOf, reservedColumns } from '../model/payment-context.ts'
import { findPayment } from '../model/queries.ts'
import { isClosed, isOpen, type OrderStatus, type Status } from '../model/states.ts'
import { cancelCharge } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'

type Owned = { id: string; userId: string }

/**
 * Gives up a purchase of the user that is not paid, by one of its payments: the whole order. Repeating it changes
 * nothing more. 404 for another user's, 409 for one that is paid or still being charged, 503 while the processor does
 * not answer.
 */
export async function abandonPayment(checkout: Checkout, owned: Owned): Promise<void> {
  const { id, userId } = owned
  await end(checkout, sql`(select order_id from payments where id = ${id} and user_id = ${userId})`)
  requireOver('payment', found(await findPayment(checkout.db, owned), 'Payment').status)
}

/** Gives up a purchase like `abandonPayment`, by the id of the order. */
export async function abandonOrder(checkout: Checkout, owned: Owned): Promise<void> {
  const { id, userId } = owned
  await end(checkout, sql`(select id from orders where id = ${id} and user_id = ${userId})`)
  requireOver('order', found(await findOrder(checkout.db, owned), 'Order').status)
}

/** Ends an order that is held, or that no process charges now. */
async function end(checkout: Checkout, orderId: RawBuilder<unknown>): Promise<void> {
  const now = checkout.now()
  // The process with the lease works on an order alone. A held order stays the sweeper's at the end of its hold.
  const { rows } = await sql<ReservedOrder & { status: OrderStatus }>`
    update orders o
    set lease_until = case when status = 'held' then lease_until else ${leaseOf(checkout, now)} end
    where id = ${orderId}
      and (status in ('held', 'requires_action') or status = 'pending' and lease_until <= ${now})
    returning ${reservedColumns}, status`.execute(checkout.db)
  const [open] = rows
  if (!open) return
  // No charge of a held order can come: there is nothing to cancel.
  const isCharged = open.status !== 'held'
  await cancelCharge(checkout, isCharged ? open : { ...open, amount_cents: 0 })
}

function requireOver(noun: 'payment' | 'order', status: Status | OrderStatus) {
  if (isClosed(status)) return
  if (status === 'held' || isOpen(status)) {
    throw conflict(`This ${noun} is being charged: retry later`, 'in_progress', { retry_after: 1 })
  }
  const isSold = status === 'succeeded' || status === 'partially_refunded'
  const refund = isSold ? ': ask its organizer for a refund' : ''
  throw conflict(`This ${noun} is ${status}${refund}`, 'not_open')
}
