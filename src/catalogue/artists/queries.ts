import { type RawBuilder, sql } from 'kysely'
import { followsInNames } from '#platform/database/search-names'
import type { Database } from '#platform/database/tables'
import { findMergedInto } from './aliases.ts'
import { artistColumns } from './columns.ts'
import type { Artist } from './schemas.ts'

type Window<Row> = { after?: Row | undefined; limit: number; offset: number }
export type Named = { id: string; name: string }

/** Returns artists with their genres, by search name, then id; if `after` is given, the artists that follow it. */
export async function listArtists(
  db: Database,
  { after, limit, offset }: Window<Named>,
): Promise<Artist[]> {
  // Limited before genres are joined, so that genres of skipped artists are not looked up.
  const { rows } = await sql<Artist>`
    ${artistsOf(sql`(
      select * from artists
      where ${after ? followsInNames('artists', after) : sql<boolean>`true`}
      order by search_name, id limit ${limit} offset ${offset}
    )`)}
    order by a.search_name, a.id`.execute(db)
  return rows
}

/** Returns the artists with these ids, in the order of the ids. Unknown ids are left out. */
export async function findArtists(db: Database, ids: string[]): Promise<Artist[]> {
  const { rows } = await sql<Artist>`
    ${artistsOf(sql`artists`)}
    join unnest(${ids}::uuid[]) with ordinality as wanted (id, position) on wanted.id = a.id
    order by wanted.position`.execute(db)
  return rows
}

/** Like `findArtists`, each artist once; a merged artist is found as the surviving one. */
export async function findByAnyIds(db: Database, ids: string[]): Promise<Artist[]> {
  const direct = await findArtists(db, ids)
  if (direct.length === ids.length) return direct
  const known = new Set(direct.map(({ id }) => id))
  const kept = await findMergedInto(
    db,
    ids.filter((id) => !known.has(id)),
  )
  if (kept.size === 0) return direct
  return findArtists(db, [...new Set(ids.map((id) => kept.get(id) ?? id))])
}

export async function findArtist(db: Database, id: string): Promise<Artist | undefined> {
  const [row] = await findArtists(db, [id])
  return row
}

/** Returns genres by search name, then id; if `after` is given, the genres that follow it. */
export async function listGenres(
  db: Database,
  { after, limit, offset }: Window<Named>,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from genres
    where ${after ? followsInNames('genres', after) : sql<boolean>`true`}
    order by search_name, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

// `offset 0` forces an index lookup for each genre; otherwise the planner reads all genres for each artist.
const artistsOf = (rows: RawBuilder<unknown>) => sql`
  select a.id, ${sql.join(artistColumns.select('a'))}, g.genres
  from ${rows} a
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]') as genres
    from artist_genres ag
    cross join lateral (select id, name from genres where id = ag.genre_id offset 0) g
    where ag.artist_id = a.id
  ) g`
