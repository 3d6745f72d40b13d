import type { IncomingHttpHeaders } from 'node:http'
import type { UserCaller } from '#core/access'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import { found, notFound, Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { PaymentRow } from '../model/order-stages.ts'
import { leaseOf, type PaymentContext } from '../model/payment-context.ts'
import { findOrders } from '../model/queries.ts'
import { noSuchOrder, orderLinesFor, ownPayment } from '../model/staff.ts'
import { beginRefunds } from './refund.ts'
import { completeRefund } from './refunds.ts'

type OrderRefundRequest = {
  orderId: string
  user: UserCaller
  headers: IncomingHttpHeaders
  reason: string | null | undefined
}

/**
 * Refunds the amount left of each payment of an order that the caller may refund: begun in one transaction, then done
 * one after the other, if the processor answers. Refused (409) if nothing is left of any of them.
 */
export async function refundOrder(
  context: PaymentContext,
  { orderId, user, headers, reason }: OrderRefundRequest,
): Promise<{ payments: PaymentRow[]; isReplay: boolean }> {
  const ids = await refundable(context, orderId, user)
  const request = {
    idempotency_key: idempotencyKeyOf(headers) ?? newId(),
    cents: undefined,
    reason: reason ?? undefined,
    requested_by: user.id,
    request_id: newId(),
  }
  const requests = ids.map((payment_id) => ({ ...request, payment_id }))
  const decided = await beginRefunds(context, requests, leaseOf(context, context.now()))
  const begun = decided.flatMap((refund) => (refund instanceof Problem ? [] : refund))
  if (begun.length === 0) throw decided[0] ?? notFound('Order')
  for (const { id } of begun.filter(({ isReplay }) => !isReplay)) {
    await completeRefund(context, id).catch((err: unknown) =>
      context.log.warn({ err, refund: id }, 'The payment processor did not respond to a refund'),
    )
  }
  const { payments } = found((await findOrders(context.db, [orderId])).get(orderId), 'Order')
  return {
    payments: payments.filter(({ id }) => ids.includes(id)),
    isReplay: begun.every(({ isReplay }) => isReplay),
  }
}

/**
 * Returns the payments of an order that a user may refund: all of them for an admin, else the ones at festivals of
 * organizers in which they may refund. A user's own payments are refused (403), and an order that they may only read (403);
 * any other is unknown (404).
 */
export async function refundable(
  { db }: Pick<PaymentContext, 'db'>,
  orderId: string,
  user: UserCaller,
) {
  const lines = await orderLinesFor(db, user, { orderId, right: 'refund' })
  if (lines.some(({ user_id }) => user_id === user.id)) throw ownPayment()
  const ids = lines.flatMap(({ id, may }) => (may ? id : []))
  if (ids.length === 0) throw noSuchOrder(lines, 'refund')
  return ids
}
