/** Days as people at night count them: until 06:00. Service and pages read them by the same rule. */
import { instantOf, localTime } from './local-time.ts'

/** When a day ends, in milliseconds after midnight. */
export const dawn = 6 * 3_600_000

/** The first day there is, in milliseconds. */
export const firstDay = Date.parse('0001-01-01T00:00:00Z')
/** The last one. */
export const lastDay = Date.parse('9999-12-31T00:00:00Z')

/** Returns the day, as YYYY-MM-DD, that a time belongs to in a zone: before 06:00 there it is the day before, where there is one. */
export function dayOf(time: Date, zone: string): string {
  const shown = localTime(time, zone).getTime() - dawn
  return new Date(Math.min(Math.max(shown, firstDay), lastDay)).toISOString().slice(0, 10)
}

/** Returns when a day, as YYYY-MM-DD, begins in a zone: at 06:00 there. */
export function dawnOf(date: string, zone: string): Date {
  return instantOf(new Date(Date.parse(date) + dawn), zone)
}

/** Returns when the day after one, as YYYY-MM-DD, begins in a zone. */
export function dawnAfter(date: string, zone: string): Date {
  return instantOf(new Date(Date.parse(date) + 24 * 3_600_000 + dawn), zone)
}
