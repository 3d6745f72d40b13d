import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import { busy, found, notFound, Problem } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import { toCents } from '#platform/values/money'
import type { Checkout } from './checkout.ts'
import { failureOf } from './failure.ts'
import { fence } from './give-up.ts'
import { whyNotWaiting } from './limits.ts'
import { nouns } from './offers.ts'
import type { Order, Reservation } from './order.ts'
import { answerOf, chargeOf, type PaymentContext } from './payment-context.ts'
import { findOrders, type OrderRow } from './queries.ts'
import type { NewPayment } from './schemas.ts'
import type { Verdict } from './states.ts'

/** `network`: where the request comes from; null: it does not count. */
export type Buyer = { userId: string; headers: IncomingHttpHeaders; network?: Buffer | null }

type Body = Pick<Order, 'id' | 'endpoint' | 'lines' | 'points_used' | 'voucher'> & {
  /** undefined: every request without a key is a purchase of its own */
  key: string | undefined
  amount: number | null | undefined
  method: string | undefined
  /** what of the body must be the same when it is sent again with its key */
  asked: unknown
}

/** What a buyer asks for as an order. */
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

/** A body as an order of one payment, which has its id. An entity that cannot be one is unknown: 404. */
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
  const order = { id, endpoint: 'payments', lines, points_used: points } as const
  return orderAsked(buyer, { ...order, key, amount, method, asked }, processor)
}

/**
 * Reserve, charge, settle: the order as it is then, and whether its key had made it before. 503 `busy`
 * when it would wait for others for longer than BUSY_AFTER_MS allows.
 */
export async function purchase(
  checkout: Checkout,
  asked: Order,
): Promise<{ order: OrderRow; isReplay: boolean }> {
  const { reserve, settle, tolerance } = checkout
  // Only here: what is begun is brought to its end.
  const wait = reserve.wait() + settle.wait()
  if (wait > tolerance(wait)) throw busy('purchases')
  const reservation = await reserve(asked)
  const isReplay = reservation.id !== asked.id
  if (!reservation.isMine) return { order: await readAgain(checkout, reservation.id), isReplay }
  await checkout.reach('C2 reserved')
  const verdict = await charge(checkout, reservation, asked.method)
  // It is unknown what the processor did: the webhook or the sweeper will hear of it.
  if (!verdict) return { order: await readAgain(checkout, reservation.id), isReplay }
  await checkout.reach('C3 charged')
  const order = await settle({ id: reservation.id, verdict })
  await checkout.reach('C5 settled')
  await refuseOverWaiting(checkout, reservation, { verdict, order })
  return { order: found(order, 'Order'), isReplay }
}

/** One that may not wait for its buyer has stayed as it was: it is given up at once (409). */
async function refuseOverWaiting(
  checkout: Checkout,
  reservation: Reservation,
  { verdict, order }: { verdict: Verdict; order: OrderRow | undefined },
): Promise<void> {
  if (verdict.state !== 'requires_action' || order?.status !== 'pending') return
  const ended = await fence(checkout, reservation).catch((err: unknown) => {
    // The sweeper ends it when its time is over.
    checkout.log.warn({ err, payment: reservation.id }, 'A payment that may not wait stays pending')
  })
  if (ended?.status === 'expired') throw await whyNotWaiting(checkout, reservation.id)
}

async function charge(
  checkout: Checkout,
  reservation: Reservation,
  method = '',
): Promise<Verdict | undefined> {
  if (reservation.amount_cents === 0) return { state: 'succeeded' }
  try {
    return await answerOf(checkout, checkout.processor.charge(chargeOf(reservation), method))
  } catch (err) {
    checkout.log.warn({ err, payment: reservation.id }, 'The processor did not answer a charge')
    return undefined
  }
}

async function readAgain({ db }: PaymentContext, id: string): Promise<OrderRow> {
  return found((await findOrders(db, [id])).get(id), 'Order')
}

/** An order that came to nothing: 402, with its id. */
export function refuseUnpaid({ id, status, failure }: OrderRow): void {
  const failed = failureOf(status, failure)
  if (!failed) return
  const { code, decline_code, message } = failed
  throw new Problem(402, message, { code, id, ...(code === 'declined' && { decline_code }) })
}
