import { Type } from 'typebox'
import { signedIn, type UserCaller } from '#core/access'
import {
  sendSpreadsheet,
  spreadsheetFile,
  spreadsheetQuery,
} from '#platform/http/answers/spreadsheet'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id } from '#platform/http/paging'
import { forbidden } from '#platform/values/errors'
import { requireSeller } from '../model/staff.ts'
import { exportForStaff } from '../staff/export.ts'
import { listForStaff } from '../staff/list.ts'
import {
  AdminListQuery,
  AdminSearch,
  mostListed,
  StaffListQuery,
  StaffPayments,
  StaffSearch,
} from '../staff/list-schemas.ts'

type App = Parameters<Module>[0]

const ofCsv =
  'In CSV with commas times are in UTC, otherwise those of the festival, of all payments always in UTC; money in EUR, points as a number of points. What could be a formula begins with an apostrophe.'

/** Sales lists of the console: a festival's payments for its managers, all payments for admins. */
export function staffLists(app: App) {
  ofFestivals(app)
  ofAll(app)
}

function ofFestivals(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/payments',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listFestivalPayments',
      summary:
        'Payments of a festival, newest first, for its managers, accountants and sales staff',
      params: Id,
      querystring: StaffListQuery,
      response: { 200: StaffPayments },
    },
    handler: async (request) => {
      const { id: festivalId } = request.params
      await requireSeller(app.db, signedIn(request), festivalId)
      const query = capped(request.query, mostListed)
      return listForStaff(connectionFor(app, query), { ...query, festivalId, now: app.now() })
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/payments.csv',
    config: { access: 'user', confirms: true, refuses: [403] },
    schema: {
      operationId: 'getFestivalPaymentsCsv',
      summary: 'The payments of a festival that are found, for a spreadsheet, newest first',
      description: ofCsv,
      params: Id,
      querystring: Type.Object({ ...StaffSearch.properties, ...spreadsheetQuery }),
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      const { id: festivalId } = request.params
      const { name, time_zone: zone } = await requireSeller(app.db, signedIn(request), festivalId)
      const { format, delimiter, ...search } = request.query
      const selection = { ...search, festivalId, now: app.now() }
      const file = await exportForStaff(app.work, selection, { format, delimiter, zone })
      return sendSpreadsheet(reply, `payments ${name}`, { file, format })
    },
  })
}

function ofAll(app: App) {
  app.route({
    method: 'GET',
    url: '/payments/all',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listAllPayments',
      summary: 'All payments, newest first, memberships included; for admins',
      querystring: AdminListQuery,
      response: { 200: StaffPayments },
    },
    handler: async (request) => {
      requireAdmin(signedIn(request))
      const { festival: festivalId, ...query } = capped(request.query, mostListed)
      return listForStaff(connectionFor(app, query), { ...query, festivalId, now: app.now() })
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/all.csv',
    config: { access: 'user', confirms: true, refuses: [403] },
    schema: {
      operationId: 'getAllPaymentsCsv',
      summary: 'The payments that are found among all, for a spreadsheet, newest first; for admins',
      description: ofCsv,
      querystring: Type.Object({ ...AdminSearch.properties, ...spreadsheetQuery }),
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      requireAdmin(signedIn(request))
      const { festival: festivalId, format, delimiter, ...search } = request.query
      const selection = { ...search, festivalId, now: app.now() }
      const file = await exportForStaff(app.work, selection, { format, delimiter })
      return sendSpreadsheet(reply, 'payments', { file, format })
    },
  })
}

/** Adding up a very large festival, or searching all payments for an amount, can take longer than a request may run. */
const connectionFor = ({ db, work }: App, { totals, amount }: StaffListQuery) =>
  totals || amount !== undefined ? work : db

function requireAdmin({ isAdmin }: UserCaller): void {
  if (!isAdmin) throw forbidden('Only admins may see all payments')
}
