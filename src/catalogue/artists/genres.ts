import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { fold } from '#platform/values/text'
import { inChunks } from './chunks.ts'

/**
 * Creates the genres that do not exist yet; the first spelling of a name stays. Waits for transactions that create the
 * same genres, always in the order of the keys, so that no two wait for each other.
 */
export async function makeGenres(db: Database, names: string[]): Promise<void> {
  const spellings = new Map(names.toReversed().map((name) => [fold(name), name]))
  const genres = [...spellings]
    .map(([key, name]) => ({ id: newId(), key, name, search_name: searchName(name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const chunk of inChunks(genres, 1000)) {
    await sql`
      insert into genres (id, key, name, search_name)
      select id, key, name, search_name
      from json_to_recordset(${JSON.stringify(chunk)})
        as g (id uuid, key text, name text, search_name text)
      on conflict do nothing`.execute(db)
  }
}

type Tagged = { artistId: string; genres: string[] }

/** Gives each artist exactly these genres, which exist. Names that differ in case only are one. */
export async function tagArtists(db: Database, tagged: Tagged[]): Promise<void> {
  const widest = Math.max(1, ...tagged.map(({ genres }) => genres.length))
  for (const chunk of inChunks(tagged, Math.ceil(5000 / widest))) {
    await tagChunk(db, chunk)
  }
}

async function tagChunk(db: Database, tagged: Tagged[]): Promise<void> {
  const artists = tagged.map(({ artistId }) => artistId)
  const pairs = tagged.flatMap(({ artistId, genres }) =>
    genres.map((name) => ({ artist_id: artistId, key: fold(name) })),
  )
  await sql`
    with wanted as materialized (
      select distinct p.artist_id, g.id as genre_id
      from json_to_recordset(${JSON.stringify(pairs)}) as p (artist_id uuid, key text)
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
