/** The time zone of a festival. */
import { sql } from 'kysely'
import { asSystem } from '#platform/database/signing'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { utc } from '#platform/zones/local-time'
import { toTimeZone } from '#platform/zones/time-zones'
import type { LatLng } from './draft.ts'

/** Returns the time zone of a new festival: the given one, else the zone of its place, else UTC. */
export async function zoneFor(given: string | undefined, place: LatLng | null): Promise<string> {
  if (given !== undefined || place === null) return given ?? utc
  // Loaded with the first place, so that the service does not wait for it at start.
  const { default: zoneAt } = await import('@photostructure/tz-lookup')
  const zone = zoneAt(place.lat, place.lng)
  // On the open sea off Ghana.
  return zone === 'Etc/GMT' ? utc : zone
}

/**
 * Replaces outdated names of time zones by the present ones, in festivals written before `toTimeZone` did that, and
 * from backups. Their times stay. Returns the number of festivals changed.
 */
export async function renameZones(db: Database): Promise<number> {
  const { rows } = await sql<{ time_zone: string }>`
    select distinct time_zone from festivals where time_zone <> ${utc}`.execute(db)
  let renamed = 0
  for (const { time_zone: before } of rows) {
    const name = toTimeZone(before) ?? before
    if (name === before) continue
    const { numUpdatedRows } = await asSystem('festival.update', () =>
      transact(db, (trx) =>
        trx
          .updateTable('festivals')
          .set({ time_zone: name })
          .where('time_zone', '=', before)
          .executeTakeFirst(),
      ),
    )
    renamed += Number(numUpdatedRows)
  }
  return renamed
}
