import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'

/** Deletes the tokens that have expired at `now`. Safe to repeat. */
export async function deleteExpiredTokens(db: Database, now: Date): Promise<void> {
  await inBatches((limit) =>
    sql`
      delete from tokens where hash = any (array(
        select hash from tokens where expires_at <= ${now} limit ${limit}))`.execute(db),
  )
}
