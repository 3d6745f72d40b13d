import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { missingOfOperator } from '#platform/config/operator'
import { originOf } from '#platform/http/answers/origin'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { replayed } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { signedAddresses, walletsAt } from '#shop/tickets'
import { buyerOf, refusePlans, refuseUnnamed } from './api/buyer.ts'
import { cancelling } from './api/cancel.ts'
import { ticketLinks } from './api/link-routes.ts'
import { requestOfPayment } from './api/order-requests.ts'
import { orders } from './api/order-routes.ts'
import { refunds } from './api/refund-routes.ts'
import { staffLists } from './api/staff-list-routes.ts'
import { forgetUnpaidBilling } from './billing/billing.ts'
import { abandonPayment } from './charging/abandon.ts'
import { openCheckout } from './charging/checkout.ts'
import { deleteUnchargedHolds } from './charging/delete-holds.ts'
import { purchase, refuseUnpaid } from './charging/purchase.ts'
import { refundCancelled, sweep } from './charging/sweep.ts'
import { forgetProcessorEvents, openWebhook } from './charging/webhook.ts'
import { cancellationMail, purchaseMail, refundMail } from './mails/mails.ts'
import { forgetOrderMails, purchaseMailAgain } from './mails/resend.ts'
import { reminderTime, transferMail } from './mails/transfer-mails.ts'
import { showOpenPayments } from './model/counts.ts'
import { methodsOf } from './model/online-methods.ts'
import { numberOrders } from './model/order-number.ts'
import { paymentContextOf } from './model/payment-context.ts'
import { findPayment, listPayments, toPayment } from './model/queries.ts'
import { ofPurchases } from './model/refusals.ts'
import { mostPayments, NewPayment, Payment, PaymentConfig, PaymentQuery } from './model/schemas.ts'
import { requireReader } from './model/staff.ts'
import { findTimeline, TimelineEvent } from './model/timeline.ts'
import { storeVat } from './model/vat-before.ts'
import { clearNetworks } from './reserving/hold-limits.ts'

export const payments: Module = async (app) => {
  const checkout = openCheckout(paymentContextOf(app))
  showOpenPayments(app)
  const hear = openWebhook(checkout)
  const addressesFor = (buyer: FastifyRequest) =>
    signedAddresses(originOf(buyer), app.vault, app.now())
  // Uses connections of its own kind: a cancelled festival must not take the connections of requests.
  const sweeper = openCheckout({ ...paymentContextOf(app), db: app.work })
  app.jobs.everySeconds(1, () => sweep(sweeper))
  app.jobs.everySeconds(60, () => refundCancelled(sweeper, new Date(0)))
  app.jobs.everySeconds(60, () => storeVat(app.work))
  Object.assign(app.mailWriters, {
    purchase: purchaseMail(app),
    purchaseAgain: purchaseMailAgain(app),
    paymentAwaited: transferMail(app, 'paymentAwaited'),
    paymentReminder: Object.assign(transferMail(app, 'paymentReminder'), {
      waitsUntil: reminderTime(app),
    }),
    refund: refundMail(app),
    cancellation: cancellationMail(app),
  })
  app.jobs.everySeconds(60, () => numberOrders(app.work))
  app.jobs.cron('forget-order-mails', '37 3 * * *', () => forgetOrderMails(app.work, app.now()))
  app.jobs.cron('forget-unpaid-billing', '41 3 * * *', () =>
    forgetUnpaidBilling(app.work, app.now()),
  )
  app.jobs.cron('clear-networks', '*/10 * * * *', () => clearNetworks(app.work, app.now()))
  app.jobs.cron('delete-uncharged-holds', '13 3 * * *', () =>
    deleteUnchargedHolds(app.work, app.now()),
  )
  app.jobs.cron('forget-processor-events', '29 3 * * *', () =>
    forgetProcessorEvents(app.work, app.now()),
  )

  app.route({
    method: 'GET',
    url: '/payments/config',
    config: { access: 'public' },
    schema: {
      operationId: 'getPaymentConfig',
      summary: 'What a page needs to take a payment',
      response: { 200: PaymentConfig },
    },
    handler: async () => ({
      processor: {
        name: app.processors.card.name,
        publicKey: app.processors.card.publicKey,
        enabled: true,
      },
      methods: methodsOf(app),
      currency: 'EUR',
      wallets: walletsAt(app.wallets, app.now()),
      shop_lacks: app.processors.card.livemode ? missingOfOperator(app.config) : [],
    }),
  })

  app.route({
    method: 'POST',
    url: '/payments',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      idempotent: true,
      refuses: [...ofPurchases, 'needs_account'],
    },
    schema: {
      operationId: 'createPayment',
      summary: 'Buy a ticket, a place to sleep or a membership',
      description:
        'Reserves it, charges, and answers with the ticket. 409 with code sold_out, not_on_sale, price_changed or not_enough_points: nothing was charged. 402: the processor declined. A status of pending is decided later; requires_action carries a client_secret for the processor’s page. With an Idempotency-Key the same request may be repeated until it answers.',
      body: NewPayment,
      response: { 201: Payment },
    },
    handler: async (request, reply) => {
      refusePlans(request, [request.body])
      await refuseUnnamed(app, request)
      const requested = requestOfPayment(buyerOf(app, request), request.body, app.processors.card)
      const { order, isReplay } = await purchase(checkout, requested)
      if (isReplay) reply.header(replayed, 'true')
      refuseUnpaid(order)
      reply.statusCode = 201
      return toPayment(found(order.payments[0], 'Payment'), addressesFor(request), app.now())
    },
  })

  app.route({
    method: 'GET',
    url: '/payments',
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: 'listPayments',
      summary: 'One’s own payments, newest first',
      querystring: PaymentQuery,
      response: { 200: Type.Array(Payment) },
    },
    handler: async (request) => {
      const page = capped(request.query, mostPayments)
      const rows = await listPayments(app.db, { ...page, userId: signedIn(request).id })
      const addressOf = addressesFor(request)
      return rows.map((row) => toPayment(row, addressOf, app.now()))
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/:id',
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: 'getPayment',
      summary: 'One of one’s own payments',
      params: Id,
      response: { 200: Payment },
    },
    handler: async (request) => {
      const owned = { id: request.params.id, userId: signedIn(request).id }
      const payment = found(await findPayment(app.db, owned), 'Payment')
      return toPayment(payment, addressesFor(request), app.now())
    },
  })

  app.route({
    method: 'DELETE',
    url: '/payments/:id',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      refuses: ['not_open', 'in_progress'],
    },
    schema: {
      operationId: 'giveUpPayment',
      summary:
        'Give up one of one’s own purchases that is not paid yet; what it holds is free again',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await abandonPayment(checkout, { id: request.params.id, userId: signedIn(request).id })
      return { message: 'Payment given up' }
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/:id/timeline',
    config: { access: 'user', guests: true },
    schema: {
      operationId: 'getPaymentTimeline',
      summary: 'What happened to a payment, for its buyer and the organizer',
      params: Id,
      response: { 200: Type.Array(TimelineEvent) },
    },
    handler: async (request) => {
      const { id } = request.params
      const reader = signedIn(request)
      await requireReader(app.db, reader, id)
      return findTimeline(app.db, { id, readerId: reader.id })
    },
  })

  app.route({
    method: 'POST',
    url: '/payments/webhook',
    config: {
      access: 'public',
      raw: true,
      urgent: true,
      refuses: ['bad_signature', 'old_signature'],
    },
    bodyLimit: 256 * 1024,
    schema: {
      operationId: 'receiveProcessorEvent',
      summary: 'The processor’s signed events',
      response: { 200: Type.Object({ received: Type.Boolean({ examples: [true] }) }) },
    },
    handler: async ({ headers, body }) => {
      await hear(headers, body as Buffer)
      return { received: true }
    },
  })

  orders(app, checkout)
  refunds(app, checkout)
  ticketLinks(app)
  cancelling(app, { checkout, addressesFor })
  staffLists(app)
}
