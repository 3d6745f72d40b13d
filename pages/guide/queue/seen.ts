/** This browser's record of a queue, so that data that must never change cannot change unnoticed. */

import { count, shortened, queueWords as words } from '#common/words/queue-words'
import type { Queue, QueuePlace } from '../../../client/src/types.ts'
import { numbersPlace } from '../offline/forget.ts'

type SeenQueue = {
  id: string
  draw_at: string
  round: number | null
  /** set once the entries were fixed */
  root?: string
  entries?: number
  /** set once the order was known */
  seed?: string
  /** the previous time of the draw, until the fan has read that it was moved */
  before?: string
}
/** The fan's number: signing out removes it. */
type OwnNumber = { queue: string; user: string; number: number }
export type Change = { what: 'entries' | 'round' | 'seed' | 'number'; before: string; now: string }

const seenPlace = 'festival-queues'

/** Returns all stored values, by festival. Data that another program has written there counts as nothing. */
function all<Value>(place: string): Record<string, Value> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Value>) : {}
  } catch {
    return {}
  }
}

function storeSeen<Value>(place: string, festival: string, value: Value | undefined): void {
  try {
    localStorage.setItem(place, JSON.stringify({ ...all<Value>(place), [festival]: value }))
  } catch {
    // A browser without storage notices no changes.
  }
}

/** Compares a queue with its record, and records new data. Changes against the rules are not recorded. */
export function compareQueue(festival: string, queue: Queue): Change[] {
  const known = all<SeenQueue>(seenPlace)[festival]
  const seen = known?.id === queue.id ? known : undefined
  const changes = seen ? changesOf(seen, queue) : []
  if (changes.length === 0) storeSeen(seenPlace, festival, seenOf(queue, seen))
  return changes
}

function seenOf({ id, draw_at, round, draw }: Queue, seen: SeenQueue | undefined): SeenQueue {
  const before = seen?.before ?? seen?.draw_at ?? draw_at
  return {
    id,
    draw_at,
    round,
    ...(draw && { root: draw.root, entries: draw.entries }),
    ...(draw?.seed && { seed: draw.seed }),
    ...(before !== draw_at && { before }),
  }
}

const changesOf = (seenQueue: SeenQueue, queue: Queue): Change[] => [
  ...changedEntries(seenQueue, queue),
  ...changedRound(seenQueue, queue),
  ...changedSeed(seenQueue, queue),
]

function changedEntries({ root, entries = 0 }: SeenQueue, { draw }: Queue): Change[] {
  if (root === undefined || (draw?.root === root && draw.entries === entries)) return []
  const now = draw ? listOf(draw) : words.nothing
  return [{ what: 'entries', before: listOf({ root, entries }), now }]
}

/** A draw that is moved has another round, until its entries are fixed. */
function changedRound({ root, draw_at, round }: SeenQueue, queue: Queue): Change[] {
  const isMoved = root === undefined && draw_at !== queue.draw_at
  if (isMoved || round === queue.round) return []
  return [{ what: 'round', before: nameOf(round), now: nameOf(queue.round) }]
}

function changedSeed({ seed }: SeenQueue, { draw }: Queue): Change[] {
  if (seed === undefined || draw?.seed === seed) return []
  return [{ what: 'seed', before: '', now: '' }]
}

const listOf = ({ root, entries }: { root: string; entries: number }) =>
  `${count(entries)} (${shortened(root)})`
const nameOf = (round: number | null) => (round === null ? words.nothing : `${round}`)

/** Compares the fan's number with the one stored in this browser, and stores it. */
export function compareNumber(festival: string, place: QueuePlace): Change[] {
  const { queue_id: queue, user_id: user, number } = place
  const held = ownNumberAt(festival)
  if (held?.queue === queue && held.user === user && held.number !== number) {
    return [{ what: 'number', before: count(held.number + 1), now: count(number + 1) }]
  }
  storeSeen<OwnNumber>(numbersPlace, festival, { queue, user, number })
  return []
}

/** Returns the last number this browser got, of any queue. */
export const ownNumberAt = (festival: string): OwnNumber | undefined =>
  all<OwnNumber>(numbersPlace)[festival]

export const deleteOwnNumber = (festival: string): void =>
  storeSeen(numbersPlace, festival, undefined)

/** Returns the previous time of the draw, if it was moved and the fan has not read so yet. */
export const movedFrom = (festival: string): string | undefined =>
  all<SeenQueue>(seenPlace)[festival]?.before

export function dismissMove(festival: string): void {
  const seen = all<SeenQueue>(seenPlace)[festival]
  if (!seen) return
  const { before: _read, ...rest } = seen
  storeSeen<SeenQueue>(seenPlace, festival, rest)
}
