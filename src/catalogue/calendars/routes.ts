import { Type } from 'typebox'
import { composeCalendar } from '#catalogue/festivals'
import { wordsIn } from '#common/words/all'
import { signedIn } from '#core/access'
import { download } from '#platform/http/answers/download'
import { originOf } from '#platform/http/answers/origin'
import type { Module } from '#platform/http/infrastructure'
import { Message } from '#platform/http/paging'
import { readerLanguage } from '#platform/values/reader-languages'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { findAddress, issueAddress, ownerOf, revokeAddress } from './addresses.ts'
import { findChosen } from './queries.ts'

const CalendarAddress = Type.Object(
  {
    created_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'null: it has none',
    }),
  },
  { title: 'CalendarAddress' },
)

const NewCalendarAddress = Type.Object(
  {
    created_at: Timestamp,
    url: Type.String({
      description:
        'To subscribe to: anyone who has it can read the calendar; it is not shown again',
      examples: ['https://festival.example/calendars/fst_calendar_Q29uY2VydHM.ics'],
    }),
  },
  { title: 'NewCalendarAddress' },
)

/** A user's own calendar, at an address for calendar programs (docs/contract, section 4.6). */
export const calendars: Module = async (app) => {
  managing(app)

  app.route({
    method: 'GET',
    url: '/calendars/:address',
    config: { access: 'public', caching: 'private' },
    schema: { hide: true, params: Type.Object({ address: Type.String() }) },
    handler: async (request, reply) => {
      const secret = request.params.address.replace(/\.ics$/, '')
      const { user_id: userId, language: chosenLanguage } = await ownerOf(app.db, secret)
      const language = readerLanguage(chosenLanguage)
      const chosen = await findChosen(app.db, { userId, now: app.now() })
      const calendar = { name: wordsIn(language).calendar.name, chosen, language }
      const texts = await composeCalendar(app.db, calendar, originOf(request))
      download(reply, calendar.name, '.ics')
      return reply.type('text/calendar; charset=utf-8').send(texts.join(''))
    },
  })
}

function managing(app: Parameters<Module>[0]) {
  const url = '/users/i/calendar'

  app.route({
    method: 'GET',
    url,
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'getCalendarAddress',
      summary: 'Whether the user’s own calendar has an address, and since when',
      response: { 200: CalendarAddress },
    },
    handler: async (request) => ({ created_at: await findAddress(app.db, signedIn(request).id) }),
  })

  app.route({
    method: 'POST',
    url,
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'createCalendarAddress',
      summary: 'A new address for the user’s own calendar; the one before ends',
      description:
        'For calendar programs, which send no headers: the festivals for which the user holds a ticket, and the gigs that have their heart.',
      response: { 201: NewCalendarAddress },
    },
    handler: async (request, reply) => {
      const now = app.now()
      const secret = await issueAddress(app.db, { userId: signedIn(request).id, now })
      reply.statusCode = 201
      return { created_at: now, url: `${originOf(request)}/calendars/${secret}.ics` }
    },
  })

  app.route({
    method: 'DELETE',
    url,
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'revokeCalendarAddress',
      summary: 'End the address of the user’s own calendar',
      response: { 200: Message },
    },
    handler: async (request) => {
      await revokeAddress(app.db, signedIn(request).id)
      return { message: 'Calendar address ended' }
    },
  })
}
