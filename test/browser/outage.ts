/** An outage as a gate sees it: the service's port is closed, and opened again later. */
import type { Site } from './site.ts'

/** What a browser logs about requests without an answer. */
export const unanswered =
  /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_SOCKET_NOT_CONNECTED/

export function outageOf({ app, url }: Pick<Site, 'app' | 'url'>) {
  const { server } = app
  const port = Number(new URL(url).port)
  return {
    /** No request is answered from now on, except those made inside the process. */
    begin: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    end: () =>
      new Promise<void>((resolve) => {
        server.listen(port, '127.0.0.1', () => resolve())
      }),
  }
}
