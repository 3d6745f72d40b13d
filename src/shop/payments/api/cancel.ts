/** Cancellation by the buyer (docs/contract, section 7.5). */
import type { FastifyRequest } from 'fastify'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { TicketAddresses } from '#shop/tickets'
import type { Checkout } from '../charging/checkout.ts'
import type { PaymentRow } from '../model/order-stages.ts'
import type { PaymentContext } from '../model/payment-context.ts'
import { findPayment, toPayment } from '../model/queries.ts'
import { Payment } from '../model/schemas.ts'
import { refundNow } from '../refunds/refund.ts'

type Deps = { checkout: Checkout; addressesFor: (buyer: FastifyRequest) => TicketAddresses }

/**
 * Ends a purchase of the user and refunds the amount that the payment states; repeating it returns the same. Returns
 * the payment as it is then. 404 for another user's payment, 409 as `cancelFault`.
 */
export async function cancelPayment(
  context: PaymentContext,
  { id, userId }: { id: string; userId: string },
): Promise<PaymentRow> {
  found(await findPayment(context.db, { id, userId }), 'Payment')
  const { payment } = await refundNow(context, {
    payment_id: id,
    idempotency_key: newId(),
    cents: undefined,
    reason: 'Given back by its buyer',
    requested_by: userId,
    is_by_buyer: true,
  })
  return payment
}

/** `POST /payments/:id/cancel`: ends the purchase, and refunds the amount that the payment states. */
export function cancelling(app: Parameters<Module>[0], { checkout, addressesFor }: Deps) {
  app.route({
    method: 'POST',
    url: '/payments/:id/cancel',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      refuses: [
        'not_succeeded',
        'already_refunded',
        'disputed',
        'cancelled',
        'not_cancelable',
        'cancel_period_over',
        'transferred',
        'already_validated',
        'transfer_open',
        'being_bought',
      ],
    },
    schema: {
      operationId: 'cancelPayment',
      summary: 'Give back what one has bought, as `cancelable` of the payment says',
      description:
        'The ticket or the stay ends; its percentage of the money and of the points spent comes back, and the rest is kept. A second call answers the same. The answer may still say refunding: the service goes on until the processor has done it.',
      params: Id,
      response: { 200: Payment },
    },
    handler: async (request) => {
      const owned = { id: request.params.id, userId: signedIn(request).id }
      const payment = await cancelPayment(checkout, owned)
      return toPayment(payment, addressesFor(request), app.now())
    },
  })
}
