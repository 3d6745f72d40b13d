import type { Answer } from '../../../client/src/index.ts'

export type Comparison = Answer<'GET /festivals/{id}/sales/compared'>
type Edition = Comparison['edition']
type Sums = { sold: number; revenue: number }

/** The sums of both editions `days` days before each began; null for days of this edition that are still to come. */
export type Point = { days: number; now: Sums | null; before: Sums }

/** The maximum number of days shown one by one. */
const mostDays = 92

/** Returns the sums of an edition at the end of a day. */
export function sumsAt({ days }: Pick<Edition, 'days'>, at: number): Sums {
  const last = days.findLast(({ days_to_start }) => days_to_start >= at)
  return { sold: last?.sold ?? 0, revenue: last?.revenue ?? 0 }
}

/** Returns the points from the first sale of either edition to the last, or to the start, by day, or by week if there are too many. */
export function pointsOf({
  edition,
  previous_edition: before,
  days_to_start: today,
}: Comparison): Point[] {
  const sales = [...edition.days, ...(before?.days ?? [])].map((day) => day.days_to_start)
  if (!before || sales.length === 0) return []
  const [first, last] = [Math.max(...sales), Math.min(...sales, 0)]
  const step = first - last < mostDays ? 1 : 7
  const from = Math.ceil(first / step) * step
  const to = Math.floor(last / step) * step
  const days = Array.from({ length: (from - to) / step + 1 }, (_, nth) => from - nth * step)
  const isBetween = today < from && today > to && !days.includes(today)
  return (isBetween ? [...days, today].toSorted((one, other) => other - one) : days).map((at) => ({
    days: at,
    now: at < today ? null : sumsAt(edition, at),
    before: sumsAt(before, at),
  }))
}

/** Describes a number of days before or after the start of a festival, in words. */
export function daysInWords(days: number): string {
  if (days === 0) return 'On the day it begins'
  const many = Math.abs(days) === 1 ? 'day' : 'days'
  return `${Math.abs(days)} ${many} ${days > 0 ? 'before' : 'after'} it begins`
}
