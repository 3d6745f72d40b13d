/** Which names of time zones there are, by the rules that Node knows; PostgreSQL is asked only for days. */
import { type Static, Type } from 'typebox'
import { Format } from 'typebox/format'

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
