import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { addFavourite, removeFavourite } from './changes.ts'
import { listFavourites } from './queries.ts'
import { FestivalHearts, GivenHeart, Heart } from './schemas.ts'

/** Gigs that a user wants to see (docs/contract, section 4.6). */
export const favourites: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/festivals/:id/hearts',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listHearts',
      summary: 'The gigs of a festival that the user wants to see, by start',
      description:
        'Each with the gig as it is now: another start than the one that the user has seen means that it was moved, and none that it was cancelled.',
      params: Id,
      response: { 200: FestivalHearts },
    },
    handler: async (request) => {
      const asked = { userId: signedIn(request).id, festivalId: request.params.id }
      return { hearts: found(await listFavourites(app.db, asked), 'Festival') }
    },
  })

  app.route({
    method: 'PUT',
    url: '/gigs/:id/heart',
    config: { access: 'user', publishable: true, audit: false, refuses: ['too_many'] },
    schema: {
      operationId: 'giveHeart',
      summary: 'Want to see a gig; again: what is given is changed, all else stays',
      params: Id,
      body: GivenHeart,
      response: { 200: Heart },
    },
    handler: (request) => {
      const { id: userId } = signedIn(request)
      const of = { userId, gigId: request.params.id, given: request.body, now: app.now() }
      return addFavourite(app.db, of)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/gigs/:id/heart',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'takeHeart',
      summary: 'Do not want to see a gig any more',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await removeFavourite(app.db, { userId: signedIn(request).id, gigId: request.params.id })
      return { message: 'Heart taken back' }
    },
  })
}
