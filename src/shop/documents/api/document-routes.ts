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
import { capped, Id } from '#platform/http/paging'
import { conflict, found } from '#platform/values/errors'
import type { DocumentData } from '../model/document.ts'
import {
  DocumentQuery,
  DocumentSearch,
  Documents,
  mostListed,
  OrderDocuments,
  XmlQuery,
} from '../model/schemas.ts'
import { missingForXRechnung, renderXml } from '../xml/cii.ts'
import { archiveDocuments, exportDocuments } from './export.ts'
import { file, sendPrivate } from './files.ts'
import { findFiles, findOfOrder, readPage } from './find.ts'

type App = Parameters<Module>[0]

/** Routes for documents: for buyers and for managers of their sellers (docs/contract, section 7.20). */
export function documentRoutes(app: App) {
  ofOrders(app)
  files(app)
  ofFestivals(app)
  exports(app)
}

function ofOrders(app: App) {
  app.route({
    method: 'GET',
    url: '/orders/:id/documents',
    config: { access: 'user', publishable: true, guests: true, refuses: [403] },
    schema: {
      operationId: 'listOrderDocuments',
      summary:
        'Invoices and credit notes of an order, for its buyer and for managers and accountants of the seller',
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

function files(app: App) {
  const config: FastifyContextConfig = { access: 'user', publishable: true, guests: true }
  app.route({
    method: 'GET',
    url: '/documents/:id.pdf',
    config: { ...config },
    schema: {
      operationId: 'getDocumentPdf',
      summary: 'An invoice or a credit note as PDF/A-3 with its XML inside, as it was issued',
      params: Id,
      response: { 200: file('.pdf') },
    },
    handler: async (request, reply) => {
      const asked = { user: signedIn(request), id: request.params.id }
      const { number, pdf } = found(await findFiles(app.db, asked), 'Document')
      return sendPrivate(reply, `${number}.pdf`, pdf)
    },
  })

  app.route({
    method: 'GET',
    url: '/documents/:id.xml',
    config: { ...config, refuses: ['no_xrechnung'] },
    schema: {
      operationId: 'getDocumentXml',
      summary: 'An invoice or a credit note as XML (EN 16931, CII), as it was issued',
      description:
        'With `profile=xrechnung`, the same as an XRechnung; 409 where the document lacks what its rules demand.',
      params: Id,
      querystring: XmlQuery,
      response: { 200: file('.xml') },
    },
    handler: async (request, reply) => {
      const asked = { user: signedIn(request), id: request.params.id }
      const { number, xml, data } = found(await findFiles(app.db, asked), 'Document')
      const content = request.query.profile === 'xrechnung' ? toXRechnung(data) : xml
      return sendPrivate(reply, `${number}.xml`, content)
    },
  })
}

/** @throws Problem 409 if the document lacks what the rules of XRechnung demand */
function toXRechnung(data: DocumentData): Buffer {
  const missing = missingForXRechnung(data)
  if (missing.length === 0) return Buffer.from(renderXml(data, { profile: 'xrechnung' }))
  throw conflict(
    `The document is no XRechnung, since it lacks ${missing.join(', ')}`,
    'no_xrechnung',
  )
}

function ofFestivals(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/documents',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listFestivalDocuments',
      summary:
        'Invoices and credit notes of a festival, newest first, for managers and accountants of the seller',
      params: Id,
      querystring: DocumentQuery,
      response: { 200: Documents },
    },
    handler: async (request) => {
      const user = signedIn(request)
      const { id: festivalId } = await requireBooks(app.db, user, {
        festivalId: request.params.id,
        right: 'read_money',
      })
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
      } = await requireBooks(app.db, user, { festivalId: request.params.id, right: 'read_money' })
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
      response: { 200: file('.zip') },
    },
    handler: async (request, reply) => {
      const user = signedIn(request)
      const { id: festivalId, name } = await requireBooks(app.db, user, {
        festivalId: request.params.id,
        right: 'read_money',
      })
      download(reply, `documents ${name} ${request.query.month ?? ''}`, '.zip')
      return reply
        .type('application/zip')
        .send(archiveDocuments(app.work, { ...request.query, festivalId, user }))
    },
  })
}
