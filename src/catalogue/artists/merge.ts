import { signChanges, suspendNotes } from '#platform/database/signing'
import type { Database } from '#platform/database/tables'
import { found } from '#platform/values/errors'
import { fillArtists } from './fill.ts'
import { findArtist } from './queries.ts'

/** Two records of the same artist: `from` is deleted, `into` stays. */
export type Merge = { from: string; into: string }

/** Holds both artists until the commit, so that no gig, follow or announcement is added to either. */
export async function lockArtists(
  db: Database,
  { from, into }: Merge,
): Promise<{ id: string; created_by: string | null; photo: string | null }[]> {
  return db
    .selectFrom('artists')
    .select(['id', 'created_by', 'photo'])
    .where('id', 'in', [from, into])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Fills the fields that `into` lacks from `from`. The id of `from`, and all ids merged into it before, become further
 * ids of `into`. Everything else that refers to `from` must have been moved: it is deleted here.
 * @returns the photo that is no longer used, or null
 */
export async function mergeArtist(
  db: Database,
  { from, into }: Merge,
  now: Date,
): Promise<string | null> {
  const old = found(await findArtist(db, from), 'Artist')
  const { photo } = found(await findArtist(db, into), 'Artist')
  const draft = { ...old, genres: old.genres.map(({ name }) => name) }
  await fillArtists(db, [{ id: into, draft }])
  await db
    .updateTable('artist_aliases')
    .set({ artist_id: into })
    .where('artist_id', '=', from)
    .execute()
  await db
    .insertInto('artist_aliases')
    .columns(['id', 'artist_id', 'name', 'source', 'merged_at'])
    .expression((given) =>
      given
        .selectFrom('artists')
        .select((a) => ['id', a.val(into).as('artist_id'), 'name', 'source', a.val(now).as('at')])
        .where('id', '=', from),
    )
    .execute()
  // The audit log records the alias. The deletion would appear there as if the surviving artist lost its fields.
  await suspendNotes(db)
  await db.deleteFrom('artists').where('id', '=', from).execute()
  await signChanges(db)
  return photo === null ? null : old.photo
}
