/** The contents and times of the next edition of a festival. */
import type { Accommodation, NewAccommodation } from '#catalogue/accommodations'
import type { Festival, NewFestival } from '#catalogue/festivals'
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

/**
 * Returns the next edition of a festival as input of `POST /festivals`: a draft with the places, the tiers and the
 * terms of this one, and without its line-up.
 */
export function nextFestival(
  festival: Festival,
  { name, move }: { name: string; move: Move },
): NewFestival {
  const { description, venue, address, country, area, time_zone, coordinates } = festival
  const { site_plan_description } = festival
  const {
    language = null,
    translations = {},
    refund_until_days,
    refund_percent,
    places,
    tickets,
  } = festival
  return {
    name,
    organizer_id: festival.organizer.id,
    previous_edition_id: festival.id,
    start_time: move(festival.start_time),
    end_time: move(festival.end_time),
    published: false,
    description,
    venue,
    address,
    country,
    area,
    site_plan_description,
    time_zone,
    coordinates,
    language,
    translations,
    refund_until_days,
    refund_percent,
    places: places.map(({ id: _, ...place }) => place),
    tickets: tickets.map(({ id: _, festival_id: __, ...tier }) => ({
      ...tier,
      start_time: move(tier.start_time),
      end_time: move(tier.end_time),
      valid_since: move(tier.valid_since),
      valid_until: move(tier.valid_until),
    })),
  }
}

/** Returns an accommodation of the next edition as input of `POST /accommodations`. */
export function nextAccommodation(
  { id: _, remaining: __, ...stay }: Accommodation,
  { festival_id, move }: { festival_id: string; move: Move },
): NewAccommodation {
  return {
    ...stay,
    festival_id,
    check_in_at: move(stay.check_in_at),
    check_out_at: move(stay.check_out_at),
  }
}
