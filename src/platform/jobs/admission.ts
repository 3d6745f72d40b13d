import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { busy } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load: it costs next to nothing, or requests under way wait for it. */
    urgent?: true
  }
}

/** Weight of the latest released connection against all before it. */
const weight = 0.05
/** Time that callers may wait without a break before it counts as overload rather than a burst, ms. */
const burst = 1_000
/** Interval between checks of the event loop's delay, ms. */
const look = 20
/** Callers per connection that may wait without counting as a queue: refusing them would shorten no wait worth it. */
const shortQueue = 3
/** Number of the latest requests in which one route may have the majority. */
const latest = 64

/**
 * Returns the time a caller would wait now for a connection of a pool, ms: from the number of callers that wait already
 * beyond a short queue, and from the time a connection is held. 0 while the queue is short. `milliseconds` is the
 * clock.
 */
export function waitFor(pool: pg.Pool, milliseconds = () => performance.now()): () => number {
  const takenAt = new WeakMap<pg.PoolClient, number>()
  let [held, movedAt] = [0, 0]
  pool.on('acquire', (client) => takenAt.set(client, milliseconds()))
  pool.on('release', (_error, client) => {
    movedAt = milliseconds()
    held += (movedAt - (takenAt.get(client) ?? movedAt) - held) * weight
  })
  return () => {
    const now = milliseconds()
    if (pool.waitingCount === 0) movedAt = now
    const connections = pool.options.max ?? 1
    const waiting = Math.max(0, pool.waitingCount - shortQueue * connections)
    const expected = (waiting * held) / connections
    // While no connection is released there is nothing better to go by.
    return Math.max(expected, now - movedAt)
  }
}

/**
 * Returns a function that returns the time a caller may wait, ms, given the present wait: `most` in a burst, and a
 * fifth of it once the queue has not been nearly empty for a second. A long queue then only delays all callers: as much
 * is done with a short one. A second without a caller is no queue, however late the event loop is after it.
 */
export function toleranceOf(most: number, now: Clock): (wait: number) => number {
  let freeAt = now().getTime()
  let latestAt = freeAt
  return (wait) => {
    const at = now().getTime()
    if (wait <= most / 100 || at - latestAt > burst) freeAt = at
    latestAt = at
    return at - freeAt > burst ? most / 5 : most
  }
}

/** Returns a function that returns the delay of the event loop at the last timer, ms. */
export function watchLoop(closing: AsyncDisposableStack): () => number {
  let [lookedAt, late] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    late = Math.max(0, now - lookedAt - look)
    lookedAt = now
  }, look).unref()
  closing.defer(() => clearInterval(timer))
  return () => late
}

/**
 * Refuses early, with 503 `busy`, requests that would wait for the event loop and the database for longer than
 * BUSY_AFTER_MS allows, before the caller's token is looked up: all but urgent ones and answers from memory. From half
 * of that on it refuses a route that most of the latest requests were for, so that a flood of one leaves the others
 * answered.
 */
export function refuseWhenBusy(app: FastifyInstance): void {
  const tolerance = toleranceOf(app.config.BUSY_AFTER_MS, app.now)
  const routes: string[] = []
  let next = 0
  const hasMost = (route: string) => routes.filter((one) => one === route).length > latest / 2

  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = '', config } = request.routeOptions
    const wait = app.waitForDatabase() + app.loopDelay()
    const most = tolerance(wait)
    const isTooLong = wait > most || (wait > most / 2 && hasMost(route))
    if (isTooLong && !config.urgent && !app.isCached(request)) {
      done(busy('requests'))
      return
    }
    routes[next++ % latest] = route
    done()
  })
}
