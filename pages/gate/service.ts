import { FestivalError } from '../../client/src/error.ts'
import type { FestivalClient } from '../../client/src/index.ts'
import { pageClient } from '../shared/client.ts'
import { hearClock } from './clock.ts'

/** How long a scan waits for the service before the device decides, milliseconds. */
export const patience = 2_000
const batchPatience = 15_000

/** The set-up of this device has ended: it was taken away, or its token has. */
export class Ended extends Error {}
/** No answer that could be used came: the device is on its own for now. */
export class Unanswered extends Error {}

type Say = { onLine: () => void; onEnded: () => void }

/** The way to the service, and whether it stands. */
export class Service {
  readonly #client: FestivalClient
  readonly #say: Say
  #isOnline = navigator.onLine
  /** what the service said when it answered, but would not serve; for a person to read */
  complaint: string | null = null

  constructor(key: () => string | null, say: Say) {
    this.#say = say
    this.#client = pageClient(key, async (input, init) => {
      const sent = Date.now()
      const response = await fetch(input, { ...init, cache: 'no-store' })
      hearClock(response, sent)
      return response
    })
  }

  get isOnline(): boolean {
    return this.#isOnline
  }

  set isOnline(is: boolean) {
    if (is === this.#isOnline) return
    this.#isOnline = is
    this.#say.onLine()
  }

  /**
   * Calls the service once.
   * @param wait milliseconds
   * @throws Ended when this device may no longer call, Unanswered for anything else but an answer
   */
  async call<T>(
    send: (client: FestivalClient, options: { signal: AbortSignal }) => Promise<T>,
    wait = batchPatience,
  ): Promise<T> {
    try {
      const answer = await send(this.#client, { signal: AbortSignal.timeout(wait) })
      this.complaint = null
      this.isOnline = true
      return answer
    } catch (error) {
      throw this.#heed(error)
    }
  }

  /** What a call that failed means. */
  #heed(error: unknown): Ended | Unanswered {
    const { status, message } =
      error instanceof FestivalError ? error : { status: 0, message: 'No answer in time' }
    if (status === 401 && message === 'Invalid token') {
      this.#say.onEnded()
      return new Ended(message)
    }
    this.complaint = status === 0 ? null : message
    this.isOnline = false
    this.#say.onLine()
    return new Unanswered(message, { cause: error })
  }
}
