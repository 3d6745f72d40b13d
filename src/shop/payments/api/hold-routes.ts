import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { replayed } from '#platform/http/requests/idempotency'
import { keyOfCode } from '#shop/vouchers'
import { abandonOrder } from '../charging/abandon.ts'
import { changeVoucher } from '../charging/change-voucher.ts'
import type { Checkout } from '../charging/checkout.ts'
import { pay } from '../charging/pay.ts'
import { NewOrderPayment, NewOrderVoucher, Order } from '../model/order-schemas.ts'
import { toOrderAnswer } from '../model/orders.ts'
import { ofVouchers } from '../model/refusals.ts'
import { buyerOf, shownTo } from './buyer.ts'
import { requestOfAttempt } from './order-requests.ts'
import { countingGuesses } from './voucher-guesses.ts'

type App = Parameters<Module>[0]

/** Routes that pay a held order, also with another voucher, and that give it up. */
export function holds(app: App, checkout: Checkout) {
  paying(app, checkout)
  pricingAnew(app, checkout)
  givingUp(app, checkout)
}

function paying(app: App, checkout: Checkout) {
  app.route({
    method: 'POST',
    url: '/orders/:id/pay',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      idempotent: 'required',
      refuses: [
        'declined',
        'expired',
        'limit',
        'voucher_limit',
        'not_enough_points',
        'not_on_sale',
        'not_open',
        'in_progress',
        'too_many_waiting',
        'transfer_unavailable',
      ],
    },
    schema: {
      operationId: 'payOrder',
      summary: 'Pay an order that is held',
      description:
        'Charges it at once. 402 declined: it is held until expires_at all the same, and another attempt takes a new Idempotency-Key. An attempt that waits for its buyer is given up first. A status of pending is decided later; requires_action carries a client_secret for the processor’s page, or with method transfer `awaiting_payment`: it is then held for some days, until the money arrives.',
      params: Id,
      body: NewOrderPayment,
      response: { 200: Order },
    },
    handler: async (request, reply) => {
      const { params, body } = request
      const { isGuest } = signedIn(request)
      const paying = { ...params, body, isGuest, buyer: buyerOf(app, request) }
      const { order, isReplay } = await pay(checkout, requestOfAttempt(paying, app.processors.card))
      if (isReplay) reply.header(replayed, 'true')
      return toOrderAnswer(order, shownTo(app, request))
    },
  })
}

function pricingAnew(app: App, checkout: Checkout) {
  app.route({
    method: 'PUT',
    url: '/orders/:id/voucher',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      refuses: [
        ...ofVouchers,
        'voucher_not_applicable',
        'voucher_limit',
        'expired',
        'not_open',
        'in_progress',
      ],
    },
    schema: {
      operationId: 'changeOrderVoucher',
      summary: 'Hold an order with another voucher, or with none',
      description:
        'It holds the same until the same moment, and costs what it does with the voucher. A refusal leaves it as it was. An attempt to pay that waits for its buyer is given up first; points are said anew with the next one.',
      params: Id,
      body: NewOrderVoucher,
      response: { 200: Order },
    },
    handler: async (request) => {
      const { params, body } = request
      const voucher = body.voucher === null ? undefined : keyOfCode(body.voucher)
      const change = () =>
        changeVoucher(checkout, { ...params, userId: signedIn(request).id, voucher })
      const order = await (voucher === undefined
        ? change()
        : countingGuesses(app, { request, key: voucher }, change))
      return toOrderAnswer(order, shownTo(app, request))
    },
  })
}

function givingUp(app: App, checkout: Checkout) {
  app.route({
    method: 'DELETE',
    url: '/orders/:id',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      refuses: ['not_open', 'in_progress'],
    },
    schema: {
      operationId: 'giveUpOrder',
      summary: 'Give up one of one’s own orders that is not paid yet; what it holds is free again',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await abandonOrder(checkout, { id: request.params.id, userId: signedIn(request).id })
      return { message: 'Order given up' }
    },
  })
}
