import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { type Module } from '#platform/http/infrastructure'
import { capped } from '#platform/http/paging'
import { forbidden, found } from '#platform/values/errors'
import { deleteOldBudgets } from './budget.ts'
import { sendMails } from './courier.ts'
import { showMailsDue } from './due.ts'
import { findAttachment, findMail, listMails, outboxOf } from './outbox.ts'
import {
  AttachmentPath,
  CaughtMail,
  CaughtMails,
  MailPath,
  MailQuery,
  mostMails,
} from './schemas.ts'

const bytes = 'application/octet-stream'
const AnyFile = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

export const mail: Module = async (app) => {
  showMailsDue(app)
  app.jobs.cron('forget-mail-budgets', '53 3 * * *', () => deleteOldBudgets(app.work, app.now()))
  app.jobs.everySeconds(1, (stopping) => sendMails(app, app.mailWriters, stopping))

  /** These addresses are unknown if mail is sent. */
  const requireOutbox = (request: FastifyRequest) => {
    const folder = found(outboxOf(app.config), 'Mail')
    if (!signedIn(request).isAdmin) throw forbidden('Only admins may read caught mail')
    return folder
  }

  app.route({
    method: 'GET',
    url: '/mail',
    config: { access: 'user', refuses: [403, 404] },
    schema: {
      operationId: 'listMail',
      summary: 'Mail caught in development, newest first; for admins',
      description: 'While no SMTP_URL is set, and never in production: else 404',
      querystring: MailQuery,
      response: { 200: CaughtMails },
    },
    handler: async (request) => listMails(requireOutbox(request), capped(request.query, mostMails)),
  })

  app.route({
    method: 'GET',
    url: '/mail/:id',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getMail',
      summary: 'A mail caught in development; for admins',
      params: MailPath,
      response: { 200: CaughtMail },
    },
    handler: async (request) =>
      found(await findMail(requireOutbox(request), request.params.id), 'Mail'),
  })

  app.route({
    method: 'GET',
    url: '/mail/:id/attachments/:place',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getMailAttachment',
      summary: 'A file that is attached to a mail caught in development; for admins',
      params: AttachmentPath,
      response: { 200: { content: { [bytes]: { schema: AnyFile } } } },
    },
    handler: async (request, reply) => {
      const file = found(await findAttachment(requireOutbox(request), request.params), 'Attachment')
      // Always sent as a download: a mail may contain a page, which is not one of ours.
      return reply.header('content-disposition', 'attachment').type(bytes).send(file)
    },
  })
}
