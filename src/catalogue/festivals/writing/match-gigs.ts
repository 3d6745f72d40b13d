/** Recognises the gigs of a full sync among the stored ones (docs/design/catalogue.md). */
import { dayOf } from '#platform/zones/days'
import type { Gig } from '../model/snapshot.ts'
import { byKey, type MatchStep, matchIds } from './match.ts'

type Slot = Pick<Gig, 'artist_id' | 'place_id' | 'start_time'>
type GivenSlot = Slot & { id?: string | undefined }
type StoredSlot = Slot & { id: string }
type Step = MatchStep<GivenSlot, StoredSlot>

/**
 * Returns the ids of gigs, in the given order. After ids it matches artist, start and place, then artist and start. An
 * artist with one gig left on both sides has moved it; one with several has moved the gigs of an evening on one stage
 * in their order, where as many are left there on both sides. Gigs still in doubt are new. Gigs without an artist are
 * matched by start and place alone.
 * @throws 400 for an id that is none of the stored, or given twice
 */
export function matchGigIds(given: GivenSlot[], stored: StoredSlot[], timeZone: string): string[] {
  const eveningOf = ({ artist_id, place_id, start_time }: Slot) =>
    artist_id === null || start_time === null
      ? undefined
      : `${artist_id} ${place_id} ${dayOf(start_time, timeZone)}`
  const isOnlyOne = (gigs: Slot[]) => gigs.length === 1
  const lastOfArtist = inOrder(({ artist_id }) => artist_id ?? undefined, isOnlyOne)
  return matchIds('gigs', { given, stored }, [
    byKey((gig: Slot) => `${gig.artist_id} ${startOf(gig)} ${gig.place_id}`),
    byKey((gig: Slot) => (gig.artist_id === null ? undefined : `${gig.artist_id} ${startOf(gig)}`)),
    lastOfArtist,
    inOrder(eveningOf, startApart),
    lastOfArtist,
  ])
}

const startOf = ({ start_time }: Slot) => start_time?.getTime() ?? null

const startApart = (gigs: Slot[]) => new Set(gigs.map(startOf)).size === gigs.length

/** Matches groups of equal size by the order of their starts. `isSure`: true if the order of a group is beyond doubt. */
function inOrder(
  keyOf: (gig: Slot) => string | undefined,
  isSure: (gigs: Slot[]) => boolean,
): Step {
  return (given, stored) => {
    const groups = Map.groupBy(stored, keyOf)
    return [...Map.groupBy(given, keyOf)].flatMap(([key, gigs]) => {
      const others = groups.get(key) ?? []
      if (key === undefined || gigs.length !== others.length) return []
      if (!isSure(gigs) || !isSure(others)) return []
      const before = others.toSorted(byStart)
      return gigs
        .toSorted(byStart)
        .flatMap((gig, nth): [GivenSlot, StoredSlot][] => (before[nth] ? [[gig, before[nth]]] : []))
    })
  }
}

const byStart = (one: Slot, other: Slot) => Number(startOf(one)) - Number(startOf(other))
