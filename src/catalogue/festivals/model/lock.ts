import { sql } from 'kysely'
import { findMergedInto } from '#catalogue/artists'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { FestivalDraft } from './draft.ts'
import type { Organizer } from './snapshot.ts'

/** The festivals that a change writes, by id, and the drafts that it merges into them. */
type Changed = { festivals?: string[]; drafts?: Partial<FestivalDraft>[] }

type Artist = { id: string; name: string }

type Festival = {
  id: string
  organizer_id: string | null
  photo: string | null
  site_plan: string | null
  is_published: boolean
  is_deleted: boolean
}

/**
 * The locked records, by the given ids; unknown ids are absent. The id of a merged artist leads to the surviving one.
 */
export type Locked = {
  festivals: Map<string, Festival>
  artists: Map<string, Artist>
  organizers: Map<string, Organizer>
}

type Row = {
  festivals: Festival[]
  artists: Artist[]
  organizers: Organizer[]
}

/**
 * Locks records until the commit: festivals, so that their changes run one after the other; then artists and
 * organizers that drafts name, so that they are neither deleted nor renamed meanwhile, and the triggers of a rename see
 * every festival that shows the name. Each by id, in one statement; later reads are up to date.
 */
export async function lockRecords(
  db: Database,
  { festivals = [], drafts = [] }: Changed,
): Promise<Locked> {
  const { artists, organizers } = namedIn(drafts)
  const { rows } = await sql<Row>`
    with locked_festivals as materialized (
      select id, organizer_id, photo, site_plan, published_at is not null as is_published,
             deleted_at < 'infinity' is true as is_deleted
      from festivals where id = any (${list(festivals, 'uuid')}) order by id for no key update
    ), locked_artists as materialized (
      select id, name from artists where id = any (${list(artists, 'uuid')}) order by id for share
    ), locked_organizers as materialized (
      select id, name, approved_at is not null as is_approved
      from organizers where id = any (${list(organizers, 'text')}) order by id for share
    )
    -- They are locked in the order in which they are read here.
    select (select coalesce(json_agg(f), '[]') from locked_festivals f) as festivals,
           (select coalesce(json_agg(a), '[]') from locked_artists a) as artists,
           (select coalesce(json_agg(o), '[]') from locked_organizers o) as organizers`.execute(db)
  const [found = { festivals: [], artists: [], organizers: [] }] = rows
  return {
    festivals: new Map(found.festivals.map((festival) => [festival.id, festival])),
    artists: await withMerged(db, artists, found.artists),
    organizers: new Map(found.organizers.map((organizer) => [organizer.id, organizer])),
  }
}

/** Returns the ids of the artists and organizers that drafts name. */
function namedIn(drafts: Partial<FestivalDraft>[]) {
  const artists = drafts.flatMap(({ gigs = [] }) =>
    gigs.flatMap(({ artist_id }) => artist_id ?? []),
  )
  const organizers = drafts.flatMap(({ organizer_id }) => organizer_id ?? [])
  return { artists: [...new Set(artists)], organizers: [...new Set(organizers)] }
}

/** Returns artists by the given ids. Only missing ids are looked up among the ids of merged artists. */
async function withMerged(db: Database, ids: string[], found: Artist[]) {
  const artists = new Map(found.map((artist) => [artist.id, artist]))
  const kept = await findMergedInto(db, [...new Set(ids).difference(artists)])
  if (kept.size === 0) return artists
  const { rows } = await sql<Artist>`
    select id, name from artists where id = any (${list([...kept.values()], 'uuid')})
    order by id for share`.execute(db)
  const byId = new Map(rows.map((artist) => [artist.id, artist]))
  for (const [id, keptId] of kept) {
    const artist = byId.get(keptId)
    if (artist) artists.set(id, artist)
  }
  return artists
}
