import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { iso } from '#platform/sql'
import { searchable } from '#platform/text'
import { candidates, type Hits, hitsByLikeness, hitsByName, most } from './names.ts'
import type { Found } from './schemas.ts'

/**
 * The four look-ups in one statement: artists and festivals by name, then those that a genre of that
 * name leads to (specification, section 4, "Search"). Only when nothing at all is found, a second one
 * forgives typing errors.
 */
export async function searchFor(db: Database, query: string): Promise<Found> {
  const text = searchable(query)
  const nothing = { artists: [], festivals: [], genres: [] }
  if (text === '') return nothing
  const found = await literally(db, text)
  const { artists, festivals, genres } = found
  if (artists.length + festivals.length + genres.length > 0) return found
  return (await forgivingly(db, text)) ?? nothing
}

function literally(db: Database, text: string): Promise<Found> {
  return read(db, {
    genres: hitsByName('genres', text),
    artists: sql`
      select id, search_name, grade from artists_by_name
      union all
      select id, search_name, 4 from artists
      where id in (select artist_id from tagged limit ${candidates})
        and id not in (select id from artists_by_name)
        and (select count(*) from artists_by_name) < ${most}`,
    festivals: sql`
      select id, search_name, grade from festivals_by_name
      union all
      select id, search_name, 4 from festivals
      where deleted_at is null
        and id in (select festival_id from played)
        and id not in (select id from festivals_by_name)
        and (select count(*) from festivals_by_name) < ${most}`,
    steps: sql`
      artists_by_name as materialized (${hitsByName('artists', text)}),
      festivals_by_name as materialized (${hitsByName('festivals', text)}),
      ${tagged}, ${played},`,
  })
}

/** Artists of the genres that were found, genre after genre. */
const tagged = sql`
  tagged as materialized (
    select t.artist_id
    from (select id, row_number() over (order by grade, search_name, id) as position from genre_hits) g
    cross join lateral (
      select artist_id from artist_genres where genre_id = g.id order by artist_id limit 2000
    ) t
    order by g.position, t.artist_id limit 2000
  )`

/** Festivals these artists play at, the latest of each. */
const played = sql`
  played as materialized (
    select distinct g.festival_id
    from tagged t
    cross join lateral (
      select festival_id from gigs where artist_id = t.artist_id order by start_time desc, id desc limit 10
    ) g
  )`

async function forgivingly(db: Database, text: string): Promise<Found | undefined> {
  const [artists, festivals, genres] = [
    hitsByLikeness('artists', text),
    hitsByLikeness('festivals', text),
    hitsByLikeness('genres', text),
  ]
  return artists && festivals && genres && read(db, { artists, festivals, genres, steps: sql`` })
}

type Steps = { genres: Hits; artists: Hits; festivals: Hits; steps: Hits }

async function read(db: Database, { genres, artists, festivals, steps }: Steps): Promise<Found> {
  const { rows } = await sql<Found>`
    with genre_hits as materialized (${best(genres)}),
    ${steps}
    artist_hits as materialized (${best(artists)}),
    festival_hits as materialized (${best(festivals)})
    select (
      select coalesce(json_agg(json_build_object('id', id, 'name', name) order by h.grade, h.search_name, id), '[]')
      from genre_hits h join genres using (id)
    ) as genres, (
      select coalesce(json_agg(json_build_object(
        'id', id, 'name', name, 'photo', photo, 'bio', bio, 'genres', (
          select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
          from artist_genres ag join genres g on g.id = ag.genre_id
          where ag.artist_id = a.id
        )) order by h.grade, h.search_name, id), '[]')
      from artist_hits h join artists a using (id)
    ) as artists, (
      select coalesce(json_agg(json_build_object(
        'id', id, 'name', name, 'photo', photo, 'description', description, 'venue', venue,
        'start_time', ${iso('start_time')}, 'end_time', ${iso('end_time')}
      ) order by h.grade, h.search_name, id), '[]')
      from festival_hits h join festivals using (id)
    ) as festivals`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a select without from gives one row')
  return found
}

function best(hits: Hits) {
  return sql`select * from (${hits}) hits order by grade, search_name, id limit ${most}`
}
