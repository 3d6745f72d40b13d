import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'

/** The retention of entries after their festival, ms. */
const retentionMs = 30 * 86_400_000

/** Deletes ended entries of festivals that were over 30 days before `now`. Safe to do twice. */
export async function deleteOldEntries(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - retentionMs)
  await inBatches((limit) =>
    sql`
      delete from waiting_entries where id = any (array(
        select e.id from festivals f join waiting_entries e on e.festival_id = f.id
        where f.end_time < ${end} and e.ended_at is not null limit ${limit}))`.execute(db),
  )
}
