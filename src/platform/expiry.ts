import { sql } from 'kysely'
import type { Database } from './database.ts'

const day = 24 * 3_600_000
const batch = 1000

/**
 * Deletes the tokens that have expired at `now`, and the answers kept for an `Idempotency-Key` for
 * more than 24 hours. Safe to do twice.
 */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - day)
  await inBatches((limit) =>
    sql`
      delete from tokens where hash = any (array(
        select hash from tokens where expires_at <= ${now} limit ${limit}))`.execute(db),
  )
  await inBatches((limit) =>
    sql`
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < ${yesterday} limit ${limit}))`.execute(
      db,
    ),
  )
}

/** Deletes `limit` rows at a time until none are left, so that no statement locks many for long. */
export async function inBatches(
  remove: (limit: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  for (let removed = batch; removed === batch; ) {
    const { numAffectedRows = 0n } = await remove(batch)
    removed = Number(numAffectedRows)
  }
}
