import { requirePermission, signedIn, type UserCaller } from '#core/access'
import { pdfFile, sendPdf } from '#platform/http/answers/download'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Slug } from '#platform/http/paging'
import { paySettlement } from './payment.ts'
import {
  mostSettlements,
  NewSettlement,
  Settlement,
  Settlements,
  SettlementsQuery,
  SettlementTerms,
  SettlementTermsChange,
} from './schemas.ts'
import { toStatementPdf } from './statement-pdf.ts'
import { findSettlement, listSettlements, makeSettlement } from './statements.ts'
import { changeTerms, readTerms, requireReader, toTerms } from './terms.ts'

type App = Parameters<Module>[0]

/** Monthly statements of the operator's debts to the organizers it sells for. */
export const settlements: Module = async (app) => {
  terms(app)
  statements(app)
}

function terms(app: App) {
  app.route({
    method: 'GET',
    url: '/organizers/:id/settlement-terms',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getSettlementTerms',
      summary:
        'What the operator keeps of the sales of an organizer; for its managers and accountants, and with `manage_money`',
      params: Slug,
      response: { 200: SettlementTerms },
    },
    handler: async (request) => {
      await requireReader(app.db, signedIn(request), request.params.id)
      return toTerms(await readTerms(app.db, request.params.id))
    },
  })

  app.route({
    method: 'PUT',
    url: '/organizers/:id/settlement-terms',
    config: {
      access: 'user',
      permission: 'manage_money',
      audit: 'organizer.set_terms',
      confirms: true,
    },
    schema: {
      operationId: 'updateSettlementTerms',
      summary: 'Change what the operator keeps of the sales of an organizer; needs `manage_money`',
      description: 'Counts for the statements that are made from then on.',
      params: Slug,
      body: SettlementTermsChange,
      response: { 200: SettlementTerms },
    },
    handler: async (request) => {
      const { id } = request.params
      await requireReader(app.db, signedIn(request), id)
      return toTerms(await changeTerms(app.db, id, request.body))
    },
  })
}

/** Returns a statement, for readers of the money of its organizer. */
async function readOne({ db }: App, user: UserCaller, id: string): Promise<Settlement> {
  const settlement = await findSettlement(db, id)
  await requireReader(db, user, settlement.organizer_id)
  return settlement
}

function statements(app: App) {
  app.route({
    method: 'GET',
    url: '/settlements',
    config: { access: 'user', refuses: [403, 'missing_permission', 404] },
    schema: {
      operationId: 'listSettlements',
      summary:
        'The monthly statements of organizers, newest first; needs `manage_money`, and of an organizer its managers see them',
      querystring: SettlementsQuery,
      response: { 200: Settlements },
    },
    handler: async (request) => {
      const user = signedIn(request)
      const query = capped(request.query, mostSettlements)
      if (query.organizer !== undefined) await requireReader(app.db, user, query.organizer)
      else requirePermission(request, 'manage_money')
      return listSettlements(app.db, query)
    },
  })

  app.route({
    method: 'GET',
    url: '/settlements/:id',
    config: { access: 'user', refuses: [403, 404] },
    schema: {
      operationId: 'getSettlement',
      summary:
        'A monthly statement; for managers and accountants of its organizer, and with `manage_money`',
      params: Id,
      response: { 200: Settlement },
    },
    handler: (request) => readOne(app, signedIn(request), request.params.id),
  })

  app.route({
    method: 'GET',
    url: '/settlements/:id/statement.pdf',
    config: { access: 'user', refuses: [403, 404] },
    schema: {
      operationId: 'getSettlementPdf',
      summary:
        'A monthly statement to print; for managers and accountants of its organizer, and with `manage_money`',
      params: Id,
      response: { 200: pdfFile },
    },
    handler: async (request, reply) => {
      const settlement = await readOne(app, signedIn(request), request.params.id)
      const pdf = await toStatementPdf(app.db, settlement)
      return sendPdf(reply, `settlement ${settlement.number}`, pdf)
    },
  })

  app.route({
    method: 'POST',
    url: '/organizers/:id/settlements',
    config: {
      access: 'user',
      permission: 'manage_money',
      audit: 'organizer.settle',
      refuses: ['month_not_over', 'payouts_not_read'],
    },
    schema: {
      operationId: 'createSettlement',
      summary: 'Make the statement of a month for an organizer; needs `manage_money`',
      description: 'A month has one statement: made again, the answer is the same.',
      params: Slug,
      body: NewSettlement,
      response: { 201: Settlement },
    },
    handler: async (request, reply) => {
      const { id: organizer } = request.params
      await requireReader(app.db, signedIn(request), organizer)
      const { month } = request.body
      reply.code(201)
      // Reading the books of very large festivals can take longer than a request may run.
      return makeSettlement(app.work, { organizer, month, now: app.now() })
    },
  })

  app.route({
    method: 'POST',
    url: '/settlements/:id/payment',
    config: {
      access: 'user',
      permission: 'manage_money',
      audit: 'settlement.pay',
      confirms: true,
      refuses: [403, 404, 'no_bank_account', 'no_payee_account', 'nothing_due'],
    },
    schema: {
      operationId: 'paySettlement',
      summary:
        'Have what a statement owes transferred by the next file for the bank; needs `manage_money`',
      description: 'Asked again it changes nothing, unless the transfer came back.',
      params: Id,
      response: { 200: Settlement },
    },
    handler: (request) => paySettlement(app, request.params.id),
  })
}
