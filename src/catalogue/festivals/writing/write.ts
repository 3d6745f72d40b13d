/** Writes a festival and its rows, each table once. The caller holds the festival's row. */
import { type RawBuilder, sql } from 'kysely'
import { brokenConstraint } from '#platform/database/failures'
import type { Database } from '#platform/database/tables'
import { conflict } from '#platform/values/errors'
import { gigColumns, placeColumns, tierColumns, toPoint } from '../model/columns.ts'
import type { LatLng } from '../model/draft.ts'
import type { Gig, Place, Snapshot, Tier } from '../model/snapshot.ts'
import type { TierRow } from './sync.ts'

type Kept = Pick<Snapshot, 'places' | 'gigs'>

/** Writes places and gigs in one statement: only the rows that differ from `before`. */
export async function writeLineUp(
  db: Database,
  after: Kept & { id: string },
  before: Kept | undefined,
): Promise<void> {
  const places = differenceOf(after.places.map(toPlaceRow), before?.places.map(toPlaceRow))
  const gigs = differenceOf(after.gigs.map(toGigRow), before?.gigs.map(toGigRow))
  const parts = [
    ...removal('gigs', gigs.gone),
    ...removal('places', places.gone),
    ...(places.written.length > 0 ? [placesOf(after.id, places.written)] : []),
    ...(gigs.written.length > 0 ? [gigsOf(after.id, gigs.written)] : []),
  ]
  if (parts.length === 0) return
  const steps = parts.map((part, nth) => sql`${sql.ref(`step_${nth}`)} as (${part})`)
  await sql`with ${sql.join(steps)} select`.execute(db)
}

function toPlaceRow({ id, name, type, coordinates }: Place, position: number) {
  return { id, position, ...placeColumns.write({ name, type, coordinates }) }
}

function toGigRow({ artist: _, ...gig }: Gig) {
  return gig
}

/** Returns the rows to write, and the ids of the removed rows. */
function differenceOf<Row extends { id: string }>(after: Row[], before: Row[] = []) {
  const stored = new Map(before.map((row) => [row.id, JSON.stringify(row)]))
  const written = after.filter((row) => stored.get(row.id) !== JSON.stringify(row))
  const kept = new Set(after.map(({ id }) => id))
  return { written, gone: [...stored.keys()].filter((id) => !kept.has(id)) }
}

function removal(table: 'places' | 'gigs', ids: string[]): RawBuilder<unknown>[] {
  return ids.length === 0
    ? []
    : [sql`delete from ${sql.table(table)} where id = any (${ids}::uuid[])`]
}

function placesOf(festivalId: string, rows: object[]) {
  return sql`
    insert into places (id, festival_id, position, ${placeColumns.names()})
    select id, ${festivalId}::uuid, position, ${placeColumns.names()}
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as given (id uuid, position int, ${placeColumns.definitions()})
    on conflict (id) do update set position = excluded.position, ${placeColumns.overwrite()}`
}

function gigsOf(festivalId: string, rows: object[]) {
  return sql`
    insert into gigs (id, festival_id, ${gigColumns.names()})
    select id, ${festivalId}::uuid, ${gigColumns.names()}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id uuid, ${gigColumns.definitions()})
    on conflict (id) do update set ${gigColumns.overwrite()}`
}

type Tiers = { id: string; stored: Tier[]; now: Date }

/**
 * Writes the tiers of a festival. A tier that is no longer given is deleted, or archived once tickets of it were sold
 * or are held: these stay valid. A hidden one stays, since the tiers that are written back may have been read without
 * it. An archived one that is given again is on offer again, with the tickets sold of it.
 * @throws 409 for fewer than were sold or are held
 */
export async function writeTiers(
  db: Database,
  { id: festivalId, stored, now }: Tiers,
  tiers: TierRow[],
): Promise<void> {
  const kept = new Set(tiers.map(({ id }) => id))
  const gone = stored.flatMap(({ id, archived_at, hidden }) =>
    archived_at || hidden || kept.has(id) ? [] : [id],
  )
  if (gone.length > 0) await removeTiers(db, gone, now)
  if (tiers.length === 0) return
  const rows = tiers.map(({ id, ...tier }, position) => ({
    id,
    position,
    ...tierColumns.write(tier),
  }))
  await upsertTiers(db, festivalId, JSON.stringify(rows))
}

/** The row's own condition decides, so that a concurrent purchase cannot lose its tier. */
export async function removeTiers(db: Database, ids: string[], now: Date) {
  await sql`delete from tiers where id = any (${ids}::uuid[]) and sold = 0 and held = 0`.execute(db)
  await sql`update tiers set archived_at = ${now} where id = any (${ids}::uuid[])`.execute(db)
}

async function upsertTiers(db: Database, festivalId: string, rows: string) {
  try {
    await sql`
      insert into tiers (id, festival_id, position, ${tierColumns.names()})
      select id, ${festivalId}, position, ${tierColumns.names()}
      from jsonb_to_recordset(${rows}) as given (id uuid, position int, ${tierColumns.definitions()})
      order by id
      on conflict (id) do update
      set position = excluded.position, archived_at = null, ${tierColumns.overwrite()}`.execute(db)
  } catch (error) {
    if (brokenConstraint(error) !== 'tiers_stock') throw error
    throw conflict(
      'A quantity is below what is already sold or held: give at least as many',
      'below_sold',
    )
  }
}

/** The point at which the map shows a festival: its given coordinates, else the middle of its places. */
export function locationOf(festival: Snapshot): string | null {
  const at = pointOf(festival)
  return at && toPoint(at)
}

export function pointOf({ coordinates, places }: Snapshot): LatLng | null {
  const points = places.flatMap((place) => place.coordinates ?? [])
  return coordinates ?? (points.length > 0 ? middleOf(points) : null)
}

function middleOf(points: LatLng[]): LatLng {
  const lat = average(points.map((point) => point.lat))
  const lngs = points.map((point) => point.lng)
  if (Math.max(...lngs) - Math.min(...lngs) <= 180) return { lat, lng: average(lngs) }
  // Longitudes on both sides of the antimeridian are averaged eastwards.
  const eastwards = average(lngs.map((lng) => (lng < 0 ? lng + 360 : lng)))
  return { lat, lng: eastwards >= 180 ? eastwards - 360 : eastwards }
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
