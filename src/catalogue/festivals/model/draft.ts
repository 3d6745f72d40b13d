import { requireOneVat } from '#core/sale-terms'
import { invalidField } from '#platform/values/errors'
import { inOrder, toTime } from '#platform/values/time'
import type { FestivalChange, NewFestival } from './input-schemas.ts'

export type LatLng = { lat: number; lng: number }

export type PlaceDraft = {
  id?: string | undefined
  name: string
  type: string | null
  coordinates: LatLng | null
}

/** `place` is the id or the name of a place. */
export type GigDraft = {
  id?: string | undefined
  artist_id: string | null
  place: string | null
  start_time: Date | null
  end_time: Date | null
  /** absent parts of its billing stay as they are */
  headliner?: boolean | undefined
  billing?: number | null | undefined
  billing_text?: string | null | undefined
}

type Times = 'start_time' | 'end_time' | 'valid_since' | 'valid_until'

/** A tier with its times as instants. Absent terms of its sale stay as they are. */
export type TierDraft = Omit<NonNullable<FestivalChange['tickets']>[number], Times> & {
  [Time in Times]: Date | null
}

/** Fields of an input that a draft has in another form. */
type Converted =
  | 'start_time'
  | 'end_time'
  | 'published'
  | 'coordinates'
  | 'places'
  | 'gigs'
  | 'tickets'

/** A festival to write, with its contents. Absent fields stay as they are. */
export type FestivalDraft = Omit<NewFestival, Converted> & {
  source?: string | null
  start_time: Date
  end_time: Date
  published?: boolean | undefined
  coordinates?: LatLng | null
  places?: PlaceDraft[]
  gigs?: GigDraft[]
  tickets?: TierDraft[]
}

type Body = FestivalChange

/**
 * Converts a checked body into the draft to write: times as instants, prices as cents.
 * @throws 400 for an end before its start, a name given twice, an id that cannot be one
 */
export function toDraft(body: Body): Partial<FestivalDraft> {
  const { start_time, end_time, coordinates, places, gigs, tickets, ...rest } = body
  const times = {
    ...(start_time !== undefined && { start_time: toTime(start_time) }),
    ...(end_time !== undefined && { end_time: toTime(end_time) }),
  }
  inOrder(times.start_time, times.end_time, ['start_time', 'end_time'])
  return {
    ...defined(rest),
    ...times,
    ...(coordinates !== undefined && { coordinates: toLatLng(coordinates) }),
    ...(places && { places: places.map(toPlace) }),
    ...(gigs && { gigs: gigs.map(toGig) }),
    ...(tickets && { tickets: toTiers(tickets) }),
  }
}

/** Returns the fields that have a value. */
export function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}

/** A point may be written as `{lat, lng}` or as GeoJSON in `location`; both have the same meaning. */
function toLatLng(written: NonNullable<Body['coordinates']> | null): LatLng | null {
  if (written === null) return null
  if ('lat' in written) return { lat: written.lat, lng: written.lng }
  const [lng = 0, lat = 0] = written.location.coordinates
  if (Math.abs(lat) > 90)
    throw invalidField('coordinates.location.coordinates', 'must be [longitude, latitude]')
  return { lat, lng }
}

function toPlace({
  id,
  name,
  type = null,
  coordinates = null,
}: NonNullable<Body['places']>[number]): PlaceDraft {
  return { id, name, type, coordinates }
}

function toGig(gig: NonNullable<Body['gigs']>[number], index: number): GigDraft {
  const { id, artist, artist_id = artist?.id ?? null, place_id = null } = gig
  const { headliner, billing, billing_text } = gig
  const [start_time, end_time] = [toTime(gig.start_time) ?? null, toTime(gig.end_time) ?? null]
  inOrder(start_time, end_time, [`gigs[${index}].start_time`, `gigs[${index}].end_time`])
  return {
    id,
    artist_id: artist_id?.toLowerCase() ?? null,
    place: place_id,
    start_time,
    end_time,
    headliner,
    billing,
    billing_text,
  }
}

function toTiers(tickets: NonNullable<Body['tickets']>): TierDraft[] {
  const names = new Set<string>()
  return tickets.map((tier, index) => {
    const field = `tickets[${index}]`
    if (names.has(tier.name))
      throw invalidField(`${field}.name`, `is given twice: tiers need names of their own`)
    names.add(tier.name)
    requireOneVat(tier.vat, `${field}.vat`)
    const [start_time, end_time] = [toTime(tier.start_time) ?? null, toTime(tier.end_time) ?? null]
    const [valid_since, valid_until] = [
      toTime(tier.valid_since) ?? null,
      toTime(tier.valid_until) ?? null,
    ]
    inOrder(start_time, end_time, [`${field}.start_time`, `${field}.end_time`])
    inOrder(valid_since, valid_until, [`${field}.valid_since`, `${field}.valid_until`])
    return { ...defined(tier), start_time, end_time, valid_since, valid_until }
  })
}

/** Returns the place that a gig names: by id, else by name. */
export function findPlace(
  places: { id: string; name: string }[],
  place: string | null,
  field: string,
): string | null {
  if (place === null) return null
  const id = place.toLowerCase()
  const found = places.find((known) => known.id === id) ?? places.find(({ name }) => name === place)
  if (!found)
    throw invalidField(field, 'is neither the id nor the name of a place of this festival')
  return found.id
}
