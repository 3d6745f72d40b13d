/** The gigs that a fan has chosen of a festival, by day: clashes, moved gigs, and the way from one to the next. */

import { endIn } from '#common/words/mine-words'
import { dayOf } from '#platform/zones/days'

type Coordinates = { lat: number; lng: number }
export type Chosen = {
  id: string
  name: string | null
  artist: string | null
  place: { id: string; name: string } | null
  start: string | null
  end: string | null
  /** the start that the fan has seen; undefined if that is not known */
  seen?: string | null | undefined
  keeps: boolean
  /** true if it has left the festival */
  isGone: boolean
}
export type Timed = Chosen & { start: string }
type Walk = { minutes: number; between: number; stage: string }
export type Entry = {
  gig: Chosen
  /** earlier gigs of the same day that overlap with it, and are not settled */
  clashes: Timed[]
  /** the way from the previous gig */
  walk: Walk | undefined
}
/** `date` is null for gigs still to be announced. */
export type Day = { date: string | null; entries: Entry[] }

/** Walking speed through a crowd, in metres a minute, and the ratio of the way to the straight line. */
const [speed, detour] = [67, 1.3]
/** Shorter ways are not shown, in minutes. */
const leastMinutes = 2

/** The number of gigs before one that are checked, and of its clashes that are shown: an address may have hundreds at one time. */
const [mostNear, mostClashes] = [20, 2]

/** Returns the time of a gig in the plan. A gig that is gone stays at the time that the fan has seen. */
const timeOf = ({ isGone, seen, start }: Chosen) => (isGone ? (seen ?? null) : start)

/** Returns the days of a plan, in order. Gigs without a time come last. */
export function planOf(
  chosen: Chosen[],
  { zone, places }: { zone: string; places: Map<string, Coordinates> },
): Day[] {
  const sorted = chosen.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const days = Map.groupBy(sorted, (gig) => {
    const time = timeOf(gig)
    return time === null ? null : dayOf(new Date(time), zone)
  })
  return [...days].map(([date, gigs]) => ({
    date,
    entries: gigs.map((gig, index) => entryOf(gig, gigs.slice(0, index), places)),
  }))
}

/** All times have the same format, so they sort as text. */
const keyOf = (gig: Chosen) => `${timeOf(gig) ?? '~'} ${gig.id}`

function entryOf(gig: Chosen, before: Chosen[], places: Map<string, Coordinates>): Entry {
  if (!isOn(gig)) return { gig, clashes: [], walk: undefined }
  const earlier = before.filter(isOn)
  const clashes = earlier
    .slice(-mostNear)
    .filter((other) => overlap(other, gig) && !(other.keeps && gig.keeps))
    .slice(0, mostClashes)
  const last = earlier.at(-1)
  return { gig, clashes, walk: last && !overlap(last, gig) ? walkOf(last, gig, places) : undefined }
}

export function isOn(gig: Chosen): gig is Timed {
  return !gig.isGone && gig.start !== null
}

export const endOfGig = ({ start, end }: Timed): number => endIn(start, end)

/** Returns true if two gigs overlap. `first` must start first. */
function overlap(first: Timed, second: Timed): boolean {
  return Date.parse(second.start) < endOfGig(first)
}

function walkOf(from: Timed, to: Timed, places: Map<string, Coordinates>): Walk | undefined {
  const [start, end] = [from, to].map(({ place }) => places.get(place?.id ?? ''))
  if (!start || !end || !to.place || from.place?.id === to.place.id) return undefined
  const minutes = Math.ceil((metresBetween(start, end) * detour) / speed)
  if (minutes < leastMinutes) return undefined
  const between = Math.floor((Date.parse(to.start) - endOfGig(from)) / 60_000)
  return { minutes, between, stage: to.place.name }
}

const radians = Math.PI / 180
/** The mean radius of the Earth, in metres. */
const earth = 6_371_008.8

/** Returns the distance along a great circle. */
function metresBetween(a: Coordinates, b: Coordinates): number {
  const [dLat, dLng] = [(b.lat - a.lat) * radians, (b.lng - a.lng) * radians]
  const [from, to] = [a.lat * radians, b.lat * radians]
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(dLng / 2) ** 2
  return 2 * earth * Math.asin(Math.sqrt(Math.min(1, h)))
}

/** Returns true if the start of a gig is not the one that the fan has seen. */
export function isMoved({ isGone, seen, start }: Chosen): boolean {
  if (isGone || seen === undefined) return false
  return (seen === null ? null : Date.parse(seen)) !== (start === null ? null : Date.parse(start))
}
