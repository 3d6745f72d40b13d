/** The offsets of time zones as text, through which the pages get the offsets of the service in their build. */

const minute = 60_000

/** Period of the written offsets, in ms. */
export const [rowsBegin, rowsEnd] = [Date.UTC(2010), Date.UTC(2050)]

/** An offset from UTC, in ms, and the instant from which it applies, in ms. */
export type ZoneChange = { from: number; offset: number }
/**
 * Names of zones that have the same offsets, separated by blanks; and these offsets in minutes: the first one, then in
 * turn the time since the previous change, or since `rowsBegin`, and the new offset.
 */
type Row = readonly [zones: string, steps: string]

/** Writes the offsets of zones; `readRows` reads them. */
export function writeRows(zones: string[], changesOf: (zone: string) => ZoneChange[]): Row[] {
  const written = Map.groupBy(zones, (zone) => {
    let before = rowsBegin
    const changes = changesOf(zone).filter(({ from }) => from < rowsEnd)
    const steps = changes.flatMap(({ from, offset }) => {
      const step = [(from - before) / minute, offset / minute]
      before = from
      return step
    })
    return steps.slice(1).join(' ')
  })
  return [...written].map(([steps, names]) => [names.join(' '), steps] as const)
}

/** Returns a function that finds the offsets of a zone; none for an unknown zone. */
export function readRows(rows: readonly Row[]): (zone: string) => ZoneChange[] {
  const stepsOf = new Map(
    rows.flatMap(([zones, steps]) => zones.split(' ').map((zone) => [zone, steps] as const)),
  )
  const read = new Map<string, ZoneChange[]>()
  return (zone) => {
    const changes = read.get(zone) ?? readSteps(stepsOf.get(zone))
    read.set(zone, changes)
    return changes
  }
}

function readSteps(steps: string | undefined): ZoneChange[] {
  if (steps === undefined) return []
  const numbers = `0 ${steps}`.split(' ').map(Number)
  let from = rowsBegin
  return numbers.flatMap((number, index) => {
    if (index % 2 === 0) {
      from += number * minute
      return []
    }
    return { from, offset: number * minute }
  })
}
