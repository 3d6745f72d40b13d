/** The methods of the client for other systems: their clients and webhooks (operations.ts). */
export const integration = {
  clients: {
    list: ['GET /clients', 'part'],
    create: ['POST /clients', 'body'],
    update: ['PUT /clients/{id}', 'body'],
    delete: ['DELETE /clients/{id}'],
    rotate: ['POST /clients/{id}/rotate', 'body'],
  },
  webhooks: {
    list: ['GET /webhooks'],
    events: ['GET /webhooks/events'],
    get: ['GET /webhooks/{id}'],
    create: ['POST /webhooks', 'body'],
    update: ['PUT /webhooks/{id}', 'body'],
    delete: ['DELETE /webhooks/{id}'],
    rotate: ['POST /webhooks/{id}/rotate', 'body'],
    test: ['POST /webhooks/{id}/test'],
    replay: ['POST /webhooks/{id}/replay', 'body'],
    deliveries: ['GET /webhooks/{id}/deliveries', 'cursor'],
    delivery: ['GET /webhooks/deliveries/{id}'],
    redeliver: ['POST /webhooks/deliveries/{id}/redeliver'],
  },
} as const
