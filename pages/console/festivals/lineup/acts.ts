import type { FestivalGig } from '../../../../client/src/index.ts'

/** An artist of a festival, with all of their slots; an unnamed slot is an act of its own. */
export type Act = Pick<FestivalGig, 'artist' | 'headliner' | 'billing'> & {
  key: string
  gigs: FestivalGig[]
}

/** Returns the key of the act that a gig is part of. */
export const keyOf = ({ id, artist }: FestivalGig) => artist?.id ?? id

/**
 * Returns the line-up by artist: headliners first, then artists with a place on the bill, then the earliest, and
 * artists without a time last, by name.
 */
export function actsOf(gigs: FestivalGig[]): Act[] {
  const acts = new Map<string, Act>()
  for (const gig of gigs) {
    const key = keyOf(gig)
    const { artist, headliner, billing } = gig
    const known = acts.get(key) ?? { key, artist, headliner, billing, gigs: [] }
    acts.set(key, {
      ...known,
      headliner: known.headliner || headliner,
      billing: placeOf(gig) < placeOf(known) ? billing : known.billing,
      gigs: [...known.gigs, gig],
    })
  }
  return [...acts.values()].toSorted((one, other) => compare(one, other))
}

const placeOf = ({ billing }: Pick<Act, 'billing'>) => billing ?? Infinity

function compare(one: Act, other: Act): number {
  if (one.headliner !== other.headliner) return one.headliner ? -1 : 1
  if (one.billing !== other.billing) return placeOf(one) - placeOf(other)
  const [mine, theirs] = [firstOf(one), firstOf(other)]
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return nameOf(one).localeCompare(nameOf(other), 'en')
}

function firstOf({ gigs }: Act): string {
  // Sorts after every time, as text.
  return gigs.reduce((first, { start_time }) => {
    const time = start_time ?? '~'
    return time < first ? time : first
  }, '~')
}

export function nameOf({ artist }: Pick<Act, 'artist'>): string {
  return artist?.name ?? 'To be announced'
}

/** Returns the line-up without an act: without all slots of an artist, or one unnamed slot. */
export function without(gigs: FestivalGig[], { key, artist }: Act): FestivalGig[] {
  return gigs.filter((gig) => (artist ? gig.artist?.id !== key : gig.id !== key))
}
