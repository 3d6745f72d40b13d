/** What the changes of a festival are news of, and the words for it (contract, section 6). */
import type { Broadcast } from '#notifications'
import type { Known, Slots } from './snapshot.ts'

/** An artist of whom there is news; `isNew`: not of the line-up before. */
export type Announced = Known['lineUp'][number] & { isNew: boolean }

/**
 * The artists that were added, or got a time nobody was told of. What counts as known is the line-up
 * before the change and what was told ever before: who is taken off and put on again is no news.
 */
export function announced(lineUp: Known['lineUp'], known: Slots[]): Announced[] {
  const timesOf = new Map<string, Set<number>>()
  for (const { id, times } of known)
    timesOf.set(id, (timesOf.get(id) ?? new Set()).union(new Set(times)))
  return lineUp.flatMap((artist) => {
    const times = timesOf.get(artist.id)
    const isNews = times === undefined || artist.times.some((time) => !times.has(time))
    return isNews ? [{ ...artist, isNew: times === undefined }] : []
  })
}

/** A festival that is published, or moves to another organizer. */
export function publication(festival: Known): Broadcast {
  const { organizer_id, organizer, name, start_time, end_time } = festival
  const title = `${organizer} has announced ${name}`
  const message = `${day(start_time)} to ${day(end_time)}${at(placeOf(festival))}.`
  return {
    type: 'festival.published',
    cause: `festival:${festival.id}:published`,
    to: 'followers of an organizer',
    about: [{ id: organizer_id ?? '', name, title, message }],
  }
}

/** `change` tells this announcement from the next of the same festival. */
export function announcement({ id, name }: Known, artists: Announced[], change: string): Broadcast {
  return {
    type: 'artist.announced',
    cause: `festival:${id}:artists:${change}`,
    to: 'followers of artists',
    several: `artists you follow play at ${name}`,
    about: artists.map((artist) => ({
      id: artist.id,
      name: artist.name,
      title: `${artist.name} at ${name}`,
      message: slotsOf(artist),
    })),
  }
}

const mostTimes = 5

function slotsOf({ times, isNew }: Announced): string {
  if (times.length === 0) return 'Added to the line-up. The time is still to be announced.'
  const shown = times.slice(0, mostTimes).map((time) => moment(new Date(time)))
  if (times.length > mostTimes) shown.push('and more')
  return `${isNew ? 'Added to the line-up' : 'Plays'}: ${shown.join(', ')}.`
}

/** A new time or place, for who holds a ticket; undefined where neither changed. */
export function alteration(before: Known, after: Known, change: string): Holders | undefined {
  const message = [newTime(before, after), newPlace(before, after)].filter(Boolean).join(' ')
  if (!message) return undefined
  return toHolders(after, {
    type: 'festival.changed',
    cause: `changed:${change}`,
    title: `${after.name} has changed`,
    message,
  })
}

function newTime(before: Known, { start_time, end_time }: Known): string | undefined {
  const isSame =
    Number(before.start_time) === Number(start_time) && Number(before.end_time) === Number(end_time)
  return isSame ? undefined : `New time: ${moment(start_time)} to ${moment(end_time)}.`
}

/** The words say more than the map, which is named where it alone has changed. */
function newPlace(before: Known, after: Known): string | undefined {
  const [from, to] = [placeOf(before), placeOf(after)]
  if (from !== to) return `New place: ${to || 'still to be announced'}.`
  // Coordinates that are taken away name no other place.
  const [was, is] = [before.coordinates, after.coordinates]
  return is && (is.x !== was?.x || is.y !== was.y) ? 'The place on the map has moved.' : undefined
}

/** However often a festival is cancelled or deleted, it is one cause. */
export function cancellation(festival: Named, reason: string | null): Holders {
  const refund = 'What you paid for it is refunded.'
  return toHolders(festival, {
    type: 'festival.cancelled',
    cause: 'cancelled',
    title: `${festival.name} is cancelled`,
    message: reason?.trim() ? `${reason.trim()}\n${refund}` : refund,
  })
}

type Upcoming = Named & Pick<Known, 'start_time' | 'venue' | 'address' | 'country'>

/** One reminder for each time it is to begin at. */
export function reminder(festival: Upcoming): Holders {
  return toHolders(festival, {
    type: 'festival.reminder',
    cause: `reminder:${festival.start_time.toISOString()}`,
    title: `${festival.name} begins soon`,
    message: `${moment(festival.start_time)}${at(placeOf(festival))}.`,
  })
}

/** For who holds a ticket, as `broadcast` takes it once the time is known. */
type Holders = Omit<Extract<Broadcast, { to: 'holders of a festival' }>, 'at'>
type Named = Pick<Known, 'id' | 'name'>
type Words = { type: string; cause: string; title: string; message: string }

function toHolders({ id, name }: Named, { type, cause, title, message }: Words): Holders {
  return {
    type,
    cause: `festival:${id}:${cause}`,
    to: 'holders of a festival',
    about: [{ id, name, title, message }],
  }
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const longTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const day = (time: Date) => longDay.format(time)
const moment = (time: Date) => `${longTime.format(time)} UTC`
const at = (place: string) => (place ? `, ${place}` : '')

function placeOf({ venue, address, country }: Omit<Upcoming, 'id' | 'name' | 'start_time'>) {
  return [venue, address, country].filter((part) => part?.trim()).join(', ')
}
