import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const [patience, grace] = [10_000, 200]

/**
 * Gives what ends the process with a code, once: what `server` is answering is answered, with
 * `connection: close`, so that no idle connection holds it; then everything is closed, and what does not
 * close within ten seconds is left.
 */
export function drainOf(
  closing: AsyncDisposableStack,
  server: Server | undefined,
  explain: (error: unknown) => string,
): (code: number) => void {
  let draining = false
  server?.on('request', (_request, response) => {
    if (draining && !response.headersSent) response.setHeader('connection', 'close')
  })
  const drain = async (code: number) => {
    if (server) {
      // What has just arrived is still answered; an idle connection is cut only after that.
      await wait(grace)
      setInterval(() => server.closeIdleConnections(), 50).unref()
    }
    await closing.disposeAsync()
    process.exit(code)
  }
  return (code) => {
    if (draining) return
    draining = true
    setTimeout(() => process.exit(1), patience).unref()
    drain(code).catch((error: unknown) => {
      process.stderr.write(`${explain(error)}\n`)
      process.exit(1)
    })
  }
}
