/** Later events of the processor about an order: charges, refunds, disputes, and changes made in its dashboard. */

import type { ReservedOrder } from '../model/order-stages.ts'
import { chargeKeyOf } from '../model/payment-context.ts'
import { askForReview } from '../model/review.ts'
import { moveOf, type OrderState } from '../model/states.ts'
import { amountFault, type Outcome, type ProcessorEvent } from '../processors/processor.ts'
import { bookDispute } from '../refunds/disputes.ts'
import { bookRefunds } from '../refunds/processor-refunds.ts'
import { conclude } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'

/**
 * Moves an order as an event reports. A charge of another amount or currency moves nothing: staff are asked for a
 * review, and the hold stays until the sweeper gives the order up.
 */
export async function applyProcessorEvent(
  checkout: Checkout,
  order: OrderState & ReservedOrder,
  { key, outcome, charged, refundedCents, refund, dispute }: ProcessorEvent,
): Promise<void> {
  const { id } = order
  if (key !== chargeKeyOf(order)) return reviewFormer(checkout, id, outcome)
  const fault = charged && amountFault(charged, order.amount_cents)
  if (fault) return askForReview(checkout.db, { order_id: id }, fault)
  if (outcome && moveOf(order, outcome)) await conclude(checkout, order, outcome)
  await bookRefunds(checkout, order, { refund, refundedCents })
  if (dispute) await bookDispute(checkout, await linesOf(checkout, id), dispute)
}

/** Asks staff for a review if an attempt was charged that had been cancelled before the next one began. */
async function reviewFormer({ db }: Checkout, order_id: string, outcome: Outcome | undefined) {
  if (outcome?.state !== 'succeeded') return
  await askForReview(db, { order_id }, 'The processor has charged an attempt that it had cancelled')
}

async function linesOf({ db }: Checkout, orderId: string): Promise<string[]> {
  const lines = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  return lines.map(({ id }) => id)
}
