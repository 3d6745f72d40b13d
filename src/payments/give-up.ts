import { sql } from 'kysely'
import { conflict, found, Problem } from '#platform/values/errors'
import type { Checkout } from './checkout.ts'
import { answerOf, type Charged, chargeOf, leaseOf } from './payment-context.ts'
import { findPayment, type OrderRow } from './queries.ts'
import { isClosed, isPaid, type Verdict } from './states.ts'

/** The end of an order of which no charge can come any more. */
export const paidOrOver = (isPaid: boolean): Verdict =>
  isPaid ? { state: 'succeeded' } : { state: 'expired', fenced: true }

/**
 * Ends an open order: the processor promises not to charge it, then what it holds is free. One that was
 * charged before that is paid. Returns the order as it is then.
 */
export async function fence(checkout: Checkout, order: Charged): Promise<OrderRow | undefined> {
  const answer =
    order.amount_cents === 0
      ? 'cancelled'
      : await answerOf(checkout, checkout.processor.cancel(chargeOf(order)))
  await checkout.reach('C7 cancelled')
  return checkout.settle({ id: order.id, verdict: paidOrOver(answer === 'succeeded') })
}

/**
 * Gives up a purchase of the user's that is not paid, by a payment of it: all of its order. Again: nothing more
 * happens. 404 for another's, 409 for one that is paid or still being charged, 503 while the processor does not answer.
 */
export async function giveUp(
  checkout: Checkout,
  owned: { id: string; userId: string },
): Promise<void> {
  const { id, userId } = owned
  // The process that has the lease works on it alone.
  const { rows } = await sql<Charged>`
    update orders set lease_until = ${leaseOf(checkout, checkout.now())}
    where id = (select order_id from payments where id = ${id} and user_id = ${userId})
      and (status = 'requires_action' or status = 'pending' and lease_until <= ${checkout.now()})
    returning id, amount_cents, created_at`.execute(checkout.db)
  const [open] = rows
  if (open) await fenceOrWait(checkout, open)
  const payment = await findPayment(checkout.db, owned)
  const { status } = found(payment, 'Payment')
  if (isClosed(status)) return
  if (status === 'pending') {
    const facts = { retry_after: 1 }
    throw conflict('This payment is being charged: ask again', 'in_progress', facts)
  }
  const refund = isPaid(status) ? ': ask its organizer for a refund' : ''
  throw conflict(`This payment is ${status}${refund}`, 'not_open')
}

function fenceOrWait(checkout: Checkout, order: Charged) {
  return fence(checkout, order).catch((cause: unknown) => {
    if (cause instanceof Problem) throw cause
    const facts = { code: 'unavailable', retry_after: 5 }
    throw new Problem(503, 'The processor does not answer: ask again', facts)
  })
}
