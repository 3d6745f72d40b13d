import type { FestivalGig, Place } from '../../../../client/src/index.ts'
import { beginOf, clock, dayOf, endOf, minute, minutesOf } from './days.ts'

/** A stage, or the column of gigs without one. */
export type Column = { id: string | null; name: string }

/** A gig on the board: its column, its share of the column's width, and its minutes of the day. */
export type Laid = {
  gig: FestivalGig
  column: number
  lane: number
  lanes: number
  from: number
  until: number
  /** the length of the day in minutes */
  minutes: number
  /** its faults, in sentences */
  faults: string[]
}

/** The minimum height of a gig, in minutes, so that its name can be read. */
const least = 15

/**
 * The columns of the board: stages first, then other places with gigs (or all of them), and the gigs
 * without a place at the end.
 */
export function columnsOf(
  places: Place[],
  gigs: readonly FestivalGig[],
  showsAll: boolean,
): Column[] {
  const played = new Set(gigs.map(({ place_id }) => place_id))
  const stages = places.filter(({ type }) => type === 'stage')
  const others = places.filter(
    ({ id, type }) => type !== 'stage' && (showsAll || stages.length === 0 || played.has(id)),
  )
  const named = [...stages, ...others].map(({ id, name }) => ({ id, name }))
  return [...named, { id: null, name: 'No stage yet' }]
}

/** The gigs of a day on its board, in reading order: by column, then by start. */
export function layDay(
  gigs: readonly FestivalGig[],
  columns: Column[],
  day: { date: string; zone: string },
): Laid[] {
  const today = gigs.filter(
    ({ start_time }) => start_time !== null && dayOf(Date.parse(start_time), day.zone) === day.date,
  )
  const faults = faultsOf(today, columns)
  return columns.flatMap(({ id }, column) => {
    const here = today.filter(({ place_id }) => place_id === id)
    return inLanes(here.map((gig) => ({ gig, column, ...spanOf(gig, day) }))).map((laid) => ({
      ...laid,
      faults: faults.get(laid.gig.id) ?? [],
    }))
  })
}

/** The gigs without a time, by name. */
export function openOf(gigs: readonly FestivalGig[]): FestivalGig[] {
  return gigs
    .filter(({ start_time }) => start_time === null)
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
}

export function nameOf({ artist }: Pick<FestivalGig, 'artist'>): string {
  return artist?.name ?? 'Open slot'
}

/** `21:15 – 22:15`, or only the start when the end is unknown. */
export function timesOf(
  { start_time, end_time }: Pick<FestivalGig, 'start_time' | 'end_time'>,
  zone: string,
): string {
  if (start_time === null) return 'To be announced'
  const start = clock(Date.parse(start_time), zone)
  return end_time === null ? start : `${start} – ${clock(Date.parse(end_time), zone)}`
}

type Spanned = Pick<Laid, 'gig' | 'column' | 'from' | 'until' | 'minutes'>

function spanOf(gig: FestivalGig, { date, zone }: { date: string; zone: string }) {
  const [begin, minutes] = [beginOf(date, zone), minutesOf(date, zone)]
  const from = (Date.parse(gig.start_time ?? '') - begin) / minute
  const until = Math.min((endOf(gig) - begin) / minute, minutes)
  return { from, until: Math.max(until, from + least), minutes }
}

/** Gigs that overlap in time are side by side, with equal widths. */
function inLanes(spans: Spanned[]): Omit<Laid, 'faults'>[] {
  const laid: Omit<Laid, 'faults'>[] = []
  let group: { one: Spanned; lane: number }[] = []
  let ends: number[] = []
  const close = () => {
    laid.push(...group.map(({ one, lane }) => ({ ...one, lane, lanes: ends.length })))
    group = []
    ends = []
  }
  for (const one of spans.toSorted((a, b) => a.from - b.from || a.until - b.until)) {
    if (ends.every((end) => end <= one.from)) close()
    const free = ends.findIndex((end) => end <= one.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = one.until
    group.push({ one, lane })
  }
  close()
  return laid
}

/** Finds gigs that overlap on one stage, and artists on two stages at once. Neither is forbidden. */
function faultsOf(gigs: FestivalGig[], columns: Column[]): Map<string, string[]> {
  const stages = new Map(columns.map(({ id, name }) => [id, name]))
  const faults = new Map<string, string[]>()
  const note = ({ id }: FestivalGig, fault: string) =>
    faults.set(id, [...(faults.get(id) ?? []), fault])
  const pairs = (key: (gig: FestivalGig) => string | null) =>
    [...Map.groupBy(gigs, key)].flatMap(([id, group]) => (id === null ? [] : overlapping(group)))
  for (const [one, other] of pairs(({ place_id }) => place_id)) {
    if (isOneAct(one, other)) continue
    note(one, `Overlaps ${nameOf(other)}`)
    note(other, `Overlaps ${nameOf(one)}`)
  }
  for (const [one, other] of pairs(({ artist }) => artist?.id ?? null)) {
    if (one.place_id === other.place_id) continue
    note(one, `Plays on ${stages.get(other.place_id)} at the same time`)
    note(other, `Plays on ${stages.get(one.place_id)} at the same time`)
  }
  return faults
}

/** Returns true for two gigs of one stage that an act of several artists has. */
const isOneAct = (one: FestivalGig, other: FestivalGig) =>
  one.billing_text !== null &&
  one.billing_text === other.billing_text &&
  one.start_time === other.start_time

function overlapping(gigs: FestivalGig[]): [FestivalGig, FestivalGig][] {
  const byStart = gigs.toSorted((one, other) =>
    (one.start_time ?? '') < (other.start_time ?? '') ? -1 : 1,
  )
  return byStart.flatMap((one, n) => {
    const end = endOf(one)
    const during = byStart.slice(n + 1).filter((other) => Date.parse(other.start_time ?? '') < end)
    return during.map((other): [FestivalGig, FestivalGig] => [one, other])
  })
}
