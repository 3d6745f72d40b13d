import { Type } from 'typebox'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Slug } from '#platform/http/paging'
import { ClosedMonth, ClosedMonths, Month, NewClosedMonth } from '../model/schemas.ts'
import { exportDatev } from './datev.ts'
import { file, sendPrivate } from './files.ts'
import { closeMonth, listClosedMonths } from './months.ts'

type App = Parameters<Module>[0]

/** Routes for closed months of sellers (docs/contract, section 7.20). */
export function monthRoutes(app: App) {
  closing(app)
  accounting(app)
}

function closing(app: App) {
  app.route({
    method: 'GET',
    url: '/organizers/:id/closed-months',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listClosedMonths',
      summary:
        'Months of a seller whose documents are final, newest first; for its managers, accountants and admins',
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

function accounting(app: App) {
  app.route({
    method: 'GET',
    url: '/organizers/:id/datev.csv',
    config: {
      access: 'user',
      confirms: true,
      refuses: [403, 'month_not_closed', 'no_datev'],
    },
    schema: {
      operationId: 'getDatev',
      summary:
        'Bookings of a closed month of a seller for DATEV; for its managers, accountants and admins',
      description:
        'EXTF 700, "Buchungsstapel", in windows-1252. Of more than 99,999 bookings an archive with several files.',
      params: Slug,
      querystring: Type.Object({ month: { ...Month, description: 'One that is closed' } }),
      response: { 200: file('.csv') },
    },
    handler: async (request, reply) => {
      const { id: organizerId } = request.params
      const asked = { user: signedIn(request), organizerId, month: request.query.month }
      const { name, content } = await exportDatev(app, asked)
      return sendPrivate(reply, name, content)
    },
  })
}
