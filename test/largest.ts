/** The largest public records that the API accepts: written straight into the tables. */
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import type { World } from './world.ts'

/** Three bytes per character, with the maximum length of a name. */
const name = (n: string) => sql`repeat('東', 190) || lpad((${sql.raw(n)})::text, 10, '0')`
const photo = (n: string) =>
  sql`'https://pictures.example/' || lpad((${sql.raw(n)})::text, 2000, 'x')`
const text = (length: number) => sql`repeat('京', ${sql.lit(length)})`

/**
 * Writes them, and returns the ids of one of each. Gigs are on one summer day, and one on each of 5,000
 * days; a second festival has a fifth of them, to show sizes in between.
 */
export async function fillWithLargest({ work: db }: World) {
  const festivals = Array.from({ length: 103 }, () => newId())
  const large = festivals.slice(0, 2)
  await sql`
    insert into users (id, first_name, last_name, email, email_key)
    select gen_random_uuid(), ${text(100)}, ${text(100)}, n || '@people.example', n || '@people.example'
    from generate_series(1, 200) n`.execute(db)
  await sql`
    insert into organizers (id, name, description, photo)
    select 'organizer-' || n, ${name('n')}, ${text(10_000)}, ${photo('n')} from generate_series(1, 150) n`.execute(
    db,
  )
  await sql`
    insert into organizer_managers (organizer_id, user_id)
    select o.id, u.id from organizers o, users u where u.email like '%@people.example'`.execute(db)
  await sql`
    insert into genres (id, name, key, search_name)
    select gen_random_uuid(), g.name, g.name, g.name
    from (select '東' || lpad(n::text, 99, '京') as name from generate_series(1, 1500) n) g`.execute(
    db,
  )
  await sql`
    insert into artists (id, name, search_name, photo, bio)
    select gen_random_uuid(), a.name, a.name, a.photo, a.bio
    from (
      select ${name('n')} as name, ${photo('n')} as photo, ${text(10_000)} as bio
      from generate_series(1, 1000) n
    ) a`.execute(db)
  await sql`
    insert into artist_genres (artist_id, genre_id)
    select a.id, g.id from artists a, (select id from genres order by name limit 50) g`.execute(db)
  await sql`
    insert into festivals (id, name, search_name, organizer_id, description, venue, address, country,
      country_key, area, photo, location, start_time, end_time)
    select f.id, ${name('f.n')}, ${name('f.n')}, 'organizer-1', ${text(20_000)}, ${text(300)},
           ${text(500)}, 'Land', 'land', ${text(200)}, ${photo('f.n')}, point(12, 55),
           timestamptz '2099-07-01 12:00Z' + f.n * interval '1 s', timestamptz '2099-07-30 12:00Z'
    from unnest(${festivals}::uuid[]) with ordinality f (id, n)`.execute(db)
  await sql`
    insert into places (id, festival_id, position, name, type, coordinates)
    select gen_random_uuid(), f.id, n, ${name('n')}, ${text(100)}, point(12 + n / 1e5, 55)
    from unnest(${large}::uuid[]) f (id), generate_series(1, 2000) n`.execute(db)
  await sql`
    insert into tiers (id, festival_id, position, name, price_cents, quantity)
    select gen_random_uuid(), f.id, n, ${name('n')}, 100 + n, 10000000
    from unnest(${large}::uuid[]) f (id), generate_series(1, 500) n`.execute(db)
  // Otherwise the query for the festival of each gig is planned for an empty table.
  await sql`analyze festivals, artists, places`.execute(db)
  // Selected by number: a join of this size is planned badly on newly filled tables.
  await sql`
    with played as materialized (
      select f.id, array(select p.id from places p where p.festival_id = f.id order by position) as places,
             array(select id from artists order by id) as artists
      from unnest(${large}::uuid[]) f (id)
    )
    insert into gigs (id, festival_id, artist_id, place_id, start_time, end_time)
    select gen_random_uuid(), f.id, f.artists[n % 1000 + 1], f.places[n % 2000 + 1], at, at + interval '1 hour'
    from played f
    cross join lateral (
      select n, timestamptz '2099-07-01 12:00Z'
        + case when n <= 5000 then n * interval '5 s' else (n - 5000) * interval '1 day' end as at
      from generate_series(1, 10000) n
    ) slot
    where f.id = ${large[0]} or n % 5 = 0`.execute(db)
  await sql`
    insert into accommodations (id, festival_id, name, type, description, quantity, price_cents, amenities, photo)
    select gen_random_uuid(), ${large[0]}, ${name('n')}, ${text(100)}, ${text(10_000)}, 10, 100,
           array_fill(${text(100)}, array[100]), ${photo('n')}
    from generate_series(1, 400) n`.execute(db)
  await sql`analyze`.execute(db)
  const first = async (table: 'artists' | 'accommodations') => {
    const { id } = await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()
    return id
  }
  return {
    festival: large[0] ?? '',
    artist: await first('artists'),
    accommodation: await first('accommodations'),
    organizer: 'organizer-1',
  }
}
