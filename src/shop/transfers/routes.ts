import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { signedIn } from '#core/access'
import { transact } from '#platform/database/transactions'
import { originOf } from '#platform/http/answers/origin'
import { cut, partOf } from '#platform/http/cursors'
import type { Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { signedAddresses } from '#shop/tickets'
import { acceptTransfer, endOwn } from './answer.ts'
import { senderOf } from './holder.ts'
import { notifyRecipient, offerMail, senderMail } from './notification-content.ts'
import { deleteOldEmails, offerTicket } from './offer.ts'
import { listHeld, listTransfers, toHeldTicket } from './queries.ts'
import {
  HeldTicket,
  HeldTicketQuery,
  HeldTickets,
  NewTransfer,
  Transfer,
  TransferQuery,
} from './schemas.ts'

type App = Parameters<Module>[0]

export const transfers: Module = async (app) => {
  offer(app)
  answer(app)
  holdTickets(app)
  app.jobs.work<{ id: string }>('transfer', ({ id }) => notifyRecipient(app, id))
  Object.assign(app.mailWriters, {
    transferOffered: offerMail(app),
    transferOfferedByStaff: senderMail(app, 'transferOfferedByStaff'),
    transferAccepted: senderMail(app, 'transferAccepted'),
    transferDeclined: senderMail(app, 'transferDeclined'),
  })
  app.jobs.cron('forget-transfer-emails', '41 3 * * *', () => deleteOldEmails(app))
}

const ofTicket = [
  'not_a_ticket',
  'not_succeeded',
  'refunded',
  'revoked',
  'already_validated',
  'not_transferable',
  'cancelled',
  'begun',
  'return_open',
] as const

function offer(app: App) {
  app.route({
    method: 'POST',
    url: '/payments/:id/transfer',
    config: {
      access: 'user',
      publishable: true,
      audit: 'transfer.create',
      confirms: async (request) => {
        const { id } = request.params as Static<typeof Id>
        return (await senderOf(app.db, signedIn(request), id)).offeredBy !== null
      },
      idempotent: true,
      refuses: [...ofTicket, 'transferred', 'transfer_open', 'too_many', 'too_many_transfers'],
    },
    schema: {
      operationId: 'offerTicket',
      summary: 'Offer a ticket to the owner of an e-mail, who is told',
      description:
        'It stays with its holder until it is accepted, for seven days and at most until the festival begins. The answer does not tell whether there is an account with this e-mail. Managers do it for the holder, who is told.',
      params: Id,
      body: NewTransfer,
      response: { 201: Transfer },
    },
    handler: (request, reply) =>
      created(request, reply, (db) =>
        transact(db, async (trx) => {
          const { params, body } = request
          const sender = await senderOf(trx, signedIn(request), params.id)
          const wanted = { ...sender, paymentId: params.id, email: body.email }
          const transfer = await offerTicket(trx, { now: app.now(), bus: app.bus }, wanted)
          await app.jobs.add(trx, 'transfer', { id: transfer.id })
          return transfer
        }),
      ),
  })
}

function answer(app: App) {
  app.route({
    method: 'GET',
    url: '/transfers',
    config: { access: 'user', publishable: true, answersWith: ['Link'] },
    schema: {
      operationId: 'listTransfers',
      summary:
        'Tickets that one offers and is offered, newest first; none to an e-mail that is not confirmed',
      querystring: TransferQuery,
      response: { 200: Type.Array(Transfer) },
    },
    handler: async (request, reply) => {
      const { direction, status, ...part } = request.query
      const { id: userId } = signedIn(request)
      return partOf({ request, reply }, capped(part, 1000), {
        order: ['time', 'id'],
        find: (found) =>
          listTransfers(app.db, { ...found, userId, now: app.now(), direction, status }),
        keysOf: ({ created_at, id }) => [created_at, id],
      })
    },
  })

  app.route({
    method: 'POST',
    url: '/transfers/:id/accept',
    config: {
      access: 'user',
      publishable: true,
      audit: 'transfer.accept',
      refuses: [...ofTicket, 'transferred', 'transfer_ended'],
    },
    schema: {
      operationId: 'acceptTransfer',
      summary:
        "Accept a ticket that is offered to one's own confirmed e-mail: its earlier code ends",
      params: Id,
      response: { 200: HeldTicket },
    },
    handler: async (request) => {
      const user = signedIn(request)
      // Read before the commit: a refund right after it would take the ticket away.
      const { vault, bus, now } = app
      const [ticket] = await transact(app.db, async (db) => {
        const id = await acceptTransfer({ db, vault, bus, now }, user, request.params.id)
        return listHeld(db, { userId: user.id, now: app.now(), limit: 1, id })
      })
      return toHeldTicket(found(ticket, 'Ticket'), addressesFor(app, request))
    },
  })

  app.route({
    method: 'DELETE',
    url: '/transfers/:id',
    config: {
      access: 'user',
      publishable: true,
      audit: 'transfer.delete',
      refuses: ['transfer_ended'],
    },
    schema: {
      operationId: 'endTransfer',
      summary: 'Take back an offer of a ticket, or decline it with the e-mail it is for',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      const outcome = await endOwn(app, signedIn(request), request.params.id)
      return { message: outcome === 'declined' ? 'Transfer declined' : 'Transfer taken back' }
    },
  })
}

function holdTickets(app: App) {
  app.route({
    method: 'GET',
    url: '/tickets',
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: 'listHeldTickets',
      summary: 'The tickets that one holds, bought or given, the latest bought first',
      querystring: HeldTicketQuery,
      response: { 200: HeldTickets },
    },
    handler: async (request) => {
      const { after, limit } = capped(request.query, 200)
      const held = { userId: signedIn(request).id, now: app.now(), limit, after }
      const { items, next_after } = cut(
        await listHeld(app.db, held),
        limit,
        ({ payment_id }) => payment_id,
      )
      const addressOf = addressesFor(app, request)
      return { tickets: items.map((row) => toHeldTicket(row, addressOf)), next_after }
    },
  })
}

const addressesFor = (app: App, holder: FastifyRequest) =>
  signedAddresses(originOf(holder), app.vault, app.now())
