import { requireBooks } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { cut } from '#platform/http/cursors'
import type { Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { showWaiting } from './counts.ts'
import { deleteOldEntries } from './forget.ts'
import { joinList, leaveList } from './join.ts'
import { offeredMail } from './notification-content.ts'
import { offerPlaces } from './offer.ts'
import { findEntry, findFigures, listEntries } from './queries.ts'
import {
  NewWaitingEntry,
  WaitingEntries,
  WaitingEntry,
  WaitingList,
  WaitingQuery,
} from './schemas.ts'

type App = Parameters<Module>[0]

/** Waiting lists for sold-out tiers (docs/contract, section 7.16). */
export const waiting: Module = async (app) => {
  ofFestivals(app)
  own(app)
  showWaiting(app)
  Object.assign(app.mailWriters, { waitingOffered: offeredMail(app) })
  app.jobs.everySeconds(1, () => offerPlaces({ ...pick(app), db: app.work }))
  app.jobs.cron('forget-waiting', '47 3 * * *', () => deleteOldEntries(app.work, app.now()))
}

const pick = ({ bus, now, config }: App) => ({ bus, now, config })

function ofFestivals(app: App) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/waiting-list',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      idempotent: true,
      refuses: [
        'not_on_sale',
        'available',
        'limit',
        'already_waiting',
        'email_not_proven',
        'queue_first',
      ],
    },
    schema: {
      operationId: 'joinWaitingList',
      summary: 'Wait for tickets of a tier that is sold out',
      description:
        'What becomes free is offered to the first in line whose quantity fits, who is told. An offer holds it for a while, for POST /orders.',
      params: Id,
      body: NewWaitingEntry,
      response: { 201: WaitingEntry },
    },
    handler: (request, reply) => {
      const asked = {
        ...request.body,
        userId: signedIn(request).id,
        festivalId: request.params.id,
      }
      return created(request, reply, (db) => joinList({ ...pick(app), db }, asked))
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/waiting-list',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getWaitingList',
      summary:
        'How many people wait for each tier of a festival, for its managers, accountants and sales staff',
      params: Id,
      response: { 200: WaitingList },
    },
    handler: async (request) => {
      const { id } = await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'read_sales',
      })
      return { festival_id: id, tiers: await findFigures(app.db, id) }
    },
  })
}

function own(app: App) {
  app.route({
    method: 'GET',
    url: '/waiting-list',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listWaitingEntries',
      summary: 'What one waits for, and was offered, newest first',
      querystring: WaitingQuery,
      response: { 200: WaitingEntries },
    },
    handler: async (request) => {
      const { limit, after } = capped(request.query, 100)
      const userId = signedIn(request).id
      const rows = await listEntries(app.db, { userId, after, limit: limit + 1 })
      const { items, next_after } = cut(rows, limit, ({ id }) => id)
      return { entries: items, next_after }
    },
  })

  app.route({
    method: 'GET',
    url: '/waiting-list/:id',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'getWaitingEntry',
      summary: 'One’s place on a waiting list, with its position or its offer',
      params: Id,
      response: { 200: WaitingEntry },
    },
    handler: async (request) => {
      const owned = { id: request.params.id, userId: signedIn(request).id }
      return found(await findEntry(app.db, owned), 'Entry')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/waiting-list/:id',
    config: {
      access: 'user',
      publishable: true,
      audit: false,
      refuses: ['offer_used', 'offer_ended'],
    },
    schema: {
      operationId: 'leaveWaitingList',
      summary: 'Leave a waiting list, or give up an offer',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      const owned = { id: request.params.id, userId: signedIn(request).id }
      await leaveList(app, owned)
      return { message: 'You do not wait any more' }
    },
  })
}
