/**
 * The changes of the clocks of a time zone, by the data of the service's Node. Browsers and PostgreSQL have data of
 * other ages, so neither is used: SQL gets these offsets by `localSql`, and the build of the pages replaces this file
 * by one that has them written out (`scripts/zone-data.ts`).
 */
import { rowsBegin, type ZoneChange } from './zone-rows.ts'

/** End of the listed changes, in ms. */
export const changesEnd = Date.UTC(2100)

/** Resolves when the offsets are available: a page loads them first, and begins then. */
export const changesReady: Promise<void> = Promise.resolve()

const known = new Map<string, ZoneChange[]>()

/** Returns the offsets of a zone from 2010 to `changesEnd`, in order; none of an unknown zone. */
export function changesOf(zone: string): ZoneChange[] {
  const changes = known.get(zone)
  if (changes) return changes
  const read = readChanges(zone)
  known.set(zone, read)
  return read
}

function readChanges(zone: string): ZoneChange[] {
  try {
    return [...changesIn(zone)]
  } catch {
    return []
  }
}

function* changesIn(zone: string): Generator<ZoneChange> {
  const start = Temporal.Instant.fromEpochMilliseconds(rowsBegin)
  let at: Temporal.ZonedDateTime | null = start.toZonedDateTimeISO(zone)
  let before: number | undefined
  while (at && at.epochMilliseconds < changesEnd) {
    const offset: number = at.offsetNanoseconds / 1e6
    // Some changes are of the name alone.
    if (offset !== before) yield { from: at.epochMilliseconds, offset }
    before = offset
    at = at.getTimeZoneTransition('next')
  }
}
