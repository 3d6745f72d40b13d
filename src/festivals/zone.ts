/** In which time zone a festival is. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { invalidField } from '#platform/values/errors'
import { utc } from '#platform/values/local-time'
import type { FestivalDraft, LatLng } from './draft.ts'

type Zoned = Pick<FestivalDraft, 'time_zone'>

/**
 * Returns the time zone of a new festival: the given one, else that of its place, else UTC.
 * @throws 400 for one that the database does not know
 */
export async function zoneFor(
  db: Database,
  given: string | undefined,
  place: LatLng | null,
): Promise<string> {
  if (given !== undefined) await requireZones(db, [{ time_zone: given }])
  if (given !== undefined || place === null) return given ?? utc
  // Loaded with the first place, so that no start of the service waits for it.
  const { default: zoneAt } = await import('@photostructure/tz-lookup')
  const zone = zoneAt(place.lat, place.lng)
  // On the open sea off Ghana.
  if (zone === 'Etc/GMT') return utc
  return (await isKnown(db, zone)) ? zone : utc
}

/** @throws 400 for a zone by which the database cannot tell days */
export async function requireZones(db: Database, drafts: Zoned[]): Promise<void> {
  const zones = new Set(drafts.flatMap(({ time_zone = utc }) => time_zone))
  zones.delete(utc)
  for (const zone of zones) {
    if (!(await isKnown(db, zone)))
      throw invalidField('time_zone', 'is not a time zone that the database knows')
  }
}

async function isKnown(db: Database, zone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select knows_time_zone(${zone}) as known`.execute(db)
  return rows[0]?.known === true
}
