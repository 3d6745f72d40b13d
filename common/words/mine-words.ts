/** Texts of a fan's own timetable, on the server and in the browser. */

import { wordsOf } from './catalogues.ts'
import { clock, endOf, moment } from './guide-words.ts'

/** A gig with the facts shown here. */
export type PlannedGig = { name: string; stage: string; start: number; end: number }

export const mineWords = wordsOf('mine')

const at = ({ name, stage }: PlannedGig) => (stage === '' ? name : `${name} (${stage})`)
const hour = 3_600_000

/** `25 min`, `1 h 5 min` */
function span(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

/** Returns the line about the current and the next gig; null once all are over. */
export function nextOf(gigs: PlannedGig[], now: Date, zone: string): string | null {
  const time = now.getTime()
  const on = gigs.filter(({ start, end }) => start <= time && time < end)
  const [next] = gigs.filter(({ start }) => start > time).toSorted((a, b) => a.start - b.start)
  const told = on.map((gig) => mineWords.now(at(gig), clock(new Date(gig.end), zone)))
  if (next) {
    const start = new Date(next.start)
    const wait = next.start - time
    const when =
      wait < 12 * hour
        ? mineWords.nextIn(clock(start, zone), span(wait))
        : moment(start.toISOString(), zone)
    told.push(mineWords.next(at(next), when))
  }
  return told.length === 0 ? null : told.join(' ')
}

/** Returns the end of a gig, in ms. */
export const endIn = (start: string, end: string | null): number => endOf(Date.parse(start), end)
