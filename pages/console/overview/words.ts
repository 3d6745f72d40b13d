import type { ManagedFestival, Sales } from '../../../client/src/index.ts'
import { span } from '../components/relative.tsx'
import { stateOf } from '../festivals/state.tsx'

const day = 86_400_000

/** How far away a festival is: `in 12 d`; undefined once it has begun or is cancelled. */
export function startsIn(festival: ManagedFestival, now: number): string | undefined {
  if (stateOf(festival, now) !== 'upcoming') return undefined
  const until = Date.parse(festival.start_time) - now
  return until < day ? 'starts within a day' : `in ${span(until)}`
}

export type Figures = { sold: number; revenue: number; refunded: number; validated: number }

/** Sums one day of several festivals. */
export function sumOf(day: string, sales: Sales[]): Figures {
  const days = sales.flatMap(({ days }) => days.filter(({ date }) => date === day))
  const cents = (pick: (day: Sales['days'][number]) => number) =>
    days.reduce((sum, one) => sum + Math.round(pick(one) * 100), 0) / 100
  return {
    sold: days.reduce((sum, { sold }) => sum + sold, 0),
    revenue: cents(({ revenue }) => revenue),
    refunded: cents(({ refunded }) => refunded),
    validated: days.reduce((sum, { validated }) => sum + validated, 0),
  }
}

const numbers = new Intl.NumberFormat('en-IE')
export const inDigits = (count: number): string => numbers.format(count)
