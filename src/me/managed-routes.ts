import { signedIn } from '#access'
import { type Module } from '#platform/http/infrastructure'
import { capped, paginated } from '#platform/http/paging'
import { listManagedFestivals, listManagedOrganizers } from './managed.ts'
import {
  ManagedFestivals,
  ManagedFestivalsQuery,
  ManagedOrganizers,
  ManagedOrganizersQuery,
  mostManaged,
} from './managed-schemas.ts'

/** The lists of what the user may change, for the start of an organizer's console. */
export function managedLists(app: Parameters<Module>[0]) {
  app.route({
    method: 'GET',
    url: '/users/i/festivals',
    config: { access: 'user' },
    schema: {
      operationId: 'listManagedFestivals',
      summary: 'Festivals the user may change, past and cancelled ones too, with what was sold',
      description:
        'Those of the organizers one manages; for manage_catalog and admins all. What was sold is told to managers of the organizer and admins, else it is null. Without time the latest first. The total counts at most 10,000.',
      querystring: ManagedFestivalsQuery,
      response: { 200: ManagedFestivals },
    },
    handler: async (request) => {
      const query = capped(request.query, mostManaged)
      const reader = { user: signedIn(request), now: app.now() }
      const { festivals, total } = await listManagedFestivals(app.db, reader, query)
      return { festivals, pagination: paginated(query, total) }
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
      const { organizers, total } = await listManagedOrganizers(app.db, signedIn(request), query)
      return { organizers, pagination: paginated(query, total) }
    },
  })
}
