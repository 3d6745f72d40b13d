import type { FastifyContextConfig } from 'fastify'
import { type Static, Type } from 'typebox'
import { requireBooks } from '#catalogue/organizers'
import { signedIn, type UserCaller } from '#core/access'
import { pdfFile, sendPdf } from '#platform/http/answers/download'
import {
  sendSpreadsheet,
  spreadsheetFile,
  spreadsheetQuery,
} from '#platform/http/answers/spreadsheet'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { readParts } from './report.ts'
import { reportCsv } from './report-csv.ts'
import { toReportPdf } from './report-pdf.ts'
import { Report, ReportQuery } from './report-schemas.ts'
import { inMonth, toReport } from './summed.ts'

const config: FastifyContextConfig = { access: 'user', refuses: [403] }

type App = Parameters<Module>[0]

/** Reads the bookings of a festival, if the user may see its books. */
async function read({ db, work }: App, user: UserCaller, festivalId: string) {
  const {
    id,
    name,
    time_zone: zone,
  } = await requireBooks(db, user, { festivalId, right: 'read_money' })
  // For a very large festival this can take longer than a request may run.
  return { festivalId: id, name, zone, parts: await readParts(work, id, { zone }) }
}

/** Sales of a festival by month, for its books (docs/contract, section 10.8). */
export const reports: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/festivals/:id/report',
    config: { ...config },
    schema: {
      operationId: 'getReport',
      summary:
        'What a festival sold in a month, or in all, by kind, VAT and means of payment, for its managers and accountants',
      description:
        'A sale counts in the month in which it was paid, a refund in the month in which it was given back, in the time zone of the festival. A month that is over stays as it was. Each list adds up to the totals, and the months to the whole.',
      params: Id,
      querystring: ReportQuery,
      response: { 200: Report },
    },
    handler: async (request) => {
      const { parts, ...about } = await read(app, signedIn(request), request.params.id)
      return toReport(parts, { ...about, month: request.query.month })
    },
  })

  await app.register(files)
}

/** The same reports as files. */
const files: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/festivals/:id/report.csv',
    config: { ...config },
    schema: {
      operationId: 'getReportCsv',
      summary: 'The report of a festival for a spreadsheet, for its managers and accountants',
      description:
        'A row for each month, kind, means of payment and VAT: each column adds up to the total of the report. Money in EUR. What could be a formula begins with an apostrophe.',
      params: Id,
      querystring: Type.Object({ ...ReportQuery.properties, ...spreadsheetQuery }),
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      const { name, parts } = await read(app, signedIn(request), request.params.id)
      const { month, ...form } = request.query
      const file = await reportCsv(inMonth(parts, month), form)
      return sendSpreadsheet(reply, titleOf(name, month), { file, format: form.format })
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/report.pdf',
    config: { ...config },
    schema: {
      operationId: 'getReportPdf',
      summary: 'The report of a festival to print, for its managers and accountants',
      params: Id,
      querystring: ReportQuery,
      response: { 200: pdfFile },
    },
    handler: async (request, reply) => {
      const { name, parts, ...about } = await read(app, signedIn(request), request.params.id)
      const { month } = request.query
      const report = toReport(parts, { ...about, month })
      const pdf = await toReportPdf({ report, festival: name, at: app.now() })
      return sendPdf(reply, titleOf(name, month), pdf)
    },
  })
}

const titleOf = (name: string, month: Static<typeof ReportQuery>['month']) =>
  `report ${name} ${month ?? ''}`
