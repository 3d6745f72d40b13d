import type { Festival, FestivalGig } from '../../../../client/src/index.ts'

/** An artist who plays at a festival, with all of their slots; an unnamed slot is an act of its own. */
export type Act = { key: string; artist: FestivalGig['artist']; gigs: FestivalGig[] }

/** The line-up by artist: the earliest first, those without a time last, by name. */
export function actsOf({ gigs }: Pick<Festival, 'gigs'>): Act[] {
  const acts = new Map<string, Act>()
  for (const gig of gigs) {
    const key = gig.artist?.id ?? gig.id
    const act = acts.get(key) ?? { key, artist: gig.artist, gigs: [] }
    act.gigs.push(gig)
    acts.set(key, act)
  }
  return [...acts.values()].toSorted((one, other) => compare(one, other))
}

function compare(one: Act, other: Act): number {
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

/** The line-up without an act: without all slots of an artist, or one unnamed slot. */
export function without(gigs: FestivalGig[], { key, artist }: Act): FestivalGig[] {
  return gigs.filter((gig) => (artist ? gig.artist?.id !== key : gig.id !== key))
}
