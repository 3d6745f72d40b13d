import { requireBooks } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import {
  SpreadsheetQuery,
  sendSpreadsheet,
  spreadsheetFile,
} from '#platform/http/answers/spreadsheet'
import { type Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { utc } from '#platform/zones/local-time'
import { compareSales } from './compare.ts'
import { findDaySales } from './day.ts'
import { readLedger } from './ledger.ts'
import { daysOf, findSales, toDay } from './queries.ts'
import { reports } from './report-routes.ts'
import { DaySales, DaySalesQuery, Sales, SalesComparison, SalesQuery } from './schemas.ts'

export const sales: Module = async (app) => {
  await app.register(reports)

  app.route({
    method: 'GET',
    url: '/users/i/sales',
    config: { access: 'user' },
    schema: {
      operationId: 'getDaySales',
      summary: 'What one day brought at all festivals whose sales the user may see, in sum',
      description:
        'The day is one of each festival, in its own time zone. Of the festivals of the organizers the user manages, for admins of all, deleted ones too; memberships are not counted. A user who may see the sales of no festival gets zeros.',
      querystring: DaySalesQuery,
      response: { 200: DaySales },
    },
    handler: async (request) => {
      const { date } = request.query
      const day = date === undefined ? undefined : toDay(date, utc)
      return findDaySales(app.db, signedIn(request), { date: day, now: app.now() })
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/sales',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getSales',
      summary:
        'What a festival has sold, by tier, accommodation and day, for its managers, accountants and sales staff',
      description:
        'Days are those of the time zone of the festival. from and to narrow the days, both inclusive, and nothing else. Days without anything are left out; without from and to they add up to the totals.',
      params: Id,
      querystring: SalesQuery,
      response: { 200: Sales },
    },
    handler: async (request) => {
      const { id, time_zone: zone } = await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'read_sales',
      })
      // For a very large festival this can take longer than a request may run.
      return findSales(app.work, id, { ...daysOf(request.query, zone), zone })
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/sales/compared',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'compareSales',
      summary:
        'What a festival and its edition before had sold so many days before they began, for its managers, accountants and sales staff',
      description:
        'Sums until the end of each day, counted as the sales are: the last day has what all days of the sales add up to. The edition before is that of `previous_edition_id`.',
      params: Id,
      response: { 200: SalesComparison },
    },
    handler: async (request) => {
      const { id } = await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'read_sales',
      })
      // For a very large festival this can take longer than a request may run.
      return compareSales(app.work, id, app.now())
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/sales.csv',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getSalesCsv',
      summary:
        'What a festival has sold, payment by payment, for a spreadsheet, the oldest first, for its managers, accountants and sales staff',
      description:
        'Every payment that was paid, given back since or not, so that amount and refunded add up to those of the sales. In CSV with commas times are in UTC, otherwise those of the festival; money in EUR, points as a number of points. What could be a formula begins with an apostrophe.',
      params: Id,
      querystring: SpreadsheetQuery,
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      const {
        id,
        name,
        time_zone: zone,
      } = await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'read_sales',
      })
      const { format } = request.query
      const file = await readLedger(app.work, id, { ...request.query, zone })
      return sendSpreadsheet(reply, `sales ${name}`, { file, format })
    },
  })
}
