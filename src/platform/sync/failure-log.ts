import type { FastifyBaseLogger } from 'fastify'
import { toProblem } from '#platform/database/problems'
import type { Bus } from './bus.ts'

/** How long a failure of the database that was said stands for others, ms. */
const enough = 60_000

/**
 * Gives what logs the failures of work that goes on by itself, again and again: that the database does
 * not answer once an outage, in a line, everything else each time.
 */
export function reporting(
  { log, bus }: { log: FastifyBaseLogger; bus: Bus },
  what: string,
): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  bus.onReturn(() => {
    saidAt = Number.NEGATIVE_INFINITY
  })
  return (error) => {
    const reason = toProblem(Object(error))
    if (reason.code !== 'unavailable') {
      log.error({ err: error }, what)
    } else if (performance.now() - saidAt > enough) {
      saidAt = performance.now()
      log.warn({ reason: reason.message }, what)
    }
  }
}
