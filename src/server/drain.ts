import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { beginDraining } from '#platform/http/draining'
import { allClosed, listenersOf } from './network/listeners.ts'

/** How long a drain takes at most; how long people may still come, and ask over what they have open, ms. */
const [patience, grace, idle] = [10_000, 200, 800]
/** A turn of the loop in which nothing is done takes less, ms. */
const soon = 0.1

type Given = {
  /** what to say of an error */
  explain: (error: unknown) => string
  /** how long requests are still taken after readiness has failed: a load balancer notices late */
  delaySeconds: number
}

/**
 * Gives what ends the process with a code, once: what `server` is answering is answered, with
 * `connection: close`, so that no idle connection holds it; then everything is closed, and what does not
 * close within ten seconds is left. Before an end that was asked for (code 0) there is the delay.
 */
export function drainOf(
  closing: AsyncDisposableStack,
  server: Server | undefined,
  { explain, delaySeconds }: Given,
): (code: number) => void {
  let draining = false
  // Before all others, one of which may answer at once.
  server?.prependListener('request', (_request, response) => {
    if (draining) response.setHeader('connection', 'close')
  })
  const drain = async (code: number, delay: number) => {
    if (server) {
      // What has just arrived is still answered.
      await wait(delay + grace)
      await stopListening(server)
      // The next answer on a connection says that it is the last one. One that is idle for so long is cut.
      await Promise.race([allClosed(server), wait(idle)])
      setInterval(() => server.closeIdleConnections(), 50).unref()
    }
    await closing.disposeAsync()
    process.exit(code)
  }
  return (code) => {
    if (draining) return
    draining = true
    if (server) beginDraining(server)
    const delay = code === 0 ? delaySeconds * 1000 : 0
    setTimeout(() => process.exit(1), delay + patience).unref()
    drain(code, delay).catch((error: unknown) => {
      process.stderr.write(`${explain(error)}\n`)
      process.exit(1)
    })
  }
}

/**
 * Takes no more connections: new ones are refused, and may go elsewhere. Those that the system has
 * in already, a turn of the loop takes one of them, would be cut off: so after a turn without one, which
 * was over so soon that none has come since.
 */
async function stopListening(server: Server): Promise<void> {
  let hasCome = false
  server.on('connection', () => {
    hasCome = true
  })
  const end = performance.now() + grace
  let began: number
  do {
    hasCome = false
    began = performance.now()
    await turn()
  } while ((hasCome || performance.now() - began > soon) && performance.now() < end)
  // Not its own way to close, which would cut what is idle.
  for (const listener of listenersOf(server)) Listener.prototype.close.call(listener)
}
