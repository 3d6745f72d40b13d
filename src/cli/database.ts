import type pg from 'pg'
import type { Config } from '#platform/config/variables'
import { connect, connectPool } from '#platform/database/connections'
import { sqlState } from '#platform/database/failures'
import { migrate } from '#platform/database/migrate'
import { type Database } from '#platform/database/tables'
import { findPostgres, PostgresRunning, startPostgres } from '#platform/postgres/server'
import { withoutDatabase } from '../serve/explain.ts'
import { CommandError, sentence } from './output.ts'

type Open = { db: Database; pool: pg.Pool; connectionString: string }
type Reached = { connectionString: string; stop(): Promise<void> }

/**
 * Runs `work` on an up-to-date database, beside a running service or without one: that of
 * DATABASE_URL, else the one whose server is found alive in DATA_DIR, else that server is started for
 * as long as the work takes.
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

/** Gives `work` the connection string of the database, whose server is up while it runs. */
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
  if (found) return lent(found)
  try {
    const server = await startPostgres({ folder: DATA_DIR })
    return { connectionString: server.connectionString, stop: () => server.stop('smart') }
  } catch (error) {
    // Somebody was quicker: their server serves us as well.
    if (error instanceof PostgresRunning) return lent(error.connectionString)
    throw error
  }
}

const lent = (connectionString: string): Reached => ({ connectionString, stop: async () => {} })
