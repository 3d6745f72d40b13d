import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { ExpandedInterest, Interest } from './schemas.ts'

type Window = {
  after?: Interest | undefined
  limit?: number
  offset?: number
  /** only interests in entities of this type */
  type?: Interest['entity_type'] | undefined
}

/** Returns the user's interests, newest first, then by id: all of them, or a part. */
export async function listInterests(
  db: Database,
  userId: string,
  window: Window = {},
): Promise<Interest[]> {
  const { rows } = await sql<Interest>`
    select ${columns} from (${pageOf(userId, window)}) i ${order}`.execute(db)
  return rows
}

/** Like `listInterests`, with the artist, organizer or genre of each interest. */
export async function listExpandedInterests(
  db: Database,
  userId: string,
  window: Window,
): Promise<ExpandedInterest[]> {
  const { rows } = await sql<ExpandedInterest>`
    select ${columns}, json_build_object(
        'id', ${entityId}, 'name', coalesce(a.name, o.name, g.name), 'photo', coalesce(a.photo, o.photo)) as entity
    from (${pageOf(userId, window)}) i
    left join artists a on a.id = i.artist_id
    left join organizers o on o.id = i.organizer_id
    left join genres g on g.id = i.genre_id ${order}`.execute(db)
  return rows
}

const entityId = sql`coalesce(i.artist_id::text, i.organizer_id, i.genre_id::text)`
const order = sql`order by i.created_at desc, i.id`
const columns = sql`
  i.id, case
      when i.artist_id is not null then 'artist'
      when i.organizer_id is not null then 'organizer'
      else 'genre'
    end as entity_type,
    ${entityId} as entity_id, i.created_at as "createdAt"`

/** The page, before anything is joined to it. */
function pageOf(userId: string, { after, limit, offset = 0, type }: Window) {
  const ofType = type ? sql`and ${sql.ref(`i.${type}_id`)} is not null` : sql``
  const older = after
    ? sql`and i.created_at <= ${after.createdAt}
          and (i.created_at < ${after.createdAt} or i.id > ${after.id})`
    : sql``
  return sql`
    select * from interests i where i.user_id = ${userId} ${ofType} ${older}
    ${order} limit ${limit ?? null} offset ${offset}`
}
