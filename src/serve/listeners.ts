/**
 * More than one listener for a port. In a turn of its loop Node takes one new connection of each: while all
 * that is open keeps a turn long, whoever comes new would wait for seconds where nobody can refuse them.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer, type Server as Listener } from 'node:net'
import type { Config } from '#platform/config/variables'

/** How many there are beside the first one. */
const more = 15
/** How long one who listens may take to let us in, ms. */
const patience = 1_000

/**
 * Whether a port can have several listeners. Not in a worker, whose connections come from elsewhere. The
 * system lets others of the same user in as well, so somebody asks before.
 */
export const canShare = process.platform === 'linux' && !cluster.isWorker

/** @throws what listening on the port, and nobody else, would throw */
export async function tryPort({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): Promise<void> {
  const server = createServer().listen(PORT, HOST)
  await once(server, 'listening')
  await once(server.close(), 'close')
}

/**
 * Asks whether somebody listens already, whom the system would let us share the port with. Trying the port
 * would let in, and cut, whoever comes to it that moment: a proxy comes before we are there.
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
export async function openDoors(server: Server, { port, address: host }: AddressInfo) {
  const doors = Array.from({ length: more }, () =>
    // As those of HTTP are.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket)
    }),
  )
  beside.set(server, doors)
  await Promise.all(
    doors.map((door) => once(door.listen({ port, host, reusePort: true }), 'listening')),
  )
}

/** Those of a server, the first one among them. */
export const listenersOf = (server: Server): Listener[] => [server, ...(beside.get(server) ?? [])]

/** Resolves when nobody is connected any more, after all have been closed. */
export const allClosed = (server: Server): Promise<unknown> =>
  Promise.all(listenersOf(server).map((listener) => once(listener, 'close')))
