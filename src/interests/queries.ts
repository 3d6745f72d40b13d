import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Interest } from './schemas.ts'

type Window = { after?: Interest | undefined; limit?: number; offset?: number }

/** Returns what the user follows, newest first, then by id: all of it, or a part. */
export async function listInterests(
  db: Database,
  userId: string,
  { after, limit, offset = 0 }: Window = {},
): Promise<Interest[]> {
  const older = after
    ? sql`and created_at <= ${after.createdAt}
          and (created_at < ${after.createdAt} or id > ${after.id})`
    : sql``
  const { rows } = await sql<Interest>`
    select id, case
        when artist_id is not null then 'artist'
        when organizer_id is not null then 'organizer'
        else 'genre'
      end as entity_type,
      coalesce(artist_id::text, organizer_id, genre_id::text) as entity_id,
      created_at as "createdAt"
    from interests where user_id = ${userId} ${older}
    order by created_at desc, id limit ${limit ?? null} offset ${offset}`.execute(db)
  return rows
}
