import { signedIn } from '#core/access'
import { pageOf } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped } from '#platform/http/paging'
import { listManagedFestivals, listManagedOrganizers } from './managed.ts'
import {
  ManagedFestivals,
  ManagedFestivalsQuery,
  ManagedOrganizers,
  ManagedOrganizersQuery,
  mostManaged,
} from './managed-schemas.ts'

/** The lists of organizers and festivals that the user may change, for the start of an organizer's console. */
export function managedLists(app: Parameters<Module>[0]) {
  app.route({
    method: 'GET',
    url: '/users/i/festivals',
    config: { access: 'user' },
    schema: {
      operationId: 'listManagedFestivals',
      summary:
        'Festivals the user works for, drafts, past and cancelled ones too, with what was sold',
      description:
        'Those of the organizers one manages or has a role in; for manage_catalog and admins all. What was sold is told to managers, accountants and sales staff of the organizer and to admins, else it is null. Without time the latest first. The total counts at most 10,000.',
      querystring: ManagedFestivalsQuery,
      response: { 200: ManagedFestivals },
    },
    handler: async (request) => {
      const query = capped(request.query, mostManaged)
      const reader = { user: signedIn(request), now: app.now() }
      const { items, ...place } = await pageOf(query, {
        order: ['time', 'id'],
        find: (part) => listManagedFestivals(app.db, reader, { ...query, ...part }),
        keysOf: ({ start_time, id }) => [start_time, id],
      })
      return { festivals: items, ...place }
    },
  })

  app.route({
    method: 'GET',
    url: '/users/i/organizers',
    config: { access: 'user' },
    schema: {
      operationId: 'listManagedOrganizers',
      summary: 'Organizers the user may change, by name',
      description: 'Those one manages; for manage_catalog and admins all',
      querystring: ManagedOrganizersQuery,
      response: { 200: ManagedOrganizers },
    },
    handler: async (request) => {
      const query = capped(request.query, mostManaged)
      const user = signedIn(request)
      const { items, ...place } = await pageOf(query, {
        order: ['text', 'text'],
        find: (part) => listManagedOrganizers(app.db, user, { ...query, ...part }),
        keysOf: ({ name, id }) => [name, id],
      })
      return { organizers: items, ...place }
    },
  })
}
