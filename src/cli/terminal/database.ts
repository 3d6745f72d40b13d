import type pg from 'pg'
import type { Config } from '#platform/config/variables'
import { connect, connectPool } from '#platform/database/connections'
import { sqlState } from '#platform/database/failures'
import { migrate } from '#platform/database/migrate'
import { type Database } from '#platform/database/tables'
import { findPostgres, PostgresRunning, startPostgres } from '#platform/postgres/server'
import { withoutDatabase } from '../../server/explain.ts'
import { CommandError, sentence } from './output.ts'

type Open = { db: Database; pool: pg.Pool; connectionString: string }
type Reached = { connectionString: string; stop(): Promise<void> }

/**
 * Runs `work` on a migrated database, whether or not the service is running: the database of
 * DATABASE_URL, otherwise the server that runs in DATA_DIR, which is started for the work if necessary.
 */
export async function withDatabase<T>(
  config: Config,
  work: (open: Open) => Promise<T>,
): Promise<T> {
  return onServer(config, async (connectionString) => {
    const pool = connectPool(connectionString, { purpose: 'work', max: 3 })
    try {
      await pool.query('select 1').catch((cause: unknown) => {
        throw unreachable(config, cause)
      })
      await migrate(pool)
      return await work({ db: connect(pool), pool, connectionString })
    } finally {
      await pool.end()
    }
  })
}

function unreachable({ DATABASE_URL }: Config, cause: unknown): CommandError {
  if (sqlState(cause) === '3D000')
    return new CommandError(withoutDatabase(sentence(cause)), { cause })
  const advice = DATABASE_URL
    ? 'Start that database, or correct DATABASE_URL.'
    : 'Try again, or run `festival doctor`.'
  return new CommandError(`The database cannot be reached: ${sentence(cause)}. ${advice}`, {
    cause,
  })
}

/** Calls `work` with the connection string of the database. Its server runs until the work is done. */
export async function onServer<T>(
  config: Config,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  const { connectionString, stop } = await reach(config)
  try {
    return await work(connectionString)
  } finally {
    await stop()
  }
}

async function reach({ DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR }: Config): Promise<Reached> {
  const found = DATABASE_DIRECT_URL ?? DATABASE_URL ?? (await findPostgres(DATA_DIR))
  if (found) return alreadyRunning(found)
  try {
    const server = await startPostgres({ folder: DATA_DIR })
    return { connectionString: server.connectionString, stop: () => server.stop('smart') }
  } catch (error) {
    // Another process has just started the server: it is used as well.
    if (error instanceof PostgresRunning) return alreadyRunning(error.connectionString)
    throw error
  }
}

const alreadyRunning = (connectionString: string): Reached => ({
  connectionString,
  stop: async () => {},
})
