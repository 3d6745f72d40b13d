/** Describes the progress of a waiting room, the same on the server and in the browser. */

import { wordsOf } from './catalogues.ts'
import { namedMoment } from './guide-words.ts'
import { perLocale } from './locale.ts'
import { count } from './numbers.ts'

export const queueWords = wordsOf('queue')
export const proofWords = wordsOf('proof')
export { count }

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const
const formats = perLocale(
  (locale) =>
    new Map(
      units.map(([unit]) => [
        unit,
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
      ]),
    ),
)

/** The number of minutes from which on seconds are left out. */
const minutesAlone = 5

/** `2 days 4 hours`, `12 minutes`, `45 seconds`: the two largest units. */
export function spanOf(ms: number): string {
  const left = Math.max(0, Math.round(ms / 1_000))
  const largest = units.findIndex(([, size]) => left >= size)
  const [first, second] = units.slice(largest)
  if (!first) return ''
  const [unit, size] = first
  const whole = Math.floor(left / size)
  const rest = second ? Math.floor((left % size) / second[1]) : 0
  const told = formats().get(unit)?.format(whole) ?? ''
  const isPlain = rest === 0 || (unit === 'minute' && whole >= minutesAlone)
  return isPlain || !second ? told : `${told} ${formats().get(second[0])?.format(rest)}`
}

/** A queue with the facts shown here. */
type Queue = {
  status: 'announced' | 'open' | 'drawing' | 'serving'
  opens_at: string
  draw_at: string
  draw: { entries: number; committed_at: string } | null
}

/** Returns the first digits of a hash, enough to distinguish two hashes. */
export const shortened = (hash: string): string => `${hash.slice(0, 16)}…`

/** Describes the progress of a queue for a visitor without a number in it. */
export function standingOf(queue: Queue, zone: string): { title: string; text: string } {
  const draw = namedMoment(queue.draw_at, zone)
  const told = {
    announced: [queueWords.announced, queueWords.announcedText(namedMoment(queue.opens_at, zone))],
    open: [queueWords.open, queueWords.openText(draw)],
    drawing: [queueWords.drawing, drawnText(queue, zone)],
    serving: [queueWords.serving, queueWords.servingText],
  } as const
  const [title, text] = told[queue.status]
  return { title, text }
}

function drawnText({ draw }: Queue, zone: string): string {
  if (!draw) return ''
  return queueWords.drawingText(draw.entries, namedMoment(draw.committed_at, zone))
}
