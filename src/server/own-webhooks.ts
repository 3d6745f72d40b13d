import type { FastifyInstance } from 'fastify'
import type { Deliver } from '../shop/payments/processors/processor.ts'

/** Maximum number of deliveries under way, so that none pile up while the service is overloaded. */
const atMost = 256

/**
 * Passes the simulated processor's webhooks to the application, once there is one, without a connection: two
 * requests of the process to itself would cost each purchase as much as the purchase. Everything else is the same
 * as for a webhook over HTTP: the route, its signature, its refusals.
 */
export function ownWebhooks() {
  let app: FastifyInstance | undefined
  let present = 0
  const deliver: Deliver = async ({ headers, body }) => {
    if (app === undefined) throw new Error('The service does not listen yet')
    if (present === atMost) throw new Error('Too many wait for their turn')
    present++
    try {
      const answer = await app.inject({
        method: 'POST',
        url: '/payments/webhook',
        headers,
        payload: body,
      })
      return answer.statusCode
    } finally {
      present--
    }
  }
  return {
    deliver,
    handTo: (listening: FastifyInstance) => {
      app = listening
    },
  }
}
