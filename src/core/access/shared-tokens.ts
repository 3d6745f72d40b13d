import { Problem } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'
import type { Access } from './access.ts'
import type { Holder } from './token-lookup.ts'

type Life = {
  /** how long a new token lives, in seconds */
  seconds: number
  /** how long a token that is given out lives at least */
  least: number
}

export type SharedToken = { token: string; client: Holder['client']; secondsLeft: number }

/**
 * Tokens of clients that every caller gets who asks for one. Of each client a process has one at a time, and makes
 * the next when that is used up: however many ask, only a few are stored, and asking costs no statement.
 */
export class SharedTokens {
  readonly #access: Access
  readonly #now: Clock
  readonly #life: Life
  readonly #held = new Map<string, Promise<string>>()

  constructor({ access, now }: { access: Access; now: Clock }, life: Life) {
    this.#access = access
    this.#now = now
    this.#life = life
  }

  /** Returns the token of a client. `issue` makes one that lives so many seconds, or throws. */
  async get(clientId: string, issue: (seconds: number) => Promise<string>): Promise<SharedToken> {
    const mine = this.#held.get(clientId) ?? this.#renew(clientId, issue)
    const held = await this.lookUp(clientId, await mine)
    if (held) return held
    // The first request that finds it used up renews it, for all that wait.
    const now = this.#held.get(clientId)
    const next = now === undefined || now === mine ? this.#renew(clientId, issue) : now
    const renewed = await this.lookUp(clientId, await next)
    if (renewed) return renewed
    throw new Problem(401, 'Invalid token')
  }

  /** Returns what is known of a token; undefined for one that is not the client's, or ends too soon. */
  async lookUp(clientId: string, token: string): Promise<SharedToken | undefined> {
    try {
      const { client, user, device, expiresAt } = await this.#access.holderOf(token)
      const secondsLeft = Math.floor((expiresAt.getTime() - this.#now().getTime()) / 1000)
      const isItsOwn = client.id === clientId && !user && !device
      return isItsOwn && secondsLeft >= this.#life.least
        ? { token, client, secondsLeft }
        : undefined
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return undefined
      throw error
    }
  }

  #renew(clientId: string, issue: (seconds: number) => Promise<string>): Promise<string> {
    const issued = issue(this.#life.seconds)
    this.#held.set(clientId, issued)
    issued.catch(() => {
      if (this.#held.get(clientId) === issued) this.#held.delete(clientId)
    })
    return issued
  }
}
