import { busy, found, Problem } from '#platform/values/errors'
import { failureOf, returnGone } from '../model/failure.ts'
import type { OrderRequest, ReservedOrder, SettledOrder } from '../model/order-stages.ts'
import { answerOf, chargeOf, type PaymentContext } from '../model/payment-context.ts'
import { findOrders } from '../model/queries.ts'
import type { Verdict } from '../model/states.ts'
import { waitingDenialReason } from '../reserving/waiting-limits.ts'
import { abandoned, cancelCharge, conclude } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'

/**
 * Reserves, charges and settles an order. Returns the order as it is then, and if its key had made it before. 503
 * `busy` if it would wait for others for longer than BUSY_AFTER_MS allows.
 */
export async function purchase(
  checkout: Checkout,
  request: OrderRequest,
): Promise<{ order: SettledOrder; isReplay: boolean }> {
  const { reserve, settle, tolerance } = checkout
  // Checked only here: a purchase that has begun is brought to its end.
  const wait = reserve.wait() + settle.wait()
  if (wait > tolerance(wait)) throw busy('purchases')
  const { order, isMine } = await reserve(request)
  const isReplay = order.id !== request.id
  if (!isMine) return { order: await readAgain(checkout, order.id), isReplay }
  return { order: await chargeNow(checkout, order, request.method), isReplay }
}

/** Charges an order with a lease held by the caller, and moves it as the processor says. Returns the order as it is then. */
export async function chargeNow(
  checkout: Checkout,
  order: ReservedOrder,
  method: string | undefined,
): Promise<SettledOrder> {
  await checkout.failpoint('C2 reserved')
  const verdict = await charge(checkout, order, method)
  // The result is unknown: the webhook or the sweeper will report it.
  if (!verdict) return readAgain(checkout, order.id)
  await checkout.failpoint('C3 charged')
  const settled = await conclude(checkout, order, verdict).catch((err: unknown) => {
    // Declined, but not cancelled yet: the sweeper will cancel it.
    if (order.charge_id === null || verdict.state !== 'declined') throw err
    checkout.log.warn({ err, payment: order.id }, 'The payment processor did not cancel a charge')
    return readAgain(checkout, order.id)
  })
  await checkout.failpoint('C5 settled')
  await refuseOverWaiting(checkout, order, { verdict, settled })
  return found(settled, 'Order')
}

/** Gives up an order (409) that may not wait for its buyer and so has stayed as it was. */
async function refuseOverWaiting(
  checkout: Checkout,
  order: ReservedOrder,
  { verdict, settled }: { verdict: Verdict; settled: SettledOrder | undefined },
): Promise<void> {
  const waits = verdict.state === 'requires_action' || verdict.state === 'awaiting'
  if (!waits || settled?.status !== 'pending') return
  const { id } = order
  const ended = await cancelCharge(checkout, order, abandoned(order)).catch((err: unknown) => {
    // The sweeper ends it once its time is over.
    checkout.log.warn({ err, payment: id }, 'A payment that must not wait is still pending')
  })
  if (ended?.status === 'expired' || ended?.status === 'held')
    throw await waitingDenialReason(checkout, id)
}

async function charge(
  checkout: Checkout,
  order: ReservedOrder,
  method = '',
): Promise<Verdict | undefined> {
  if (order.amount_cents === 0) return { state: 'succeeded' }
  try {
    return await answerOf(checkout, checkout.processors.of(order).charge(chargeOf(order), method))
  } catch (err) {
    checkout.log.warn(
      { err, payment: order.id },
      'The payment processor did not respond to a charge',
    )
    return undefined
  }
}

export async function readAgain({ db }: PaymentContext, id: string): Promise<SettledOrder> {
  return found((await findOrders(db, [id])).get(id), 'Order')
}

/** Refuses an order that failed: 402, with its id; 409 if all of its charge comes back. */
export function refuseUnpaid({ id, status, failure }: SettledOrder): void {
  const failed = status === 'held' ? null : failureOf(status, failure)
  if (!failed) return
  const { code, decline_code, message } = failed
  const refused = code === returnGone ? 409 : 402
  throw new Problem(refused, message, { code, id, ...(code === 'declined' && { decline_code }) })
}
