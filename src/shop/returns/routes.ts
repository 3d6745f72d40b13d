import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { offerReturn, withdrawReturn } from './offer.ts'
import { TicketReturn } from './schemas.ts'

/** The routes for giving a ticket to the next in line (docs/contract, section 7.17). */
export const returns: Module = async (app) => {
  app.route({
    method: 'POST',
    url: '/payments/:id/return',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: 'return.create',
      idempotent: true,
      refuses: [
        'not_returnable',
        'already_refunded',
        'not_succeeded',
        'disputed',
        'revoked',
        'transferred',
        'already_validated',
        'was_free',
        'cancelled',
        'begun',
        'not_on_sale',
        'transfer_open',
        'already_returned',
        'too_many_transfers',
      ],
    },
    schema: {
      operationId: 'returnTicket',
      summary: 'Give a ticket that one has bought and holds to the next on the waiting list',
      description:
        'The ticket stays good until another has bought it; then it ends, and the money comes back. It is offered to the first who waits for one ticket of its tier, and once none waits to the first who joins.',
      params: Id,
      response: { 201: TicketReturn },
    },
    handler: (request, reply) => {
      const owned = { paymentId: request.params.id, userId: signedIn(request).id }
      return created(request, reply, (db) => offerReturn({ db, now: app.now }, owned))
    },
  })

  app.route({
    method: 'DELETE',
    url: '/payments/:id/return',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: 'return.delete',
      refuses: ['not_returned', 'being_bought'],
    },
    schema: {
      operationId: 'keepTicket',
      summary: 'Take back a return: the ticket stays one’s own',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await withdrawReturn(app, { paymentId: request.params.id, userId: signedIn(request).id })
      return { message: 'The ticket stays yours' }
    },
  })
}
