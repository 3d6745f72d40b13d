import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { type Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { prefers } from './accept.ts'
import { isLetInByAddress, revisionIn } from './addresses.ts'
import { signingKey } from './codes/keys.ts'
import { toPng, toSvg } from './codes/qr.ts'
import { toPdf } from './paper/pdf.ts'
import { findTicket, findTicketsOfOrder } from './queries.ts'
import { fillShortCodes } from './transfer-ticket.ts'

const [svg, png, pdf] = ['image/svg+xml', 'image/png', 'application/pdf']

/** Describes a response that is not JSON. */
function file(...types: string[]) {
  const schema = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** The signature that lets an address in without headers: `qr_code_url` and `ticket_pdf_url` of a payment have it. */
const SignedAddress = Type.Object({
  signature: Type.Optional(
    Type.String({ description: 'In qr_code_url and ticket_pdf_url of a payment, for an hour' }),
  ),
})

const refusesTickets: FastifyContextConfig['refuses'] = [
  'not_a_ticket',
  'not_succeeded',
  'refunded',
  'revoked',
  'transferred',
]

export const tickets: Module = async (app) => {
  // The first key is created before anything is sold, not in the middle of a purchase.
  app.addHook('onReady', async () => {
    await signingKey({ db: app.db, vault: app.vault, now: app.now() })
  })

  // A request without a user was let in by its address.
  const ticketOf = ({ user, query }: FastifyRequest, paymentId: string) =>
    findTicket(app.db, {
      paymentId,
      by: user ? { userId: user.id } : { revision: revisionIn(query) },
    })

  app.jobs.everySeconds(60, () => fillShortCodes(app.work))

  const entrance = async (request: FastifyRequest) =>
    isLetInByAddress(request, app.vault, app.now()) ? ('address' as const) : undefined
  const config: FastifyContextConfig = {
    access: 'user',
    publishable: true,
    guests: true,
    entrance,
    refuses: refusesTickets,
  }
  const security = [{ client: [], user: [] }, { signature: [] }]

  const send = (reply: FastifyReply, type: string, content: string | Buffer) =>
    reply.header('cache-control', 'private, no-store').type(type).send(content)

  app.route({
    method: 'GET',
    url: '/payments/:id/qr',
    config: { ...config },
    schema: {
      operationId: 'getTicketCode',
      summary:
        "The code of one's own ticket as a picture: SVG, or PNG for callers who ask for that",
      security,
      params: Id,
      querystring: SignedAddress,
      response: { 200: file(svg, png) },
    },
    handler: async (request, reply) => {
      const { code } = await ticketOf(request, request.params.id)
      reply.header('vary', 'accept')
      return prefers(request.headers.accept, png, svg)
        ? send(reply, png, await toPng(code))
        : send(reply, svg, toSvg(code))
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/:id/qr.svg',
    config: { ...config },
    schema: {
      operationId: 'getTicketCodeSvg',
      summary: "The code of one's own ticket, sharp at any size",
      security,
      params: Id,
      querystring: SignedAddress,
      response: { 200: file(svg) },
    },
    handler: async (request, reply) => {
      const { code } = await ticketOf(request, request.params.id)
      return send(reply, svg, toSvg(code))
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/:id/qr.png',
    config: { ...config },
    schema: {
      operationId: 'getTicketCodePng',
      summary: "The code of one's own ticket, at least 600 pixels wide",
      security,
      params: Id,
      querystring: SignedAddress,
      response: { 200: file(png) },
    },
    handler: async (request, reply) => {
      const { code } = await ticketOf(request, request.params.id)
      return send(reply, png, await toPng(code))
    },
  })

  app.route({
    method: 'GET',
    url: '/payments/:id/ticket.pdf',
    config: { ...config },
    schema: {
      operationId: 'getTicketPdf',
      summary: "One's own ticket to print",
      security,
      params: Id,
      querystring: SignedAddress,
      response: { 200: file(pdf) },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      reply.header('content-disposition', `inline; filename="ticket-${id}.pdf"`)
      return send(reply, pdf, await toPdf(await ticketOf(request, id)))
    },
  })

  app.route({
    method: 'GET',
    url: '/orders/:id/tickets.pdf',
    config: { access: 'user', publishable: true, guests: true, refuses: refusesTickets },
    schema: {
      operationId: 'getOrderTicketsPdf',
      summary: "The tickets of one's own order to print, a page each",
      description: 'Without those that were refunded or handed on.',
      params: Id,
      response: { 200: file(pdf) },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const asked = { orderId: id, userId: signedIn(request).id }
      const [first, ...more] = await findTicketsOfOrder(app.db, asked)
      reply.header('content-disposition', `inline; filename="tickets-${id}.pdf"`)
      return send(reply, pdf, await toPdf(found(first, 'Order'), ...more))
    },
  })
}
