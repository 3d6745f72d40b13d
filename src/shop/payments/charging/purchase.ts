import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import { busy, found, notFound, Problem } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import { toCents } from '#platform/values/money'
import { failureOf, returnGone } from '../model/failure.ts'
import { answerOf, type Charged, chargeOf, type PaymentContext } from '../model/payment-context.ts'
import { findOrders, type OrderRow } from '../model/queries.ts'
import type { NewPayment } from '../model/schemas.ts'
import type { Verdict } from '../model/states.ts'
import { nouns } from '../pricing/offers.ts'
import type { Order } from '../reserving/order.ts'
import { whyNotWaiting } from '../reserving/waiting-limits.ts'
import { abandoned, conclude, fence } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'

/** `network`: where the request comes from; null: it does not count. */
export type Buyer = { userId: string; headers: IncomingHttpHeaders; network?: Buffer | null }

type Body = Pick<
  Order,
  'id' | 'endpoint' | 'lines' | 'points_used' | 'voucher' | 'offer_id' | 'hold'
> & {
  /** undefined: every request without a key is a purchase of its own */
  key: string | undefined
  amount: number | null | undefined
  method: string | undefined
  /** the part of the body that must be the same when it is sent again with its key */
  asked: unknown
}

/** Converts a buyer's request to an order. */
export function orderAsked(
  { userId, network }: Buyer,
  { key, amount, method, asked, ...body }: Body,
  { defaultMethod }: PaymentContext['processor'],
): Order {
  return {
    ...body,
    user_id: userId,
    idempotency_key: key ?? body.id,
    request_hash: hash('sha256', JSON.stringify(asked), 'buffer'),
    amount_cents: typeof amount === 'number' ? toCents(amount) : undefined,
    method: method ?? defaultMethod,
    network,
  }
}

/** Converts a body to an order of one payment, with the same id. An id that cannot be an entity is unknown: 404. */
export function toOrder(
  buyer: Buyer,
  { payment_type, entity_type = null, amount, ...body }: NewPayment,
  processor: PaymentContext['processor'],
): Order {
  const [entity_id, points] = [body.entity_id.toLowerCase(), body.pointsToUse ?? 0]
  const method = body.processorPaymentMethodId ?? undefined
  const key = idempotencyKeyOf(buyer.headers)
  if (!isId(entity_id)) throw notFound(nouns[payment_type])
  const id = newId()
  const lines = [{ id, payment_type, entity_type, entity_id }]
  const asked = [payment_type, entity_type, entity_id, amount ?? null, points, method ?? null]
  const order = { id, endpoint: 'payments', lines, points_used: points, hold: false } as const
  return orderAsked(buyer, { ...order, key, amount, method, asked }, processor)
}

/**
 * Reserves, charges and settles an order. Returns the order as it is then, and if its key had made it before. 503
 * `busy` if it would wait for others for longer than BUSY_AFTER_MS allows.
 */
export async function purchase(
  checkout: Checkout,
  asked: Order,
): Promise<{ order: OrderRow; isReplay: boolean }> {
  const { reserve, settle, tolerance } = checkout
  // Checked only here: a purchase that has begun is brought to its end.
  const wait = reserve.wait() + settle.wait()
  if (wait > tolerance(wait)) throw busy('purchases')
  const reservation = await reserve(asked)
  const isReplay = reservation.id !== asked.id
  if (!reservation.isMine) return { order: await readAgain(checkout, reservation.id), isReplay }
  return { order: await chargeNow(checkout, reservation, asked.method), isReplay }
}

/** Charges an order with a lease held by the caller, and moves it as the processor says. Returns the order as it is then. */
export async function chargeNow(
  checkout: Checkout,
  charged: Charged,
  method: string | undefined,
): Promise<OrderRow> {
  await checkout.reach('C2 reserved')
  const verdict = await charge(checkout, charged, method)
  // The result is unknown: the webhook or the sweeper will report it.
  if (!verdict) return readAgain(checkout, charged.id)
  await checkout.reach('C3 charged')
  const order = await conclude(checkout, charged, verdict).catch((err: unknown) => {
    // Declined, but not cancelled yet: the sweeper will cancel it.
    if (charged.charge_id === null || verdict.state !== 'declined') throw err
    checkout.log.warn({ err, payment: charged.id }, 'The processor did not cancel an attempt')
    return readAgain(checkout, charged.id)
  })
  await checkout.reach('C5 settled')
  await refuseOverWaiting(checkout, charged, { verdict, order })
  return found(order, 'Order')
}

/** Gives up an order (409) that may not wait for its buyer and so has stayed as it was. */
async function refuseOverWaiting(
  checkout: Checkout,
  charged: Charged,
  { verdict, order }: { verdict: Verdict; order: OrderRow | undefined },
): Promise<void> {
  if (verdict.state !== 'requires_action' || order?.status !== 'pending') return
  const { id } = charged
  const ended = await fence(checkout, charged, abandoned(charged)).catch((err: unknown) => {
    // The sweeper ends it once its time is over.
    checkout.log.warn({ err, payment: id }, 'A payment that may not wait stays pending')
  })
  if (ended?.status === 'expired' || ended?.status === 'held')
    throw await whyNotWaiting(checkout, id)
}

async function charge(
  checkout: Checkout,
  charged: Charged,
  method = '',
): Promise<Verdict | undefined> {
  if (charged.amount_cents === 0) return { state: 'succeeded' }
  try {
    return await answerOf(checkout, checkout.processor.charge(chargeOf(charged), method))
  } catch (err) {
    checkout.log.warn({ err, payment: charged.id }, 'The processor did not answer a charge')
    return undefined
  }
}

export async function readAgain({ db }: PaymentContext, id: string): Promise<OrderRow> {
  return found((await findOrders(db, [id])).get(id), 'Order')
}

/** Refuses an order that failed: 402, with its id; 409 if all of its charge comes back. */
export function refuseUnpaid({ id, status, failure }: OrderRow): void {
  const failed = status === 'held' ? null : failureOf(status, failure)
  if (!failed) return
  const { code, decline_code, message } = failed
  const refused = code === returnGone ? 409 : 402
  throw new Problem(refused, message, { code, id, ...(code === 'declined' && { decline_code }) })
}
