/**
 * The full syncs of a change, decided in memory: the given records replace the stored ones. Matched records retain
 * their ids, so that sold tickets, timetables and links still refer to the same records.
 */

import { usualTermsOf } from '#core/sale-terms'
import { invalidField } from '#platform/values/errors'
import { inOrder } from '#platform/values/time'
import { changeTranslations } from '#platform/values/translations'
import { utc } from '#platform/zones/local-time'
import {
  defined,
  type FestivalDraft,
  findPlace,
  type GigDraft,
  type PlaceDraft,
  type TierDraft,
} from '../model/draft.ts'
import type { Locked } from '../model/lock.ts'
import type { Gig, Place, Snapshot, Tier } from '../model/snapshot.ts'
import { byName, matchIds } from './match.ts'
import { matchGigIds } from './match-gigs.ts'

/** A tier with all its fields, and the id under which it is stored. */
export type TierRow = Omit<Tier, 'archived_at'>

/** A festival after a change: its snapshot, and its tiers if they are given. */
export type Next = { after: Snapshot; tiers: TierRow[] | undefined }

/**
 * Returns the festival after the draft. `before` is the stored one or, for a new festival, `blank`.
 * @throws 400 for an unknown artist, place or id, and for an end before its start
 */
export function applyDraft(
  before: Snapshot,
  draft: Partial<FestivalDraft>,
  { artists, organizers }: Pick<Locked, 'artists' | 'organizers'>,
): Next {
  const start_time = draft.start_time ?? before.start_time
  const end_time = draft.end_time ?? before.end_time
  inOrder(start_time, end_time, ['start_time', 'end_time'])
  const time_zone = draft.time_zone ?? before.time_zone
  const places = draft.places ? matchPlaces(draft.places, before.places) : before.places
  const gigs = draft.gigs
    ? matchGigs(draft.gigs, { stored: before.gigs, places, artists, time_zone })
    : before.gigs
  const { name, venue, address, city, area, country, coordinates } = draft
  const after: Snapshot = {
    ...before,
    organizer: organizers.get(draft.organizer_id ?? '') ?? before.organizer,
    name: name ?? before.name,
    venue: given(venue, before.venue),
    address: given(address, before.address),
    city: given(city, before.city),
    area: given(area, before.area),
    country: given(country, before.country),
    coordinates: given(coordinates, before.coordinates),
    translations: changeTranslations(before.translations, draft.translations),
    start_time,
    end_time,
    time_zone,
    is_published: given(draft.published, before.is_published),
    places,
    gigs,
  }
  return { after, tiers: draft.tickets && matchTiers(draft.tickets, before.tiers) }
}

const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)

/** A festival before it is created: its draft has all fields that must not be empty. */
export function blank(id: string): Snapshot {
  const none = { venue: null, address: null, city: null, area: null, country: null }
  const never = new Date(0)
  const rows = { places: [], gigs: [], tiers: [], told: [], waiting: [], translations: {} }
  const times = { start_time: never, end_time: never, cancelled_at: null, time_zone: utc }
  return {
    id,
    name: '',
    organizer: null,
    coordinates: null,
    is_published: true,
    ...none,
    ...times,
    ...rows,
  }
}

/** Matches places by id, then by name. */
function matchPlaces(drafts: PlaceDraft[], stored: Place[]): Place[] {
  const ids = matchIds('places', { given: drafts, stored }, [byName])
  return drafts.map((place, position) => ({ ...place, id: ids[position] ?? '' }))
}

type StoredFestival = {
  stored: Gig[]
  places: Place[]
  artists: Locked['artists']
  time_zone: string
}

function matchGigs(
  given: GigDraft[],
  { stored, places, artists, time_zone }: StoredFestival,
): Gig[] {
  const drafts = given.map(({ place, ...gig }, index) => {
    const artist = gig.artist_id === null ? null : artists.get(gig.artist_id)
    if (artist === undefined)
      throw invalidField(`gigs[${index}].artist_id`, `is not the id of an artist`)
    const place_id = findPlace(places, place, `gigs[${index}].place_id`)
    return { ...gig, artist_id: artist && artist.id, artist: artist && artist.name, place_id }
  })
  const ids = matchGigIds(drafts, stored, time_zone)
  const billingOf = billings(stored)
  return drafts.map(({ artist_id, artist, place_id, start_time, end_time, ...given }, index) => {
    const id = ids[index] ?? ''
    const billed = { ...billingOf(id, artist_id), ...defined(given) }
    const { headliner, billing, billing_text } = billed
    return {
      id,
      artist_id,
      artist,
      place_id,
      start_time,
      end_time,
      headliner,
      billing,
      billing_text,
    }
  })
}

type Billing = Pick<Gig, 'headliner' | 'billing' | 'billing_text'>
const unbilled: Billing = { headliner: false, billing: null, billing_text: null }

/**
 * Returns a function that finds the billing of a gig without its own: its stored one or, for a new gig, that of another
 * gig of its artist, without the text of its act.
 */
function billings(stored: Gig[]): (id: string, artistId: string | null) => Billing {
  const byId = new Map<string | null, Billing>()
  const byArtist = new Map<string | null, Billing>()
  for (const { id, artist_id, headliner, billing, billing_text } of stored) {
    byId.set(id, { headliner, billing, billing_text })
    if (artist_id !== null) byArtist.set(artist_id, { headliner, billing, billing_text: null })
  }
  return (id, artistId) => byId.get(id) ?? byArtist.get(artistId) ?? unbilled
}

/** Matches tiers by id, then by name. Omitted terms retain their value; a new tier gets the usual ones. */
function matchTiers(drafts: TierDraft[], stored: Tier[]): TierRow[] {
  const ids = matchIds('tickets', { given: drafts, stored }, [byName])
  const known = new Map(stored.map((tier) => [tier.id, tier]))
  return drafts.map((draft, index) => {
    const id = ids[index] ?? ''
    const before = known.get(id)
    const translations = changeTranslations(
      before?.translations ?? {},
      draft.translations,
      `tickets[${index}].translations`,
    )
    return { description: null, ...usualTermsOf(draft), ...before, ...draft, translations, id }
  })
}
