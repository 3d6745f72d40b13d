import type { FastifyRequest } from 'fastify'
import { requireGiver } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { asksHidden } from '#core/sale-terms'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { eachInTurn } from '#platform/jobs/each'
import { found } from '#platform/values/errors'
import { cancelQueue, cancelWithFestivals, setQueue } from './changes.ts'
import { commitDraws, drawSeeds } from './draw.ts'
import { entering } from './entering-routes.ts'
import { notifyQueues } from './notify.ts'
import { asksRehearsal, rehearsing } from './rehearsal-routes.ts'
import {
  DraftQuery,
  NewQueue,
  PartQuery,
  Queue,
  QueueEntries,
  QueueProof,
  QueueQuery,
} from './schemas.ts'
import { serveQueues } from './serve.ts'
import { findPart, findProof, findQueue, openQueues, type QueueOf, toQueue } from './state.ts'

type App = Parameters<Module>[0]

/** The waiting room of a sale (docs/contract, section 7.18). */
export const queue: Module = async (app) => {
  const queueOf = openQueues(app)
  managing(app)
  rehearsing(app)
  reading(app, queueOf)
  entering(app, queueOf)
  const { vault, now, bus, config, waitForDatabase, loopDelay } = app
  const work = { db: app.work, vault, now, bus, config, waitForDatabase, loopDelay }
  app.jobs.everySeconds(1, () => eachInTurn([commitDraws, drawSeeds], (step) => step(work)))
  app.jobs.everySeconds(1, () => serveQueues(work))
  app.jobs.everySeconds(10, () => cancelWithFestivals(work))
  app.jobs.everySeconds(1, () => notifyQueues(work))
}

function managing(app: App) {
  app.route({
    method: 'PUT',
    url: '/festivals/:id/queue',
    config: { access: 'user', audit: 'queue.set', refuses: [403, 'queue_open', 'queue_drawn'] },
    schema: {
      operationId: 'setQueue',
      summary: 'Sell tickets in turn, by a queue whose order is drawn, or change that queue',
      description:
        'Its tiers can be bought in turn alone, from this moment on. Once it is open only tiers and draw_at can be changed; all who have entered keep their numbers. After the draw nothing can be.',
      params: Id,
      body: NewQueue,
      response: { 200: Queue },
    },
    handler: async (request) => {
      const { id } = await requireGiver(app.db, signedIn(request), request.params.id)
      await setQueue(app, id, request.body)
      return toQueue(found(await findQueue(app.db, id, app.now()), 'Queue'), app.now())
    },
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id/queue',
    config: { access: 'user', audit: 'queue.cancel', refuses: [403] },
    schema: {
      operationId: 'cancelQueue',
      summary: 'Sell without a queue again; all numbers are void',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id } = await requireGiver(app.db, signedIn(request), request.params.id)
      await cancelQueue(app, id)
      return {
        message: 'Queue cancelled: its tickets are sold without it, and its numbers are void',
      }
    },
  })
}

/** Open to all. With `hidden` they need a user, and show a draft to a user with the right to change it. */
const ofDrafts = { access: 'public', needsUser: asksHidden } as const
const asksForStaff = (request: FastifyRequest) => asksHidden(request) || asksRehearsal(request)
const security = [{}, { client: [], user: [] }]

function reading(app: App, queueOf: QueueOf) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/queue',
    config: { ...ofDrafts, needsUser: asksForStaff, caching: 'moment' },
    schema: {
      security,
      operationId: 'getQueue',
      summary: 'The queue of a festival: how far it is, and when to ask again',
      description:
        'The same for all. One’s place follows from the seed and one’s number; one’s turn has come when serving is more than the place.',
      params: Id,
      querystring: QueueQuery,
      response: { 200: Queue },
    },
    handler: async (request, reply) => {
      // Not cached even for a second: the browser of the user starting a queue must not remember that there is none
      // yet.
      if (asksForStaff(request)) reply.header('cache-control', 'no-store')
      return toQueue(await queueOf(request.params, request), app.now())
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/queue/entries',
    config: { access: 'public' },
    schema: {
      operationId: 'listQueueEntries',
      summary: 'The entries of a draw as hashes, a part of them',
      description: '404 before they are fixed, at draw_at.',
      params: Id,
      querystring: PartQuery,
      response: { 200: QueueEntries },
    },
    handler: async ({ params, query }) => {
      const { id } = await queueOf(params)
      return found(await findPart(app.db, id, query.part), 'Part')
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/queue/proof',
    config: ofDrafts,
    schema: {
      security,
      operationId: 'getQueueProof',
      summary: 'All that a draw is checked with, apart from its entries',
      description: '404 before the entries are fixed, at draw_at.',
      params: Id,
      querystring: DraftQuery,
      response: { 200: QueueProof },
    },
    handler: async ({ params, user }) =>
      found(await findProof(app.db, await queueOf(params, { user, query: {} })), 'Draw'),
  })
}
