import { sql } from 'kysely'
import type { Merge } from '#catalogue/artists'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'

/** Moves the followers of one artist to the other. A user following both keeps the record of `into`. */
export async function moveFollowers(db: Database, { from, into }: Merge): Promise<void> {
  await inBatches((limit) =>
    sql`
      update interests set artist_id = ${into} where id = any (array(
        select id from interests i
        where artist_id = ${from} and not exists (
          select from interests kept where kept.user_id = i.user_id and kept.artist_id = ${into})
        limit ${limit}))`.execute(db),
  )
}
