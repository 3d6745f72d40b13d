import { Type } from 'typebox'
import { seesHidden } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { asksHidden, asksTranslations } from '#core/sale-terms'
import { renewSearchNames } from '#platform/database/search-names'
import { wholeArray } from '#platform/http/answers/arrays'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { createdWithPhotos } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import {
  archiveAccommodation,
  changeContext,
  createAccommodation,
  updateAccommodation,
} from './changes.ts'
import { findAccommodation, listAccommodations } from './queries.ts'
import {
  Accommodation,
  AccommodationChange,
  AccommodationOneQuery,
  AccommodationQuery,
  NewAccommodation,
} from './schemas.ts'
import { moveStays } from './stock.ts'

export const accommodations: Module = async (app) => {
  app.festivalMoves.push(moveStays)
  app.jobs.everySeconds(60, () => renewSearchNames(app.work, 'accommodations'))
  app.route({
    method: 'GET',
    url: '/accommodations',
    config: { access: 'client', caching: 'private', needsUser: asksHidden },
    schema: {
      security: [{ client: [] }, { client: [], user: [] }],
      operationId: 'listAccommodations',
      summary: 'Accommodations by name: all, or those of a festival',
      querystring: AccommodationQuery,
      response: { 200: Type.Array(Accommodation) },
    },
    handler: (request, reply) => {
      const { festival, hidden: _, expand, ...part } = request.query
      const translations = asksTranslations({ expand })
      const hidden = asksHidden(request)
        ? seesHidden(signedIn(request), 'f.organizer_id')
        : undefined
      return wholeArray<Accommodation>(reply, part, (after, limit, offset) =>
        listAccommodations(app.db, { festival, hidden, translations, after, limit, offset }),
      )
    },
  })

  app.route({
    method: 'GET',
    url: '/accommodations/:id',
    config: { access: 'client', caching: 'private' },
    schema: {
      operationId: 'getAccommodation',
      summary: 'An accommodation and how many remain',
      params: Id,
      querystring: AccommodationOneQuery,
      response: { 200: Accommodation },
    },
    handler: async ({ params, query }) => {
      const shown = { translations: asksTranslations(query) }
      return found(await findAccommodation(app.db, params.id, shown), 'Accommodation')
    },
  })

  app.route({
    method: 'POST',
    url: '/accommodations',
    config: {
      access: 'user',
      audit: 'accommodation.create',
      idempotent: true,
      refuses: [403, 'store_away'],
    },
    schema: {
      operationId: 'createAccommodation',
      summary: 'Offer an accommodation at a festival one manages',
      body: NewAccommodation,
      response: { 201: Accommodation },
    },
    handler: (request, reply) =>
      createdWithPhotos(request, reply, {
        written: [request.body.photo],
        create: (db, [photo = null]) =>
          createAccommodation(
            { ...changeContext(app, signedIn(request)), db },
            request.body,
            photo,
          ),
      }),
  })

  app.route({
    method: 'PUT',
    url: '/accommodations/:id',
    config: {
      access: 'user',
      audit: 'accommodation.update',
      refuses: [403, 'below_sold', 'store_away'],
    },
    schema: {
      operationId: 'updateAccommodation',
      summary: 'Change an accommodation',
      params: Id,
      body: AccommodationChange,
      response: { 200: Accommodation },
    },
    handler: (request) =>
      updateAccommodation(changeContext(app, signedIn(request)), request.params.id, request.body),
  })

  app.route({
    method: 'DELETE',
    url: '/accommodations/:id',
    config: { access: 'user', audit: 'accommodation.delete', refuses: [403] },
    schema: {
      operationId: 'deleteAccommodation',
      summary: 'Take an accommodation off the offer; who has paid for it keeps it',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await archiveAccommodation(changeContext(app, signedIn(request)), request.params.id)
      return { message: 'Accommodation deleted' }
    },
  })
}
