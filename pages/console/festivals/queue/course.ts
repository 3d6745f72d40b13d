import { perZone } from '#platform/values/local-time'
import type { QueueServing } from '../../../../client/src/index.ts'
import type { Counts } from '../../components/counts-chart.tsx'

/** The most points of the chart, and about how many times are written below it. */
const [points, labels] = [120, 8]
/** Steps as clocks have them, in seconds. */
const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 86_400]
const [hour, minute] = ['2-digit', '2-digit'] as const
const clocks = {
  seconds: perZone({ hour, minute, second: '2-digit' }),
  minutes: perZone({ hour, minute }),
  days: perZone({ day: 'numeric', month: 'short', hour, minute }),
}
const [aMinute, aDay] = [60_000, 86_400_000]

/**
 * How many had had their turn, from just before the first to the last, at moments evenly apart; `marks` are a few of them, the
 * last among them. Undefined where no one had a turn.
 */
export function courseOf(servings: QueueServing[], zone: string) {
  const times = servings.map(({ served_at }) => Date.parse(served_at))
  const [first, last] = [times.at(0), times.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const step = stepOf((last - first) / points)
  const coarse = stepOf((last - first) / labels)
  // Each moment is written in another way, since the chart tells them apart by that.
  const clock = clocks[last - first > aDay ? 'days' : step < aMinute ? 'seconds' : 'minutes'](zone)
  const counts: Counts = []
  const marks: Counts = []
  const end = Math.ceil(last / step) * step
  let next = 0
  for (let at = Math.ceil(first / step) * step - step; at <= end; at += step) {
    while (next < times.length && (times[next] ?? 0) <= at) next++
    const served = servings[next - 1]?.serving ?? 0
    const one = { at: new Date(at).toISOString(), time: clock.format(at), count: served }
    counts.push(one)
    if (at % coarse === 0 || at === end) marks.push(one)
  }
  return { counts, marks }
}

/** The first step that is as long, in milliseconds. */
const stepOf = (length: number) => 1_000 * (steps.find((step) => step * 1_000 >= length) ?? 86_400)
