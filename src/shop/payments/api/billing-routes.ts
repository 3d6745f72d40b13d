import { signedIn } from '#core/access'
import { BillingChange, BillingDetails } from '#core/billing'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { changeBilling, readBilling } from '../billing/billing.ts'

type App = Parameters<Module>[0]

/** Routes for the buyer's details on the documents of an order. */
export function billing(app: App) {
  app.route({
    method: 'GET',
    url: '/orders/:id/billing',
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: 'getOrderBilling',
      summary: 'What the documents of an order say of its buyer',
      description: 'For the buyer, and for managers of a festival that is in the order.',
      params: Id,
      response: { 200: BillingDetails },
    },
    handler: (request) =>
      readBilling(app.db, { orderId: request.params.id, user: signedIn(request) }),
  })

  app.route({
    method: 'PUT',
    url: '/orders/:id/billing',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: 'order.set_billing',
      refuses: [403, 'month_closed'],
    },
    schema: {
      operationId: 'updateOrderBilling',
      summary: 'Change what the documents of an order say of its buyer',
      description:
        'For the buyer, and for managers of a festival that is in the order, which is noted in the audit log.',
      params: Id,
      body: BillingChange,
      response: { 200: BillingDetails },
    },
    handler: (request) =>
      changeBilling(
        { db: app.db, now: app.now() },
        { orderId: request.params.id, user: signedIn(request), change: request.body },
      ),
  })
}
