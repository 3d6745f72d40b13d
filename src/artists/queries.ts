import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { artistColumns } from './columns.ts'
import type { Artist } from './schemas.ts'

type Window<Row> = { after?: Row | undefined; limit: number; offset: number }
export type Named = { id: string; name: string }

/** Artists with their genres, by name, then id; those after `after` where it is given. */
export async function listArtists(
  db: Database,
  { after, limit, offset }: Window<Named>,
): Promise<Artist[]> {
  // Cut before genres are looked up: else those of all that are skipped were looked up too.
  const { rows } = await sql<Artist>`
    ${artistsOf(sql`(
      select * from artists
      where ${after ? sql<boolean>`(name, id) > (${after.name}, ${after.id})` : sql<boolean>`true`}
      order by name, id limit ${limit} offset ${offset}
    )`)}
    order by a.name, a.id`.execute(db)
  return rows
}

/** The artists with these ids, in the order of the ids; unknown ones are left out. */
export async function findArtists(db: Database, ids: string[]): Promise<Artist[]> {
  const { rows } = await sql<Artist>`
    ${artistsOf(sql`artists`)}
    join unnest(${ids}::uuid[]) with ordinality as wanted (id, position) on wanted.id = a.id
    order by wanted.position`.execute(db)
  return rows
}

export async function findArtist(db: Database, id: string): Promise<Artist | undefined> {
  const [row] = await findArtists(db, [id])
  return row
}

/** Genres by name, then id; those after `after` where it is given. */
export async function listGenres(
  db: Database,
  { after, limit, offset }: Window<Named>,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from genres
    where ${after ? sql<boolean>`(name, id) > (${after.name}, ${after.id})` : sql<boolean>`true`}
    order by name, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

// The offset keeps it an index look-up each: else artists of many genres had all genres read for each.
const artistsOf = (rows: RawBuilder<unknown>) => sql`
  select a.id, ${sql.join(artistColumns.select('a'))}, g.genres
  from ${rows} a
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]') as genres
    from artist_genres ag
    cross join lateral (select id, name from genres where id = ag.genre_id offset 0) g
    where ag.artist_id = a.id
  ) g`
