import { Type } from 'typebox'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Slug } from '#platform/http/paging'
import { ClosedMonth, ClosedMonths, Month, NewClosedMonth } from '../model/schemas.ts'
import { exportDatev } from './datev.ts'
import { file, sendPrivate } from './files.ts'
import { closeMonth, listClosedMonths, operator, requireCloser, requireReader } from './months.ts'

type App = Parameters<Module>[0]

/** Routes for closed months of sellers (docs/contract, section 7.20). */
export function monthRoutes(app: App) {
  closing(app)
  accounting(app)
  ofOperator(app)
}

const closes =
  'Its documents are final: details of their buyers do not change any more. Later refunds are documented in the month in which they are done. Closing it again answers the same.'
const bookings =
  'EXTF 700, "Buchungsstapel", in windows-1252. Of more than 99,999 bookings an archive with several files.'
const DatevQuery = Type.Object({ month: { ...Month, description: 'One that is closed' } })

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
      const { id } = request.params
      await requireReader(app.db, signedIn(request), id)
      return { months: await listClosedMonths(app.db, id) }
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
      description: closes,
      params: Slug,
      body: NewClosedMonth,
      response: { 200: ClosedMonth },
    },
    handler: async (request) => {
      const { id: seller } = request.params
      await requireCloser(app.db, signedIn(request), seller)
      return closeMonth(app.db, { seller, month: request.body.month, now: app.now() })
    },
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
      description: bookings,
      params: Slug,
      querystring: DatevQuery,
      response: { 200: file('.csv') },
    },
    handler: async (request, reply) => {
      const { id: seller } = request.params
      await requireReader(app.db, signedIn(request), seller)
      const { name, content } = await exportDatev(app, { seller, month: request.query.month })
      return sendPrivate(reply, name, content)
    },
  })
}

/** The months of the operator, the seller of memberships. */
function ofOperator(app: App) {
  app.route({
    method: 'GET',
    url: '/operator/closed-months',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'listOperatorMonths',
      summary:
        'Months of the operator, who sells memberships, whose documents are final, newest first; needs `manage_money`',
      response: { 200: ClosedMonths },
    },
    handler: async () => ({ months: await listClosedMonths(app.db, operator) }),
  })

  app.route({
    method: 'POST',
    url: '/operator/closed-months',
    config: {
      access: 'user',
      permission: 'manage_money',
      audit: 'operator.close_month',
      confirms: true,
      refuses: ['month_not_over'],
    },
    schema: {
      operationId: 'closeOperatorMonth',
      summary: 'Close a month of the operator; needs `manage_money`',
      description: closes,
      body: NewClosedMonth,
      response: { 200: ClosedMonth },
    },
    handler: (request) =>
      closeMonth(app.db, { seller: operator, month: request.body.month, now: app.now() }),
  })

  app.route({
    method: 'GET',
    url: '/operator/datev.csv',
    config: {
      access: 'user',
      permission: 'manage_money',
      confirms: true,
      refuses: ['month_not_closed', 'no_datev'],
    },
    schema: {
      operationId: 'getOperatorDatev',
      summary: 'Bookings of a closed month of the operator for DATEV; needs `manage_money`',
      description: bookings,
      querystring: DatevQuery,
      response: { 200: file('.csv') },
    },
    handler: async (request, reply) => {
      const { month } = request.query
      const { name, content } = await exportDatev(app, { seller: operator, month })
      return sendPrivate(reply, name, content)
    },
  })
}
