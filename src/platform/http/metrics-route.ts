import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Figure } from '#platform/observe/metrics'
import { digest } from '#platform/secrets/tokens'
import { Problem } from '#platform/values/errors'

/**
 * `GET /metrics`, in Prometheus' text format: the figures of all processes of the service together. Readable with
 * METRICS_TOKEN as the bearer token; if that is not set, outside production, by this machine alone.
 */
export function serveMetrics(app: FastifyInstance): void {
  let asked: Promise<string> | undefined
  app.metrics.add(ownProcess())
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { access: 'public', urgent: true, quiet: true },
    schema: { hide: true },
    onRequest: async (request) => admit(request),
    handler: async (_request, reply) => {
      // A request that comes while another is answered gets the same answer.
      asked ??= textOf(app).finally(() => {
        asked = undefined
      })
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await asked)
    },
  })
}

function admit(request: FastifyRequest) {
  const { server, headers } = request
  const { METRICS_TOKEN, NODE_ENV } = server.config
  if (METRICS_TOKEN === undefined) {
    if (NODE_ENV === 'production' || !isFromHere(request)) throw new Problem(404, 'Not found')
    return
  }
  const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(digest(token), digest(METRICS_TOKEN))) {
    throw new Problem(401, 'The bearer token of METRICS_TOKEN is missing or wrong')
  }
}

/** Returns true for a request of this machine: one that comes through a proxy comes from another. */
function isFromHere({ headers, socket: { remoteAddress = '' } }: FastifyRequest): boolean {
  const isForwarded = 'forwarded' in headers || 'x-forwarded-for' in headers
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(remoteAddress)
}

async function textOf({ metrics }: FastifyInstance): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client')
  const all = await metrics.all()
  return AggregatorRegistry.aggregate(all).metrics()
}

/**
 * Memory, processor, event loop, collections and open files of this process. The library's gauges that are named as
 * counters are left out: Prometheus' own check refuses them.
 */
export function ownProcess(): () => Promise<Figure[]> {
  let registry: Promise<Registry> | undefined
  return async () => {
    registry ??= import('prom-client').then((library) => {
      const register = new library.Registry()
      library.collectDefaultMetrics({ register })
      return register
    })
    const figures = (await (await registry).getMetricsAsJSON()) as unknown as Figure[]
    return figures
      .filter(({ name, type }) => type === 'counter' || !name.endsWith('_total'))
      .map((figure) => ({
        ...figure,
        aggregator: togetherOf(figure),
        // Nothing was measured yet.
        values: figure.values.filter(({ value }) => !Number.isNaN(value)),
      }))
  }
}

/** Chooses the value for several processes: the one that is held up most, and the one that has run longest. */
function togetherOf({ name, aggregator }: Figure): Figure['aggregator'] {
  if (name.startsWith('nodejs_eventloop_lag')) return 'max'
  return name === 'process_start_time_seconds' ? 'min' : aggregator
}
