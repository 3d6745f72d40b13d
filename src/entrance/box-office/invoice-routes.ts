import { Type } from 'typebox'
import { atGate } from '#core/access'
import { BillingChange } from '#core/billing'
import { isDevice, requireManager } from '#entrance/gate'
import type { Database } from '#platform/database/tables'
import { pdfFile, sendPdf } from '#platform/http/answers/download'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { found, notFound } from '#platform/values/errors'
import { Nullable, Uuid } from '#platform/values/shapes'
import { findRequestedInvoice, readPdf, requestInvoice } from '#shop/documents'

type App = Parameters<Module>[0]
type Caller = ReturnType<typeof atGate>

const SaleInvoice = Type.Object(
  {
    order_id: { ...Uuid, description: 'Of the order that its documents belong to' },
    document_id: Nullable({ ...Uuid, description: 'null: it is not issued yet' }),
    number: Nullable(
      Type.String({
        description: 'Of the invoice; null: it is not issued yet',
        examples: ['HN-2027-000001'],
      }),
    ),
  },
  { title: 'SaleInvoice' },
)

/** The routes for invoices of sales of tills, on request: for the till itself, and for managers. */
export function invoices(app: App) {
  app.route({
    method: 'POST',
    url: '/payments/:id/invoice',
    config: {
      access: 'till',
      audit: 'order.request_invoice',
      refuses: [403, 'not_succeeded', 'no_invoice', 'month_closed'],
    },
    schema: {
      operationId: 'requestInvoice',
      summary: 'Request the invoice of what a till sold, for its till and for managers',
      description:
        'By a payment of the sale. The invoice names the receipt, and is issued some seconds later. Asked again, the answer is the same invoice; other details of the buyer make a credit note and a new invoice. Later refunds have credit notes.',
      params: Id,
      body: BillingChange,
      response: { 200: SaleInvoice },
    },
    handler: async (request) => {
      const saleId = await requireSale(app.db, atGate(request), request.params.id)
      return requestInvoice(app.db, { saleId, change: request.body, now: app.now() })
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/:id/invoice.pdf',
    config: { access: 'till', refuses: [403] },
    schema: {
      operationId: 'getSaleInvoicePdf',
      summary: 'The invoice that was requested for what a till sold, as PDF/A-3',
      description: '404 until it is issued.',
      params: Id,
      response: { 200: pdfFile },
    },
    handler: async (request, reply) => {
      const saleId = await requireSale(app.db, atGate(request), request.params.id)
      const { document_id, number } = await findRequestedInvoice(app.db, saleId)
      const content = document_id === null ? null : await readPdf(app.db, document_id)
      return sendPdf(reply, `${number}`, found(content ?? undefined, 'Document'))
    },
  })
}

/**
 * Returns the sale of a till that has a payment, for the till of its shift and for managers of its festival. 404 for any
 * other payment.
 */
async function requireSale(db: Database, caller: Caller, paymentId: string): Promise<string> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .innerJoin('till_sales as s', 's.id', 'o.sale_id')
    .innerJoin('till_shifts as h', 'h.id', 's.shift_id')
    .select(['s.id', 's.shift_id', 'h.festival_id'])
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
  const sale = found(row, 'Payment')
  if (!isDevice(caller)) await requireManager(db, caller, sale.festival_id)
  else if (caller.id !== sale.shift_id) throw notFound('Payment')
  return sale.id
}
