import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#platform/config/variables'
import { withClient } from '#platform/database/client'
import type { Metrics } from '#platform/observe/metrics'
import { hostsOf } from '#platform/values/hosts'
import { directOf, ownConnections, requireConnections } from './network/connections.ts'
import { openOwnDatabase } from './own-database.ts'
import { requirePooler } from './pooler.ts'
import { restarts } from './restarts.ts'

export type OpenDatabase = {
  connectionString: string
  /** location of the database, for people to read; never contains a password */
  place: string
  /** a warning for the operator */
  warning: string | undefined
  /** resolves with the reason when this service no longer owns its own database */
  lost: Promise<Error>
  close(): Promise<void>
}

const patience = 5_000

type DatabaseOptions = {
  log: FastifyBaseLogger
  metrics?: Metrics
  /** may be called while our own database starts, when this process only waits */
  begun?: () => void
}

/** `DATABASE_URL`, else a PostgreSQL of our own in `DATA_DIR`, which at most one service may run. */
export async function openDatabase(
  config: Config,
  { log, metrics, begun }: DatabaseOptions,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = config
  if (DATABASE_URL) {
    const urls = hostsOf(DATABASE_URL).map((url) => new URL(url))
    const names = urls.map(({ hostname }) => hostname).join(',')
    const warning = await tryGiven(directOf(config, DATABASE_URL), config)
    if (DATABASE_DIRECT_URL) await requirePooler(DATABASE_URL)
    return {
      connectionString: DATABASE_URL,
      place: `${names}${urls[0]?.pathname}`,
      warning,
      lost: new Promise(() => {}),
      close: async () => {},
    }
  }
  const options = { folder: DATA_DIR, connections: ownConnections(config), begun }
  const counter = metrics?.counter(restarts.database)
  const own = await openOwnDatabase(options, log, () => counter?.add())
  return { ...own, place: DATA_DIR, warning: undefined }
}

/** Returns a warning, if any. @throws the reason why a database cannot be used */
function tryGiven(connectionString: string, config: Config): Promise<string | undefined> {
  const connectionTimeoutMillis = patience * config.TIMEOUT_SCALE
  return withClient({ connectionString, connectionTimeoutMillis }, (client) =>
    requireConnections(client, config),
  )
}
