import { hash } from 'node:crypto'
import { requiredKeyOf } from '#platform/http/requests/idempotency'
import { busy, invalidField, Problem } from '#platform/values/errors'
import { failureOf } from '../model/failure.ts'
import type { NewOrderPayment } from '../model/order-schemas.ts'
import type { PaymentContext } from '../model/payment-context.ts'
import type { OrderRow } from '../model/queries.ts'
import { beginAttempt, claimWaiting, type Payment } from './attempts.ts'
import { abandoned, fence } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'
import { type Buyer, chargeNow, readAgain, refuseUnpaid } from './purchase.ts'

type Asked = { id: string; body: NewOrderPayment; isGuest: boolean | undefined; buyer: Buyer }

/** Converts the body of `POST /orders/:id/pay`. Refuses (400) a missing key, and an e-mail for an account, which has its own. */
export function toPayment(
  { id, body, isGuest, buyer }: Asked,
  { defaultMethod }: PaymentContext['processor'],
): Payment {
  const idempotency_key = requiredKeyOf(buyer.headers)
  const method = body.processor_payment_method_id ?? undefined
  const [points, email] = [body.points_to_use ?? 0, body.email ?? undefined]
  if (email !== undefined && !isGuest) {
    throw invalidField('email', 'is for guests: an account is written to at its own')
  }
  const asked = JSON.stringify([method ?? null, points, email ?? null])
  return {
    id,
    user_id: buyer.userId,
    idempotency_key,
    request_hash: hash('sha256', asked, 'buffer'),
    method: method ?? defaultMethod,
    points,
    isGuest: isGuest === true,
    email,
  }
}

/**
 * Pays a held order. If the processor still waits for the buyer of an attempt, that attempt is given up first: if it
 * was charged after all, it pays the order.
 * @throws Problem 402 if this request's attempt was declined; the order then stays held until `expires_at`
 */
export async function pay(
  checkout: Checkout,
  payment: Payment,
): Promise<{ order: OrderRow; isReplay: boolean }> {
  const wait = checkout.settle.wait()
  if (wait > checkout.tolerance(wait)) throw busy('purchases')
  const waiting = await claimWaiting(checkout, payment)
  if (waiting) await fence(checkout, waiting, abandoned(waiting))
  const begun = await beginAttempt(checkout, payment)
  if ('before' in begun) {
    const order = await readAgain(checkout, payment.id)
    refuseDeclined(order, begun.before.failure)
    return { order, isReplay: true }
  }
  const { charged, isReplay } = begun
  const order = await chargeNow(checkout, charged, payment.method)
  refuseDeclined(order, null)
  return { order, isReplay }
}

/** Refuses (402) a declined attempt: a `former` one, or the last, after which the order may still be held. */
function refuseDeclined(order: OrderRow, former: string | null): void {
  const { id, hold_until: expires_at } = order
  const reason = former ?? (order.status === 'held' ? order.failure : null)
  if (reason === null) return refuseUnpaid(order)
  const failed = failureOf('failed', reason)
  const facts = { code: 'declined', id, decline_code: reason, expires_at }
  throw new Problem(402, failed?.message ?? reason, facts)
}
