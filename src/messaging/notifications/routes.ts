import { Type } from 'typebox'
import { sessionOf, signedIn } from '#core/access'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id } from '#platform/http/paging'
import { markAllRead, markRead } from './changes.ts'
import { type FanOut, fanOut, fanOutJob, keyOf } from './content.ts'
import { deleteOldNotifiedHolders } from './holders.ts'
import { countUnread, listNotifications } from './queries.ts'
import {
  mostListed,
  Notification,
  NotificationQuery,
  ReadMark,
  ReadMarks,
  StreamQuery,
  StreamTicket,
  UnreadCount,
} from './schemas.ts'
import { settingsRoutes } from './settings-routes.ts'
import { deleteOldStreamTickets, issueStreamTicket, sessionOfTicket } from './stream-tickets.ts'
import { Streams } from './streams.ts'

type App = Parameters<Module>[0]

export const notifications: Module = async (app) => {
  inbox(app)
  stream(app)
  settingsRoutes(app)
  app.jobs.work<FanOut>(fanOutJob, (job) => fanOut(app, job), keyOf)
  app.jobs.cron('forget-told', '53 3 * * *', () => deleteOldNotifiedHolders(app.work, app.now()))
  app.jobs.cron('forget-stream-tickets', '*/10 * * * *', () =>
    deleteOldStreamTickets(app.work, app.now()),
  )
}

function inbox(app: App) {
  app.route({
    method: 'GET',
    url: '/notifications',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listNotifications',
      summary: "The user's notifications, newest first",
      querystring: NotificationQuery,
      response: { 200: Type.Array(Notification) },
    },
    handler: (request) =>
      listNotifications(app.db, signedIn(request).id, capped(request.query, mostListed)),
  })

  app.route({
    method: 'GET',
    url: '/notifications/unread',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'countUnreadNotifications',
      summary: 'How many notifications are unread, for the badge on an icon',
      response: { 200: UnreadCount },
    },
    handler: async (request) => ({ count: await countUnread(app.db, signedIn(request).id) }),
  })

  app.route({
    method: 'PUT',
    url: '/notifications/:id/read',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'readNotification',
      summary: 'Mark a notification as read',
      params: Id,
      response: { 200: ReadMark },
    },
    handler: (request) => markRead(app.db, { id: request.params.id, userId: signedIn(request).id }),
  })

  app.route({
    method: 'PUT',
    url: '/notifications/read-all',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'readAllNotifications',
      summary: 'Mark all notifications as read',
      response: { 200: ReadMarks },
    },
    handler: async (request) => {
      const count = await markAllRead(app.db, signedIn(request).id)
      const noun = count === 1 ? 'notification' : 'notifications'
      return { message: `${count} ${noun} marked as read`, count }
    },
  })
}

function stream(app: App) {
  const streams = new Streams(app)
  app.addHook('preClose', async () => streams.close())

  app.route({
    method: 'POST',
    url: '/notifications/sse-ticket',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'getStreamTicket',
      summary: 'A ticket that opens the stream once, for pages that cannot send headers with it',
      response: { 200: StreamTicket },
    },
    handler: async (request) => ({
      ticket: await issueStreamTicket({ db: app.db, now: app.now() }, sessionOf(request)),
    }),
  })

  app.route({
    method: 'GET',
    url: '/notifications/sse',
    exposeHeadRoute: false,
    config: {
      access: 'user',
      publishable: true,
      endless: true,
      entrance: (request) => sessionOfTicket({ db: app.db, now: app.now() }, request),
      refuses: ['too_many_streams'],
    },
    schema: {
      operationId: 'streamNotifications',
      summary: 'Notifications as they come, as Server-Sent Events',
      description:
        'The data of each message is a notification as in the list, its id the number in the inbox: sent back as Last-Event-ID it brings what was missed. A comment comes every ten seconds. The stream ends with the token, and when the service stops: come back after three seconds.',
      security: [{ client: [], user: [] }, { ticket: [] }],
      querystring: StreamQuery,
      response: {
        200: {
          description: 'The stream',
          content: { 'text/event-stream': { schema: Type.String() } },
        },
      },
    },
    handler: async (request, reply) => {
      const header = request.headers['last-event-id']
      const lastEventId = typeof header === 'string' && header !== '' ? header : undefined
      await streams.open(request, reply, lastEventId ?? request.query.last_event_id)
    },
  })
}
