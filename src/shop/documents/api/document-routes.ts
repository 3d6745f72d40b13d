import type { Readable } from 'node:stream'
import type { FastifyContextConfig } from 'fastify'
import { Type } from 'typebox'
import { requireBooks } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { download } from '#platform/http/answers/download'
import {
  sendSpreadsheet,
  spreadsheetFile,
  spreadsheetQuery,
} from '#platform/http/answers/spreadsheet'
import { cut } from '#platform/http/cursors'
import type { Module } from '#platform/http/infrastructure'
import { capped, Id, Slug } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import {
  ClosedMonth,
  ClosedMonths,
  DocumentQuery,
  DocumentSearch,
  Documents,
  mostListed,
  NewClosedMonth,
  OrderDocuments,
} from '../model/schemas.ts'
import { archiveDocuments, exportDocuments } from './export.ts'
import { findFile, findOfOrder, readPage } from './find.ts'
import { closeMonth, listClosedMonths } from './months.ts'

type App = Parameters<Module>[0]

const types = { pdf: 'application/pdf', xml: 'application/xml' } as const

/** Describes a file in an answer. */
const file = (type: string) => ({
  content: {
    [type]: { schema: Type.Unsafe<Buffer | Readable>({ type: 'string', format: 'binary' }) },
  },
})

/** Routes for documents: for buyers and for managers of their sellers (docs/contract, section 7.20). */
export function documentRoutes(app: App) {
  ofOrders(app)
  files(app, 'pdf')
  files(app, 'xml')
  ofFestivals(app)
  exports(app)
  months(app)
}

function ofOrders(app: App) {
  app.route({
    method: 'GET',
    url: '/orders/:id/documents',
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: 'listOrderDocuments',
      summary:
        'Invoices and credit notes of an order, for its buyer and for managers of the seller',
      description:
        'A document is there some seconds after the order is paid or the refund is done. A seller sees its own alone.',
      params: Id,
      response: { 200: OrderDocuments },
    },
    handler: async (request) => {
      const order = { user: signedIn(request), orderId: request.params.id }
      return { documents: await findOfOrder(app.db, order) }
    },
  })
}

function files(app: App, kind: keyof typeof types) {
  const name = kind === 'pdf' ? 'Pdf' : 'Xml'
  app.route({
    method: 'GET',
    url: `/documents/:id.${kind}`,
    config: { access: 'user', publishable: true, guests: true },
    schema: {
      operationId: `getDocument${name}`,
      summary:
        kind === 'pdf'
          ? 'An invoice or a credit note as PDF/A-3 with its XML inside, as it was issued'
          : 'An invoice or a credit note as XML (EN 16931, CII), as it was issued',
      params: Id,
      response: { 200: file(types[kind]) },
    },
    handler: async (request, reply) => {
      const asked = { user: signedIn(request), id: request.params.id, file: kind }
      const { number, content } = found(await findFile(app.db, asked), 'Document')
      download(reply, number, `.${kind}`)
      return reply.header('cache-control', 'private, no-store').type(types[kind]).send(content)
    },
  })
}

function ofFestivals(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/documents',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listFestivalDocuments',
      summary: 'Invoices and credit notes of a festival, newest first, for managers of the seller',
      params: Id,
      querystring: DocumentQuery,
      response: { 200: Documents },
    },
    handler: async (request) => {
      const user = signedIn(request)
      const { id: festivalId } = await requireBooks(app.db, user, request.params.id)
      const { after, limit, ...search } = capped(request.query, mostListed)
      const selection = { ...search, festivalId, user }
      const rows = await readPage(app.db, selection, { after, limit: limit + 1 })
      const { items, next_after } = cut(rows, limit, ({ id }) => id)
      return { documents: items, next_after }
    },
  })
}

function exports(app: App) {
  const config: FastifyContextConfig = { access: 'user', confirms: true, refuses: [403] }
  app.route({
    method: 'GET',
    url: '/festivals/:id/documents.csv',
    config: { ...config },
    schema: {
      operationId: 'getFestivalDocumentsCsv',
      summary: 'The documents of a festival that are found, for a spreadsheet, newest first',
      description: 'Money in EUR. What could be a formula begins with an apostrophe.',
      params: Id,
      querystring: Type.Object({ ...DocumentSearch.properties, ...spreadsheetQuery }),
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      const user = signedIn(request)
      const {
        id: festivalId,
        name,
        time_zone,
      } = await requireBooks(app.db, user, request.params.id)
      const { format, delimiter, ...search } = request.query
      const form = { format, delimiter, zone: time_zone }
      const list = await exportDocuments(app.work, { ...search, festivalId, user }, form)
      return sendSpreadsheet(reply, `documents ${name}`, { file: list, format })
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/documents.zip',
    config: { ...config },
    schema: {
      operationId: 'getFestivalDocumentsZip',
      summary: 'PDF and XML of the documents of a festival that are found, in an archive',
      description: 'With `month`, those of a month. The files have the numbers of the documents.',
      params: Id,
      querystring: DocumentSearch,
      response: { 200: file('application/zip') },
    },
    handler: async (request, reply) => {
      const user = signedIn(request)
      const { id: festivalId, name } = await requireBooks(app.db, user, request.params.id)
      download(reply, `documents ${name} ${request.query.month ?? ''}`, '.zip')
      return reply
        .type('application/zip')
        .send(archiveDocuments(app.work, { ...request.query, festivalId, user }))
    },
  })
}

function months(app: App) {
  app.route({
    method: 'GET',
    url: '/organizers/:id/closed-months',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listClosedMonths',
      summary:
        'Months of a seller whose documents are final, newest first; for managers and admins',
      params: Slug,
      response: { 200: ClosedMonths },
    },
    handler: async (request) => {
      const asked = { user: signedIn(request), organizerId: request.params.id }
      return { months: await listClosedMonths(app.db, asked) }
    },
  })

  app.route({
    method: 'POST',
    url: '/organizers/:id/closed-months',
    config: {
      access: 'user',
      audit: 'organizer.close_month',
      confirms: true,
      refuses: [403, 'month_not_over'],
    },
    schema: {
      operationId: 'closeMonth',
      summary: 'Close a month of a seller; for admins',
      description:
        'Its documents are final: details of their buyers do not change any more. Later refunds are documented in the month in which they are done. Closing it again answers the same.',
      params: Slug,
      body: NewClosedMonth,
      response: { 200: ClosedMonth },
    },
    handler: (request) =>
      closeMonth(app.db, {
        user: signedIn(request),
        organizerId: request.params.id,
        month: request.body.month,
        now: app.now(),
      }),
  })
}
