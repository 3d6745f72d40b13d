/** The servers that are going to end: a file of its own, which a start may load without all the routes. */
import type { Server } from 'node:http'

const draining = new WeakSet<Server>()

/** Reports the process as not ready from now on: the server is going to end. */
export function beginDraining(server: Server): void {
  draining.add(server)
}

/** Returns true if the server is going to end. */
export const isDraining = (server: Server): boolean => draining.has(server)
