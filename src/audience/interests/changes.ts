import { sql } from 'kysely'
import { findByAnyId } from '#catalogue/artists'
import type { Database } from '#platform/database/tables'
import { found, notFound } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import type { Interest, NewInterest } from './schemas.ts'

const followable = {
  artist: { table: 'artists', column: 'artist_id', noun: 'Artist' },
  organizer: { table: 'organizers', column: 'organizer_id', noun: 'Organizer' },
  genre: { table: 'genres', column: 'genre_id', noun: 'Genre' },
}

/**
 * Follows an artist, an organizer or a genre. Returns the existing record if the user follows it already, also
 * when requests are concurrent: one creates it, all return it. 404 for an unknown entity.
 */
export async function follow(
  db: Database,
  { userId, now }: { userId: string; now: Date },
  { entity_type, entity_id: given }: NewInterest,
): Promise<{ interest: Interest; isNew: boolean }> {
  const { table, column, noun } = followable[entity_type]
  const entity_id = entity_type === 'organizer' ? given : given.toLowerCase()
  if (entity_type !== 'organizer' && !isId(entity_id)) throw notFound(noun)
  const id = newId()
  const insert = (entityId: string) =>
    insertInterest(db, { id, userId, now }, { table, column, entityId })
  const row = found(
    entity_type === 'artist' ? await findByAnyId(db, entity_id, insert) : await insert(entity_id),
    noun,
  )
  return {
    interest: { id: row.id, entity_type, entity_id: row.entity_id, createdAt: row.createdAt },
    isNew: row.id === id,
  }
}

type Row = { id: string; entity_id: string; createdAt: Date }

async function insertInterest(
  db: Database,
  { id, userId, now }: { id: string; userId: string; now: Date },
  { table, column, entityId }: { table: string; column: string; entityId: string },
): Promise<Row | undefined> {
  const entity = sql.ref(column)
  // The update changes nothing; it waits for a concurrent insert and returns its row.
  const { rows } = await sql<Row>`
    insert into interests as i (id, user_id, ${entity}, created_at)
    select ${id}, ${userId}, e.id, ${now} from ${sql.table(table)} e where e.id = ${entityId}
    for key share
    on conflict (user_id, ${entity}) do update set user_id = excluded.user_id
    returning i.id, i.${entity} as entity_id, i.created_at as "createdAt"`.execute(db)
  return rows[0]
}

/** Unfollows. 404 if the interest does not exist or is another user's. */
export async function unfollow(db: Database, userId: string, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('interests')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  found(gone, 'Interest')
}
