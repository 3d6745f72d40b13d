/** The contents and times of the next edition of a festival. */
import { type Accommodation, NewAccommodation } from '#catalogue/accommodations'
import { type Festival, NewFestival } from '#catalogue/festivals'
import { invalidField } from '#platform/values/errors'

/** Returns a time in the next edition; null stays null. */
export type Move = {
  (time: Date): string
  (time: Date | null): string | null
}

/**
 * Returns a function that moves the times of a festival so that it begins on a day: each keeps its local hour, even if
 * clocks change between the two editions.
 * @throws 400 for a day that no calendar has
 */
export function moveTo(
  day: string,
  { start_time, time_zone }: Pick<Festival, 'start_time' | 'time_zone'>,
): Move {
  // Times read from an answer are text.
  const there = (time: Date) =>
    Temporal.Instant.fromEpochMilliseconds(Number(new Date(time))).toZonedDateTimeISO(time_zone)
  const days = daysUntil(there(start_time).toPlainDate(), day)
  const moved = (time: Date) => new Date(there(time).add({ days }).epochMilliseconds).toISOString()
  return ((time: Date | null) => (time === null ? null : moved(time))) as Move
}

function daysUntil(from: Temporal.PlainDate, day: string): number {
  try {
    return from.until(day, { largestUnit: 'days' }).days
  } catch {
    throw invalidField('start_day', 'must be a day, such as 2028-07-07')
  }
}

/** The fields that a copy of a record leaves out, by path, and why. */
type Reasons = Record<string, string>

const ofFestival: Reasons = {
  name: 'The request gives it',
  organizer_id: 'The answer has it as organizer',
  previous_edition_id: 'It is the festival that is copied',
  published: 'An edition is a draft',
  photo: 'The edition has a file of its own',
  site_plan: 'The edition has a file of its own',
  gigs: 'A line-up belongs to one edition',
  'places[].id': 'A copy has an id of its own',
  'tickets[].id': 'A copy has an id of its own',
}

const ofAccommodation: Reasons = {
  festival_id: 'It is the edition',
  photo: 'The edition has a file of its own',
}

/**
 * Returns the next edition of a festival as input of `POST /festivals`: a draft with the places, the tiers and the
 * terms of this one, and without its line-up.
 */
export function nextFestival(
  festival: Festival,
  { name, move }: { name: string; move: Move },
): NewFestival {
  const copy = copyOf(NewFestival, festival, { path: '', except: ofFestival, move }) as NewFestival
  return {
    ...copy,
    name,
    organizer_id: festival.organizer.id,
    previous_edition_id: festival.id,
    published: false,
  }
}

/** Returns an accommodation of the next edition as input of `POST /accommodations`. */
export function nextAccommodation(
  stay: Accommodation,
  { festival_id, move }: { festival_id: string; move: Move },
): NewAccommodation {
  const copy = copyOf(NewAccommodation, stay, { path: '', except: ofAccommodation, move })
  return { ...(copy as NewAccommodation), festival_id }
}

/** The parts of JSON Schema that a copy reads. */
type Input = { format?: string; items?: object; properties?: Record<string, object> }

type Copying = { path: string; except: Reasons; move: Move }

/** Returns all fields that an input takes with the values of a record, `except` left out; times move. */
function copyOf(input: object, value: unknown, { path, ...how }: Copying): unknown {
  const { format, items, properties } = input as Input
  if (format === 'date-time') return how.move(value as Date | null)
  if (items && Array.isArray(value))
    return value.map((item) => copyOf(items, item, { ...how, path: `${path}[]` }))
  if (!properties || value === null) return value
  const copied = Object.entries(properties).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name
    const one: unknown = Reflect.get(Object(value), name)
    if (one === undefined || at in how.except) return []
    return [[name, copyOf(field, one, { ...how, path: at })]]
  })
  return Object.fromEntries(copied)
}
