import type { FastifyInstance } from 'fastify'
import type { Figure, Labels, Metrics, Sample } from './metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer continues for as long as it is read, so its duration means nothing. */
    endless?: true
  }
}

/** The upper ends of the buckets, ms. */
const bounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
/** Labels for an unknown address and an unknown method. */
const [noRoute, noMethod] = ['none', 'other']
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/** The requests of one kind: their number in each bucket, and the sum of their durations. */
type Tally = { labels: Labels; counts: Float64Array; ms: number }

const name = 'festival_http_request_duration_seconds'

/** Answered requests and their durations, by method, route and class of the status. */
export class Traffic {
  /** by route, then by method: a key joined from both would cost more than all the rest */
  readonly #tallies = new Map<string, Map<string, Tally[]>>()

  constructor(metrics: Metrics) {
    metrics.add(async () => [this.#figure()])
  }

  /** Counts an answer. Called for every request, so it must cost next to nothing. */
  count(method: string, route: string, { status, ms }: { status: number; ms: number }): void {
    const classes = this.#tallies.get(route)?.get(method) ?? this.#classesOf(method, route)
    const statusClass = Math.trunc(status / 100)
    const tally = classes[statusClass] ?? begin(classes, statusClass, [method, route])
    let bucket = 0
    while (ms > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
    tally.counts[bucket] = (tally.counts[bucket] ?? 0) + 1
    tally.ms += ms
  }

  #classesOf(method: string, route: string): Tally[] {
    const classes: Tally[] = []
    const methods = this.#tallies.get(route) ?? new Map<string, Tally[]>()
    this.#tallies.set(route, methods.set(method, classes))
    return classes
  }

  #figure(): Figure {
    const help = 'How long requests took until their answer had left, by route and class of status'
    const tallies = [...this.#tallies.values()].flatMap((methods) =>
      [...methods.values()].flatMap((classes) => Object.values(classes)),
    )
    return { name, help, type: 'histogram', aggregator: 'sum', values: tallies.flatMap(samplesOf) }
  }
}

function begin(classes: Tally[], statusClass: number, [method, route]: [string, string]): Tally {
  const labels = { method, route, status: `${statusClass}xx` }
  const tally = { labels, counts: new Float64Array(bounds.length + 1), ms: 0 }
  classes[statusClass] = tally
  return tally
}

function samplesOf({ labels, counts, ms }: Tally): Sample[] {
  const metricName = `${name}_bucket`
  let value = 0
  const buckets = Array.from(counts, (count, index): Sample => {
    value += count
    const bound = bounds[index]
    return { labels: { le: bound ? `${bound / 1000}` : '+Inf', ...labels }, value, metricName }
  })
  return [
    ...buckets,
    { labels, value: ms / 1000, metricName: `${name}_sum` },
    { labels, value, metricName: `${name}_count` },
  ]
}

/** Counts every answer, except streams without an end. */
export function countRequests(app: FastifyInstance): void {
  const traffic = new Traffic(app.metrics)
  app.decorate('traffic', traffic)
  app.addHook('onResponse', ({ method, routeOptions: { url, config } }, reply, done) => {
    if (!config.endless || reply.statusCode >= 400) {
      const known = methods.has(method) ? method : noMethod
      traffic.count(known, url ?? noRoute, { status: reply.statusCode, ms: reply.elapsedTime })
    }
    done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** counts answers sent before the framework sees the request */
    traffic: Traffic
  }
}
