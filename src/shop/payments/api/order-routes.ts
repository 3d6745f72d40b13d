import type { Static } from 'typebox'
import { signedIn } from '#core/access'
import { cut } from '#platform/http/cursors'
import type { Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { replayed } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { rateLimitHeaders } from '#platform/values/rate-limit'
import type { Checkout } from '../charging/checkout.ts'
import { purchase, refuseUnpaid } from '../charging/purchase.ts'
import { mailAgain } from '../mails/resend.ts'
import {
  mostOrders,
  NewOrder,
  NewOrderRefund,
  Order,
  OrderQuery,
  OrderRefund,
  Orders,
} from '../model/order-schemas.ts'
import { findOrder, listOrders, toOrderAnswer } from '../model/orders.ts'
import { toPaymentForStaff } from '../model/queries.ts'
import { ofPurchases, ofRefunds, ofVouchers } from '../model/refusals.ts'
import { isLargeOrderRefund } from '../refunds/large-refunds.ts'
import { refundOrder } from '../refunds/order.ts'
import { billing } from './billing-routes.ts'
import { buyerOf, refusePlans, refuseUnnamed, shownTo } from './buyer.ts'
import { givingAway } from './giving-routes.ts'
import { holds } from './hold-routes.ts'
import { requestOfOrder } from './order-requests.ts'
import { countingGuesses } from './voucher-guesses.ts'

type App = Parameters<Module>[0]

/** Routes for orders: several things that are charged at once (docs/contract, section 7.10). */
export function orders(app: App, checkout: Checkout) {
  buying(app, checkout)
  givingAway(app, checkout)
  holds(app, checkout)
  ownOrders(app)
  refunding(app, checkout)
  resending(app)
  billing(app)
}

function buying(app: App, checkout: Checkout) {
  app.route({
    method: 'POST',
    url: '/orders',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      idempotent: 'required',
      refuses: [
        ...ofPurchases,
        ...ofVouchers,
        'voucher_not_applicable',
        'voucher_limit',
        'needs_account',
        'too_many_holds',
        'too_many_held',
        'too_many_unpaid',
        'not_offered',
        'offer_used',
        'offer_ended',
        'return_gone',
      ],
    },
    schema: {
      operationId: 'createOrder',
      summary: 'Buy several tickets, places to sleep and memberships at once',
      description:
        'Reserves all of it, charges once, and answers with a payment for each unit; with hold it is charged later, by POST /orders/:id/pay. Or nothing is bought, and item names what is in the way. A voucher takes its discount off each unit that it is for, and has one use for each of them. 402: the processor declined. A status of pending is decided later; requires_action carries a client_secret for the processor’s page.',
      body: NewOrder,
      response: { 201: Order },
    },
    handler: async (request, reply) => {
      refusePlans(request, request.body.items)
      if (!request.body.hold) await refuseUnnamed(app, request)
      const requested = requestOfOrder(buyerOf(app, request), request.body, app.processors.card)
      const buy = () => purchase(checkout, requested)
      const { voucher: key } = requested
      const { order, isReplay } = await (key ? countingGuesses(app, { request, key }, buy) : buy())
      if (isReplay) reply.header(replayed, 'true')
      refuseUnpaid(order)
      reply.statusCode = 201
      return toOrderAnswer(order, shownTo(app, request))
    },
  })
}

function ownOrders(app: App) {
  app.route({
    method: 'GET',
    url: '/orders',
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: 'listOrders',
      summary: 'One’s own orders with their payments, newest first',
      description: 'What was bought with POST /payments is an order of one payment.',
      querystring: OrderQuery,
      response: { 200: Orders },
    },
    handler: async (request) => {
      const { limit, after } = capped(request.query, mostOrders)
      const userId = signedIn(request).id
      const rows = await listOrders(app.db, { userId, after, limit: limit + 1 })
      const { items, next_after } = cut(rows, limit, ({ id }) => id)
      const shown = shownTo(app, request)
      return { orders: items.map((row) => toOrderAnswer(row, shown)), next_after }
    },
  })

  app.route({
    method: 'GET',
    url: '/orders/:id',
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: 'getOrder',
      summary: 'One of one’s own orders',
      params: Id,
      response: { 200: Order },
    },
    handler: async (request) => {
      const owned = { id: request.params.id, userId: signedIn(request).id }
      return toOrderAnswer(found(await findOrder(app.db, owned), 'Order'), shownTo(app, request))
    },
  })
}

function refunding(app: App, checkout: Checkout) {
  app.route({
    method: 'POST',
    url: '/orders/:id/refund',
    config: {
      access: 'user',
      audit: 'payment.refund',
      confirms: (request) => {
        const { id } = request.params as Static<typeof Id>
        return isLargeOrderRefund(app, { id, user: signedIn(request) })
      },
      idempotent: true,
      refuses: ofRefunds,
    },
    schema: {
      operationId: 'refundOrder',
      summary: 'Give back what is left of each payment of an order that the caller may refund',
      description:
        'Managers refund what was bought at their festivals, admins all of it. Points, stock and memberships come back too and the tickets end. The payments may still say refunding: the service goes on until the processor has done it.',
      params: Id,
      body: NewOrderRefund,
      response: { 200: OrderRefund },
    },
    handler: async (request, reply) => {
      const { params, headers, body } = request
      const { payments, isReplay } = await refundOrder(checkout, {
        orderId: params.id,
        headers,
        reason: body.reason,
        user: signedIn(request),
      })
      if (isReplay) reply.header(replayed, 'true')
      return { id: params.id, payments: payments.map(toPaymentForStaff) }
    },
  })
}

function resending(app: App) {
  app.route({
    method: 'POST',
    url: '/orders/:id/resend',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: 'order.resend',
      refuses: [403, 'not_succeeded', 'not_mailed', 'too_many_mails'],
      answersWith: ['RateLimit-Policy', 'RateLimit'],
    },
    schema: {
      operationId: 'resendOrder',
      summary: 'Send the mail of a paid order to its buyer again, with the tickets they hold',
      description:
        'For the buyer, and for managers of a festival that is in the order, which is noted in the audit log. It goes to the e-mail that the buyer has now.',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request, reply) => {
      const order = { orderId: request.params.id, user: signedIn(request) }
      reply.headers(rateLimitHeaders(await mailAgain(app, order)))
      return { message: 'The mail is on its way' }
    },
  })
}
