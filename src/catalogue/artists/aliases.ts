import type { Database } from '#platform/database/tables'

/** Returns the surviving artists, by the ids of the artists that were merged into them. */
export async function findMergedInto(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('artist_aliases')
    .select(['id', 'artist_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, artist_id }) => [id, artist_id]))
}

/**
 * Returns the result of `find` for an artist's id or, if undefined, for the artist it was merged into. The alias is
 * looked up only then: the ids of artists that were never merged cost nothing.
 */
export async function findByAnyId<T>(
  db: Database,
  id: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const direct = await find(id)
  if (direct !== undefined) return direct
  const kept = (await findMergedInto(db, [id])).get(id)
  return kept === undefined ? undefined : find(kept)
}
