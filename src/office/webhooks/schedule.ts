const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** How long after the nth attempt the next one comes, ms: three days in all. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** An endpoint that has answered nothing well for so long is not called any more, ms. */
export const patienceWithEndpoints = 72 * hour

/**
 * When to try again after `tries` attempts have failed, the last one at `now`; undefined: no more. Up to a
 * tenth later than planned, by `random` from 0 to 1, so that what failed together does not come together.
 */
export function nextAttempt(
  tries: number,
  { now, random }: { now: Date; random: number },
): Date | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined
    ? undefined
    : new Date(now.getTime() + Math.round(pause * (1 + random / 10)))
}
