import type { FastifyRequest } from 'fastify'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { publicNetworkOf } from '#platform/outgoing/network'
import { found } from '#platform/values/errors'
import { openEntrance } from './enter.ts'
import { Challenge, NewQueueEntry, NewQueueGroup } from './entering-schemas.ts'
import { joinGroup } from './group.ts'
import { findPlace } from './place.ts'
import { QueuePlace, RehearsalQuery } from './schemas.ts'
import type { QueueOf } from './state.ts'
import { createNetworks, newChallenge, requireWork } from './work.ts'

type App = Parameters<Module>[0]

/** The routes for taking a number, and sharing it. */
export function entering(app: App, queueOf: QueueOf) {
  challenging(app, queueOf)
  sharing(app, queueOf)
  const enter = openEntrance(app)

  app.route({
    method: 'POST',
    url: '/festivals/:id/queue',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      refuses: ['queue_not_open', 'email_not_proven'],
    },
    schema: {
      operationId: 'enterQueue',
      summary: 'Take a number in a queue; again: the same number',
      description:
        'Numbers are drawn into their order at draw_at: it does not matter who comes first. Later ones stand behind. It takes the solution of a challenge.',
      params: Id,
      body: NewQueueEntry,
      response: { 200: QueuePlace },
    },
    handler: async (request) => {
      const { work, ...which } = request.body
      const mine = await mineOf(request, queueOf, which)
      requireWork({ ...mine, vault: app.vault, now: app.now() }, work)
      return (await enter(mine)) ?? found(await findPlace(app, mine), 'Entry')
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/queue/place',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'getQueuePlace',
      summary: 'One’s own number in a queue, with its receipt',
      params: Id,
      querystring: RehearsalQuery,
      response: { 200: QueuePlace },
    },
    handler: async (request) =>
      found(await findPlace(app, await mineOf(request, queueOf, request.query)), 'Entry'),
  })
}

function sharing(app: App, queueOf: QueueOf) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/queue/group',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      refuses: ['queue_drawn', 'group_full', 'has_group'],
    },
    schema: {
      operationId: 'joinQueueGroup',
      summary: 'Share the number of a group, and give up one’s own',
      description:
        'Until draw_at. Each of the group may buy once it is the turn of its number. 404 for users who have not entered.',
      params: Id,
      body: NewQueueGroup,
      response: { 200: QueuePlace },
    },
    handler: async (request) => {
      const { invitation, ...which } = request.body
      const mine = await mineOf(request, queueOf, which)
      await joinGroup(app, { ...mine, invitation })
      return found(await findPlace(app, mine), 'Entry')
    },
  })
}

function challenging(app: App, queueOf: QueueOf) {
  const factorOf = createNetworks()

  app.route({
    method: 'GET',
    url: '/festivals/:id/queue/challenge',
    config: { access: 'user', publishable: true, refuses: ['too_many_requests'] },
    schema: {
      operationId: 'getQueueChallenge',
      summary: 'A challenge to solve before one enters, as ALTCHA has them',
      description:
        'Find the number whose digits behind the salt have this SHA-256. It is good for ten minutes, for this user and this queue.',
      params: Id,
      querystring: RehearsalQuery,
      response: { 200: Challenge },
    },
    handler: async (request) => {
      const mine = await mineOf(request, queueOf, request.query)
      const factor = factorOf(publicNetworkOf(request.ip), app.now())
      const { vault, config } = app
      return newChallenge({ ...mine, vault, now: app.now() }, config.QUEUE_WORK * factor)
    },
  })
}

type QueueRequest = FastifyRequest & { params: { id: string } }
type QueueFilter = { rehearsal?: boolean }

async function mineOf(request: QueueRequest, queueOf: QueueOf, query: QueueFilter) {
  const { params, user } = request
  const { id: queueId } = await queueOf(params, { user, query })
  return { queueId, userId: signedIn(request).id }
}
