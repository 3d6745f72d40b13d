import type { FastifyInstance } from 'fastify'

/**
 * One line a request. The route and not the address, and no name of a person: what people search for,
 * their ids and their secrets stay out of the log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      client: request.client?.id ?? null,
    })
  })
}
