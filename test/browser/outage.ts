/** The service as a gate loses it: its port is closed, and opened again later. */
import type { Site } from './site.ts'

/** What a browser says of requests that nobody answers. */
export const unanswered = /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_FAILED/

export function outageOf({ app, url }: Pick<Site, 'app' | 'url'>) {
  const { server } = app
  const port = Number(new URL(url).port)
  return {
    /** Nobody answers from now on. What is asked inside the process still is answered. */
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
