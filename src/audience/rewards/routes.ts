import { Type } from 'typebox'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { created } from '#platform/http/requests/idempotency'
import { administration } from './admin-routes.ts'
import { claimChallenge, recogniseCode } from './challenges/claim.ts'
import { deleteOldWrongCodes } from './challenges/wrong-codes.ts'
import { serveDrawnIcons } from './drawn-icon.ts'
import { deleteEventsOfErased, deleteUncountedEvents, recordClientEvent } from './events.ts'
import { findBalance, findLevel, listBadges } from './queries.ts'
import { Badge, Balance, Claim, Code, EventResult, Level, NewEvent } from './schemas.ts'

export const rewards: Module = async (app) => {
  serveDrawnIcons(app)
  app.route({
    method: 'POST',
    url: '/rewards/events',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      idempotent: true,
      refuses: [404, 'too_many_events'],
    },
    schema: {
      operationId: 'recordEvent',
      summary: 'Record what a user did; it may award points and advance badges',
      body: NewEvent,
      response: { 201: EventResult },
    },
    handler: (request, reply) => {
      const { id } = signedIn(request)
      const at = { bus: app.bus, now: app.now(), dailyEvents: app.config.EVENTS_PER_DAY }
      return created(request, reply, (db) => recordClientEvent({ ...at, db }, id, request.body))
    },
  })

  app.route({
    method: 'GET',
    url: '/rewards/points',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'getPoints',
      summary: 'The points one has, earned and spent',
      response: { 200: Balance },
    },
    handler: (request) => findBalance(app.db, signedIn(request).id),
  })

  app.route({
    method: 'GET',
    url: '/rewards/badges',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listBadges',
      summary: 'All badges, and how far one has come with each',
      response: { 200: Type.Array(Badge) },
    },
    handler: (request) => listBadges(app.db, signedIn(request).id),
  })

  app.route({
    method: 'GET',
    url: '/rewards/level',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'getLevel',
      summary: 'The level one has reached, and what the next one takes',
      response: { 200: Level },
    },
    handler: (request) => findLevel(app.db, signedIn(request).id),
  })

  app.route({
    method: 'POST',
    url: '/rewards/challenges/claim/:code',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      idempotent: true,
      refuses: [
        'already_claimed',
        'inactive',
        'not_started',
        'ended',
        'used_up',
        'too_many_wrong_codes',
      ],
    },
    schema: {
      operationId: 'claimChallenge',
      summary: 'Claim a challenge by its code, once',
      params: Code,
      response: { 201: Claim },
    },
    handler: async (request, reply) => {
      const { id: userId } = signedIn(request)
      const now = app.now()
      const limit = app.config.WRONG_CODES
      const challenge = await recogniseCode(app.db, { userId, limit, now }, request.params.code)
      return created(request, reply, (db) =>
        claimChallenge({ db, bus: app.bus, now }, userId, challenge),
      )
    },
  })

  administration(app)
  app.jobs.cron('forget-rewards', '23 3 * * *', async () => {
    await deleteOldWrongCodes(app.work, app.now())
    await deleteEventsOfErased(app.work)
    await deleteUncountedEvents(app.work, app.now())
  })
}
