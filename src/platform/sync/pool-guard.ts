import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Bus } from './bus.ts'
import { nobodyThere } from './line.ts'

/**
 * Gives what cuts all connections that a pool has: for when nobody can connect any more. Whoever waits for
 * an answer over one is told so then, and what is silent for good is not used again.
 */
export function cutterOf(pool: pg.Pool): () => void {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  return () => {
    for (const { connection } of open) connection.stream.destroy()
  }
}

/** The pool, but that nobody waits for a database of which the bus knows that it is away. */
export function refusing(pool: pg.Pool, { presence }: Bus): PostgresPool {
  const waiting = new Set<(error: Error) => void>()
  presence.onAway(() => {
    for (const refuse of waiting) refuse(nobodyThere())
    waiting.clear()
  })
  return {
    options: pool.options,
    connect: async () => {
      if (presence.isAway()) throw nobodyThere()
      const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
      waiting.add(reject)
      const given = (client: pg.PoolClient) =>
        waiting.delete(reject) ? resolve(client) : client.release()
      pool.connect().then(given, (error: Error) => {
        waiting.delete(reject)
        reject(error)
      })
      return promise
    },
    end: () => pool.end(),
  }
}
