const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** The pause after the nth attempt, in ms: three days in all. */
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

/** An endpoint without a successful answer for this long is no longer called, in ms. */
export const patienceWithEndpoints = 72 * hour

/**
 * Returns the time of the next attempt after `tries` attempts have failed, the last one at `now`; undefined: no more.
 * It is up to a tenth later than planned, by `random` from 0 to 1, so that deliveries that failed together do not come
 * together.
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
