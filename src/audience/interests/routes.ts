import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { wholeArray } from '#platform/http/answers/arrays'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { follow, unfollow } from './changes.ts'
import { listExpandedInterests, listInterests } from './queries.ts'
import { ExpandedInterest, Interest, InterestQuery, NewInterest } from './schemas.ts'

export const interests: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/interest',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listInterests',
      summary: 'What the user follows, newest first',
      querystring: InterestQuery,
      response: { 200: Type.Array(ExpandedInterest) },
    },
    handler: (request, reply) => {
      const { id } = signedIn(request)
      const { entity_type: type, expand, ...part } = request.query
      const list = expand ? listExpandedInterests : listInterests
      return wholeArray<ExpandedInterest>(reply, part, (after, limit, offset) =>
        list(app.db, id, { after, limit, offset, type }),
      )
    },
  })

  app.route({
    method: 'POST',
    url: '/interest',
    config: { idempotent: true, access: 'user', publishable: true, audit: false, refuses: [404] },
    schema: {
      operationId: 'follow',
      summary: 'Follow an artist, an organizer or a genre; again: 200 with the existing record',
      body: NewInterest,
      response: { 200: Interest, 201: Interest },
    },
    handler: (request, reply) =>
      created(request, reply, async (db) => {
        const by = { userId: signedIn(request).id, now: app.now() }
        const { interest, isNew } = await follow(db, by, request.body)
        if (!isNew) reply.code(200)
        return interest
      }),
  })

  app.route({
    method: 'DELETE',
    url: '/interest/:id',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'unfollow',
      summary: 'Unfollow, by the id of the interest',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await unfollow(app.db, signedIn(request).id, request.params.id)
      return { message: 'Interest removed' }
    },
  })
}
