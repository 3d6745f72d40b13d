import { Type } from 'typebox'
import { mustBeApproved } from '#organizers'
import { originOf } from '#platform/answers'
import { signedIn } from '#platform/callers'
import { download, textFile } from '#platform/download'
import { found } from '#platform/errors'
import { shows, written } from '#platform/finished'
import { capped, Id, Message, type Room } from '#platform/http'
import { createdWithPhotos } from '#platform/idempotency'
import { approvals } from './approval-routes.ts'
import { findAvailability, TierAvailability } from './availability.ts'
import { findCalendar } from './calendar.ts'
import { cancelFestival, deleteFestival } from './cancel.ts'
import { by, createFestival, updateFestival } from './changes.ts'
import { writeAbsentDocuments } from './documents.ts'
import { findLineUp, LineUp, LineUpQuery, mostArtists } from './line-up.ts'
import { answerList, openLists } from './list.ts'
import { remind } from './notices.ts'
import { festivalFinder, findFestival } from './queries.ts'
import { refreshRanks } from './rank.ts'
import {
  Cancellation,
  Festival,
  FestivalAnswer,
  FestivalChange,
  FestivalQuery,
  mostNested,
  NewFestival,
  SummaryQuery,
} from './schemas.ts'
import { DayAnswer, DayQuery, findDay, findTimetable, mostOnDay, Timetable } from './timetable.ts'

type App = Parameters<Room>[0]

export const festivals: Room = async (app) => {
  approvals(app)
  const lists = openLists(app)
  const findWhole = festivalFinder(app)
  app.jobs.every('festival-documents', '* * * * *', async () => {
    await writeAbsentDocuments(app.work)
  })
  app.jobs.every('festival-ranks', '*/5 * * * *', () => refreshRanks(app.work))
  app.jobs.every('festival-reminders', '*/5 * * * *', () =>
    remind({ db: app.work, bus: app.bus, jobs: app.jobs, now: app.now() }),
  )

  app.route({
    method: 'GET',
    url: '/festivals',
    config: { access: 'client', caching: 'private', keeps: true },
    schema: {
      operationId: 'listFestivals',
      summary: 'Festivals by start, whole or light for a map',
      description:
        'With map=true the light form inside a bounding box (limit 80, at most 200); otherwise whole festivals (limit 20, at most 100). The earlier form, a bare array, answers when offset, organizer, start_time or end_time is given without map, page or time.',
      querystring: FestivalQuery,
      response: { 200: FestivalAnswer },
    },
    handler: ({ query }, reply) => answerList(lists, query, reply),
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id',
    config: { access: 'client', caching: 'private', keeps: true },
    schema: {
      operationId: 'getFestival',
      summary: 'A festival with its gigs, places and ticket tiers',
      params: Id,
      response: { 200: Festival },
    },
    handler: async ({ params: { id } }) =>
      shows(found(await findWhole(id), 'Festival'), [`festival:${id}`]),
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
      found(
        await findAvailability(app.db, params.id, {
          now: app.now(),
          isApprovalNeeded: mustBeApproved(app.config),
        }),
        'Festival',
      ),
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
      refuses: [403],
    },
    schema: {
      operationId: 'createFestival',
      summary: 'Create a festival under an organizer one manages',
      body: NewFestival,
      response: { 201: Festival },
    },
    handler: (request, reply) =>
      createdWithPhotos(request, reply, {
        written: [request.body.photo],
        create: (db, [photo = null]) =>
          createFestival({ ...by(app, signedIn(request)), db }, request.body, photo),
      }),
  })

  app.route({
    method: 'PUT',
    url: '/festivals/:id',
    config: { access: 'user', slow: true, audit: 'festival.update', refuses: [403, 409] },
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
    config: { access: 'user', slow: true, audit: 'festival.cancel', refuses: [403, 409] },
    schema: {
      operationId: 'cancelFestival',
      summary: 'Cancel a festival: its sales close, what was paid is refunded, holders are told',
      description: 'Again: the festival as it is; nobody is told twice',
      params: Id,
      body: Cancellation,
      response: { 200: Festival },
    },
    handler: (request) =>
      cancelFestival(by(app, signedIn(request)), request.params.id, request.body.reason ?? null),
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

/** Parts of a festival that may hold thousands of gigs, for pages that show some of them. */
function showParts(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/summary',
    config: { access: 'client', caching: 'private', keeps: true },
    schema: {
      operationId: 'getFestivalSummary',
      summary:
        'A festival with the first of its gigs, places and ticket tiers, and how many there are',
      params: Id,
      querystring: SummaryQuery,
      response: { 200: Festival },
    },
    handler: async ({ params: { id }, query }) =>
      shows(found(await findFestival(app.reads, id, mostNested(query)), 'Festival'), [
        `festival:${id}`,
      ]),
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/day',
    config: { access: 'client', caching: 'private', keeps: true },
    schema: {
      operationId: 'getDay',
      summary:
        'One day of the timetable, earliest first, a page at a time, and which days there are',
      params: Id,
      querystring: DayQuery,
      response: { 200: DayAnswer },
    },
    handler: async ({ params: { id }, query }) =>
      found(
        await findDay(app.reads, id, { ...capped(query, mostOnDay), now: app.now() }),
        'Festival',
      ),
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/artists',
    config: { access: 'client', caching: 'private', keeps: true },
    schema: {
      operationId: 'listFestivalArtists',
      summary: 'Who plays at a festival, each once, by name',
      params: Id,
      querystring: LineUpQuery,
      response: { 200: LineUp },
    },
    handler: async ({ params: { id }, query }) => {
      const page = capped(query, mostArtists)
      return shows(found(await findLineUp(app.reads, id, page), 'Festival'), [`festival:${id}`])
    },
  })
}

function showTimes(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/timetable',
    config: { access: 'client', caching: 'private', keeps: true },
    schema: {
      operationId: 'getTimetable',
      summary: 'Who plays when and where: by day, then by stage',
      description:
        'Days are those of UTC, and last until 06:00: what begins before belongs to the evening before. What is still to be announced comes last, without a date.',
      params: Id,
      response: { 200: Timetable },
    },
    handler: async ({ params }) => found(await findTimetable(app.reads, params.id), 'Festival'),
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/calendar.ics',
    config: { access: 'public', caching: 'public', keeps: true },
    schema: {
      operationId: 'getCalendar',
      summary: 'The festival and its gigs for a calendar program',
      description:
        'iCalendar (RFC 5545), to subscribe to. Public, since calendar programs send no tokens.',
      params: Id,
      response: { 200: textFile('text/calendar') },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const calendar = await findCalendar(app.reads, id, originOf(request))
      const { name, texts } = found(calendar, 'Festival')
      download(reply, name, '.ics')
      reply.type('text/calendar; charset=utf-8')
      return shows(written<string & object>(...texts), [`festival:${id}`])
    },
  })
}
