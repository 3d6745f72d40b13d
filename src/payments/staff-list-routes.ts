import { Type } from 'typebox'
import { signedIn } from '#access'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id } from '#platform/http/paging'
import { forbidden } from '#platform/values/errors'
import { requireSeller } from './staff.ts'
import { listForStaff } from './staff-list.ts'
import { mostListed, StaffListQuery, StaffPayments } from './staff-list-schemas.ts'

/** What is sold, for the console: a festival's payments for its managers, all of them for admins. */
export function staffLists(app: Parameters<Module>[0]) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/payments',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listFestivalPayments',
      summary: 'Payments of a festival, newest first, for its managers',
      params: Id,
      querystring: StaffListQuery,
      response: { 200: StaffPayments },
    },
    handler: async (request) => {
      const { id: festivalId } = request.params
      await requireSeller(app.db, signedIn(request), festivalId)
      return listForStaff(app.db, { ...capped(request.query, mostListed), festivalId })
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/all',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listAllPayments',
      summary: 'All payments, newest first, memberships included; for admins',
      querystring: Type.Interface([StaffListQuery], {
        festival: Type.Optional(Type.String({ format: 'uuid', description: 'Of one festival' })),
      }),
      response: { 200: StaffPayments },
    },
    handler: async (request) => {
      if (!signedIn(request).isAdmin) throw forbidden('Only admins may see all payments')
      const { festival, ...query } = capped(request.query, mostListed)
      return listForStaff(app.db, { ...query, ...(festival && { festivalId: festival }) })
    },
  })
}
