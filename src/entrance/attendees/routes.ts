import { Type } from 'typebox'
import { requireBooks } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import {
  sendSpreadsheet,
  spreadsheetFile,
  spreadsheetQuery,
} from '#platform/http/answers/spreadsheet'
import type { Module } from '#platform/http/infrastructure'
import { capped, Id } from '#platform/http/paging'
import { exportAttendees } from './export.ts'
import { listAttendees } from './queries.ts'
import { AttendeeQuery, AttendeeSearch, Attendees, mostListed } from './schemas.ts'

type App = Parameters<Module>[0]

export const attendees: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/festivals/:id/attendees',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listAttendees',
      summary:
        'Who has the tickets of a festival, the latest bought first, for its managers and sales staff',
      description:
        'A ticket for each unit that was paid for, or given for nothing, of tiers and accommodations; those that were refunded too.',
      params: Id,
      querystring: AttendeeQuery,
      response: { 200: Attendees },
    },
    handler: async (request) => {
      const { id: festivalId } = await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'read_attendees',
      })
      const query = capped(request.query, mostListed)
      return listAttendees(connectionFor(app, query), { ...query, festivalId })
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/attendees.csv',
    config: { access: 'user', confirms: true, refuses: [403] },
    schema: {
      operationId: 'getAttendeesCsv',
      summary: 'Who has the tickets of a festival that are found, for a spreadsheet',
      description:
        'The latest bought first, without short codes, which admit. In CSV with commas times are in UTC, otherwise those of the festival. What could be a formula begins with an apostrophe.',
      params: Id,
      querystring: Type.Object({ ...AttendeeSearch.properties, ...spreadsheetQuery }),
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      const {
        id,
        name,
        time_zone: zone,
      } = await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'read_attendees',
      })
      const { format, delimiter, ...search } = request.query
      const file = await exportAttendees(
        app.work,
        { ...search, festivalId: id },
        { format, delimiter, zone },
      )
      return sendSpreadsheet(reply, `attendees ${name}`, { file, format })
    },
  })
}

/** Searching a very large festival for something rare can take longer than a request may run. */
const connectionFor = ({ db, work }: App, { q, status, inside }: AttendeeSearch) =>
  q === undefined && status === undefined && inside === undefined ? db : work
