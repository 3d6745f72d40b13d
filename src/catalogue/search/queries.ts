import { type RawBuilder, sql } from 'kysely'
import { iso } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { searchTerms } from '#platform/values/names'
import type { Clock } from '#platform/values/time'
import { hitsByGenreAndPlace } from './genre-and-place.ts'
import {
  candidates,
  exactHits,
  gradeLiteral,
  type Hits,
  hitsByName,
  most,
  type Query,
} from './names.ts'
import type { Samples } from './samples.ts'
import type { Found } from './schemas.ts'
import { hitsByLikeness } from './typos.ts'

/**
 * Searches by four look-ups in one statement: artists and festivals by name, then the artists and festivals of matching
 * genres (docs/contract, section 4.9). Only when no name has the text as it was typed, a second statement looks for parts of
 * names with typing errors.
 */
export async function searchFor(
  { db, samples, now }: { db: Database; samples: Samples; now: Clock },
  typed: string,
): Promise<Found> {
  const query = { ...searchTerms(typed), typed: typed.trim() }
  if (query.words.length === 0) return { artists: [], festivals: [], genres: [] }
  const { hasText, ...found } = await read(db, await literal(samples, query, now()))
  const alike = hitsByLikeness(query)
  if (alike === undefined || hasText) return found
  const { hasText: _, ...guessed } = await read(db, {
    genres: alike('genres'),
    artists: alike('artists'),
    festivals: alike('festivals'),
  })
  return {
    genres: joined(found.genres, guessed.genres),
    artists: joined(found.artists, guessed.artists),
    festivals: joined(found.festivals, guessed.festivals),
  }
}

/** Returns the entries of both lists, each once, as many as fit. */
function joined<Entry extends { id: string }>(first: Entry[], second: Entry[]): Entry[] {
  const others = second.filter(({ id }) => !first.some((entry) => entry.id === id))
  return [...first, ...others].slice(0, most)
}

type Lookups = Record<'genres' | 'artists' | 'festivals', Hits> & {
  exact?: RawBuilder<unknown>
  before?: RawBuilder<unknown>
}

async function literal(samples: Samples, query: Query, now: Date): Promise<Lookups> {
  const search = { query, now, firstPages: 0 }
  const there = hitsByGenreAndPlace(query, now)
  const ofGenreAndPlace = there
    ? sql`union all
        select * from (${there}) there where (select count(*) from named_festivals) < ${most}`
    : sql``
  const [artists, festivals] = await Promise.all([
    samples.pagesToRead('artists', query),
    samples.pagesToRead('festivals', query),
  ])
  return {
    exact: sql`exact as materialized (${exactHits(query)}),`,
    genres: hitsByName('genres', search),
    before: sql`
      named_artists as materialized (${hitsByName('artists', { ...search, firstPages: artists })}),
      named_festivals as materialized (${hitsByName('festivals', { ...search, firstPages: festivals })}),
      ${tagged}, ${played},`,
    artists: sql`
      select id, search_name, grade, place from named_artists
      union all
      select id, search_name, ${gradeLiteral('ofGenre')}, 0 from artists
      where (select count(*) from named_artists) < ${most}
        and id in (select artist_id from tagged limit ${candidates})
        and id not in (select id from named_artists)`,
    festivals: sql`
      select distinct on (id) id, search_name, grade, place from (
        select id, search_name, grade, place from named_festivals
        ${ofGenreAndPlace}
        union all
        select id, search_name, ${gradeLiteral('ofGenre')}, 0 from festivals
        where (select count(*) from named_festivals) < ${most}
          and id in (select festival_id from played)
          and deleted_at is null
      ) each_way
      order by id, grade, place`,
  }
}

/**
 * The artists of the genres found, genre after genre: for popular genres as many as stay cheap. They are not sorted, so
 * that only the artists on the page are read.
 */
const tagged = sql`
  tagged as materialized (
    select t.artist_id
    from (select id from found_genres order by grade, place, search_name, id) g
    cross join lateral (
      select artist_id from artist_genres where genre_id = g.id order by artist_id limit 2000
    ) t
    limit 2000
  )`

/** The festivals at which the artists play, the ten latest of each artist, until there are enough to choose from. */
const played = sql`
  played as materialized (
    select g.festival_id
    from tagged t
    cross join lateral (
      select festival_id from gigs
      where artist_id = t.artist_id and (expected_until is null or expected_until > '-infinity')
      order by start_time desc, id desc limit 10
    ) g
    limit ${candidates}
  )`

async function read(
  db: Database,
  { genres, artists, festivals, exact = sql``, before = sql`` }: Lookups,
): Promise<Found & { hasText: boolean }> {
  const { rows } = await sql<Found & { hasText: boolean }>`
    with ${exact} found_genres as materialized (${best(genres)}),
    ${before}
    found_artists as materialized (${best(artists)}),
    found_festivals as materialized (${best(festivals)})
    select (
      select ${list(sql`
        'id', a.id, 'name', a.name, 'photo', a.photo, 'bio', a.bio, 'genres', (
          select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
          from artist_genres ag join genres g on g.id = ag.genre_id
          where ag.artist_id = a.id
        )`)}
      from found_artists hit join artists a using (id)
    ) as artists, (
      select ${list(sql`
        'id', id, 'name', name, 'photo', photo, 'description', description, 'venue', venue, 'city', city, 'country', country,
        'start_time', ${iso('start_time')}, 'end_time', ${iso('end_time')},
        'time_zone', time_zone`)}
      from found_festivals hit join festivals using (id)
    ) as festivals, (
      select ${list(sql`'id', id, 'name', name`)} from found_genres hit join genres using (id)
    ) as genres, exists (
      select from (
        select grade from found_artists
        union all select grade from found_festivals
        union all select grade from found_genres
      ) hits where grade not in (${gradeLiteral('edited')}, ${gradeLiteral('ofGenre')})
    ) as "hasText"`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A select without a from gives one row')
  return found
}

function best(hits: Hits) {
  return sql`select * from (${hits}) hits order by grade, place, search_name, id limit ${most}`
}

/** The JSON array of one object for each hit, best first. */
function list(fields: RawBuilder<unknown>) {
  const order = sql`hit.grade, hit.place, hit.search_name, hit.id`
  return sql`coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]')`
}
