import { setTimeout as wait } from 'node:timers/promises'
import { sqlState } from '#platform/database/failures'

/** Time limits of the first attempt to connect and of each later one, and the pause between two, ms. */
const [first, later, pause] = [400, 800, 100]
/** Maximum time that caches may stand in, ms: our network may be gone, and not the database. */
const longest = 300_000

type ReachabilityOptions<Line> = {
  /** connects within this many ms */
  dial: (patience: number) => Promise<Line>
  /** uses the new line; true if it works */
  found: (line: Line) => Promise<boolean>
  /** true while there is still a reason to look */
  isSought: () => boolean
  /** true if no pooler leads others to the database while we cannot connect to it; else it never counts as away */
  isOnlyWay: boolean
}

/** Watches whether the database can be reached. The state is unknown until a connection fails. */
export class Reachability<Line> {
  readonly #given: ReachabilityOptions<Line>
  readonly #onAway: (() => void)[] = []
  #missedFrom: number | undefined
  #isAway = false
  #isSeeking = false
  #trying: Promise<boolean> | undefined

  constructor(options: ReachabilityOptions<Line>) {
    this.#given = options
  }

  /** Calls `listener` when the first attempt to connect has failed: the database is away. */
  onUnavailable(listener: () => void): void {
    this.#onAway.push(listener)
  }

  /** Returns true if the last attempt to connect has failed. */
  isUnavailable(): boolean {
    return this.#isAway
  }

  /** Returns true if the database is away, once the attempt to connect that is under way has shown it. */
  async verdict(): Promise<boolean> {
    await this.#trying
    return this.#isAway
  }

  /** Returns true if it is away, or was missed a moment ago and has not answered since; for some minutes. */
  isMissed(): boolean {
    return this.#missedFrom !== undefined && performance.now() - this.#missedFrom < longest
  }

  /** Records that the database has answered a connection. */
  seen(): void {
    this.#missedFrom = undefined
    this.#isAway = false
  }

  /**
   * Tries to connect until that works or no caller waits for it any more. Until the first attempt has a result the
   * database counts as missed, unless it is `known` that others are answered.
   */
  async seek(known: boolean): Promise<void> {
    if (this.#isSeeking) return
    this.#isSeeking = true
    if (!known && this.#given.isOnlyWay) this.#missedFrom ??= performance.now()
    try {
      for (let patience = first; this.#given.isSought(); patience = later) {
        this.#trying = this.#try(patience)
        if (await this.#trying) return
        await wait(pause)
      }
    } finally {
      this.#isSeeking = false
    }
  }

  async #try(patience: number): Promise<boolean> {
    let line: Line
    try {
      line = await this.#given.dial(patience)
    } catch (error) {
      if (isNobody(error)) this.#lack()
      else this.seen()
      return false
    }
    this.seen()
    return this.#given.found(line)
  }

  #lack() {
    if (!this.#given.isOnlyWay) return
    this.#missedFrom ??= performance.now()
    if (this.#isAway) return
    this.#isAway = true
    for (const listener of this.#onAway) listener()
  }
}

/** Returns true if a failure to connect means that there is no server, rather than one that refuses. */
function isNobody(error: unknown): boolean {
  const state = sqlState(error)
  // 57P03: it is starting or stopping.
  return state === '' ? !/^E[MN]FILE$/.test(Object(error).code) : state === '57P03'
}
