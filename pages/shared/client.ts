import { createFestival, type FestivalClient } from '../../client/src/index.ts'

/**
 * Creates the API client of a page. The token is in a cookie that scripts cannot read; `key` returns the
 * session key to send with it, null while there is no session. `send` replaces fetch if given.
 */
export function pageClient(key: () => string | null, send?: typeof fetch): FestivalClient {
  return createFestival({
    baseUrl: location.origin,
    // While the service is renewed, a new page may reach a process of the version before.
    strict: false,
    fetch: send,
    headers: () => {
      const session = key()
      return session === null ? {} : { 'x-festival-session': session }
    },
  })
}
