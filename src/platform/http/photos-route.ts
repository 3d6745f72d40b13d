import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { photoName } from '#platform/photos/photos'
import { found } from '#platform/values/errors'

/** `GET /photos/:name`: a picture under its unguessable name never changes, so it may be cached for ever. */
export function servePhotos(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: '/photos/:name',
    config: { access: 'public' },
    schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const { name } = request.params as { name: string }
      const picture = photoName.test(name) ? await app.photoStore.get(name) : undefined
      const known = found(picture, 'Photo')
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp')
      return known
    },
  })
}
