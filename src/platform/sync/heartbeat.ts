import { setImmediate as turn } from 'node:timers/promises'

/** Interval of the beats, and time without an echo after which the line counts as cut, ms. */
const [pause, silence] = [200, 1000]

type HeartbeatOptions = {
  /** sends a beat; its echo arrives by a call of `heard` */
  send: () => Promise<unknown>
  /** returns true if there is a line to send it over */
  isOpen: () => boolean
  /** called for each beat that finds no line, or the previous beat still under way */
  missing: () => void
  /** returns true if the database is away: then it does not change, and silence means nothing */
  isMissed: () => boolean
  /** factor on the time after which silence counts as a cut */
  timeoutScale: number
}

/** Watches a line, which works while it brings us our own heartbeat. */
export class Heartbeat {
  readonly #given: HeartbeatOptions
  readonly #onSilence: (() => void)[] = []
  readonly #onReturn: (() => void)[] = []
  #heardAt = performance.now()
  #isSilent = false
  #isBeating = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: HeartbeatOptions) {
    this.#given = options
  }

  start(): void {
    this.#heardAt = performance.now()
    this.#timer = setInterval(() => void this.#tick(), pause)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  isRunning(): boolean {
    return this.#timer !== undefined
  }

  onSilence(listener: () => void): void {
    this.#onSilence.push(listener)
  }

  onReturn(listener: () => void): void {
    this.#onReturn.push(listener)
  }

  /** Returns true if an echo came within the last second. */
  isHeard(): boolean {
    return performance.now() - this.#heardAt <= silence * this.#given.timeoutScale
  }

  /** Returns true if the silence was announced. */
  isSilent(): boolean {
    return this.#isSilent
  }

  /** Returns true if there is no line, or one that still owes the answer to a beat. */
  isMissing(): boolean {
    return this.#isBeating || !this.#given.isOpen()
  }

  /** Records an echo. A silence that was not announced yet is announced now, once. */
  heard(): void {
    const isBack = !this.isHeard()
    this.#heardAt = performance.now()
    if (!isBack) return
    if (!this.#isSilent) this.announceSilence()
    // At once, so that a line cut again right after counts as a silence of its own.
    this.#isSilent = false
    for (const listener of this.#onReturn) listener()
  }

  /** Records that the line is cut: nothing counts as heard until the next echo. */
  lost(): void {
    this.#heardAt = Number.NEGATIVE_INFINITY
  }

  /** Announces a silence that was not announced yet. */
  watch(): void {
    if (this.isHeard()) this.#isSilent = false
    else if (!this.#isSilent && !this.#given.isMissed()) this.announceSilence()
  }

  announceSilence(): void {
    this.#isSilent = true
    for (const listener of this.#onSilence) listener()
  }

  /** Sends a beat. If it is not answered before the next one, `missing` checks whether the server is there. */
  async #tick() {
    // Input that arrived while the process was busy is read first.
    await turn()
    this.watch()
    if (this.isMissing()) return this.#given.missing()
    this.#isBeating = true
    await this.#given.send()
    this.#isBeating = false
  }
}
