/** Writes a festival and its rows, each table once. The caller holds the festival's row, and writes tiers last. */
import { type RawBuilder, sql } from 'kysely'
import { brokenConstraint } from '#platform/database/failures'
import type { Database } from '#platform/database/tables'
import { conflict } from '#platform/values/errors'
import {
  festivalColumns,
  gigColumns,
  placeColumns,
  tierColumns,
  toPoint,
} from '../model/columns.ts'
import type { FestivalDraft, LatLng } from '../model/draft.ts'
import { stateColumns } from '../model/publishing.ts'
import { searchTextOf } from '../model/search-text.ts'
import type { Gig, Place, Snapshot } from '../model/snapshot.ts'
import type { MovedColumns } from './reschedule.ts'
import type { TierRow } from './sync.ts'

/** A festival to write. */
export type Change = {
  /** the stored festival; undefined for a new one */
  before: Snapshot | undefined
  after: Snapshot
  /** the fields to write; a new festival has all that must not be empty */
  draft: Partial<FestivalDraft>
  /** columns that a move writes as well */
  moved?: MovedColumns | undefined
}

/** Writes the row of a festival, its places and its gigs. */
export async function writeFestival(db: Database, change: Change, now: Date): Promise<void> {
  const { before, after, draft, moved } = change
  const { id } = after
  const location = locationOf(after)
  const search_text = searchTextOf(after)
  const columns = {
    ...columnsOf(draft, after),
    ...stateColumns(now, after, before),
    ...moved,
    search_text,
  }
  if (before) {
    const isLocated = draft.places !== undefined || draft.coordinates !== undefined
    await db
      .updateTable('festivals')
      .set({ ...columns, ...(isLocated && { location }), ...revised(now) })
      .where('id', '=', id)
      .execute()
  } else {
    await db
      .insertInto('festivals')
      .values({ ...(columns as NewColumns), id, location })
      .execute()
  }
  await writeLineUp(db, after, before)
}

type NewColumns = ReturnType<typeof columnsOf<FestivalDraft>>

function columnsOf<Draft extends Partial<FestivalDraft>>(
  { source, previous_edition_id, ...draft }: Draft,
  { translations }: Snapshot,
) {
  return {
    ...festivalColumns.write(draft),
    ...(draft.translations && festivalColumns.write({ translations })),
    ...(source !== undefined && { source }),
    ...(previous_edition_id !== undefined && { previous_edition_id }),
  }
}

/** Returns the columns by which calendar programs see that a festival, or a record in it, has changed. */
export function revised(now: Date) {
  return { revision: sql<number>`revision + 1`, revised_at: now }
}

type LineUp = Pick<Snapshot, 'places' | 'gigs'>

/** Writes places and gigs in one statement: only the rows that differ from `before`. */
async function writeLineUp(
  db: Database,
  after: LineUp & { id: string },
  before: LineUp | undefined,
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

/**
 * Writes the tiers of a change, if it has any. A tier that is no longer given is deleted, or archived once tickets of
 * it were sold or are held: these stay valid. A hidden one stays, since the tiers that are written back may have been
 * read without it. An archived one that is given again is on offer again, with the tickets sold of it.
 * @throws 409 for fewer than were sold or are held
 */
export async function writeTiers(
  db: Database,
  { after, tiers }: { after: Snapshot; tiers: TierRow[] | undefined },
  now: Date,
): Promise<void> {
  if (!tiers) return
  const given = new Set(tiers.map(({ id }) => id))
  const gone = after.tiers.flatMap(({ id, archived_at, hidden }) =>
    archived_at || hidden || given.has(id) ? [] : [id],
  )
  if (gone.length > 0) await removeTiers(db, gone, now)
  if (tiers.length === 0) return
  const rows = tiers.map(({ id, ...tier }, position) => ({
    id,
    position,
    ...tierColumns.write(tier),
  }))
  await upsertTiers(db, after.id, JSON.stringify(rows))
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
function locationOf(festival: Snapshot): string | null {
  const at = pointOf(festival)
  return at && toPoint(at)
}

export function pointOf({
  coordinates = null,
  places = [],
}: Pick<Partial<FestivalDraft>, 'coordinates' | 'places'>): LatLng | null {
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
