import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { deleteOldEvents } from '#core/domain-events'
import { type Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './changes.ts'
import { showOpenDeliveries } from './counts.ts'
import { Courier } from './courier.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { mailDisabled } from './disabling.ts'
import { describedEvents } from './events.ts'
import { findWebhook, listWebhooks } from './queries.ts'
import {
  EventType,
  NewWebhook,
  Rotation,
  Webhook,
  WebhookChange,
  WebhookWithSecret,
} from './schemas.ts'

type App = Parameters<Module>[0]

const config = { access: 'user', permission: 'manage_clients' } as const

export const webhooks: Module = async (app) => {
  bringEvents(app)
  showOpenDeliveries(app)
  read(app)
  change(app)
  deliveryRoutes(app, config)
}

/** Starts the work of each process for the endpoints, until it closes. */
function bringEvents(app: App) {
  const { work, now, vault, outgoing, jobs, log } = app
  const courier = new Courier({ work, now, vault, outgoing, jobs, log, random: Math.random })
  jobs.everySeconds(
    0.5,
    () => courier.look(),
    () => courier.settled(),
  )
  jobs.cron('forget-webhook-events', '47 3 * * *', () => deleteOldEvents(work, now()))
  mailDisabled(app)
  app.addHook('onClose', () => courier.close())
}

function read(app: App) {
  app.route({
    method: 'GET',
    url: '/webhooks',
    config,
    schema: {
      operationId: 'listWebhooks',
      summary: 'Endpoints that hear of events, oldest first',
      response: { 200: Type.Array(Webhook) },
    },
    handler: () => listWebhooks(app.db, app.now()),
  })

  app.route({
    method: 'GET',
    url: '/webhooks/events',
    config,
    schema: {
      operationId: 'listWebhookEvents',
      summary: 'The types of events, with the schema of their messages',
      response: { 200: Type.Array(EventType) },
    },
    handler: async () =>
      describedEvents.map((event) => ({ ...event, schema: { ...event.schema } })),
  })

  app.route({
    method: 'GET',
    url: '/webhooks/:id',
    config,
    schema: {
      operationId: 'getWebhook',
      summary: 'An endpoint that hears of events',
      params: Id,
      response: { 200: Webhook },
    },
    handler: async ({ params }) =>
      found(await findWebhook(app.db, params.id, app.now()), 'Webhook'),
  })
}

function change(app: App) {
  app.route({
    method: 'POST',
    url: '/webhooks',
    config: { ...config, audit: 'webhook.create', confirms: true, refuses: ['too_many'] },
    schema: {
      operationId: 'createWebhook',
      summary: 'Create an endpoint; its secret is shown this once',
      description:
        'From then on it is sent what happens, signed by Standard Webhooks, until it answers 2xx: ten attempts in three days.',
      body: NewWebhook,
      response: { 201: WebhookWithSecret },
    },
    handler: (request, reply) => {
      reply.code(201)
      return createWebhook(app, request.body, signedIn(request).id)
    },
  })

  app.route({
    method: 'PUT',
    url: '/webhooks/:id',
    config: { ...config, audit: 'webhook.update', confirms: true },
    schema: {
      operationId: 'updateWebhook',
      summary: 'Change an endpoint, disable it or enable it again',
      description:
        'While it is disabled it is sent nothing; what was on its way goes on when it is enabled again. What it misses while the service has disabled it is kept for 30 days, for a replay.',
      params: Id,
      body: WebhookChange,
      response: { 200: Webhook },
    },
    handler: ({ params, body }) => updateWebhook(app, params.id, body),
  })

  app.route({
    method: 'DELETE',
    url: '/webhooks/:id',
    config: { ...config, audit: 'webhook.delete' },
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete an endpoint, with the log of what was sent there',
      params: Id,
      response: { 200: Message },
    },
    handler: async ({ params }) => {
      await deleteWebhook(app, params.id)
      return { message: 'Webhook deleted' }
    },
  })

  app.route({
    method: 'POST',
    url: '/webhooks/:id/rotate',
    config: { ...config, audit: 'webhook.rotate', confirms: true },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Give an endpoint a new secret, shown this once; both sign until the old one ends',
      params: Id,
      body: Rotation,
      response: { 200: WebhookWithSecret },
    },
    handler: ({ params, body: { overlap_seconds = 86_400 } }) =>
      rotateSecret(app, params.id, overlap_seconds),
  })
}
