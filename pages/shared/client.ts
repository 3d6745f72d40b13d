import { createFestival, type FestivalClient } from '../../client/src/index.ts'
import { methodsOn } from '../../client/src/methods.ts'
import { gates } from '../../client/src/operations-gates.ts'
import { ClientTokens, type Settings, Wire } from '../../client/src/wire.ts'

/**
 * Creates the API client of a page. The token is in a cookie that scripts cannot read; `key` returns the
 * session key to send with it, null while there is no session. `send` replaces fetch if given.
 */
export const pageClient = (key: () => string | null, send?: typeof fetch): FestivalClient =>
  createFestival(settingsOf(key, send))

/** The part of the client that a gate uses: the other operations would be half of its script. */
export type GateClient = Pick<FestivalClient, 'gate'>

/** Creates the same for the page of a gate. */
export function gateClient(key: () => string | null, send: typeof fetch): GateClient {
  const settings = settingsOf(key, send)
  return methodsOn<GateClient>(new Wire(settings, new ClientTokens(settings), undefined), gates)
}

/** Creates the calls of a till, without the operations' methods: these would be half of its script. */
export function tillWire(key: () => string | null, send: typeof fetch): Wire {
  const settings = settingsOf(key, send)
  return new Wire(settings, new ClientTokens(settings), undefined)
}

const settingsOf = (key: () => string | null, send: typeof fetch | undefined): Settings => ({
  baseUrl: location.origin,
  // While the service is upgraded, a new page may reach a process of the previous version.
  strict: false,
  fetch: send,
  headers: () => {
    const session = key()
    return session === null ? {} : { 'x-festival-session': session }
  },
})
