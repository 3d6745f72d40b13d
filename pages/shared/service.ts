import { FestivalError } from '../../client/src/error.ts'
import { setServerClock } from './clock.ts'

const batchPatience = 15_000

/** The set-up of this device has ended: it was removed, or its token has expired. */
export class Ended extends Error {}
/** No usable answer arrived: the device decides by itself for now. */
export class Unanswered extends Error {}

type Say = { onLine: () => void; onEnded: () => void }

/** The connection to the service, and its state. */
export class Service<Client> {
  readonly #client: Client
  readonly #say: Say
  #isOnline = navigator.onLine
  /** the error message when the service answers but refuses to serve; shown to the user */
  complaint: string | null = null

  constructor(make: (send: typeof fetch) => Client, say: Say) {
    this.#say = say
    this.#client = make(async (input, init) => {
      const sent = Date.now()
      const response = await fetch(input, { ...init, cache: 'no-store' })
      setServerClock(response, sent)
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
   * @throws Ended when this device may no longer call, Unanswered for any other failure
   */
  async call<T>(
    send: (client: Client, options: { signal: AbortSignal }) => Promise<T>,
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

  /**
   * Works like `call`, but returns a refusal with one of these codes: it is an answer, and the service works.
   * @throws Ended, Unanswered
   */
  ask<T>(
    send: (client: Client, options: { signal: AbortSignal }) => Promise<T>,
    refusals: ReadonlySet<string>,
  ): Promise<T | FestivalError> {
    return this.call((client, options) =>
      send(client, options).catch((error: unknown) => {
        if (error instanceof FestivalError && refusals.has(error.code ?? '')) return error
        throw error
      }),
    )
  }

  /** Returns the error for a failed call. */
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
