import { plural } from '../terminal/output.ts'

/** Reports once, for all rows, the number of times read as UTC. */
export function describeTimes(readAsUtc: number): string[] {
  if (readAsUtc === 0) return []
  return [`${plural(readAsUtc, 'time')} without an offset read as UTC, since no time_zone is named`]
}
