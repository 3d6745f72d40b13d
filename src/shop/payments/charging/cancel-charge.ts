import { Problem } from '#platform/values/errors'
import type { ReservedOrder, SettledOrder } from '../model/order-stages.ts'
import { answerOf, chargeKeyOf, chargeOf } from '../model/payment-context.ts'
import type { Verdict } from '../model/states.ts'
import type { Checkout } from './checkout.ts'

/** The end of an order for which no charge can come any more. */
export const expired: Verdict = { state: 'expired', isCancelled: true }

/** Ends a charge that was begun and is given up: an order that was held first is held again. */
export const abandoned = ({ charge_id }: ReservedOrder): Verdict =>
  charge_id === null ? expired : { state: 'declined', reason: 'canceled' }

/**
 * Moves an order as the processor or the sweeper reports. A declined attempt to pay a held order is cancelled at the
 * processor first: after that another may begin.
 */
export async function conclude(
  checkout: Checkout,
  order: ReservedOrder,
  verdict: Verdict,
): Promise<SettledOrder | undefined> {
  const isAttempt = verdict.state === 'declined' && order.charge_id !== null
  if (isAttempt) return cancelCharge(checkout, order, verdict)
  return checkout.settle({ id: order.id, key: chargeKeyOf(order), verdict })
}

/**
 * Ends the charge of an open order: the processor promises not to charge it, then the order moves as `verdict` says,
 * usually to its end. An order that was charged before that is paid. Returns the order as it is then. 503 while the
 * processor does not answer.
 */
export async function cancelCharge(
  checkout: Checkout,
  order: ReservedOrder,
  verdict = expired,
): Promise<SettledOrder | undefined> {
  const answer = order.amount_cents > 0 ? await cancelAtProcessor(checkout, order) : 'cancelled'
  await checkout.failpoint('C7 cancelled')
  const last = answer === 'succeeded' ? ({ state: 'succeeded' } as const) : verdict
  return checkout.settle({ id: order.id, key: chargeKeyOf(order), verdict: last })
}

async function cancelAtProcessor(checkout: Checkout, order: ReservedOrder) {
  const processor = checkout.processors.of(order)
  try {
    return await answerOf(checkout, processor.cancelCharge(chargeOf(order)))
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const facts = { code: 'unavailable', retry_after: 5 }
    throw new Problem(503, 'The payment processor does not respond: retry later', facts)
  }
}
