/**
 * Several listeners for one port. In a turn of its event loop Node accepts one new connection per listener: while
 * the open connections make turns long, new ones would wait for seconds before they can be refused.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer, type Server as Listener } from 'node:net'
import type { Config } from '#platform/config/variables'

/** Number of listeners beside the first one. */
const more = 15
/** Timeout for another process on the port to accept a connection, ms. */
const patience = 1_000

/**
 * true if a port can have several listeners. False in a worker, which gets its connections from the first process.
 * The system lets other processes of the same user listen as well, so `refuseShared` runs first.
 */
export const canShare = process.platform === 'linux' && !cluster.isWorker

/** @throws the error of listening on the port alone */
export async function tryPort({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): Promise<void> {
  const server = createServer().listen(PORT, HOST)
  await once(server, 'listening')
  await once(server.close(), 'close')
}

/**
 * Checks for another process that already listens, with which the system would share the port. Trying to listen
 * would accept, and cut, connections made at that moment: a proxy connects before the service is ready.
 *
 * @throws the error of listening on a port in use
 */
export async function refuseShared({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): Promise<void> {
  const socket = connect({ port: PORT, host: HOST, timeout: patience })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  for (const event of ['connect', 'timeout']) socket.on(event, () => resolve(true))
  socket.on('error', () => resolve(false))
  const isTaken = await promise
  socket.destroy()
  if (!isTaken) return
  const taken = { code: 'EADDRINUSE', syscall: 'listen', address: HOST, port: PORT }
  throw Object.assign(new Error(`listen EADDRINUSE: address already in use ${HOST}:${PORT}`), taken)
}

const beside = new WeakMap<Server, Listener[]>()

/** Opens more listeners for a server that listens with `reusePort`: the server handles their connections. */
export async function addListeners(server: Server, { port, address: host }: AddressInfo) {
  const listeners = Array.from({ length: more }, () =>
    // The options of HTTP servers.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket)
    }),
  )
  beside.set(server, listeners)
  await Promise.all(
    listeners.map((one) => once(one.listen({ port, host, reusePort: true }), 'listening')),
  )
}

/** The listeners of a server, the first one among them. */
export const listenersOf = (server: Server): Listener[] => [server, ...(beside.get(server) ?? [])]

/** Resolves when no connection is open any more, after all listeners have been closed. */
export const allClosed = (server: Server): Promise<unknown> =>
  Promise.all(listenersOf(server).map((listener) => once(listener, 'close')))
