import { eachText } from '#common/festivals/texts'
import { instantOf, localTime } from '#platform/zones/local-time'
import type {
  CreateFestivalBody,
  Festival,
  UpdateFestivalBody,
} from '../../../../client/src/index.ts'
import { toInput } from '../../components/tables/figures.tsx'
import { faultOfEnd, timeOf } from '../times.ts'

/** The base fields of a festival as the form holds them. */
export type Values = ReturnType<typeof valuesOf>

/** Fields that other tabs change, or that the form holds in another shape. */
type Other =
  | 'previous_edition_id'
  | 'gigs'
  | 'places'
  | 'tickets'
  | 'coordinates'
  | 'refund_until_days'
  | 'refund_percent'
  | 'transfer_days'
  | 'published'
  | 'language'
  | 'translations'
  | 'site_plan'
  | 'site_plan_description'

export const labels: Record<keyof Values, string> = {
  name: 'name',
  organizer_id: 'organizer',
  start_time: 'begin',
  end_time: 'end',
  time_zone: 'time zone',
  description: 'description',
  ...eachText(({ label }) => label.toLowerCase()),
  lat: 'latitude',
  lng: 'longitude',
  photo: 'photo',
}

export function valuesOf(festival: Festival) {
  const { name, organizer, start_time, end_time, coordinates, photo } = festival
  return {
    name,
    organizer_id: organizer.id,
    start_time: toInput(start_time),
    end_time: toInput(end_time),
    time_zone: festival.time_zone,
    description: festival.description ?? '',
    ...eachText((_, name) => festival[name] ?? ''),
    lat: coordinates ? `${coordinates.lat}` : '',
    lng: coordinates ? `${coordinates.lng}` : '',
    photo,
  } satisfies Record<Exclude<keyof CreateFestivalBody, Other>, unknown> & Record<string, unknown>
}

/** The fields that differ from their initial values. */
export function touched(values: Values, base: Values): (keyof Values)[] {
  return (Object.keys(base) as (keyof Values)[]).filter((name) => values[name] !== base[name])
}

/** The body to write: the changed fields only. */
export function changeOf(values: Values, base: Values, festival: Festival): UpdateFestivalBody {
  const names = new Set(touched(values, base))
  const { lat, lng, start_time, end_time, photo, ...texts } = values
  const written = {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null])),
    start_time: timeOf(start_time, festival.start_time),
    end_time: timeOf(end_time, festival.end_time),
    photo,
  }
  const changed = Object.entries(written).filter(([name]) => names.has(name as keyof Values))
  return {
    ...Object.fromEntries(changed),
    ...((names.has('lat') || names.has('lng')) && { coordinates: pointOf({ lat, lng }) }),
  }
}

/**
 * Returns the end of a festival that begins at `start_time` and has the duration of `base` as clocks show it; both as
 * inputs hold them.
 */
export function movedEnd(base: Values, start_time: string): string {
  const clocks = (text: string) => localTime(new Date(`${text}Z`), base.time_zone).getTime()
  const end = clocks(base.end_time) + clocks(start_time) - clocks(base.start_time)
  return Number.isNaN(end)
    ? base.end_time
    : instantOf(new Date(end), base.time_zone).toISOString().slice(0, 16)
}

function pointOf({ lat, lng }: Pick<Values, 'lat' | 'lng'>) {
  return lat.trim() === '' ? null : { lat: Number(lat), lng: Number(lng) }
}

/** The changed fields that another user has set to something else since the form was opened. */
export function clashes(values: Values, base: Values, theirs: Values): (keyof Values)[] {
  return touched(values, base).filter(
    (name) => theirs[name] !== base[name] && theirs[name] !== values[name],
  )
}

export const validate = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name' : null),
  organizer_id: (id: string) => (id ? null : 'Choose an organizer'),
  start_time: (time: string) => (time === '' ? 'Enter when it begins' : null),
  end_time: (end: string, { start_time }: Values) =>
    end === '' ? 'Enter when it ends' : faultOfEnd(start_time, end),
  lat: (lat: string, { lng }: Values) => faultOfDegrees(lat, lng, 90),
  lng: (lng: string, { lat }: Values) => faultOfDegrees(lng, lat, 180),
}

function faultOfDegrees(text: string, other: string, most: number): string | null {
  if (text.trim() === '') return other.trim() === '' ? null : 'Both, or neither'
  const degrees = Number(text)
  return Math.abs(degrees) <= most ? null : `A number from −${most} to ${most}`
}
