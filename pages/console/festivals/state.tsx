import { Mark } from '../components/mark.tsx'
import { useNow } from '../components/relative.tsx'

type Times = {
  start_time: string
  end_time: string
  published_at: string | null
  cancelled_at: string | null
}

export type State = 'draft' | 'upcoming' | 'on now' | 'over' | 'cancelled'

const marks = {
  draft: ['warn', 'Draft'],
  upcoming: ['live', 'Upcoming'],
  'on now': ['good', 'On now'],
  over: ['quiet', 'Over'],
  cancelled: ['bad', 'Cancelled'],
} as const

/** The state of a festival at a time, in milliseconds. */
export function stateOf(
  { start_time, end_time, published_at, cancelled_at }: Times,
  now: number,
): State {
  if (published_at === null) return 'draft'
  if (cancelled_at !== null) return 'cancelled'
  if (now > Date.parse(end_time)) return 'over'
  return now < Date.parse(start_time) ? 'upcoming' : 'on now'
}

/** The state of a festival in one word. */
export function StateMark({ of }: { of: Times }) {
  const [tone, word] = marks[stateOf(of, useNow())]
  return <Mark tone={tone}>{word}</Mark>
}
