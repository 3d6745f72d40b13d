import { type Module } from '#platform/http/infrastructure'
import { capped, Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { toTime } from '#platform/values/time'
import { redeliver, replay, sendTest } from './changes.ts'
import { findDeliveryDetail, findWebhook, listDeliveries } from './queries.ts'
import {
  Deliveries,
  DeliveriesQuery,
  Delivery,
  DeliveryDetail,
  mostDeliveries,
  Replay,
  Replayed,
} from './schemas.ts'

type App = Parameters<Module>[0]
type Config = { access: 'user'; permission: 'manage_clients' }

/** The log of deliveries, and the operations that send them again. */
export function deliveryRoutes(app: App, config: Config) {
  showLog(app, config)
  sendAgain(app, config)
}

function showLog(app: App, config: Config) {
  app.route({
    method: 'GET',
    url: '/webhooks/:id/deliveries',
    config,
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'What was sent to an endpoint in the last 30 days, newest first',
      params: Id,
      querystring: DeliveriesQuery,
      response: { 200: Deliveries },
    },
    handler: async ({ params, query }) => {
      found(await findWebhook(app.db, params.id, app.now()), 'Webhook')
      return listDeliveries(app.db, { ...capped(query, mostDeliveries), webhookId: params.id })
    },
  })

  app.route({
    method: 'GET',
    url: '/webhooks/deliveries/:id',
    config,
    schema: {
      operationId: 'getWebhookDelivery',
      summary: 'A delivery with its message and each attempt',
      params: Id,
      response: { 200: DeliveryDetail },
    },
    handler: async ({ params }) => found(await findDeliveryDetail(app.db, params.id), 'Delivery'),
  })
}

function sendAgain(app: App, config: Config) {
  app.route({
    method: 'POST',
    url: '/webhooks/:id/test',
    config: { ...config, audit: 'webhook.test', refuses: ['disabled'] },
    schema: {
      operationId: 'testWebhook',
      summary: 'Send an endpoint a webhook.test event',
      params: Id,
      response: { 201: Delivery },
    },
    handler: ({ params }, reply) => {
      reply.code(201)
      return sendTest(app, params.id)
    },
  })

  app.route({
    method: 'POST',
    url: '/webhooks/deliveries/:id/redeliver',
    config: { ...config, audit: 'webhook.redeliver', refuses: ['disabled'] },
    schema: {
      operationId: 'redeliverWebhook',
      summary: 'Send an event to an endpoint once more, with the same id',
      params: Id,
      response: { 200: Delivery },
    },
    handler: ({ params }) => redeliver(app, params.id),
  })

  app.route({
    method: 'POST',
    url: '/webhooks/:id/replay',
    config: { ...config, audit: 'webhook.replay', refuses: ['disabled'] },
    schema: {
      operationId: 'replayWebhook',
      summary:
        'Send at once what has failed or was missed since a time, or waits for its next attempt',
      description:
        'One after the other, in the order in which it happened; an event that fails again is tried again later and holds up no other.',
      params: Id,
      body: Replay,
      response: { 200: Replayed },
    },
    handler: async ({ params, body }) => ({
      replayed: await replay(app, params.id, toTime(body.since)),
    }),
  })
}
