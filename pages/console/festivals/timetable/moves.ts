import { instantOf, localTime } from '#platform/zones/local-time'
import type { FestivalGig } from '../../../../client/src/index.ts'
import { clock, dayAfter, dayOf, endOf, hour, minute, shortDay } from './days.ts'
import type { Column } from './lay.ts'

/** The time and place of a gig. */
export type Slot = Pick<FestivalGig, 'start_time' | 'end_time' | 'place_id'>

const step = 5 * minute

/** Rounds to five minutes. */
export function snap(time: number): number {
  return Math.round(time / step) * step
}

/** Moves a gig to another time and place; it keeps its length, and one without a time gets an hour. */
export function movedTo(gig: Slot, start: number, place_id: string | null): Slot {
  const isOpen = gig.start_time !== null && gig.end_time === null
  const length = gig.start_time === null ? hour : endOf(gig) - Date.parse(gig.start_time)
  return {
    start_time: new Date(start).toISOString(),
    end_time: isOpen ? null : new Date(start + length).toISOString(),
    place_id,
  }
}

/** Changes the end of a gig, at least five minutes after its start. */
export function endedAt(gig: Slot, end: number): Slot {
  const earliest = Date.parse(gig.start_time ?? '') + step
  const { start_time, place_id } = gig
  return { start_time, end_time: new Date(Math.max(snap(end), earliest)).toISOString(), place_id }
}

/** Takes a gig off the timetable: it is to be announced, and its stage stays. */
export function taken({ place_id }: Slot): Slot {
  return { start_time: null, end_time: null, place_id }
}

/** Moves a gig to the same clock time on another day. */
export function onDay(gig: Slot, date: string, zone: string): Slot {
  const start = new Date(gig.start_time ?? '')
  const by = Date.parse(date) - Date.parse(dayOf(start.getTime(), zone))
  const local = new Date(localTime(start, zone).getTime() + by)
  return movedTo(gig, instantOf(local, zone).getTime(), gig.place_id)
}

type Key = { key: string; shiftKey: boolean; altKey: boolean }
/** The stages, and the time zone of the festival. */
export type DayColumns = { columns: Column[]; zone: string }

/**
 * Returns the gig after a key press: up and down change the time, with Alt the end, left and right the stage, page up
 * and down the day, Delete takes it off the timetable. Undefined for other keys.
 */
export function keyed(gig: Slot, { key, shiftKey, altKey }: Key, { columns, zone }: DayColumns) {
  if (gig.start_time === null) return undefined
  const start = Date.parse(gig.start_time)
  const by = (shiftKey ? 6 : 1) * step
  const toDay = (days: number) => onDay(gig, dayAfter(dayOf(start, zone), days), zone)
  const moves: Record<string, () => Slot> = {
    ArrowUp: () => (altKey ? endedAt(gig, endOf(gig) - by) : later(gig, -by)),
    ArrowDown: () => (altKey ? endedAt(gig, endOf(gig) + by) : later(gig, by)),
    ArrowLeft: () => movedTo(gig, start, altKey ? gig.place_id : beside(gig, columns, -1)),
    ArrowRight: () => movedTo(gig, start, altKey ? gig.place_id : beside(gig, columns, 1)),
    PageUp: () => toDay(-1),
    PageDown: () => toDay(1),
    Delete: () => taken(gig),
    Backspace: () => taken(gig),
  }
  return moves[key]?.()
}

function later(gig: Slot, by: number): Slot {
  return movedTo(gig, snap(Date.parse(gig.start_time ?? '') + by), gig.place_id)
}

function beside({ place_id }: Slot, columns: Column[], step: 1 | -1): string | null {
  const here = columns.findIndex(({ id }) => id === place_id)
  const there = columns[Math.min(Math.max(here + step, 0), columns.length - 1)]
  return there ? there.id : place_id
}

/** Describes the current position of a gig: `21:15, Harbour stage`; only the end if only that has changed. */
export function wordsOf(before: Slot, after: Slot, { columns, zone }: DayColumns): string {
  if (after.start_time === null) return 'Taken off the timetable: to be announced'
  const start = Date.parse(after.start_time)
  const stage = columns.find(({ id }) => id === after.place_id)?.name ?? 'No stage yet'
  if (before.start_time === after.start_time && before.place_id === after.place_id) {
    return `Ends at ${clock(endOf(after), zone)}, ${stage}`
  }
  const date = dayOf(start, zone)
  const isSameDay =
    before.start_time !== null && dayOf(Date.parse(before.start_time), zone) === date
  return `Moved to ${isSameDay ? '' : `${shortDay(date)}, `}${clock(start, zone)}, ${stage}`
}
