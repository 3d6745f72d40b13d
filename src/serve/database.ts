import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#platform/config'
import { PostgresRunning, type PostgresServer, startPostgres } from '#platform/postgres'
import { directOf, ownConnections, requireConnections } from './connections.ts'
import { requirePooler } from './pooler.ts'

export type OpenDatabase = {
  connectionString: string
  /** where it lies, for people to read; never a password */
  place: string
  /** what whoever runs the service should know */
  warning: string | undefined
  /** settles when a server of ours has ended unasked */
  lost: Promise<void>
  close(): Promise<void>
}

/** Held by the one service of a data folder; a number nothing else in the database uses. */
const serviceLock = 7_241_504
const patience = 5_000

/**
 * `DATABASE_URL`, else a PostgreSQL of our own in `DATA_DIR`, which at most one service may run. `begun`
 * may be called while that starts, when there is nothing to do here but wait.
 */
export async function openDatabase(config: Config, begun?: () => void): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = config
  if (DATABASE_URL) {
    const { hostname, pathname } = new URL(DATABASE_URL)
    const warning = await tryGiven(directOf(config, DATABASE_URL), config)
    if (DATABASE_DIRECT_URL) await requirePooler(DATABASE_URL)
    return {
      connectionString: DATABASE_URL,
      place: `${hostname}${pathname}`,
      warning,
      lost: new Promise(() => {}),
      close: async () => {},
    }
  }
  const server = await startOurs({ folder: DATA_DIR, connections: ownConnections(config), begun })
  const { connectionString } = server
  const lock = await holdLock(connectionString)
  let isClosing = false
  const lost = new Promise<void>((resolve) => {
    lock.on('end', () => {
      if (!isClosing) resolve()
    })
  })
  const close = async () => {
    isClosing = true
    await lock.end().catch(() => {})
    await server.stop()
  }
  return { connectionString, place: DATA_DIR, warning: undefined, lost, close }
}

/** Gives a warning; throws what keeps a database of somebody's from serving us. */
async function tryGiven(connectionString: string, config: Config): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patience })
  client.on('error', () => {})
  try {
    await client.connect()
    return await requireConnections(client, config)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A service that is stopping, or a command, may still run it: wait a little before giving up. */
async function startOurs(options: Parameters<typeof startPostgres>[0]): Promise<PostgresServer> {
  const { folder } = options
  const until = Date.now() + patience
  for (;;) {
    try {
      return await startPostgres(options)
    } catch (error) {
      if (!(error instanceof PostgresRunning)) throw error
      if (await isServed(error.connectionString)) {
        throw new Error(
          `Another service already runs on ${folder}. Stop it first, or give this one a DATA_DIR of its own.`,
          { cause: error },
        )
      }
      if (Date.now() > until) {
        throw new Error(
          `A command still works on the database in ${folder}. Start again when it is done.`,
          { cause: error },
        )
      }
      await wait(100)
    }
  }
}

async function holdLock(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'festival service' })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [serviceLock])
  return client
}

async function isServed(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1) as free',
      [serviceLock],
    )
    return rows[0]?.free === false
  } catch {
    // It is just stopping, or not yet taking connections: whoever it is will be gone or show up.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
