import { atGate } from '#core/access'
import { pdfFile, sendPdf } from '#platform/http/answers/download'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { created, requiredKeyOf } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { countingGuesses, ofVouchers, type PaymentContext } from '#shop/payments'
import { findTicketsOfSale, toPaper } from '#shop/tickets'
import { keyOfCode } from '#shop/vouchers'
import { listItems } from './items.ts'
import { readSale } from './read-sale.ts'
import { refundTicketAtTill } from './refunds.ts'
import { ownShift } from './rights.ts'
import {
  NewSale,
  NewTillRefund,
  Paper,
  Sale,
  SalePath,
  SaleResult,
  TillItems,
  TillRefund,
} from './sale-schemas.ts'
import { conclude, sell } from './sales.ts'

type App = Parameters<Module>[0]

/** The routes for sales of a till and their reversal. */
export function sales(app: App, context: PaymentContext) {
  listing(app)
  selling(app, context)
  concluding(app, context)
  reading(app)
  refunding(app, context)
}

function listing(app: App) {
  app.route({
    method: 'GET',
    url: '/shifts/:id/items',
    config: { access: 'till', refuses: [403] },
    schema: {
      operationId: 'listTillItems',
      summary: 'What a till sells, with what hides from the shop',
      params: Id,
      response: { 200: TillItems },
    },
    handler: (request) =>
      listItems(app.db, ownShift(atGate(request), request.params.id), app.now()),
  })
}

function selling(app: App, context: PaymentContext) {
  app.route({
    method: 'POST',
    url: '/shifts/:id/sales',
    config: {
      access: 'till',
      audit: false,
      idempotent: 'required',
      refuses: [
        403,
        'not_on_sale',
        'sold_out',
        ...ofVouchers,
        'voucher_not_applicable',
        'voucher_limit',
        'shift_closed',
        'tendered_too_little',
        'till_limit',
      ],
    },
    schema: {
      operationId: 'sellAtTill',
      summary: 'Sell tickets and places to sleep at a till',
      description:
        'In cash and for nothing they are sold at once. At the card terminal the sale waits until PUT /shifts/:id/sales/:saleId says what became of it, and holds its stock for ten minutes. Limits per order and person do not count, sale windows do.',
      params: Id,
      body: NewSale,
      response: { 201: Sale },
    },
    handler: async (request, reply) => {
      const { body } = request
      requiredKeyOf(request.headers)
      const shiftId = ownShift(atGate(request), request.params.id)
      const made = () =>
        created(request, reply, async (db) => {
          const { id } = await sell({ ...context, db }, shiftId, body)
          return { id }
        })
      const { voucher } = body
      const key = voucher === undefined ? undefined : keyOfCode(voucher)
      const { id } = await (key === undefined
        ? made()
        : countingGuesses(app, { request, key }, made))
      return readSale(app.db, { shiftId, id })
    },
  })
}

function concluding(app: App, context: PaymentContext) {
  app.route({
    method: 'PUT',
    url: '/shifts/:id/sales/:saleId',
    config: {
      access: 'till',
      audit: false,
      refuses: [403, 'not_open', 'sold_out', 'shift_closed', 'tendered_too_little'],
    },
    schema: {
      operationId: 'concludeSale',
      summary: 'Say what became of a sale at the card terminal',
      description:
        'Said again: the sale as it is. One that lapsed is sold after all, where there is still some left: else 409 sold_out, and the money goes back.',
      params: SalePath,
      body: SaleResult,
      response: { 200: Sale },
    },
    handler: (request) => {
      const { id, saleId } = request.params
      const shiftId = ownShift(atGate(request), id)
      return conclude(context, { shiftId, saleId }, request.body)
    },
  })
}

function reading(app: App) {
  app.route({
    method: 'GET',
    url: '/shifts/:id/sales/:saleId',
    config: { access: 'till', refuses: [403] },
    schema: {
      operationId: 'getSale',
      summary: 'A sale of a till with the codes of its tickets',
      params: SalePath,
      response: { 200: Sale },
    },
    handler: (request) => {
      const { id, saleId } = request.params
      return readSale(app.db, { shiftId: ownShift(atGate(request), id), id: saleId })
    },
  })

  app.route({
    method: 'GET',
    url: '/shifts/:id/sales/:saleId/tickets.pdf',
    config: { access: 'till', refuses: [403] },
    schema: {
      operationId: 'printSale',
      summary: 'The tickets of a sale to print, a page each',
      params: SalePath,
      querystring: Paper,
      response: { 200: pdfFile },
    },
    handler: async (request, reply) => {
      const { id, saleId } = request.params
      const sale = await readSale(app.db, { shiftId: ownShift(atGate(request), id), id: saleId })
      const [first, ...more] = await findTicketsOfSale(app.db, sale.id)
      const pdf = await toPaper(request.query.paper ?? '80mm', found(first, 'Ticket'), ...more)
      return sendPdf(reply, `tickets ${sale.id}`, pdf)
    },
  })
}

function refunding(app: App, context: PaymentContext) {
  app.route({
    method: 'POST',
    url: '/shifts/:id/refunds',
    config: {
      access: 'till',
      audit: false,
      idempotent: 'required',
      refuses: [
        403,
        'not_succeeded',
        'already_refunded',
        'disputed',
        'refund_refused',
        'transferred',
        'shift_closed',
      ],
    },
    schema: {
      operationId: 'refundAtTill',
      summary: 'Give back what a till of the festival sold, out of this shift',
      description:
        'All that is left of one ticket or place, the way it was paid: the till hands over the cash, or gives it back at its card terminal.',
      params: Id,
      body: NewTillRefund,
      response: { 201: TillRefund },
    },
    handler: async (request, reply) => {
      const shiftId = ownShift(atGate(request), request.params.id)
      const { payment_id, reason } = request.body
      const key = requiredKeyOf(request.headers)
      const asked = { paymentId: payment_id.toLowerCase(), key, reason }
      return created(request, reply, (db) => refundTicketAtTill({ ...context, db }, shiftId, asked))
    },
  })
}
