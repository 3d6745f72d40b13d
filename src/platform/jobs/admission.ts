import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { busy } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however much there is to do: it costs next to nothing, or what is under way waits for it. */
    urgent?: true
  }
}

/** What the latest connection given back counts against all before it. */
const weight = 0.05
/** How long callers may wait without a break before it is no burst any more, ms. */
const burst = 1_000
/** How often the event loop is checked for being late, ms. */
const look = 20
/** So many callers may wait for each connection and count as none: refusing them would shorten no wait worth it. */
const shortQueue = 3
/** So many of the latest requests say whether one route has most of them. */
const latest = 64

/**
 * Returns how long a caller would wait now for a connection of a pool, ms: by the number of callers that wait
 * already beyond a short queue, and by how long a connection is held. 0 while no more than those wait.
 * `milliseconds` is the clock.
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
    // While no connection comes back there is nothing better to go by.
    return Math.max(expected, now - movedAt)
  }
}

/**
 * Returns how long a caller may wait, ms, where others would wait so long now: `most` in a burst, and a fifth
 * of it once the queue has not been nearly empty for a second. A long queue then only delays all callers: as
 * much is done with a short one. A second without a caller is no queue, however late the event loop is after it.
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

/** Returns how late the event loop was with the last timer, ms. */
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
 * Refuses early, with 503 `busy`, what would wait for the event loop and the database for longer than
 * BUSY_AFTER_MS allows, before the caller's token is looked up: all but what is urgent, and what is answered from
 * memory. From half of that on it refuses a route that most of the latest requests were for, so that a
 * flood of one leaves the others answered.
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
    if (isTooLong && !config.urgent && !app.knows(request)) {
      done(busy('requests'))
      return
    }
    routes[next++ % latest] = route
    done()
  })
}
