import type { ManagedFestival } from '../../../client/src/index.ts'
import { span } from '../components/relative.tsx'
import { stateOf } from '../festivals/state.tsx'

const day = 86_400_000

/** Returns the time until a festival starts: `in 12 d`; undefined once it has begun or is cancelled. */
export function startsIn(festival: ManagedFestival, now: number): string | undefined {
  if (stateOf(festival, now) !== 'upcoming') return undefined
  const until = Date.parse(festival.start_time) - now
  return until < day ? 'starts within a day' : `in ${span(until)}`
}

const numbers = new Intl.NumberFormat('en-IE')
export const inDigits = (count: number): string => numbers.format(count)
