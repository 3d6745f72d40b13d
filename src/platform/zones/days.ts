/** Days as people count them at night: they last until 06:00. The service and its pages read them by the same rule. */
import { instantOf, localTime } from './local-time.ts'

/** End of a day, in milliseconds after midnight. */
export const dawn = 6 * 3_600_000

/** The first supported day, in milliseconds. */
export const firstDay = Date.parse('0001-01-01T00:00:00Z')
/** The last supported day, in milliseconds. */
export const lastDay = Date.parse('9999-12-31T00:00:00Z')

/** Returns the day, as YYYY-MM-DD, that a time belongs to in a zone: before 06:00 there it is the day before, if there is one. */
export function dayOf(time: Date, zone: string): string {
  const shown = localTime(time, zone).getTime() - dawn
  return new Date(Math.min(Math.max(shown, firstDay), lastDay)).toISOString().slice(0, 10)
}

/** Returns the beginning of a day, given as YYYY-MM-DD, in a zone: at 06:00 there. */
export function dawnOf(date: string, zone: string): Date {
  return instantOf(new Date(Date.parse(date) + dawn), zone)
}

/** Returns the beginning of the day after one, given as YYYY-MM-DD, in a zone. */
export function dawnAfter(date: string, zone: string): Date {
  return instantOf(new Date(Date.parse(date) + 24 * 3_600_000 + dawn), zone)
}
