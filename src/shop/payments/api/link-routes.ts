import { Type } from 'typebox'
import { findCalendar } from '#catalogue/festivals'
import { signedIn } from '#core/access'
import { download } from '#platform/http/answers/download'
import { filePart } from '#platform/http/answers/file-parts'
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
} from '#shop/tickets'
import { findLink, forgetTicketLinks, issueLink, type LinkedFile } from '../mails/ticket-links.ts'

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
      description:
        'Opens the file without headers until `expires_at`, however often; also with `HEAD` and `Range`',
      examples: ['https://festival.example/links/fst_link_Q29uY2VydHM'],
    }),
    expires_at: Timestamp,
  },
  { title: 'TicketLink' },
)

/** Routes for addresses of ticket files, for programs that send no headers. Each address is valid for a minute. */
export function ticketLinks(app: App) {
  app.jobs.cron('forget-ticket-links', '*/10 * * * *', () => forgetTicketLinks(app.work, app.now()))

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
      summary: 'An address that opens a file of one’s own ticket for a minute',
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
    config: { access: 'public' },
    schema: { hide: true, params: Type.Object({ link: Type.String() }) },
    handler: async (request, reply) => {
      const at = { db: app.db, now: app.now() }
      const { paymentId, revision, file, issuedAt } = await findLink(at, request.params.link)
      const ticket = await findTicket(app.db, { paymentId, by: { revision } })
      reply.header('cache-control', 'private, no-store')
      if (isWallet(file)) requireWallet(app.wallets, file, at.now)
      const { google } = app.wallets
      if (file === 'google' && google) return reply.redirect(await toSaveLink(ticket, google), 303)
      const made = await fileOf(app, { ticket, file, issuedAt, origin: originOf(request) })
      download(reply, made.name, made.ending)
      return reply.type(made.type).send(filePart(request, reply, made.content))
    },
  })
}

const isWallet = (file: LinkedFile): file is WalletName => file === 'pkpass' || file === 'google'

type Linked = { ticket: PrintedTicket; file: LinkedFile; issuedAt: Date; origin: string }
type MadeFile = { name: string; ending: `.${string}`; type: string; content: Buffer }

/** Makes the file of an address: the same bytes each time, since a program may request them in parts. */
async function fileOf(app: App, { ticket, file, issuedAt, origin }: Linked): Promise<MadeFile> {
  const { pkpass } = app.wallets
  const { festival: name } = ticket
  if (file === 'pkpass' && pkpass) {
    const content = await toPkpass(ticket, pkpass, { now: issuedAt, pagesFolder: app.pagesFolder })
    return { name, ending: '.pkpass', type: 'application/vnd.apple.pkpass', content }
  }
  if (file === 'calendar') {
    const calendar = await findCalendar(app.reads, { id: ticket.festival_id }, origin)
    const { name, texts } = found(calendar, 'Festival')
    const content = Buffer.from(texts.join(''))
    return { name, ending: '.ics', type: 'text/calendar; charset=utf-8', content }
  }
  return { name, ending: '.pdf', type: 'application/pdf', content: await toPdf(ticket) }
}
