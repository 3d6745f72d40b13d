import { Artist, findArtist } from '#catalogue/artists'
import { mayUser, signedIn } from '#core/access'
import { type Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { forbidden, found } from '#platform/values/errors'
import { mergeArtists } from './merge.ts'
import { NewMerge } from './schemas.ts'

export const merges: Module = async (app) => {
  app.route({
    method: 'POST',
    url: '/artists/:id/merge',
    config: { access: 'user', slow: true, audit: 'artist.merge', refuses: [403, 'merged'] },
    schema: {
      operationId: 'mergeArtist',
      summary: 'Merge an artist into another one, which is answered for its id from then on',
      description:
        'Gigs and followers are moved, and the kept artist gets the fields and genres it lacks. For who may delete both. It cannot be undone. Again: the kept artist as it is.',
      params: Id,
      body: NewMerge,
      response: { 200: Artist },
    },
    handler: async (request) => {
      const user = signedIn(request)
      const id = await mergeArtists(
        {
          db: app.db,
          photoStore: app.photoStore,
          now: app.now(),
          requireRight: ({ created_by }) => {
            if (created_by === user.id || mayUser(user, 'manage_catalog')) return
            throw forbidden('Only users who may delete both artists may merge them')
          },
        },
        { from: request.params.id, into: request.body.into },
      )
      return found(await findArtist(app.db, id), 'Artist')
    },
  })
}
