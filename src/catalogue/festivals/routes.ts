import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { asksTranslations } from '#core/sale-terms'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { createdWithPhotos } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { approvals } from './announcing/approval-routes.ts'
import { changedMail, reminderMail } from './announcing/holder-mails.ts'
import { forgetNews } from './announcing/news.ts'
import { remind } from './announcing/notification-triggers.ts'
import { notifyRested } from './announcing/notify-rested.ts'
import { answerOne, forManagers, hiddenOf, personal, security } from './listing/expand.ts'
import { answerList } from './listing/list.ts'
import { openLists } from './listing/lists.ts'
import { refreshRanks } from './listing/rank.ts'
import { festivalFinder, findFestival } from './listing/read.ts'
import { findAvailability, TierAvailability, termsOf } from './model/availability.ts'
import { Cancellation, FestivalChange, NewFestival, TierPath } from './model/input-schemas.ts'
import { FestivalOneQuery, FestivalQuery } from './model/query-schemas.ts'
import { Festival, FestivalAnswer } from './model/schemas.ts'
import { renewSearchTexts } from './model/search-text.ts'
import { showParts, showTimes } from './timetable/part-routes.ts'
import { by } from './writing/author.ts'
import { cancelFestival, deleteFestival } from './writing/cancel.ts'
import { createFestival } from './writing/changes.ts'
import { deleteTier } from './writing/tier.ts'
import { updateFestival } from './writing/update.ts'

export const festivals: Module = async (app) => {
  approvals(app)
  const lists = openLists(app)
  const findWhole = festivalFinder(app)
  app.jobs.cron('festival-ranks', '*/5 * * * *', () => refreshRanks(app.work))
  app.jobs.everySeconds(60, () => renewSearchTexts(app.work))
  tellHolders(app)

  app.route({
    method: 'GET',
    url: '/festivals',
    config: { ...personal, answersWith: ['Deprecation', 'Link'] },
    schema: {
      security,
      operationId: 'listFestivals',
      summary: 'Festivals by start, whole or light for a map',
      description:
        'With map=true the light form inside a bounding box (limit 80, at most 200); otherwise whole festivals (limit 20, at most 100). The earlier form, a bare array, answers offset, organizer, start_time or end_time without map, page, time, ids, near or expand.',
      querystring: FestivalQuery,
      response: { 200: FestivalAnswer },
    },
    handler: ({ query, user }, reply) => answerList(lists, query, { reply, userId: user?.id }),
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id',
    config: forManagers,
    schema: {
      security,
      operationId: 'getFestival',
      summary: 'A festival with its gigs, places and ticket tiers',
      params: Id,
      querystring: FestivalOneQuery,
      response: { 200: Festival },
    },
    handler: (request) => {
      const { params, query, user } = request
      const hidden = hiddenOf(request)
      const isHidden = hidden !== undefined
      const shown = { hidden, previous: isHidden, translations: asksTranslations(query) }
      const isUsual = !isHidden && !shown.translations
      const finding = isUsual ? findWhole(params.id) : findFestival(app.reads, params.id, shown)
      const asked = { id: params.id, expand: query.expand, userId: user?.id, hidden }
      return answerOne(app, finding, asked)
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/availability',
    config: { access: 'client', caching: 'moment' },
    schema: {
      operationId: 'getAvailability',
      summary: 'What is left of each ticket tier, at most a second old',
      params: Id,
      response: { 200: Type.Array(TierAvailability) },
    },
    handler: async ({ params }) =>
      found((await findAvailability(app.db, [params.id], termsOf(app))).get(params.id), 'Festival'),
  })

  showParts(app)
  showTimes(app)

  app.route({
    method: 'POST',
    url: '/festivals',
    config: {
      idempotent: true,
      access: 'user',
      slow: true,
      audit: 'festival.create',
      refuses: [403, 'store_away'],
    },
    schema: {
      operationId: 'createFestival',
      summary: 'Create a festival under an organizer one manages',
      body: NewFestival,
      response: { 201: Festival },
    },
    handler: (request, reply) =>
      createdWithPhotos(request, reply, {
        written: [request.body.photo, request.body.site_plan],
        nameOf: (nth) => (nth === 0 ? 'photo' : 'site_plan'),
        create: (db, [photo = null, site_plan = null]) =>
          createFestival({ ...by(app, signedIn(request)), db }, request.body, { photo, site_plan }),
      }),
  })

  app.route({
    method: 'PUT',
    url: '/festivals/:id',
    config: {
      access: 'user',
      slow: true,
      audit: 'festival.update',
      refuses: [403, 'has_payments', 'has_sales', 'below_sold', 'store_away'],
    },
    schema: {
      operationId: 'updateFestival',
      summary: 'Change a festival; places, gigs and tickets replace the previous set',
      params: Id,
      body: FestivalChange,
      response: { 200: Festival },
    },
    handler: (request) =>
      updateFestival(by(app, signedIn(request)), request.params.id, request.body),
  })

  app.route({
    method: 'POST',
    url: '/festivals/:id/cancel',
    config: {
      access: 'user',
      slow: true,
      audit: 'festival.cancel',
      confirms: true,
      refuses: [403, 'over', 'draft'],
    },
    schema: {
      operationId: 'cancelFestival',
      summary: 'Cancel a festival: its sales close, what was paid is refunded, holders are told',
      description:
        'Again: the festival as it is, with its first reason; holders are not notified twice',
      params: Id,
      body: Cancellation,
      response: { 200: Festival },
    },
    handler: (request) =>
      cancelFestival(by(app, signedIn(request)), request.params.id, request.body.reason),
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id/tiers/:tierId',
    config: { access: 'user', slow: true, audit: 'festival.update', refuses: [403] },
    schema: {
      operationId: 'deleteTier',
      summary: 'Take a ticket tier off the offer, also a hidden one; tickets of it stay valid',
      params: TierPath,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id, tierId } = request.params
      await deleteTier(by(app, signedIn(request)), id, tierId)
      return { message: 'Ticket deleted' }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id',
    config: { access: 'user', slow: true, audit: 'festival.delete', refuses: [403] },
    schema: {
      operationId: 'deleteFestival',
      summary: 'Delete a festival; payments and tickets stay readable',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await deleteFestival(by(app, signedIn(request)), request.params.id)
      return { message: 'Festival deleted' }
    },
  })
}

function tellHolders(app: Parameters<Module>[0]) {
  const notifier = () => ({ db: app.work, bus: app.bus, jobs: app.jobs, now: app.now() })
  app.jobs.cron('festival-reminders', '*/5 * * * *', () => remind(notifier()))
  app.jobs.everySeconds(10, () => notifyRested(notifier()))
  app.jobs.cron('forget-festival-news', '57 3 * * *', () => forgetNews(app.work, app.now()))
  Object.assign(app.mailWriters, {
    festivalChanged: changedMail(app),
    festivalReminder: reminderMail(app),
  })
}
