import type { FastifyBaseLogger } from 'fastify'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { MovableClock } from '#platform/values/movable-clock'

/** The step of the clock, in ms. Work that becomes due by time is late by no more than this. */
const step = 3_600_000

type Context = Pick<Infrastructure, 'jobs'> & { clock: MovableClock; log: FastifyBaseLogger }

/**
 * Moves the clock of a sandbox in steps of an hour, and does the work due at each step: holds lapse, offers go on to
 * the next, reminders and webhooks are sent, as if the time had passed.
 */
export class TimeLapse {
  readonly #context: Context
  #movingTo: Date | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /** The target time of the clock while it moves. */
  get movingTo(): Date | undefined {
    return this.#movingTo
  }

  /** Resolves when the clock shows `to`, or when it was stopped. Must not be called again while the clock moves. */
  async moveTo(to: Date, stopping: AbortSignal): Promise<void> {
    const { clock, jobs, log } = this.#context
    this.#movingTo = to
    try {
      for (let from = clock.now(); from < to && !stopping.aborted; from = clock.now()) {
        const next = Math.floor(from.getTime() / step + 1) * step
        clock.moveTo(new Date(Math.min(next, to.getTime())))
        await jobs.runDue(from, clock.now())
      }
    } catch (err) {
      log.error({ err }, 'the clock of the sandbox stopped before it arrived')
    } finally {
      this.#movingTo = undefined
    }
  }
}
