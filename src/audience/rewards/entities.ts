import { sql } from 'kysely'
import { findByAnyId } from '#catalogue/artists'
import type { Database } from '#platform/database/tables'
import { found, notFound } from '#platform/values/errors'
import { isId } from '#platform/values/ids'

const offered = sql`archived_at is null`
const ofFestival = sql`exists (select from festivals f where f.id = festival_id and f.deleted_at is null)`

/** The entities that a reward event can be about, each with the condition under which it exists for readers. */
const entities = {
  festival: { table: 'festivals', noun: 'Festival', exists: sql`deleted_at is null` },
  artist: { table: 'artists', noun: 'Artist', exists: sql`true` },
  organizer: { table: 'organizers', noun: 'Organizer', exists: sql`true` },
  genre: { table: 'genres', noun: 'Genre', exists: sql`true` },
  gig: { table: 'gigs', noun: 'Gig', exists: ofFestival },
  place: { table: 'places', noun: 'Place', exists: ofFestival },
  ticket: {
    table: 'tiers',
    noun: 'Ticket',
    exists: sql`${offered} and not hidden and ${ofFestival}`,
  },
  accommodation: {
    table: 'accommodations',
    noun: 'Accommodation',
    exists: sql`${offered} and not hidden and ${ofFestival}`,
  },
  subscription: { table: 'subscriptions', noun: 'Subscription', exists: offered },
  user: { table: 'users', noun: 'User', exists: sql`erased_at is null` },
}
export type EntityType = keyof typeof entities
export const entityTypes = Object.keys(entities) as EntityType[]

export function isEntityType(text: string): text is EntityType {
  return Object.hasOwn(entities, text)
}

/**
 * Returns the stored id of an entity, given in any case; for a merged artist, the id of the artist it was merged into.
 * 404 for an unknown entity and for one that may not be read.
 */
export async function requireEntity(
  db: Database,
  type: EntityType,
  given: string,
): Promise<string> {
  const { table, noun, exists } = entities[type]
  const id = given.toLowerCase()
  if (type !== 'organizer' && !isId(id)) throw notFound(noun)
  const find = async (one: string) => {
    const { rows } = await sql`
      select from ${sql.table(table)} where id = ${one} and ${exists}`.execute(db)
    return rows.length > 0 ? one : undefined
  }
  return found(type === 'artist' ? await findByAnyId(db, id, find) : await find(id), noun)
}
