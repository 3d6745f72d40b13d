import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Config } from '#platform/config/variables'
import { batchedLookup } from '#platform/jobs/batched-lookup'
import { spaceIn } from '#platform/observe/disk'
import { Problem } from '#platform/values/errors'
import { isDraining } from './draining.ts'

/** Time within which the database must report that it takes writes, ms. */
const patience = 500

const Live = Type.Object({ status: Type.Literal('live', { examples: ['live'] }) })
const Ready = Type.Object({ status: Type.Literal('ready', { examples: ['ready'] }) })

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it may be sent requests. 503 when the database takes no
 * writes within 500 ms, when the disk of the service's own database is full, and when it is draining. Mail, the
 * processor and the photo store may be away: the operations that need them report it.
 */
export function serveHealth(app: FastifyInstance): void {
  // Concurrent checks share one query; a failed query counts as a no.
  const takesWrites = batchedLookup<'database', boolean>({
    find: async () => [await askForWrites(app).catch(() => false)],
  })
  app.route({
    method: 'GET',
    url: '/health/live',
    config: { access: 'public', urgent: true, quiet: true },
    schema: {
      operationId: 'isLive',
      summary: 'Whether the process answers',
      response: { 200: Live },
    },
    handler: async (): Promise<Static<typeof Live>> => ({ status: 'live' }),
  })
  app.route({
    method: 'GET',
    url: '/health/ready',
    config: { access: 'public', urgent: true, quiet: true, refuses: ['not_ready'] },
    schema: {
      operationId: 'isReady',
      summary:
        'Whether it may be sent requests: the database takes writes and has space, and the process is not stopping',
      response: { 200: Ready },
    },
    handler: async (): Promise<Static<typeof Ready>> => {
      if (isDraining(app.server)) throw unready('The process is stopping', 'draining')
      const isWritable = await Promise.race([
        takesWrites('database'),
        wait(patience * app.config.TIMEOUT_SCALE, false, { ref: false }),
      ])
      if (!isWritable) throw unready('The database takes no writes within 500 ms', 'database')
      if (await isFull(app.config)) throw unready('The disk of the database is full', 'disk')
      return { status: 'ready' }
    },
  })
}

/** Returns true if less than DISK_RESERVE_MB is left on the disk of the service's own database. */
async function isFull({ DATABASE_URL, DATA_DIR, DISK_RESERVE_MB }: Config): Promise<boolean> {
  if (DATABASE_URL !== undefined || DISK_RESERVE_MB === 0) return false
  const free = await spaceIn(DATA_DIR, 'postgres')
  return free !== undefined && free.bytes < DISK_RESERVE_MB * 1_000_000
}

const unready = (error: string, check: 'draining' | 'database' | 'disk') =>
  new Problem(503, error, { code: 'not_ready', check, retry_after: 1 })

/**
 * Returns true if the database takes writes. If requests wait for connections already, another query would only show
 * that there is much to do, and a busy service must not be taken out of use for that: then the heartbeat of the bus
 * decides.
 */
async function askForWrites({ db, bus, waitForDatabase }: FastifyInstance): Promise<boolean> {
  if (bus.reachability.isUnavailable()) return false
  if (waitForDatabase() > 0) return bus.isHeard()
  const { rows } = await sql<{ takes: boolean }>`
    select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes`.execute(
    db,
  )
  return rows[0]?.takes === true
}
