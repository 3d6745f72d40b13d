import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { signedIn } from '#access'
import { findCalendar } from '#festivals'
import { download } from '#platform/http/answers/download'
import { originOf } from '#platform/http/answers/origin'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { OneOf } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import {
  findTicket,
  type PrintedTicket,
  requireWallet,
  toPdf,
  toPkpass,
  toSaveLink,
  type WalletName,
} from '#tickets'
import { forgetTicketLinks, issueLink, type LinkedFile, takeLink } from './ticket-links.ts'

type App = Parameters<Module>[0]

const NewTicketLink = Type.Object({
  as: OneOf('TicketLinkFile', {
    pdf: 'The ticket to print',
    calendar: 'The festival with its gigs, as iCalendar',
    pkpass: 'The ticket as it is now, for Apple Wallet; while `GET /payments/config` names it',
    google: 'The same for Google Wallet: its address leads on to Google',
  }),
})

const TicketLink = Type.Object(
  {
    url: Type.String({
      description: 'Opens the file once, without headers',
      examples: ['https://festival.example/links/fst_link_Q29uY2VydHM'],
    }),
    expires_at: Timestamp,
  },
  { title: 'TicketLink' },
)

/** Addresses of a ticket's files for programs that send no headers, each good once. */
export function ticketLinks(app: App) {
  app.jobs.every('forget-ticket-links', '*/10 * * * *', () =>
    forgetTicketLinks(app.work, app.now()),
  )

  app.route({
    method: 'POST',
    url: '/payments/:id/link',
    config: {
      access: 'user',
      publishable: true,
      guests: true,
      audit: false,
      refuses: [
        'not_a_ticket',
        'not_succeeded',
        'refunded',
        'revoked',
        'transferred',
        'not_configured',
      ],
    },
    schema: {
      operationId: 'linkTicket',
      summary: 'An address that opens a file of one’s own ticket once, within a minute',
      description:
        'For a browser that is to download it, or an app that opens it: the address needs no headers.',
      params: Id,
      body: NewTicketLink,
      response: { 201: TicketLink },
    },
    handler: async (request, reply) => {
      const { params, body } = request
      const by = { userId: signedIn(request).id }
      const { revision } = await findTicket(app.db, { paymentId: params.id, by })
      if (isWallet(body.as)) requireWallet(app.wallets, body.as, app.now())
      const wish = { paymentId: params.id.toLowerCase(), revision, file: body.as }
      const { secret, expires_at } = await issueLink({ db: app.db, now: app.now() }, wish)
      reply.statusCode = 201
      return { url: `${originOf(request)}/links/${secret}`, expires_at }
    },
  })

  opening(app)
}

function opening(app: App) {
  app.route({
    method: 'GET',
    url: '/links/:link',
    // What looks at an address before it is opened must not use it up.
    exposeHeadRoute: false,
    config: { access: 'public' },
    schema: { hide: true, params: Type.Object({ link: Type.String() }) },
    handler: async (request, reply) => {
      const at = { db: app.db, now: app.now() }
      const { paymentId, revision, file } = await takeLink(at, request.params.link)
      const ticket = await findTicket(app.db, { paymentId, by: { revision } })
      reply.header('cache-control', 'private, no-store')
      if (isWallet(file)) return sendToWallet(app, reply, { ticket, file })
      if (file === 'calendar') {
        return sendCalendar(app, reply, { id: ticket.festival_id, origin: originOf(request) })
      }
      download(reply, ticket.festival, '.pdf')
      return reply.type('application/pdf').send(await toPdf(ticket))
    },
  })
}

const isWallet = (file: LinkedFile): file is WalletName => file === 'pkpass' || file === 'google'

async function sendToWallet(
  app: App,
  reply: FastifyReply,
  { ticket, file }: { ticket: PrintedTicket; file: WalletName },
) {
  const now = app.now()
  const { pkpass, google } = app.wallets
  requireWallet(app.wallets, file, now)
  if (file === 'google' && google) {
    return reply.redirect(await toSaveLink(ticket, google), 303)
  }
  download(reply, ticket.festival, '.pkpass')
  const pass = pkpass && (await toPkpass(ticket, pkpass, now))
  return reply.type('application/vnd.apple.pkpass').send(pass)
}

async function sendCalendar(
  app: App,
  reply: FastifyReply,
  { id, origin }: { id: string; origin: string },
) {
  const { name, texts } = found(await findCalendar(app.reads, { id }, origin), 'Festival')
  download(reply, name, '.ics')
  return reply.type('text/calendar; charset=utf-8').send(texts.join(''))
}
