import { createFestival, type FestivalClient } from '../../client/src/index.ts'

/**
 * The client of a page of ours. Its token lies in a cookie that no script reads; `key` gives what has to
 * be sent beside it, null while there is no session. `send` is there in place of fetch, if at all.
 */
export function pageClient(key: () => string | null, send?: typeof fetch): FestivalClient {
  return createFestival({
    baseUrl: location.origin,
    fetch: send,
    headers: () => {
      const session = key()
      return session === null ? {} : { 'x-festival-session': session }
    },
  })
}
