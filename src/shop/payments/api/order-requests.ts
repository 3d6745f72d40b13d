/** Converts the bodies of requests to order requests. */
import { hash } from 'node:crypto'
import { idempotencyKeyOf, requiredKeyOf } from '#platform/http/requests/idempotency'
import { invalidField, notFound, Problem } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import { toCents } from '#platform/values/money'
import { keyOfCode } from '#shop/vouchers'
import { billingOf } from '../billing/billing.ts'
import type { AttemptRequest } from '../charging/attempts.ts'
import type { NewOrder, NewOrderPayment } from '../model/order-schemas.ts'
import { linesFor, type OrderRequest } from '../model/order-stages.ts'
import type { NewPayment } from '../model/schemas.ts'
import { mostUnits, nouns } from '../pricing/offers.ts'
import type { OnlineProcessor } from '../processors/processor.ts'
import type { Buyer } from './buyer.ts'

type Processor = Pick<OnlineProcessor, 'defaultMethod'>

/**
 * Converts the body of `POST /payments` to an order of one payment, with the same id. An id that cannot be an entity is
 * unknown: 404.
 */
export function requestOfPayment(
  buyer: Buyer,
  { payment_type, entity_type = null, amount, ...body }: NewPayment,
  processor: Processor,
): OrderRequest {
  const [entity_id, points_used] = [body.entity_id.toLowerCase(), body.pointsToUse ?? 0]
  const method = body.processorPaymentMethodId ?? undefined
  const key = idempotencyKeyOf(buyer.headers)
  if (!isId(entity_id)) throw notFound(nouns[payment_type])
  const content = [
    payment_type,
    entity_type,
    entity_id,
    amount ?? null,
    points_used,
    method ?? null,
  ]
  const shared = sharedFields(buyer, { key, amount, method, content }, processor)
  const line = { id: shared.id, payment_type, entity_type, entity_id }
  return { ...shared, endpoint: 'payments', lines: [line], points_used, hold: false }
}

/**
 * Converts the body of `POST /orders` to an order with a payment for each unit. Refuses (400) an entity that is named
 * twice, more units than an order may have and a missing key, and (404, with the item) an id that cannot be an entity.
 */
export function requestOfOrder(
  buyer: Buyer,
  { items: named, amount, ...body }: NewOrder,
  processor: Processor,
): OrderRequest {
  const key = requiredKeyOf(buyer.headers)
  const items = named.map(({ payment_type, entity_id, quantity = 1 }) => {
    return { payment_type, entity_id: entity_id.toLowerCase(), quantity }
  })
  requireItems(items)
  const points_used = body.points_to_use ?? 0
  const method = body.processor_payment_method_id ?? undefined
  const options = optionsOf(body)
  const units = items.map(({ payment_type, entity_id, quantity }) => [
    payment_type,
    entity_id,
    quantity,
  ])
  // Newer fields count only if they are used, so that an older request still has the same content.
  const newer = Object.entries(options).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [{ [name]: value }],
  )
  const content = [units, amount ?? null, points_used, method ?? null, ...newer]
  const shared = sharedFields(buyer, { key, amount, method, content }, processor)
  return { ...shared, endpoint: 'orders', lines: linesFor(items), points_used, ...options }
}

type Paying = { id: string; body: NewOrderPayment; isGuest: boolean | undefined; buyer: Buyer }

/** Returns the method of payment as orders store it; null is `card`. Refuses (400) a card beside another method. */
function meansOf({ method, processor_payment_method_id: card }: NewOrderPayment) {
  if (method !== 'transfer') return null
  if (card) throw invalidField('processor_payment_method_id', 'is for the method card')
  return method
}

/** Converts the body of `POST /orders/:id/pay`. Refuses (400) a missing key, and an e-mail for an account, which has its own. */
export function requestOfAttempt(
  { id, body, isGuest, buyer }: Paying,
  { defaultMethod }: Processor,
): AttemptRequest {
  const idempotency_key = requiredKeyOf(buyer.headers)
  const method = body.processor_payment_method_id ?? undefined
  const [points, email] = [body.points_to_use ?? 0, body.email ?? undefined]
  if (email !== undefined && !isGuest) {
    throw invalidField('email', 'is for guests: an account is written to at its own')
  }
  const means = meansOf(body)
  // A newer field counts only if it is used, so that an older request still has the same content.
  const content = [method ?? null, points, email ?? null, ...(means === null ? [] : [means])]
  return {
    id,
    user_id: buyer.userId,
    idempotency_key,
    request_hash: hashOf(content),
    means,
    method: method ?? defaultMethod,
    points,
    isGuest: isGuest === true,
    email,
  }
}

/** Returns the hash by which a request that is sent again with its key is recognised. */
const hashOf = (content: unknown) => hash('sha256', JSON.stringify(content), 'buffer')

type BodyFields = {
  /** undefined: every request without a key is a purchase of its own */
  key: string | undefined
  amount: number | null | undefined
  method: string | undefined
  /** the part of the body that must be the same when it is sent again with its key */
  content: unknown
}

/** Returns the fields that both kinds of request have. */
function sharedFields(
  { userId, network }: Buyer,
  { key, amount, method, content }: BodyFields,
  { defaultMethod }: Processor,
) {
  const id = newId()
  return {
    id,
    user_id: userId,
    idempotency_key: key ?? id,
    request_hash: hashOf(content),
    amount_cents: typeof amount === 'number' ? toCents(amount) : undefined,
    method: method ?? defaultMethod,
    network,
  }
}

/** Reads the optional fields of the purchase: voucher, offer, hold and the buyer's details. */
function optionsOf(body: Omit<NewOrder, 'items'>) {
  const hold = body.hold ?? false
  if (hold) requireUnpaid(body)
  const voucher = body.voucher ? keyOfCode(body.voucher) : undefined
  return { voucher, offer_id: body.offer ?? undefined, hold, billing: billingOf(body.billing) }
}

/** Refuses payment fields for an order that is held first: the request that pays it later has them. */
function requireUnpaid({ points_to_use, processor_payment_method_id }: Omit<NewOrder, 'items'>) {
  const rule = 'is given to POST /orders/:id/pay when the order is held first'
  if (points_to_use) throw invalidField('points_to_use', rule)
  if (processor_payment_method_id) throw invalidField('processor_payment_method_id', rule)
}

function requireItems(items: Required<NewOrder['items'][number]>[]) {
  const known = new Set<string>()
  for (const [nth, { payment_type, entity_id }] of items.entries()) {
    if (!isId(entity_id)) {
      throw new Problem(404, `${nouns[payment_type]} not found`, { item: entity_id })
    }
    if (known.has(entity_id)) {
      throw invalidField(
        `items[${nth}].entity_id`,
        'is named by an earlier item: give its quantity',
      )
    }
    known.add(entity_id)
  }
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units > mostUnits) throw invalidField('items', `must have at most ${mostUnits} units in all`)
}
