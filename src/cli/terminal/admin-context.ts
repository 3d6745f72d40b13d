import { Access } from '#core/access'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import type { Database } from '#platform/database/tables'
import { type Bus, createBus } from '#platform/sync/bus'
import { Problem } from '#platform/values/errors'
import { withDatabase } from './database.ts'
import { CommandError } from './output.ts'

type AdminContext = { db: Database; bus: Bus; config: Config; access: Access }

/**
 * Runs `work` with the context that the modules of clients and users need. A running service is notified of the
 * change at once. `advice`: the next step if there is no such record; `taken`: the next step if another record is
 * in the way.
 */
export async function withAdminContext<T>(
  work: (context: AdminContext) => Promise<T>,
  advice: string,
  taken = '',
): Promise<T> {
  const config: Config = readConfig(process.env)
  return withDatabase(config, async ({ db, connectionString }) => {
    const bus = await createBus(connectionString)
    const ttlDays = config.TOKEN_TTL_DAYS
    try {
      return await work({
        db,
        bus,
        config,
        access: new Access({ db, bus, now: () => new Date(), ttlDays }),
      })
    } catch (error) {
      const next = error instanceof Problem && { 404: advice, 409: taken }[error.status]
      if (!next) throw error
      throw new CommandError(`${error.message}: ${next}`, { cause: error })
    } finally {
      await bus.close()
    }
  })
}
