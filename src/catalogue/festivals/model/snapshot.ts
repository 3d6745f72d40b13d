import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { toTime } from '#platform/values/time'
import type { Translations } from '#platform/values/translations'
import { tierColumns } from './columns.ts'
import type { LatLng, TierDraft } from './draft.ts'

/** The times at which an artist plays, in milliseconds since 1970; empty: still to be announced. */
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
  headliner: boolean
  billing: number | null
  billing_text: string | null
}
/** A tier as it is stored. */
export type Tier = Required<Omit<TierDraft, 'translations'>> & {
  id: string
  translations: Translations
  archived_at: string | null
}
export type Organizer = { id: string; name: string; is_approved: boolean }

/** A festival with its rows as a change finds or leaves it, and the line-up that followers were notified of. */
export type Snapshot = {
  id: string
  name: string
  organizer: Organizer | null
  start_time: Date
  end_time: Date
  time_zone: string
  venue: string | null
  address: string | null
  city: string | null
  area: string | null
  country: string | null
  coordinates: LatLng | null
  translations: Translations
  /** false: a draft */
  is_published: boolean
  cancelled_at: Date | null
  places: Place[]
  gigs: Gig[]
  tiers: Tier[]
  told: Slots[]
  /** announcements held back, by artist; `isNew`: true if no follower has been notified yet */
  waiting: { id: string; isNew: boolean }[]
}

type GigRow = [
  Gig['id'],
  Gig['artist_id'],
  Gig['artist'],
  Gig['place_id'],
  number | null,
  number | null,
  Gig['headliner'],
  Gig['billing'],
  Gig['billing_text'],
]
type Row = Omit<Snapshot, 'gigs' | 'tiers'> & { gigs: GigRow[]; tiers: Read<Tier>[] }

/** A record as JSON represents it: times are text. */
type Read<T> = { [Field in keyof T]: T[Field] extends Date | null ? string | null : T[Field] }

/** Reads festivals in one statement. The caller has locked them, and all other records that a change names, before. */
export async function readSnapshots(db: Database, ids: string[]): Promise<Map<string, Snapshot>> {
  const { rows } = await sql<Row>`
    select f.id, f.name, f.start_time, f.end_time, f.time_zone, f.venue, f.address, f.city, f.area, f.country,
           json_point(f.coordinates) as coordinates,
           coalesce(f.translations, '{}') as translations, f.published_at is not null as is_published, f.cancelled_at,
           held.*
    from festivals f cross join lateral (${rowsOfFestival}) held
    where f.id = any (${list(ids, 'uuid')})`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, gigs: row.gigs.map(toGig), tiers: row.tiers.map(toTier) },
    ]),
  )
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
       g.id, g.artist_id, a.name, g.place_id, ${milliseconds('g.start_time')}, ${milliseconds('g.end_time')},
       g.headliner, g.billing, g.billing_text) order by g.id), '[]')
     from gigs g left join artists a on a.id = g.artist_id where g.festival_id = f.id) as gigs,
    -- Of several with one name the first is matched: the one on offer, else the last that was.
    (select coalesce(json_agg(json_build_object('id', t.id, 'archived_at', t.archived_at, ${tierColumns.json('t')})
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

function toGig([id, artist_id, artist, place_id, start, end, ...billed]: GigRow): Gig {
  const times = { start_time: toDate(start), end_time: toDate(end) }
  const [headliner, billing, billing_text] = billed
  return { id, artist_id, artist, place_id, ...times, headliner, billing, billing_text }
}

function toTier({ start_time, end_time, valid_since, valid_until, ...tier }: Read<Tier>): Tier {
  return {
    ...tier,
    start_time: toTime(start_time),
    end_time: toTime(end_time),
    valid_since: toTime(valid_since),
    valid_until: toTime(valid_until),
  }
}

const toDate = (time: number | null) => (time === null ? null : new Date(time))

/** An artist of a line-up. */
export type Playing = Slots & { name: string }

/** Returns the artists of a line-up by name, each with all starts in order. */
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
