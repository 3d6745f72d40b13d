/** Which servers are going to end: a file of its own, which a start may load without all that answers. */
import type { Server } from 'node:http'

const draining = new WeakSet<Server>()

/** From now on the process says that it is not ready: what answers at `server` is going to end. */
export function beginDraining(server: Server): void {
  draining.add(server)
}

/** Whether what answers at `server` is going to end. */
export const isDraining = (server: Server): boolean => draining.has(server)
