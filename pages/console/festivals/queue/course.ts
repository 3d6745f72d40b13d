import { localFormat } from '#platform/zones/local-time'
import type { QueueServing } from '../../../../client/src/index.ts'
import type { Counts } from '../../components/tables/counts-chart.tsx'

/** The maximum number of points of the chart, and the approximate number of times written below it. */
const [points, labels] = [120, 8]
/** Steps of a clock, in seconds. */
const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 86_400]
const [hour, minute] = ['2-digit', '2-digit'] as const
const clocks = {
  seconds: localFormat({ hour, minute, second: '2-digit' }),
  minutes: localFormat({ hour, minute }),
  days: localFormat({ day: 'numeric', month: 'short', hour, minute }),
}
const [aMinute, aDay] = [60_000, 86_400_000]

/**
 * Returns the number of places that had had their turn, from just before the first to the last, at evenly spaced
 * moments; `marks` are a few of these, including the last. Returns undefined if no place had a turn.
 */
export function courseOf(servings: QueueServing[], zone: string) {
  const [first, last] = [servings.at(0), servings.at(-1)]
  if (!first || !last) return undefined
  const [from, until] = [Date.parse(first.served_at), Date.parse(last.served_at)]
  const step = stepOf((until - from) / points)
  const coarse = stepOf((until - from) / labels)
  const begin = Math.ceil(from / step) * step - step
  const end = Math.ceil(until / step) * step
  const moments = Array.from({ length: (end - begin) / step + 1 }, (_, nth) => begin + nth * step)
  const clock = clockFor(until - from, step)
  const counts: Counts = moments.map((moment) => {
    const at = new Date(moment).toISOString()
    const served = servings.findLast(({ served_at }) => served_at <= at)
    return { at, time: clock(moment, zone), count: served?.serving ?? 0 }
  })
  const marks = counts.filter(
    (_, nth) => (moments[nth] ?? 0) % coarse === 0 || moments[nth] === end,
  )
  return { counts, marks }
}

/** Each moment needs a different text, since the chart distinguishes them by it. */
function clockFor(length: number, step: number) {
  if (length > aDay) return clocks.days
  return step < aMinute ? clocks.seconds : clocks.minutes
}

/** Returns the first step of at least this length, in milliseconds. */
const stepOf = (length: number) => 1_000 * (steps.find((step) => step * 1_000 >= length) ?? 86_400)
