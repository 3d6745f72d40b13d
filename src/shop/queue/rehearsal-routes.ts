import type { FastifyRequest } from 'fastify'
import { requireGiver } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { transact } from '#platform/database/transactions'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { beginRehearsal, endRehearsal, serveRehearsal } from './rehearsal.ts'
import { NewRehearsal, Queue, ServedRehearsal } from './schemas.ts'
import { findRehearsal, toQueue } from './state.ts'

type App = Parameters<Module>[0]

/** Returns true if a request is for the rehearsed queue. */
export function asksRehearsal({ query }: FastifyRequest): boolean {
  // The query is still text here, since it is not validated yet.
  return ['true', '1'].includes(String(Object(query).rehearsal))
}

/** The routes for rehearsing a queue before it opens. */
export function rehearsing(app: App) {
  serving(app)

  app.route({
    method: 'POST',
    url: '/festivals/:id/queue/rehearsal',
    config: { access: 'user', audit: 'queue.begin_rehearsal', refuses: [403, 'queue_open'] },
    schema: {
      operationId: 'beginQueueRehearsal',
      summary: 'Rehearse a queue before it opens, with numbers of no one',
      description:
        'It is open at once, for managers and admins alone, who enter it and look at it with rehearsal=true. Nothing of the queue itself changes. An earlier rehearsal is deleted.',
      params: Id,
      body: NewRehearsal,
      response: { 200: Queue },
    },
    handler: async (request) => {
      const { id: festivalId } = await requireGiver(app.db, signedIn(request), request.params.id)
      await beginRehearsal(app, { festivalId, ...request.body })
      return answer(app, festivalId)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id/queue/rehearsal',
    config: { access: 'user', audit: 'queue.end_rehearsal', refuses: [403] },
    schema: {
      operationId: 'endQueueRehearsal',
      summary: 'Delete a rehearsal, its numbers and its notifications',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id } = await requireGiver(app.db, signedIn(request), request.params.id)
      const isEnded = await transact(app.db, (trx) => endRehearsal(trx, id))
      found(isEnded || undefined, 'Rehearsal')
      return { message: 'Rehearsal ended: nothing of it is left' }
    },
  })
}

function serving(app: App) {
  app.route({
    method: 'PUT',
    url: '/festivals/:id/queue/rehearsal',
    config: { access: 'user', audit: 'queue.serve_rehearsal', refuses: [403] },
    schema: {
      operationId: 'serveQueueRehearsal',
      summary: 'Draw a rehearsal at once, and give turns in it',
      description:
        'It is drawn by a seed of the service, and not proven. Those of the staff whose turn it is are notified, and no one else.',
      params: Id,
      body: ServedRehearsal,
      response: { 200: Queue },
    },
    handler: async (request) => {
      const { id: festivalId } = await requireGiver(app.db, signedIn(request), request.params.id)
      await serveRehearsal(app, { festivalId, ...request.body })
      return answer(app, festivalId)
    },
  })
}

async function answer({ db, now }: App, festivalId: string) {
  return toQueue(found(await findRehearsal(db, festivalId, now()), 'Rehearsal'), now())
}
