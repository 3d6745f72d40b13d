import type { Database } from '#platform/database/tables'

/** The artists that were kept, by the ids of those that were merged into them. */
export async function findKept(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('artist_aliases')
    .select(['id', 'artist_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, artist_id }) => [id, artist_id]))
}

/**
 * What `find` returns for an artist's id or, when there is nothing, for the artist into which that one was
 * merged. The alias is looked up only then: the ids of artists that were never merged cost nothing.
 */
export async function findByAnyId<T>(
  db: Database,
  id: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const direct = await find(id)
  if (direct !== undefined) return direct
  const kept = (await findKept(db, [id])).get(id)
  return kept === undefined ? undefined : find(kept)
}
