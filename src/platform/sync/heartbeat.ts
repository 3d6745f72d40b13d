import { setImmediate as turn } from 'node:timers/promises'

/** How often it beats, and after how long without an echo the line counts as cut, ms. */
const [pause, silence] = [200, 1000]

type Given = {
  /** sends a beat, whose echo is told by `heard` */
  send: () => Promise<unknown>
  /** whether there is a line to send it over */
  isOpen: () => boolean
  /** called with each beat that finds no line, or the one before it still under way */
  missing: () => void
  /** whether the database is away: then it does not change, and silence says nothing */
  isMissed: () => boolean
  /** factor on the time after which silence counts as a cut */
  timeoutScale: number
}

/** Whether a line works: it brings us our own heartbeat. */
export class Heartbeat {
  readonly #given: Given
  readonly #onSilence: (() => void)[] = []
  readonly #onReturn: (() => void)[] = []
  #heardAt = performance.now()
  #isSilent = false
  #isBeating = false
  #timer: NodeJS.Timeout | undefined

  constructor(given: Given) {
    this.#given = given
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

  /** Whether an echo came within the last second. */
  isHeard(): boolean {
    return performance.now() - this.#heardAt <= silence * this.#given.timeoutScale
  }

  /** Whether the silence was announced. */
  isSilent(): boolean {
    return this.#isSilent
  }

  /** Whether there is no line, or one that still owes the answer to a beat. */
  isMissing(): boolean {
    return this.#isBeating || !this.#given.isOpen()
  }

  /** An echo came. What was not heard is told of once, at the latest now. */
  heard(): void {
    const isBack = !this.isHeard()
    this.#heardAt = performance.now()
    if (!isBack) return
    if (!this.#isSilent) this.announceSilence()
    // At once, so that a line cut again right after counts as a silence of its own.
    this.#isSilent = false
    for (const listener of this.#onReturn) listener()
  }

  /** The line is cut: nothing counts as heard until the next echo. */
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

  /** A beat that is not answered by the next one is a reason to look whether anybody is there. */
  async #tick() {
    // What has come in while the process was busy is heard first.
    await turn()
    this.watch()
    if (this.isMissing()) return this.#given.missing()
    this.#isBeating = true
    await this.#given.send()
    this.#isBeating = false
  }
}
