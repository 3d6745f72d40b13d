import { requiredKeyOf } from '#platform/http/requests/idempotency'
import { invalidField, Problem } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import { keyOfCode } from '#shop/vouchers'
import { type Buyer, orderAsked } from '../charging/purchase.ts'
import type { NewOrder } from '../model/order-schemas.ts'
import type { PaymentContext } from '../model/payment-context.ts'
import { mostUnits, nouns } from '../pricing/offers.ts'
import type { Order } from '../reserving/order.ts'

/**
 * Converts the body of `POST /orders` to an order with a payment for each unit. Refuses (400) an entity that is named
 * twice, more units than an order may have and a missing key, and (404, with the item) an id that cannot be an entity.
 */
export function toBasket(
  buyer: Buyer,
  { items: given, amount, ...body }: NewOrder,
  processor: PaymentContext['processor'],
): Order {
  const key = requiredKeyOf(buyer.headers)
  const items = given.map(({ payment_type, entity_id, quantity = 1 }) => {
    return { payment_type, entity_id: entity_id.toLowerCase(), quantity }
  })
  requireItems(items)
  const points_used = body.points_to_use ?? 0
  const method = body.processor_payment_method_id ?? undefined
  const wishes = wishesOf(body)
  const said = items.map(({ payment_type, entity_id, quantity }) => [
    payment_type,
    entity_id,
    quantity,
  ])
  // Newer fields count only if they are used, so that an older request still has the same content.
  const newer = Object.entries(wishes).flatMap(([name, wish]) =>
    wish === undefined || wish === false ? [] : [{ [name]: wish }],
  )
  const asked = [said, amount ?? null, points_used, method ?? null, ...newer]
  const lines = items.flatMap(({ quantity, ...entity }) =>
    Array.from({ length: quantity }, () => ({ id: newId(), entity_type: null, ...entity })),
  )
  const order = { id: newId(), endpoint: 'orders', lines, points_used, ...wishes } as const
  return orderAsked(buyer, { ...order, key, amount, method, asked }, processor)
}

/** Reads the optional fields of the purchase: voucher, offer and hold. */
function wishesOf(body: Omit<NewOrder, 'items'>) {
  const hold = body.hold ?? false
  if (hold) requireUnpaid(body)
  const voucher = body.voucher ? keyOfCode(body.voucher) : undefined
  return { voucher, offer_id: body.offer ?? undefined, hold }
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
