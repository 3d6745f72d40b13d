/** Measurements during a drill: each answer, by phase and by second. */
import { Histogram } from './histogram.ts'

export type PhaseName = 'entering' | 'sale' | 'weeks' | 'gate' | 'checks'

export type Phase = {
  name: PhaseName
  /** seconds since the drill began */
  from: number
  to: number
  latencies: Histogram
  /** answers by status; 0: no answer */
  statuses: Record<string, number>
}

/** A second of the drill. */
export type Second = { requests: number; trouble: number; latencies: Histogram }

/** A running total over the whole drill. */
export type Counter = 'entered' | 'served' | 'sold' | 'inside'

export type Sample = { at: number } & Record<Counter, number>

export class Measures {
  readonly phases: Phase[] = []
  readonly seconds: Second[] = []
  readonly samples: Sample[] = []
  readonly counts: Record<Counter, number> = { entered: 0, served: 0, sold: 0, inside: 0 }
  /** the interruptions and their times */
  readonly events: { at: number; what: string }[] = []
  /** errors of the service itself: method, path without ids, status and message */
  readonly errors: string[] = []
  readonly #start = performance.now()
  #timer: NodeJS.Timeout | undefined
  /** requests before the first phase are not counted */
  #phase: Phase = { name: 'entering', from: 0, to: 0, latencies: new Histogram(), statuses: {} }

  get at(): number {
    return (performance.now() - this.#start) / 1000
  }

  begin(name: PhaseName): void {
    const [from, latencies] = [this.at, new Histogram()]
    this.#phase = { name, from, to: from, latencies, statuses: {} }
    this.phases.push(this.#phase)
    this.#timer ??= setInterval(() => this.#sample(), 1_000)
  }

  /** Ends the current phase and returns it. */
  end(): Phase {
    this.#sample()
    return this.#phase
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  note(what: string): void {
    this.events.push({ at: this.at, what })
  }

  /** Records an answer; status 0: none came. */
  answered(status: number, ms: number): void {
    const { latencies, statuses } = this.#phase
    latencies.add(ms)
    statuses[status] = (statuses[status] ?? 0) + 1
    const second = (this.seconds[Math.floor(this.at)] ??= {
      requests: 0,
      trouble: 0,
      latencies: new Histogram(),
    })
    second.requests++
    second.latencies.add(ms)
    if (isTrouble(status)) second.trouble++
  }

  #sample(): void {
    this.#phase.to = this.at
    this.samples.push({ at: this.at, ...this.counts })
  }
}

/** Returns true if there was no answer, a timeout, or a failure of the service: the request has to be repeated. */
export const isTrouble = (status: number): boolean =>
  status === 0 || status === 408 || status >= 500

export const requestsOf = ({ statuses }: Phase): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0)

export const troubleOf = ({ statuses }: Phase): number =>
  Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (isTrouble(Number(status)) ? count : 0),
    0,
  )
