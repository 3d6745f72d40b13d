import { busy, Problem } from '#platform/values/errors'
import { failureOf } from '../model/failure.ts'
import type { SettledOrder } from '../model/order-stages.ts'
import { type AttemptRequest, beginAttempt, claimWaiting } from './attempts.ts'
import { abandoned, cancelCharge } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'
import { chargeNow, readAgain, refuseUnpaid } from './purchase.ts'

/**
 * Pays a held order. If the processor still waits for the buyer of an attempt, that attempt is given up first: if it
 * was charged after all, it pays the order.
 * @throws Problem 402 if this request's attempt was declined; the order then stays held until `expires_at`
 */
export async function pay(
  checkout: Checkout,
  request: AttemptRequest,
): Promise<{ order: SettledOrder; isReplay: boolean }> {
  const wait = checkout.settle.wait()
  if (wait > checkout.tolerance(wait)) throw busy('purchases')
  const waiting = await claimWaiting(checkout, request)
  if (waiting) await cancelCharge(checkout, waiting, abandoned(waiting))
  const begun = await beginAttempt(checkout, request)
  if ('before' in begun) {
    const order = await readAgain(checkout, request.id)
    refuseDeclined(order, begun.before.failure)
    return { order, isReplay: true }
  }
  const order = await chargeNow(checkout, begun.order, request.method)
  refuseDeclined(order, null)
  return { order, isReplay: begun.isReplay }
}

/** Refuses (402) a declined attempt: a `former` one, or the last, after which the order may still be held. */
function refuseDeclined(order: SettledOrder, former: string | null): void {
  const { id, hold_until: expires_at } = order
  const reason = former ?? (order.status === 'held' ? order.failure : null)
  if (reason === null) return refuseUnpaid(order)
  const failed = failureOf('failed', reason)
  const facts = { code: 'declined', id, decline_code: reason, expires_at }
  throw new Problem(402, failed?.message ?? reason, facts)
}
