import { Access } from '#platform/access'
import { createBus } from '#platform/bus'
import { type Config, readConfig } from '#platform/config'
import type { Database } from '#platform/database'
import { Problem } from '#platform/errors'
import { withDatabase } from './database.ts'
import { CommandError } from './output.ts'

type Office = { db: Database; access: Access }

/**
 * Runs `work` with what the rooms of clients and users need. A running service hears of the change at
 * once. `advice` is what to do when there is no such record.
 */
export async function withOffice<T>(
  work: (office: Office) => Promise<T>,
  advice: string,
): Promise<T> {
  const config: Config = readConfig(process.env)
  return withDatabase(config, async ({ db, connectionString }) => {
    const bus = await createBus(connectionString)
    const ttlDays = config.TOKEN_TTL_DAYS
    try {
      return await work({ db, access: new Access({ db, bus, now: () => new Date(), ttlDays }) })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error
      throw new CommandError(`${error.message}: ${advice}`, { cause: error })
    } finally {
      await bus.close()
    }
  })
}
