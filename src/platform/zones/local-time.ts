/**
 * Local times of a time zone. The service and its pages read times by the same rules and by the same offsets, the ones
 * of `changesOf`: the data `Intl` has of a zone counts only before 2010 and after their end.
 */
import { changesEnd, changesOf } from './zone-changes.ts'
import { rowsBegin } from './zone-rows.ts'

/** The zone used if there is no other. */
export const utc = 'UTC'

const [minute, day] = [60_000, 86_400_000]

type Options = Intl.DateTimeFormatOptions

/** Returns a function that writes an instant as shown by the clocks of a zone. */
export function localFormat(
  options: Options,
  locale = 'en-GB',
): (instant: Date | number, zone: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: utc })
  return (instant, zone) => format.format(localTime(new Date(instant), zone))
}

/** Makes a format of `Intl` for each zone once; for a zone that it does not know, the one of UTC. */
function perZone(options: Options, locale = 'en-GB'): (zone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  const format = (timeZone: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone })
  return (zone) => {
    const known = made.get(zone)
    if (known) return known
    const one = orElse(
      () => format(zone),
      () => format(utc),
    )
    made.set(zone, one)
    return one
  }
}

function orElse<T>(first: () => T, second: () => T): T {
  try {
    return first()
  } catch {
    return second()
  }
}

const offsets = perZone({ timeZoneName: 'longOffset' })
const names = new Map<string, ReturnType<typeof perZone>>()

/** Returns the lead of a zone's clocks over UTC at an instant, in ms. */
export function offsetAt(instant: Date, zone: string): number {
  if (zone === utc) return 0
  const time = instant.getTime()
  const isWritten = time >= rowsBegin && time < changesEnd
  const change = isWritten ? changesOf(zone).findLast(({ from }) => from <= time) : undefined
  return change ? change.offset : offsetOfIntl(instant, zone)
}

function offsetOfIntl(instant: Date, zone: string): number {
  const [, sign, ...parts] =
    /GMT([+-])(\d\d):(\d\d):?(\d\d)?/.exec(offsets(zone).format(instant)) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const size = (hours * 60 + minutes) * minute + seconds * 1_000
  return sign === '-' ? -size : size
}

/** Returns a date with the local time of an instant in its UTC fields. */
export function localTime(instant: Date, zone: string): Date {
  return new Date(instant.getTime() + offsetAt(instant, zone))
}

/**
 * Returns the instant at which clocks show the UTC fields of `local`. If there are two, the first; if clocks skip that
 * time, the instant as long after the change as it says.
 */
export function instantOf(local: Date, zone: string): Date {
  const time = local.getTime()
  // Clocks are less than a day from UTC, so these are their offsets before and after any change near the time.
  const [before, after] = [-day, day].map((by) => offsetAt(new Date(time + by), zone)) as [
    number,
    number,
  ]
  const possible = [before, after].map((offset) => new Date(time - offset))
  const shown = possible.filter((instant) => localTime(instant, zone).getTime() === time)
  return shown.toSorted((a, b) => Number(a) - Number(b))[0] ?? new Date(time - before)
}

/** Returns an instant as clocks show it, with their offset: `2027-07-01T18:00:00+02:00`. */
export function withOffset(time: string, zone: string): string {
  if (zone === utc) return time
  const instant = new Date(time)
  const local = localTime(instant, zone).toISOString().slice(0, -5)
  return `${local}${writtenOffset(offsetAt(instant, zone))}`
}

/** `+05:30` */
function writtenOffset(offset: number): string {
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16)
  return `${offset < 0 ? '-' : '+'}${size}`
}

/** Returns the date, as YYYY-MM-DD, that calendars of a zone show at an instant. */
export function dateIn(instant: Date, zone: string): string {
  return localTime(instant, zone).toISOString().slice(0, 10)
}

/**
 * Returns the name of a zone's time at an instant in a language: `BST`, `CET`, `GMT-5`. A browser whose data has
 * another offset then would give the name of that one: it gets the offset itself.
 */
export function zoneName(instant: Date, zone: string, locale = 'en-GB'): string {
  const offset = offsetAt(instant, zone)
  if (zone !== utc && offset !== offsetOfIntl(instant, zone)) return `GMT${writtenOffset(offset)}`
  const named = names.get(locale) ?? perZone({ timeZoneName: 'short' }, locale)
  names.set(locale, named)
  const parts = named(zone).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const whole = new Map<string, ReturnType<typeof localFormat>>()
const ofDay = new Map<string, Intl.DateTimeFormat>()

/** `1 July 2027 at 18:00 BST`, `1. Juli 2027 um 18:00 MESZ` */
export function longTime(instant: Date, zone: string, locale = 'en-GB'): string {
  const inFull = whole.get(locale) ?? localFormat({ dateStyle: 'long', timeStyle: 'short' }, locale)
  whole.set(locale, inFull)
  return `${inFull(instant, zone)} ${zoneName(instant, zone, locale)}`
}

function dayFormat(locale: string): Intl.DateTimeFormat {
  const format =
    ofDay.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: utc })
  ofDay.set(locale, format)
  return format
}

/** `1 July 2027`, `1. Juli 2027` */
export function longDate(instant: Date, zone: string, locale = 'en-GB'): string {
  return dayFormat(locale).format(localTime(instant, zone))
}

/** `17–19 April 2027`, `17.–19. April 2027`. An end before six belongs to the night before. */
export function longDates(
  { from, until }: { from: Date; until: Date },
  zone: string,
  locale = 'en-GB',
): string {
  const first = localTime(from, zone).getTime()
  const last = Math.max(first, localTime(until, zone).getTime() - day / 4)
  const text = dayFormat(locale).formatRange(first, last)
  return text.replace(/^(\d+\.?)\s*–\s*/, '$1–')
}
