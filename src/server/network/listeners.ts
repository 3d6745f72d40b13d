/**
 * More than one listener for a port. In a turn of its loop Node takes one new connection of each: while all
 * that is open keeps a turn long, new connections would wait for seconds before they can be refused.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer, type Server as Listener } from 'node:net'
import type { Config } from '#platform/config/variables'

/** How many there are beside the first one. */
const more = 15
/** How long a process that listens may take to accept a connection, ms. */
const patience = 1_000

/**
 * Whether a port can have several listeners. Not in a worker, whose connections come from elsewhere. The
 * system lets other processes of the same user listen as well, so this is asked before.
 */
export const canShare = process.platform === 'linux' && !cluster.isWorker

/** @throws what listening on the port alone would throw */
export async function tryPort({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): Promise<void> {
  const server = createServer().listen(PORT, HOST)
  await once(server, 'listening')
  await once(server.close(), 'close')
}

/**
 * Asks whether another process listens already, with which the system would share the port. Trying the port
 * would accept, and cut, connections made at that moment: a proxy connects before the service is ready.
 *
 * @throws what listening on a port that is taken throws
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

/** Opens them for a server that listens with `reusePort`: what they take is the server's. */
export async function addListeners(server: Server, { port, address: host }: AddressInfo) {
  const listeners = Array.from({ length: more }, () =>
    // As those of HTTP are.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket)
    }),
  )
  beside.set(server, listeners)
  await Promise.all(
    listeners.map((one) => once(one.listen({ port, host, reusePort: true }), 'listening')),
  )
}

/** Those of a server, the first one among them. */
export const listenersOf = (server: Server): Listener[] => [server, ...(beside.get(server) ?? [])]

/** Resolves when no connection is open any more, after all have been closed. */
export const allClosed = (server: Server): Promise<unknown> =>
  Promise.all(listenersOf(server).map((listener) => once(listener, 'close')))
