import { perZone } from '#platform/values/local-time'
import type { QueueServing } from '../../../../client/src/index.ts'
import type { Counts } from '../../components/counts-chart.tsx'

/** The most points of the chart, and rows of its table. */
const [points, rows] = [120, 12]
const clocks = perZone({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** How many had had their turn, from just before the first to the last, at moments evenly apart. */
export function courseOf(servings: QueueServing[], zone: string): Counts {
  const times = servings.map(({ served_at }) => Date.parse(served_at))
  const [first, last] = [times.at(0), times.at(-1)]
  if (first === undefined || last === undefined) return []
  const step = Math.max(1, Math.ceil((last - first) / points / 1_000)) * 1_000
  const counts: Counts = []
  let next = 0
  for (let at = first - step; at < last + step; at += step) {
    while (next < times.length && (times[next] ?? 0) <= at) next++
    const count = servings[next - 1]?.serving ?? 0
    counts.push({ at: new Date(at).toISOString(), time: clocks(zone).format(at), count })
  }
  return counts
}

/** A few of them, evenly apart, the last among them. */
export const someOf = (counts: Counts): Counts => {
  const every = Math.max(1, Math.ceil(counts.length / rows))
  return counts.filter((_, nth) => (counts.length - 1 - nth) % every === 0)
}
