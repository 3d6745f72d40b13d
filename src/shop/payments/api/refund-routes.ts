import { type Static, Type } from 'typebox'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { replayed } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { Price } from '#platform/values/money'
import type { Checkout } from '../charging/checkout.ts'
import { findCancellation, toPaymentForStaff } from '../model/queries.ts'
import { Cancellation, NewRefund, RefundPreview } from '../model/refund-schemas.ts'
import { ofRefunds } from '../model/refusals.ts'
import { Payment } from '../model/schemas.ts'
import { requireManager, requireStaff } from '../model/staff.ts'
import { isLargeRefund } from '../refunds/large-refunds.ts'
import { previewRefund } from '../refunds/preview-refund.ts'
import { refund } from '../refunds/refund.ts'

type App = Parameters<Module>[0]

const RefundPreviewQuery = Type.Object({
  amount: Type.Optional({ ...Price, description: 'EUR; absent: all that is left' }),
})

/** Refunds of single payments, and of a cancelled festival (docs/contract, section 7.5). */
export function refunds(app: App, checkout: Checkout) {
  cancellation(app)
  app.route({
    method: 'POST',
    url: '/payments/:id/refund',
    config: {
      access: 'user',
      audit: 'payment.refund',
      confirms: (request) => {
        const { id } = request.params as Static<typeof Id>
        const { amount } = request.body as Static<typeof NewRefund>
        return isLargeRefund(app, { id, amount, user: signedIn(request) })
      },
      idempotent: true,
      refuses: ofRefunds,
    },
    schema: {
      operationId: 'refundPayment',
      summary: 'Give a payment back, in full or in part',
      description:
        'In full, points, stock and membership come back too and the ticket ends. In part, the ticket stays good. The answer may still say refunding: the service goes on until the processor has done it.',
      params: Id,
      body: NewRefund,
      response: { 200: Payment },
    },
    handler: async (request, reply) => {
      const user = signedIn(request)
      await requireStaff(app.db, user, request.params.id)
      const { payment, isReplay } = await refund(checkout, request, user.id)
      if (isReplay) reply.header(replayed, 'true')
      return toPaymentForStaff(payment)
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/:id/refund',
    config: {
      access: 'user',
      refuses: ofRefunds,
    },
    schema: {
      operationId: 'previewRefund',
      summary: 'What a refund would give back and keep back; nothing changes',
      params: Id,
      querystring: RefundPreviewQuery,
      response: { 200: RefundPreview },
    },
    handler: async (request) => {
      await requireStaff(app.db, signedIn(request), request.params.id)
      return previewRefund(checkout, request.params.id, request.query.amount)
    },
  })
}

function cancellation(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/cancellation',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getCancellation',
      summary: 'How far the refunds of a cancelled festival are, for its managers and accountants',
      description: 'Before it is cancelled, due_payments and due_amount say what it would refund.',
      params: Id,
      response: { 200: Cancellation },
    },
    handler: async (request) => {
      await requireManager(app.db, signedIn(request), request.params.id)
      return found(await findCancellation(app.db, request.params.id), 'Festival')
    },
  })
}
