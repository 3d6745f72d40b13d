import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Bus } from './bus.ts'
import { databaseUnavailable } from './line.ts'

/** Returns all connections of a pool, even ones that are being opened: the library does not report these. */
const connectionsOf = (pool: pg.Pool): pg.Client[] => Reflect.get(pool, '_clients')

/**
 * Cuts all connections that a pool has: for when the database cannot be reached any more. Callers waiting for an answer
 * over one fail then, and a connection that is silent for good is not used again.
 */
export function cut(pool: pg.Pool): void {
  for (const { connection } of connectionsOf(pool)) connection.stream.destroy()
}

/** A pool for statements outside transactions as well. */
export type GuardedPool = PostgresPool & {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** Returns the pool, which fails at once while the bus knows that the database cannot be reached. */
export function refusing(pool: pg.Pool, { reachability }: Bus): GuardedPool {
  const waiting = new Set<(error: Error) => void>()
  reachability.onUnavailable(() => {
    for (const refuse of waiting) refuse(databaseUnavailable())
    waiting.clear()
  })
  const connected = async () => {
    if (reachability.isUnavailable()) throw databaseUnavailable()
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    waiting.add(reject)
    const given = (client: pg.PoolClient) =>
      waiting.delete(reject) ? resolve(client) : client.release()
    pool.connect().then(given, (error: Error) => {
      waiting.delete(reject)
      reject(error)
    })
    return promise
  }
  return {
    options: pool.options,
    connect: connected,
    query: async (text, values) => {
      const client = await connected()
      try {
        const result = await client.query(text, values)
        client.release()
        return result
      } catch (error) {
        // A text of several statements may have failed inside its own transaction, which is still open.
        client.release(true)
        throw error
      }
    },
    end: () => pool.end(),
  }
}
