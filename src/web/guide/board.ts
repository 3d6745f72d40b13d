import { clock, endOf, guideWords as words } from '#common/words/guide-words'
import { instantOf, localTime } from '#platform/zones/local-time'
import type { Slot, Times } from '../ui/shapes.ts'
import { type Act, actsOf } from './acts.ts'

type Span = [from: number, to: number]
/** A gig with its position in the grid of its day: rows of five minutes, columns of stages. */
export type Laid = { gig: Act; stage: string; number: number; rows: Span; columns: Span }
export type Board = {
  date: string
  /** the full hour, in local time, at which the grid begins */
  from: Date
  /** by start */
  laid: Laid[]
  stages: { name: string; number: number; columns: Span }[]
  hours: string[]
}

const [minute, hour] = [60_000, 3_600_000]
const step = 5 * minute
/** The minimum number of rows in which a gig is readable: twenty minutes. */
const fewest = 4
/** A day ends at noon of the next day at the latest, whatever the end of a gig is. */
const longest = 36 * hour

type Day = Times['days'][number]

/** Lays out the days that have a date. Gigs and stages are numbered across all of them. */
export function layBoards(days: Day[], zone: string): Board[] {
  const next = { gig: 0, stage: 0 }
  return days.flatMap(({ date, stages }) => {
    const starts = stages.flatMap(({ gigs }) => gigs.map(startOf))
    if (date === null || starts.length === 0) return []
    const first = Math.min(...starts)
    const local = localTime(new Date(first), zone).getTime()
    const from = first - (local - Math.floor(local / hour) * hour)
    const noon = instantOf(new Date(Date.parse(date) + longest), zone).getTime()
    const until = Math.max(noon, Math.max(...starts) + hour)
    return [layBoard({ date, stages }, { from, until, zone, next })]
  })
}

type Frame = { from: number; until: number; zone: string; next: { gig: number; stage: number } }

function layBoard(
  { date, stages }: { date: string; stages: Day['stages'] },
  { from, until, zone, next }: Frame,
): Board {
  let column = 1
  const laid: Laid[] = []
  const heads = stages.map(({ place, gigs }) => {
    const name = place?.name ?? words.stageOpen
    const lanes: number[] = []
    for (const gig of actsOf(gigs).toSorted((a, b) => startOf(a) - startOf(b))) {
      const rows = rowsOf(gig, from, until)
      const free = lanes.findIndex((end) => end <= rows[0])
      const lane = free === -1 ? lanes.length : free
      lanes[lane] = rows[1]
      const columns: Span = [column + lane, column + lane + 1]
      laid.push({ gig, stage: name, number: next.gig++, rows, columns })
    }
    const columns: Span = [column, column + lanes.length]
    column += lanes.length
    return { name, number: next.stage++, columns }
  })
  const rows = Math.max(...laid.map(({ rows }) => rows[1])) - 1
  const hours = Array.from({ length: Math.ceil((rows * step) / hour) }, (_, index) =>
    clock(new Date(from + index * hour), zone),
  )
  const byStart = laid.toSorted((a, b) => startOf(a.gig) - startOf(b.gig))
  return { date, from: new Date(from), laid: byStart, stages: heads, hours }
}

function startOf({ start_time }: Slot): number {
  return Date.parse(start_time ?? '')
}

/** Returns the rows of a gig. Overlapping gigs of one stage are beside each other. */
function rowsOf(gig: Slot, from: number, until: number): Span {
  const start = startOf(gig)
  const end = Math.min(endOf(start, gig.end_time), until)
  const first = Math.floor((start - from) / step) + 1
  return [first, Math.max(first + fewest, Math.ceil((end - from) / step) + 1)]
}
