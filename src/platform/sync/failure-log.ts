import type { FastifyBaseLogger } from 'fastify'
import { isConnectionLost } from '#platform/database/failures'
import { toProblem } from '#platform/database/problems'
import type { Bus } from './bus.ts'

/** Interval between checks for the end of an outage, and time without failures that ends it, ms. */
const [look, calm] = [250, 1_000]

/**
 * An outage of the database in the log: a line when it begins, and one when it ends with the number of failures in
 * between. It begins when the database cannot be reached or a connection is lost, and ends when the bus works and
 * nothing has failed for a second.
 */
export class Outages {
  readonly #log: FastifyBaseLogger
  readonly #bus: Bus
  #timer: NodeJS.Timeout | undefined
  #beganAt = 0
  #failedAt = 0
  #failed: Record<string, number> = {}

  constructor({ log, bus }: { log: FastifyBaseLogger; bus: Bus }) {
    this.#log = log
    this.#bus = bus
    bus.reachability.onUnavailable(() => this.#begin())
  }

  /**
   * Counts a failure of `what`, such as `requests`, if a lost connection to the database is its cause.
   * @returns true if it was counted: then it needs no line of its own
   */
  count(error: unknown, what: string): boolean {
    if (!isConnectionLost(error)) return false
    this.#begin()
    this.#failedAt = performance.now()
    this.#failed[what] = (this.#failed[what] ?? 0) + 1
    return true
  }

  #begin() {
    if (this.#timer) return
    this.#log.warn('the database does not respond')
    this.#beganAt = performance.now()
    this.#failedAt = this.#beganAt
    this.#failed = {}
    this.#timer = setInterval(() => this.#look(), look).unref()
  }

  #look() {
    const now = performance.now()
    if (!this.#bus.isHeard()) this.#failedAt = now
    if (now - this.#failedAt < calm) return
    clearInterval(this.#timer)
    this.#timer = undefined
    const seconds = Math.round((this.#failedAt - this.#beganAt) / 100) / 10
    this.#log.warn({ seconds, failed: this.#failed }, 'the database responds again')
  }
}

/**
 * Returns a function that logs the failures of repeated background work. Failures caused by an outage of the database
 * are counted, everything else is a line each time.
 */
export function reporting(
  { log, outages }: { log: FastifyBaseLogger; outages: Outages },
  what: string,
): (error: unknown) => void {
  return (error) => {
    if (outages.count(error, what)) return
    const { code, message: reason } = toProblem(Object(error))
    // A lock or a statement took too long: the message is enough.
    if (code === 'unavailable') log.warn({ reason }, what)
    else log.error({ err: error }, what)
  }
}
