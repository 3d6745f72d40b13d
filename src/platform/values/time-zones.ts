/** What clocks show in a time zone, by the rules that Node knows; PostgreSQL is asked only for days. */
import { type Static, Type } from 'typebox'
import { Format } from 'typebox/format'

/** The zone of what has none of its own. */
export const utc = 'UTC'

/** Abbreviations such as CET are left out: programs disagree on them. */
const form = /^(UTC|[A-Za-z_]+(\/[\w+-]+)+)$/i

/** Returns a time zone's name in its own spelling; undefined for an unknown one. */
export function toTimeZone(name: string): string | undefined {
  if (!form.test(name)) return undefined
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
}

Format.Set('time-zone', (name) => toTimeZone(name) !== undefined)

export const TimeZone = Type.String({
  maxLength: 64,
  format: 'time-zone',
  description: 'IANA name; times are told in it, and days are its own',
  examples: ['Europe/Copenhagen'],
})
export type TimeZone = Static<typeof TimeZone>

/** Returns a date whose UTC fields are what clocks show at an instant. */
export function localTime(instant: Date, zone: string): Date {
  if (zone === utc) return instant
  const { offsetNanoseconds } = at(instant, zone)
  return new Date(instant.getTime() + offsetNanoseconds / 1e6)
}

/**
 * Returns the instant at which clocks show the UTC fields of `local`. Of two the first; where clocks skip that time,
 * as long after the change as it says.
 */
export function instantOf(local: Date, zone: string): Date {
  if (zone === utc) return local
  const shown = Temporal.PlainDateTime.from(local.toISOString().slice(0, -1))
  return new Date(shown.toZonedDateTime(zone).epochMilliseconds)
}

/** Returns what people call the time in a zone at an instant: `BST`, `CET`, `GMT-5`. */
export function zoneName(instant: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function at(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
}
