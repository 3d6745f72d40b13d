import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { LatLng } from './draft.ts'

/** When an artist plays, in milliseconds since 1970; none: still to be announced. */
export type Slots = { id: string; times: number[] }

export type Place = { id: string; name: string; type: string | null; coordinates: LatLng | null }
/** `artist` is the artist's name. */
export type Gig = {
  id: string
  artist_id: string | null
  artist: string | null
  place_id: string | null
  start_time: Date | null
  end_time: Date | null
}
export type Tier = { id: string; name: string; archived_at: string | null }
export type Organizer = { id: string; name: string; is_approved: boolean }

/** A festival with its rows as a change finds or leaves it, and what followers were told of its line-up. */
export type Snapshot = {
  id: string
  name: string
  organizer: Organizer | null
  start_time: Date
  end_time: Date
  venue: string | null
  address: string | null
  country: string | null
  coordinates: LatLng | null
  cancelled_at: Date | null
  places: Place[]
  gigs: Gig[]
  tiers: Tier[]
  told: Slots[]
  /** announcements kept back, by artist; `isNew`: no follower has been told yet */
  waiting: { id: string; isNew: boolean }[]
}

/** The records that a change names. */
type Named = { festivals?: string[]; artists?: string[]; organizers?: string[] }

/** What a change has to know before it decides; artists by their names. */
export type Found = {
  festivals: Map<string, Snapshot>
  artists: Map<string, string>
  organizers: Map<string, Organizer>
}

type GigRow = [
  Gig['id'],
  Gig['artist_id'],
  Gig['artist'],
  Gig['place_id'],
  number | null,
  number | null,
]
type Shared = { artists: { id: string; name: string }[]; organizers: Organizer[] }
type FestivalRow = Omit<Snapshot, 'gigs'> & { gigs: GigRow[] }
type Row = Shared & (FestivalRow | { id: null })

/**
 * Reads festivals, which the caller has locked, in one statement. The artists and organizers are locked until
 * the commit, artists first, each by id: neither deleted nor renamed meanwhile, so that the triggers of a
 * rename see every festival that shows the name. A record that does not exist is absent from its map.
 */
export async function readSnapshots(
  db: Database,
  { festivals = [], artists = [], organizers = [] }: Named,
): Promise<Found> {
  const { rows } = await sql<Row>`
    with named_artists as materialized (
      select id, name from artists where id = any (${list(artists, 'uuid')}) order by id for share
    ), named_organizers as materialized (
      select id, name, approved_at is not null as is_approved
      from organizers where id = any (${list(organizers, 'text')}) order by id for share
    )
    select (select coalesce(json_agg(a), '[]') from named_artists a) as artists,
           (select coalesce(json_agg(o), '[]') from named_organizers o) as organizers,
           f.id, f.name, f.start_time, f.end_time, f.venue, f.address, f.country,
           json_point(f.coordinates) as coordinates, f.cancelled_at, held.*
    from (select 1) one
    left join festivals f on f.id = any (${list(festivals, 'uuid')})
    cross join lateral (${rowsOfFestival}) held`.execute(db)
  const [{ artists: names, organizers: named } = { artists: [], organizers: [] }] = rows
  return {
    festivals: new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, toSnapshot(row)]]))),
    artists: new Map(names.map(({ id, name }) => [id, name])),
    organizers: new Map(named.map((organizer) => [organizer.id, organizer])),
  }
}

/** Short arrays instead of objects, since there may be thousands of gigs. */
const rowsOfFestival = sql`
  select
    (select json_build_object('id', o.id, 'name', o.name, 'is_approved', o.approved_at is not null)
     from organizers o where o.id = f.organizer_id) as organizer,
    (select coalesce(json_agg(json_build_object(
       'id', p.id, 'name', p.name, 'type', p.type, 'coordinates', json_point(p.coordinates)
     ) order by p.position, p.id), '[]') from places p where p.festival_id = f.id) as places,
    (select coalesce(json_agg(json_build_array(
       g.id, g.artist_id, a.name, g.place_id, ${milliseconds('g.start_time')}, ${milliseconds('g.end_time')}) order by g.id), '[]')
     from gigs g left join artists a on a.id = g.artist_id where g.festival_id = f.id) as gigs,
    -- Of several with one name the first is matched: the one on offer, else the last that was.
    (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'archived_at', t.archived_at)
       order by t.archived_at desc nulls first, t.position), '[]')
     from tiers t where t.festival_id = f.id) as tiers,
    (select coalesce(json_agg(json_build_object('id', n.artist_id, 'times', (
       select coalesce(json_agg(${milliseconds('t.start_time')}), '[]')
       from unnest(n.start_times) t (start_time)))), '[]')
     from announcements n where n.festival_id = f.id) as told,
    (select coalesce(json_agg(json_build_object('id', w.artist_id, 'isNew', w.cause is null)), '[]')
     from waiting_announcements w where w.festival_id = f.id and w.artist_id is not null) as waiting`

function milliseconds(time: string) {
  return sql`(extract(epoch from ${sql.ref(time)}) * 1000)::bigint`
}

function toSnapshot({ id, gigs, ...row }: FestivalRow): Snapshot {
  const { name, organizer, start_time, end_time, venue, address, country, coordinates } = row
  const { cancelled_at, places, tiers, told, waiting } = row
  const about = { id, name, organizer, start_time, end_time, venue, address, country, coordinates }
  return { ...about, cancelled_at, places, gigs: gigs.map(toGig), tiers, told, waiting }
}

function toGig([id, artist_id, artist, place_id, start, end]: GigRow): Gig {
  return { id, artist_id, artist, place_id, start_time: toDate(start), end_time: toDate(end) }
}

const toDate = (time: number | null) => (time === null ? null : new Date(time))

/** An artist of a line-up. */
export type Playing = Slots & { name: string }

/** The artists who play, by name, each with all starts in order. */
export function lineUpOf({ gigs }: Snapshot): Playing[] {
  const playing = new Map<string, Playing>()
  for (const { artist_id: id, artist: name, start_time } of gigs) {
    if (id === null || name === null) continue
    const artist = playing.get(id) ?? { id, name, times: [] }
    playing.set(id, artist)
    if (start_time) artist.times.push(start_time.getTime())
  }
  for (const { times } of playing.values()) times.sort((one, other) => one - other)
  return [...playing.values()].toSorted(byName)
}

function byName(one: Playing, other: Playing): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.id < other.id ? -1 : 1
}
