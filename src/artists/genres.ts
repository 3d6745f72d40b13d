import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { newId } from '#platform/ids'
import { fold, searchable } from '#platform/text'
import { inChunks } from './chunks.ts'

/**
 * Makes the genres that are not known yet; the first spelling of a name stays. Whoever makes the same
 * ones at this moment is waited for, always in the order of the keys, so that nobody waits in a circle.
 */
export async function makeGenres(db: Database, names: string[]): Promise<void> {
  const spellings = new Map(names.toReversed().map((name) => [fold(name), name]))
  const genres = [...spellings]
    .map(([key, name]) => ({ id: newId(), key, name, search_name: searchable(name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const chunk of inChunks(genres)) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction, one statement at a time
    await sql`
      insert into genres (id, key, name, search_name)
      select id, key, name, search_name
      from json_to_recordset(${JSON.stringify(chunk)}) as g (id uuid, key text, name text, search_name text)
      order by key collate "C"
      on conflict do nothing`.execute(db)
  }
}

/** Gives each artist exactly these genres, which exist. Names that differ in case only are one. */
export async function tagArtists(
  db: Database,
  tagged: { artistId: string; genres: string[] }[],
): Promise<void> {
  if (tagged.length === 0) return
  const artists = tagged.map(({ artistId }) => artistId)
  const pairs = tagged.flatMap(({ artistId, genres }) =>
    genres.map((name) => ({ artistId, key: fold(name) })),
  )
  await sql`
    with wanted as materialized (
      select distinct p.artist_id, g.id as genre_id
      from unnest(
        ${pairs.map(({ artistId }) => artistId)}::uuid[], ${pairs.map(({ key }) => key)}::text[]
      ) as p (artist_id, key)
      join genres g on g.key = p.key
    ), untagged as (
      delete from artist_genres
      where artist_id = any (${artists}::uuid[])
        and (artist_id, genre_id) not in (select artist_id, genre_id from wanted)
    )
    insert into artist_genres (artist_id, genre_id)
    select artist_id, genre_id from wanted
    on conflict do nothing`.execute(db)
}
