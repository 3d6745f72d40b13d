import { Problem } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'
import type { Access } from './access.ts'
import type { Holder } from './token-lookup.ts'

type Life = {
  /** life of a new token, in seconds */
  seconds: number
  /** shortest remaining life of a token that is given out, in seconds */
  least: number
}

export type SharedToken = { token: string; client: Holder['client']; secondsLeft: number }

/**
 * Tokens of clients that are shared by all callers. A process holds one for each client at a time, and makes the next
 * one when that is used up: however many ask, only a few are stored, and asking costs no statement.
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

  /** Returns the token of a client. `issue` makes a token that lives the given number of seconds, or throws. */
  async get(clientId: string, issue: (seconds: number) => Promise<string>): Promise<SharedToken> {
    const mine = this.#held.get(clientId) ?? this.#renew(clientId, issue)
    const held = await this.lookUp(clientId, await mine)
    if (held) return held
    // The first request that finds it used up renews it, for all waiting requests.
    const now = this.#held.get(clientId)
    const next = now === undefined || now === mine ? this.#renew(clientId, issue) : now
    const renewed = await this.lookUp(clientId, await next)
    if (renewed) return renewed
    throw new Problem(401, 'Invalid token')
  }

  /** Returns the token with its client and the seconds left; undefined if it is not the client's, or ends too soon. */
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
