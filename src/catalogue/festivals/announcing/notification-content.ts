/** Notifications of festival changes, and their texts (contract, section 6). */
import {
  type Broadcast,
  type FestivalSubject,
  type HolderNews,
  type Speaker,
  type Translated,
  translated,
} from '#messaging/notifications'
import { longDate, longTime } from '#platform/zones/local-time'
import type { LatLng } from '../model/draft.ts'
import type { Playing, Slots, Snapshot } from '../model/snapshot.ts'

/** An artist to announce; `isNew`: true if it is not in the line-up before. */
export type Announced = Playing & { isNew: boolean }

/**
 * Returns the artists that were added, or got a time that followers do not know. Known are the times of the line-up
 * before the change and of all earlier announcements: an artist removed and added again is not announced again.
 */
export function announced(lineUp: Playing[], known: Slots[]): Announced[] {
  const timesOf = new Map<string, Set<number>>()
  for (const { id, times } of known)
    timesOf.set(id, (timesOf.get(id) ?? new Set()).union(new Set(times)))
  return lineUp.flatMap((artist) => {
    const times = timesOf.get(artist.id)
    const isAnnounced = times === undefined || artist.times.some((time) => !times.has(time))
    return isAnnounced ? [{ ...artist, isNew: times === undefined }] : []
  })
}

/** Announces a festival that is published, or moves to another organizer. */
export function publication(festival: Snapshot): Broadcast {
  const { organizer, name, start_time, end_time, time_zone } = festival
  const texts = translated(({ words, locale }) =>
    words.published({
      organizer: organizer?.name ?? '',
      festival: name,
      from: longDate(start_time, time_zone, locale),
      to: longDate(end_time, time_zone, locale),
      place: placeOf(festival),
    }),
  )
  return {
    type: 'festival.published',
    data: { festival_id: festival.id, organizer_id: organizer?.id ?? '' },
    cause: `festival:${festival.id}:published`,
    to: 'followers of an organizer',
    about: [{ id: organizer?.id ?? '', name, ...texts }],
  }
}

/** Announces artists. `change` distinguishes this announcement from the next one of the same festival. */
export function announcement(
  { id, name, time_zone }: Named & Zoned,
  artists: Announced[],
  change: string,
): Broadcast {
  return {
    type: 'artist.announced',
    data: { festival_id: id },
    cause: `festival:${id}:artists:${change}`,
    to: 'followers of artists',
    festival: name,
    about: artists.map((artist) => ({
      id: artist.id,
      name: artist.name,
      ...translated((speaker) => {
        const times = timesOf(artist, time_zone, speaker)
        return speaker.words.announced({
          artist: artist.name,
          festival: name,
          times,
          isNew: artist.isNew,
        })
      }),
    })),
  }
}

const mostTimes = 5

function timesOf({ times }: Announced, zone: string, { words, locale }: Speaker): string {
  const shown = times.slice(0, mostTimes).map((time) => longTime(new Date(time), zone, locale))
  return (times.length > mostTimes ? [...shown, words.andMore] : shown).join(', ')
}

/** The time and place of a festival. */
export type Dated = Pick<
  Snapshot,
  | 'id'
  | 'name'
  | 'start_time'
  | 'end_time'
  | 'time_zone'
  | 'venue'
  | 'address'
  | 'country'
  | 'coordinates'
>

/** Notifies holders of a new time or place; undefined if neither changed. */
export function alteration(before: Dated, after: Dated, change: string): ForHolders | undefined {
  const partsIn = (speaker: Speaker) =>
    [newTime(before, after, speaker), newPlace(before, after, speaker)].filter(
      (part) => part !== undefined,
    )
  const texts = translated((speaker) => speaker.words.changed(after.name, partsIn(speaker)))
  if (!texts.message) return undefined
  return toHolders(after, { type: 'festival.changed', cause: `changed:${change}`, ...texts })
}

function newTime(
  before: Dated,
  { start_time, end_time, time_zone }: Dated,
  { words, locale }: Speaker,
): string | undefined {
  const isSame =
    Number(before.start_time) === Number(start_time) && Number(before.end_time) === Number(end_time)
  if (isSame) return undefined
  return words.newTime(
    longTime(start_time, time_zone, locale),
    longTime(end_time, time_zone, locale),
  )
}

/** Mentions the map only if the words have not changed. */
function newPlace(before: Dated, after: Dated, { words }: Speaker): string | undefined {
  const [from, to] = [placeOf(before), placeOf(after)]
  if (from !== to) return words.newPlace(to)
  return isMoved(before.coordinates, after.coordinates) ? words.placeMoved : undefined
}

/** Returns true if the place has moved; removed coordinates do not count as another place. */
export function isMoved(from: LatLng | null, to: LatLng | null): boolean {
  return to !== null && (to.lat !== from?.lat || to.lng !== from.lng)
}

/** Notifies holders of a cancellation. Cancelling or deleting a festival repeatedly is a single cause. */
export function cancellation(festival: Named, reason: string | null): ForHolders {
  return toHolders(festival, {
    type: 'festival.cancelled',
    cause: 'cancelled',
    ...translated(({ words }) => words.cancelled(festival.name, reason)),
  })
}

type Upcoming = Named & Zoned & Pick<Snapshot, 'start_time' | 'venue' | 'address' | 'country'>

/** Reminds holders once for each start that a festival has had. */
export function reminder(festival: Upcoming): ForHolders {
  return toHolders(festival, {
    type: 'festival.reminder',
    cause: `reminder:${festival.start_time.toISOString()}`,
    ...translated(({ words, locale }) => {
      const when = longTime(festival.start_time, festival.time_zone, locale)
      return words.reminder(festival.name, when, placeOf(festival))
    }),
  })
}

/** For holders of a ticket; the time is added when they are notified. */
export type ForHolders = Omit<HolderNews, 'at'> & { cause: string }
type Named = Pick<Snapshot, 'id' | 'name'>
type Zoned = Pick<Snapshot, 'time_zone'>
type Words = Pick<FestivalSubject, 'type'> & Translated & { cause: string }

function toHolders({ id, name }: Named, { type, cause, ...texts }: Words): ForHolders {
  return {
    type,
    data: { festival_id: id },
    cause: `festival:${id}:${cause}`,
    to: 'holders of a festival',
    about: [{ id, name, ...texts }],
  }
}

export function placeOf({
  venue,
  address,
  country,
}: Pick<Snapshot, 'venue' | 'address' | 'country'>) {
  return [venue, address, country].filter((part) => part?.trim()).join(', ')
}

/** Adds the time to news for holders: it reaches the users with a ticket at that time. */
export function forHoldersNow({ now }: { now: Date }, content: ForHolders) {
  return { ...content, at: now.toISOString() }
}
