import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { signedIn } from '#core/access'
import { renewSearchNames } from '#platform/database/search-names'
import { wholeArray } from '#platform/http/answers/arrays'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message, Part } from '#platform/http/paging'
import { createdWithPhotos } from '#platform/http/requests/idempotency'
import { compileValidator } from '#platform/http/requests/validation'
import { found } from '#platform/values/errors'
import { cacheTags } from '#platform/values/raw-json'
import { findByAnyId } from './aliases.ts'
import { by, createArtists, deleteArtist, photosOf, updateArtist } from './changes.ts'
import { findArtist, findByAnyIds, listArtists, listGenres, type Named } from './queries.ts'
import { Artist, ArtistBatch, ArtistChange, ArtistQuery, Genre, NewArtist } from './schemas.ts'

export const artists: Module = async (app) => {
  app.jobs.everySeconds(60, async () => {
    await renewSearchNames(app.work, 'artists')
    await renewSearchNames(app.work, 'genres')
  })
  app.route({
    method: 'GET',
    url: '/artists',
    config: { access: 'client', caching: 'private' },
    schema: {
      operationId: 'listArtists',
      summary: 'All artists with their genres, by name',
      querystring: ArtistQuery,
      response: { 200: Type.Array(Artist) },
    },
    handler: ({ query: { ids, ...part } }, reply) =>
      wholeArray<Artist>(reply, part, async (after, limit, offset) =>
        ids
          ? (await findByAnyIds(app.reads, ids)).slice(offset, offset + limit)
          : listArtists(app.reads, { after, limit, offset }),
      ),
  })

  app.route({
    method: 'GET',
    url: '/artists/:id',
    config: { access: 'client', caching: 'private', cache: true },
    schema: {
      operationId: 'getArtist',
      summary: 'An artist with its genres',
      params: Id,
      response: { 200: Artist },
    },
    handler: async ({ params }) => {
      const find = (id: string) => findArtist(app.reads, id)
      const artist = found(await findByAnyId(app.reads, params.id, find), 'Artist')
      return cacheTags(artist, [`artist:${artist.id}`])
    },
  })

  app.route({
    method: 'POST',
    url: '/artists',
    config: {
      idempotent: true,
      access: 'user',
      slow: true,
      audit: 'artist.create',
      refuses: ['store_away'],
    },
    validatorCompiler: oneOrSeveral,
    schema: {
      operationId: 'createArtists',
      summary: 'Create one artist, or several: all of them or none',
      body: Type.Union([NewArtist, ArtistBatch]),
      response: { 201: Type.Union([Artist, Type.Array(Artist)]) },
    },
    handler: (request, reply) =>
      createdWithPhotos(request, reply, {
        ...photosOf(request.body),
        create: (db, photos) =>
          createArtists({ db, user: signedIn(request) }, request.body, photos),
      }),
  })

  app.route({
    method: 'PUT',
    url: '/artists/:id',
    config: { access: 'user', slow: true, audit: 'artist.update', refuses: [403, 'store_away'] },
    schema: {
      operationId: 'updateArtist',
      summary: 'Change an artist; genres are replaced as a whole',
      params: Id,
      body: ArtistChange,
      response: { 200: Artist },
    },
    handler: (request) => updateArtist(by(app, signedIn(request)), request.params.id, request.body),
  })

  app.route({
    method: 'DELETE',
    url: '/artists/:id',
    config: { access: 'user', slow: true, audit: 'artist.delete', refuses: [403, 'merged'] },
    schema: {
      operationId: 'deleteArtist',
      summary: 'Delete an artist; its gigs keep their slot without it',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await deleteArtist(by(app, signedIn(request)), request.params.id)
      return { message: 'Artist deleted' }
    },
  })

  app.route({
    method: 'GET',
    url: '/genres',
    config: { access: 'client', caching: 'private', cache: true },
    schema: {
      operationId: 'listGenres',
      summary: 'All genres, by name',
      querystring: Part,
      response: { 200: Type.Array(Genre) },
    },
    handler: async ({ query }, reply) => {
      const genres = await wholeArray<Named>(reply, query, (after, limit, offset) =>
        listGenres(app.reads, { after, limit, offset }),
      )
      return cacheTags(genres, ['genres'])
    },
  })
}

/** Checks a body against the one form it has, so that an error names only fields of that form. */
const oneOrSeveral: FastifySchemaCompiler<TSchema> = (part) => {
  const one = compileValidator({ ...part, schema: NewArtist })
  const several = compileValidator({ ...part, schema: ArtistBatch })
  const bare = 'The body must be {"artists": […]} for several artists, not a bare array'
  return (body) => {
    if (Array.isArray(body)) return { error: new Error(bare) }
    return typeof body === 'object' && body !== null && 'artists' in body
      ? several(body)
      : one(body)
  }
}
