import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { beginDraining } from '#platform/http/draining'
import { allClosed, listenersOf } from './network/listeners.ts'

/** Limits, ms: the whole drain; further connections; further requests on open connections. */
const [timeoutMs, graceMs, idleMs] = [10_000, 200, 800]
/** A turn of the event loop without work takes less than this, ms. */
const soon = 0.1

type DrainOptions = {
  /** returns the message for an error */
  explain: (error: unknown) => string
  /** seconds during which requests are still accepted after readiness has failed: a load balancer notices late */
  delaySeconds: number
}

/**
 * Returns a function that ends the process with a code, once. Requests that `server` is processing are completed
 * with `connection: close`, so that no idle connection delays the end; then everything is closed. Anything still
 * open after ten seconds is abandoned. An intended end (code 0) waits for the delay first.
 */
export function drainOf(
  closing: AsyncDisposableStack,
  server: Server | undefined,
  { explain, delaySeconds }: DrainOptions,
): (code: number) => void {
  let draining = false
  // Before all other listeners, one of which may answer at once.
  server?.prependListener('request', (_request, response) => {
    if (draining) response.setHeader('connection', 'close')
  })
  const drain = async (code: number, delay: number) => {
    if (server) {
      // Requests that have just arrived are still answered.
      await wait(delay + graceMs)
      await stopListening(server)
      // The next answer on a connection announces that it is the last one. A connection that stays idle for this long
      // is cut.
      await Promise.race([allClosed(server), wait(idleMs)])
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
    setTimeout(() => process.exit(1), delay + timeoutMs).unref()
    drain(code, delay).catch((error: unknown) => {
      process.stderr.write(`${explain(error)}\n`)
      process.exit(1)
    })
  }
}

/**
 * Stops accepting connections: new ones are refused, and may go elsewhere. Closes the listeners only once the
 * kernel's backlog is empty, because connections in it would be cut off. One turn of the event loop accepts one
 * connection, so it waits for a turn that accepts none and is too short for another to have arrived.
 */
async function stopListening(server: Server): Promise<void> {
  let hasCome = false
  server.on('connection', () => {
    hasCome = true
  })
  const end = performance.now() + graceMs
  let began: number
  do {
    hasCome = false
    began = performance.now()
    await turn()
  } while ((hasCome || performance.now() - began > soon) && performance.now() < end)
  // Not the server's own `close`, which would cut idle connections.
  for (const listener of listenersOf(server)) Listener.prototype.close.call(listener)
}
