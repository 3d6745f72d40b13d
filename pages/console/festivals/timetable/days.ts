import { instantOf, localTime } from '#platform/zones/local-time'
import type { Festival, FestivalGig } from '../../../../client/src/index.ts'

export const [minute, hour] = [60_000, 3_600_000]
const day = 24 * hour

/** Until this hour, a gig belongs to the evening before, as festivals print it. */
const dawn = 6 * hour
/** A longer festival shows only the days with gigs. */
const mostDays = 100

/** The festival day, in a time zone, of a start time: before 06:00 there it is the day before. */
export function dayOf(time: number, zone: string): string {
  return new Date(localTime(new Date(time), zone).getTime() - dawn).toISOString().slice(0, 10)
}

/** Returns the start of a festival day, in milliseconds. */
export function beginOf(date: string, zone: string): number {
  return instantOf(new Date(Date.parse(date) + dawn), zone).getTime()
}

/** Returns the minutes of a festival day: 23 or 25 hours if clocks change in its night. */
export function minutesOf(date: string, zone: string): number {
  return (beginOf(dayAfter(date, 1), zone) - beginOf(date, zone)) / minute
}

/** Returns the date `days` days after another. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}

/** All days of a festival, and days outside it that have gigs. */
export function daysOf({
  start_time,
  end_time,
  time_zone,
  gigs,
}: Pick<Festival, 'start_time' | 'end_time' | 'time_zone' | 'gigs'>): string[] {
  const first = Date.parse(dayOf(Date.parse(start_time), time_zone))
  // A festival that ends at dawn has no day starting then.
  const last = Math.max(first, Date.parse(dayOf(Date.parse(end_time) - 1, time_zone)))
  const count = Math.min(Math.round((last - first) / day) + 1, mostDays)
  const own = Array.from({ length: count }, (_, n) => new Date(first + n * day).toISOString())
  const played = gigs.flatMap(({ start_time: at }) =>
    at ? [dayOf(Date.parse(at), time_zone)] : [],
  )
  return [...new Set([...own.map((date) => date.slice(0, 10)), ...played])].toSorted()
}

/** Returns the end of a gig, in milliseconds; one without an end lasts an hour. */
export function endOf({ start_time, end_time }: Pick<FestivalGig, 'start_time' | 'end_time'>) {
  const start = Date.parse(start_time ?? '')
  const end = Date.parse(end_time ?? '')
  return end > start ? end : start + hour
}

/** `21:15`, as clocks of a zone show it. */
export function clock(time: number, zone: string): string {
  return localTime(new Date(time), zone).toISOString().slice(11, 16)
}

const short = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Sat 3 Jul`. */
export function shortDay(date: string): string {
  return short.format(new Date(date)).replace(',', '')
}

/** `Saturday 3 July 2027`. */
export function longDay(date: string): string {
  return long.format(new Date(date)).replace(',', '')
}
