/**
 * The full syncs of an update: what is given replaces what was there. Matched records keep their ids,
 * so that tickets sold, timetables and links go on pointing at the same thing.
 */
import { sql } from 'kysely'
import { findKept } from '#artists'
import { brokenConstraint } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { conflict, invalid } from '#platform/values/errors'
import { findPlace, type GigDraft, type LatLng, type PlaceDraft, type TierDraft } from './draft.ts'
import { matchIds } from './match.ts'

type Named = { id: string; name: string }

export async function findPlaces(db: Database, festivalId: string): Promise<Named[]> {
  return db
    .selectFrom('places')
    .select(['id', 'name'])
    .where('festival_id', '=', festivalId)
    .orderBy('position')
    .execute()
}

/** Places by id, then by name. Gives them all, with their ids. */
export async function syncPlaces(
  db: Database,
  festivalId: string,
  drafts: PlaceDraft[],
): Promise<Named[]> {
  const stored = await findPlaces(db, festivalId)
  const given = drafts.map(({ id, name }) => ({ id, key: name }))
  const ids = matchIds(
    'places',
    given,
    stored.map(({ id, name }) => ({ id, key: name })),
  )
  await removeOthers(db, 'places', { festivalId, ids })
  const rows = drafts.map(({ name, type, coordinates }, position) => ({
    id: ids[position] ?? '',
    position,
    name,
    type,
    coordinates: toPoint(coordinates),
  }))
  await sql`
    insert into places (id, festival_id, position, name, type, coordinates)
    select id, ${festivalId}, position, name, type, coordinates
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as given (id uuid, position int, name text, type text, coordinates point)
    on conflict (id) do update
    set position = excluded.position, name = excluded.name, type = excluded.type,
        coordinates = excluded.coordinates`.execute(db)
  return rows
}

/** Gigs by id; one without an id that is the same artist at the same time is the same gig. */
export async function syncGigs(
  db: Database,
  { id: festivalId, places }: { id: string; places: Named[] },
  given: GigDraft[],
): Promise<void> {
  const drafts = await withKnownArtists(db, given)
  const stored = await db
    .selectFrom('gigs')
    .select(['id', 'artist_id', 'start_time'])
    .where('festival_id', '=', festivalId)
    .orderBy('id')
    .execute()
  const ids = matchIds(
    'gigs',
    drafts.map((gig) => ({ id: gig.id, key: slotOf(gig) })),
    stored.map((gig) => ({ id: gig.id, key: slotOf(gig) })),
  )
  const rows = drafts.map(({ artist_id, place, start_time, end_time }, index) => ({
    id: ids[index],
    artist_id,
    place_id: findPlace(places, place, `gigs[${index}].place_id`),
    start_time,
    end_time,
  }))
  await removeOthers(db, 'gigs', { festivalId, ids })
  await sql`
    insert into gigs (id, festival_id, artist_id, place_id, start_time, end_time)
    select id, ${festivalId}, artist_id, place_id, start_time, end_time
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as given (id uuid, artist_id uuid, place_id uuid, start_time timestamptz, end_time timestamptz)
    on conflict (id) do update
    set artist_id = excluded.artist_id, place_id = excluded.place_id,
        start_time = excluded.start_time, end_time = excluded.end_time`.execute(db)
}

function slotOf({ artist_id, start_time }: { artist_id: string | null; start_time: Date | null }) {
  return `${artist_id} ${start_time?.toISOString()}`
}

/** Gigs whose artists exist, else 400; instead of a merged artist, the one that was kept plays. */
async function withKnownArtists(db: Database, gigs: GigDraft[]): Promise<GigDraft[]> {
  const wanted = new Set(gigs.flatMap(({ artist_id }) => artist_id ?? []))
  const known = await holdArtists(db, [...wanted])
  const kept = await findKept(db, [...wanted.difference(known)])
  const held = known.union(await holdArtists(db, [...kept.values()]))
  return gigs.map((gig, index) => {
    if (gig.artist_id === null || known.has(gig.artist_id)) return gig
    const artist_id = kept.get(gig.artist_id)
    if (artist_id !== undefined && held.has(artist_id)) return { ...gig, artist_id }
    throw invalid(`gigs[${index}].artist_id is not the id of an artist`)
  })
}

/** Which of these artists exist. They are held until the commit, so that none is deleted or merged meanwhile. */
async function holdArtists(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from artists where id = any (${ids}::uuid[]) order by id for key share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Ticket tiers by id, then by name. One that is no longer given goes, or is archived once tickets of
 * it were sold or are held: those stay valid. An archived one that is given again is on offer again,
 * with what was sold of it. Fewer than were sold or are held: 409.
 */
export async function syncTiers(
  db: Database,
  { id: festivalId, now }: { id: string; now: Date },
  drafts: TierDraft[],
): Promise<void> {
  const stored = await db
    .selectFrom('tiers')
    .select(['id', 'name as key', 'archived_at'])
    .where('festival_id', '=', festivalId)
    // Of several with one name the first is matched: the one on offer, else the last that was.
    .orderBy('archived_at', (order) => order.desc().nullsFirst())
    .orderBy('position')
    .execute()
  const given = drafts.map(({ id, name }) => ({ id, key: name }))
  const ids = matchIds('tickets', given, stored)
  const gone = stored.flatMap(({ id, archived_at }) =>
    archived_at || ids.includes(id) ? [] : [id],
  )
  if (gone.length > 0) await removeTiers(db, gone, now)
  const rows = drafts.map(({ id: _, ...tier }, position) => ({
    ...tier,
    id: ids[position],
    position,
  }))
  await writeTiers(db, festivalId, JSON.stringify(rows))
}

/** The row's own condition decides, so that a purchase at the same moment cannot lose its tier. */
async function removeTiers(db: Database, ids: string[], now: Date) {
  await sql`delete from tiers where id = any (${ids}::uuid[]) and sold = 0 and held = 0`.execute(db)
  await sql`update tiers set archived_at = ${now} where id = any (${ids}::uuid[])`.execute(db)
}

async function writeTiers(db: Database, festivalId: string, rows: string) {
  try {
    await sql`
      insert into tiers (id, festival_id, position, name, price_cents, quantity,
                         start_time, end_time, valid_since, valid_until)
      select id, ${festivalId}, position, name, price_cents, quantity,
             start_time, end_time, valid_since, valid_until
      from jsonb_to_recordset(${rows})
        as given (id uuid, position int, name text, price_cents int, quantity int, start_time timestamptz,
                  end_time timestamptz, valid_since timestamptz, valid_until timestamptz)
      order by id
      on conflict (id) do update
      set position = excluded.position, name = excluded.name, price_cents = excluded.price_cents,
          quantity = excluded.quantity, start_time = excluded.start_time, end_time = excluded.end_time,
          valid_since = excluded.valid_since, valid_until = excluded.valid_until,
          archived_at = null`.execute(db)
  } catch (error) {
    if (brokenConstraint(error) !== 'tiers_stock') throw error
    throw conflict(
      'A quantity is below what is already sold or held: give at least as many',
      'below_sold',
    )
  }
}

async function removeOthers(
  db: Database,
  table: 'places' | 'gigs',
  { festivalId, ids }: { festivalId: string; ids: string[] },
) {
  await sql`
    delete from ${sql.table(table)}
    where festival_id = ${festivalId} and id <> all (${ids}::uuid[])`.execute(db)
}

export function toPoint(at: LatLng | null): string | null {
  return at && `(${at.lng},${at.lat})`
}
