import { asksTranslations } from '#core/sale-terms'
import { download, textFile } from '#platform/http/answers/download'
import { originOf } from '#platform/http/answers/origin'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { cacheTags, written } from '#platform/values/raw-json'
import { answerOne, personal, security } from '../listing/expand.ts'
import { findFestival } from '../listing/read.ts'
import { CalendarQuery, mostNested, SummaryQuery } from '../model/query-schemas.ts'
import { Festival } from '../model/schemas.ts'
import { findCalendar } from './calendar.ts'
import { DayAnswer, DayQuery, findDay, mostOnDay } from './day.ts'
import { LineUp, LineUpQuery, mostArtists, pageOfLineUp } from './line-up.ts'
import { findTimetable, Timetable } from './timetable.ts'

type App = Parameters<Module>[0]

/** Routes for parts of a festival that may have thousands of gigs, for pages that show some of them. */
export function showParts(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/summary',
    config: personal,
    schema: {
      security,
      operationId: 'getFestivalSummary',
      summary:
        'A festival with the first of its gigs, places and ticket tiers, and how many there are',
      params: Id,
      querystring: SummaryQuery,
      response: { 200: Festival },
    },
    handler: ({ params: { id }, query, user }) => {
      const shown = { nested: mostNested(query), translations: asksTranslations(query) }
      const asked = { ...shown, id, expand: query.expand, userId: user?.id }
      return answerOne(app, findFestival(app.reads, id, shown), asked)
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/day',
    config: { access: 'client', caching: 'private', cache: true },
    schema: {
      operationId: 'getDay',
      summary: 'One day of the timetable, earliest first, in pages, and which days there are',
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
    config: { access: 'client', caching: 'private', cache: true },
    schema: {
      operationId: 'listFestivalArtists',
      summary: 'Who plays at a festival, each once, by name or as its bill has them',
      params: Id,
      querystring: LineUpQuery,
      response: { 200: LineUp },
    },
    handler: async ({ params: { id }, query }) => {
      const asked = capped(query, mostArtists)
      const { items: artists, ...place } = await pageOfLineUp(app.reads, id, asked)
      return cacheTags({ artists, ...place }, [`festival:${id}`])
    },
  })
}

/** Routes for its times, as a timetable and as a calendar. */
export function showTimes(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/timetable',
    config: { access: 'client', caching: 'private', cache: true },
    schema: {
      operationId: 'getTimetable',
      summary: 'Who plays when and where: by day, then by stage',
      description:
        'Days are those of the time zone of the festival, and last until 06:00 there: what begins before belongs to the evening before. What is still to be announced comes last, without a date.',
      params: Id,
      response: { 200: Timetable },
    },
    handler: async ({ params }) => found(await findTimetable(app.reads, params.id), 'Festival'),
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/calendar.ics',
    config: { access: 'public', caching: 'public', cache: true },
    schema: {
      operationId: 'getCalendar',
      summary: 'The festival and its gigs for a calendar program',
      description:
        'iCalendar (RFC 5545), to subscribe to. Public, since calendar programs send no tokens.',
      params: Id,
      querystring: CalendarQuery,
      response: { 200: textFile('text/calendar') },
    },
    handler: async (request, reply) => {
      const asked = { id: request.params.id, ...request.query }
      const calendar = await findCalendar(app.reads, asked, originOf(request))
      const { name, texts } = found(calendar, 'Festival')
      download(reply, name, '.ics')
      reply.type('text/calendar; charset=utf-8')
      return cacheTags(written<string & object>(...texts), [`festival:${asked.id}`])
    },
  })
}
