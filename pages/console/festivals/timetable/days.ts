import type { Festival, FestivalGig } from '../../../../client/src/index.ts'

export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Until this hour, a gig belongs to the evening before, as festivals print it. */
const dawn = 6 * hour
/** A longer festival shows only the days with gigs. */
const mostDays = 100

/** The festival day (UTC) of a start time: before 06:00 it is the day before. */
export function dayOf(time: number): string {
  return new Date(time - dawn).toISOString().slice(0, 10)
}

/** When a festival day starts, in milliseconds. */
export function beginOf(date: string): number {
  return Date.parse(date) + dawn
}

/** All days of a festival, and days outside it that have gigs. */
export function daysOf({
  start_time,
  end_time,
  gigs,
}: Pick<Festival, 'start_time' | 'end_time' | 'gigs'>): string[] {
  const first = Date.parse(dayOf(Date.parse(start_time)))
  // A festival that ends at dawn has no day starting then.
  const last = Math.max(first, Date.parse(dayOf(Date.parse(end_time) - 1)))
  const count = Math.min(Math.round((last - first) / day) + 1, mostDays)
  const own = Array.from({ length: count }, (_, n) => new Date(first + n * day).toISOString())
  const played = gigs.flatMap(({ start_time: at }) => (at ? [dayOf(Date.parse(at))] : []))
  return [...new Set([...own.map((date) => date.slice(0, 10)), ...played])].toSorted()
}

/** When a gig ends, in milliseconds; one without an end lasts an hour. */
export function endOf({ start_time, end_time }: Pick<FestivalGig, 'start_time' | 'end_time'>) {
  const start = Date.parse(start_time ?? '')
  const end = Date.parse(end_time ?? '')
  return end > start ? end : start + hour
}

/** `21:15`, in UTC. */
export function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 16)
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
