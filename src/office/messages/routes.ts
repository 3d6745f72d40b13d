import { requireBooks, requireGiver } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { cut } from '#platform/http/cursors'
import type { Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { conflict, found } from '#platform/values/errors'
import {
  createMessage,
  deleteMessage,
  type ListingJob,
  listingJob,
  sendMessage,
  updateMessage,
} from './changes.ts'
import {
  deleteOldRecipients,
  finishMessages,
  listRecipients,
  mailSome,
  settling,
} from './delivery.ts'
import { mailTest, messageMail, type TestJob, testJob } from './mail.ts'
import { previewMessage } from './preview.ts'
import { findMessage, listMessages } from './queries.ts'
import {
  AttendeeMessage,
  AttendeeMessageChange,
  AttendeeMessageQuery,
  AttendeeMessages,
  MessagePath,
  MessagePreview,
  mostListed,
  NewAttendeeMessage,
} from './schemas.ts'
import { requireSendable } from './send.ts'

type App = Parameters<Module>[0]

/** Messages to the ticket holders of a festival (docs/contract, section 10.9). */
export const messages: Module = async (app) => {
  read(app)
  write(app)
  send(app)
  const at = () => ({ db: app.work, now: app.now() })
  Object.assign(app.mailWriters, {
    message: Object.assign(messageMail(app), { settle: settling(app) }),
  })
  app.jobs.work<ListingJob>(listingJob, ({ id }) => listRecipients(at(), id))
  app.jobs.work<TestJob>(testJob, (job) => mailTest(app, job))
  app.jobs.everySeconds(1, async () => {
    const mailed = await mailSome(at())
    if (mailed === 0) await finishMessages(app.work)
    return mailed
  })
  app.jobs.cron('forget-message-recipients', '43 3 * * *', () => deleteOldRecipients(at()))
}

function read(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/messages',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listAttendeeMessages',
      summary:
        'The messages to the people who have a ticket of a festival, newest first, for its managers',
      description:
        'Drafts, those that are being sent, and those that were, with what became of them.',
      params: Id,
      querystring: AttendeeMessageQuery,
      response: { 200: AttendeeMessages },
    },
    handler: async (request) => {
      const { id: festivalId } = await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'manage',
      })
      const { limit, after } = capped(request.query, mostListed)
      const rows = await listMessages(app.db, { festivalId, after, limit: limit + 1 })
      const { items, next_after } = cut(rows, limit, ({ id }) => id)
      return { messages: items, next_after }
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/messages/:message_id',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getAttendeeMessage',
      summary: 'A message with what became of it, for managers',
      params: MessagePath,
      response: { 200: AttendeeMessage },
    },
    handler: async (request) => {
      await requireBooks(app.db, signedIn(request), {
        festivalId: request.params.id,
        right: 'manage',
      })
      return found(await findMessage(app.db, request.params), 'Message')
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/messages/:message_id/preview',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'previewAttendeeMessage',
      summary: 'How many would get a message now, and how it would read, for managers',
      params: MessagePath,
      response: { 200: MessagePreview },
    },
    handler: async (request) => {
      const user = signedIn(request)
      await requireBooks(app.db, user, { festivalId: request.params.id, right: 'manage' })
      return previewMessage(app, request.params, user.id)
    },
  })
}

function write(app: App) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/messages',
    config: { access: 'user', audit: 'message.create', idempotent: true, refuses: [403] },
    schema: {
      operationId: 'createAttendeeMessage',
      summary: 'Write a message to the people who have a ticket: a draft, until it is sent',
      params: Id,
      body: NewAttendeeMessage,
      response: { 201: AttendeeMessage },
    },
    handler: async (request, reply) => {
      const { id } = await requireGiver(app.db, signedIn(request), request.params.id)
      return created(request, reply, (db) =>
        createMessage({ db, now: app.now() }, id, request.body),
      )
    },
  })

  app.route({
    method: 'PUT',
    url: '/festivals/:id/messages/:message_id',
    config: { access: 'user', audit: 'message.update', refuses: [403, 'message_sent'] },
    schema: {
      operationId: 'updateAttendeeMessage',
      summary: 'Change a draft of a message',
      description: 'Fields left out keep their value.',
      params: MessagePath,
      body: AttendeeMessageChange,
      response: { 200: AttendeeMessage },
    },
    handler: async (request) => {
      await requireGiver(app.db, signedIn(request), request.params.id)
      return updateMessage({ db: app.db, now: app.now() }, request.params, request.body)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id/messages/:message_id',
    config: { access: 'user', audit: 'message.delete', refuses: [403, 'message_sent'] },
    schema: {
      operationId: 'deleteAttendeeMessage',
      summary: 'Delete a draft of a message',
      params: MessagePath,
      response: { 200: Message },
    },
    handler: async (request) => {
      await requireGiver(app.db, signedIn(request), request.params.id)
      await deleteMessage(app, request.params)
      return { message: 'Draft deleted' }
    },
  })
}

function send(app: App) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/messages/:message_id/test',
    config: { access: 'user', audit: false, refuses: [403, 'email_not_proven'] },
    schema: {
      operationId: 'testAttendeeMessage',
      summary: 'Mail a message to oneself, as its recipients would get it',
      params: MessagePath,
      response: { 200: Message },
    },
    handler: async (request) => {
      const user = signedIn(request)
      await requireGiver(app.db, user, request.params.id)
      found(await findMessage(app.db, request.params), 'Message')
      await requireProven(app, user.id)
      const job: TestJob = { id: request.params.message_id, userId: user.id }
      await app.jobs.add(app.db, testJob, job)
      return { message: 'The test is on its way to you' }
    },
  })

  app.route({
    method: 'POST',
    url: '/festivals/:id/messages/:message_id/send',
    config: {
      access: 'user',
      audit: 'message.send',
      refuses: [403, 'organizer_not_approved', 'message_sent', 'no_recipients', 'over'],
    },
    schema: {
      operationId: 'sendAttendeeMessage',
      summary: 'Send a message to its recipients; from then on it stays as it is',
      description:
        'Each e-mail gets it once. Who unsubscribed, or had a message of this festival in the last 24 hours, is left out and counted; the latter not where it is urgent.',
      params: MessagePath,
      response: { 200: AttendeeMessage },
    },
    handler: async (request) => {
      const user = signedIn(request)
      await requireGiver(app.db, user, request.params.id)
      await requireSendable(app, user, request.params)
      const { db, jobs } = app
      return sendMessage({ db, jobs, now: app.now() }, request.params)
    },
  })
}

/** Refuses (409 `email_not_proven`) a caller without a confirmed e-mail, so that a test is mailed to no one else. */
async function requireProven({ db }: App, userId: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('email_proven_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.email_proven_at) throw conflict('Confirm your e-mail first', 'email_not_proven')
}
