import { type RawBuilder, sql } from 'kysely'
import { toCoordinates } from '#platform/coordinates'
import type { Database } from '#platform/database'
import { iso } from '#platform/sql'
import { fold } from '#platform/text'
import type { Festival } from './schemas.ts'

export type FestivalRow = Festival

/** What narrows a list; `starting` and `ending` are the earlier form's date filters. */
export type FestivalFilter = {
  time?: 'upcoming' | 'past' | undefined
  country?: string | undefined
  organizer?: string | undefined
  starting?: Date | undefined
  ending?: Date | undefined
  now: Date
}

type Stored = Omit<Festival, 'coordinates'> & { location: { x: number; y: number } | null }

export async function findFestival(db: Database, id: string): Promise<FestivalRow | undefined> {
  const { rows } = await sql<Stored>`
    ${wholeFestival} where f.id = ${id} and f.deleted_at is null`.execute(db)
  return rows.map(toFestival)[0]
}

/** Festivals by start, then id; the past ones latest first. The page is cut before it is filled. */
export async function listFestivals(
  db: Database,
  filter: FestivalFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FestivalRow[]> {
  const order = filter.time === 'past' ? sql`f.start_time desc, f.id` : sql`f.start_time, f.id`
  const { rows } = await sql<Stored>`
    with page as (
      select f.id from festivals f where ${matching(filter)} order by ${order}
      limit ${limit} offset ${offset}
    )
    ${wholeFestival} join page on page.id = f.id order by ${order}`.execute(db)
  return rows.map(toFestival)
}

export async function countFestivals(db: Database, filter: FestivalFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from festivals f where ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

export function matching({ time, country, organizer, starting, ending, now }: FestivalFilter) {
  return allOf([
    sql`f.deleted_at is null`,
    time === 'upcoming' && sql`f.start_time >= ${now}`,
    time === 'past' && sql`f.end_time < ${now}`,
    country && sql`f.country_key = ${fold(country)}`,
    organizer && sql`f.organizer_id = ${organizer}`,
    starting && sql`f.start_time > ${starting}`,
    ending && sql`f.end_time < ${ending}`,
  ])
}

export function allOf(conditions: (RawBuilder<unknown> | false | '' | undefined)[]) {
  return sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql` and `,
  )
}

/** A festival with all it holds, in one statement; no list ever asks again for each of its rows. */
const wholeFestival = sql`
  select f.id, f.name, f.description, f.venue, f.address, f.country, f.area, f.start_time, f.end_time,
         f.photo, f.rank, f.cancelled_at, f.location,
         json_build_object('id', o.id, 'name', o.name) as organizer,
         held_gigs.gigs, held_places.places, held_tickets.tickets
  from festivals f
  join organizers o on o.id = f.organizer_id
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', g.id,
      'artist', case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end,
      'place_id', g.place_id,
      'start_time', ${iso('g.start_time')},
      'end_time', ${iso('g.end_time')}
    ) order by g.start_time, g.id), '[]') as gigs
    from gigs g left join artists a on a.id = g.artist_id where g.festival_id = f.id
  ) held_gigs
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'name', p.name, 'type', p.type,
      'coordinates', case when p.coordinates is not null
        then json_build_object('lat', p.coordinates[1], 'lng', p.coordinates[0]) end
    ) order by p.position), '[]') as places
    from places p where p.festival_id = f.id
  ) held_places
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', t.id, 'name', t.name, 'price', round(t.price_cents / 100.0, 2), 'quantity', t.quantity,
      'start_time', ${iso('t.start_time')}, 'end_time', ${iso('t.end_time')},
      'valid_since', ${iso('t.valid_since')}, 'valid_until', ${iso('t.valid_until')},
      'festival_id', t.festival_id
    ) order by t.position), '[]') as tickets
    from tiers t where t.festival_id = f.id and t.archived_at is null
  ) held_tickets`

function toFestival({ location, ...festival }: Stored): FestivalRow {
  return { ...festival, coordinates: toCoordinates(location) }
}
