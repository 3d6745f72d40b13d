/** The times of a festival in its time zone, and the description of that zone, for calendars (RFC 5545, section 3.6.5). */
import { utc } from '#platform/zones/local-time'

const day = 86_400_000
/**
 * The events of a festival are in its zone from this long before its start until this long after its end, for three
 * years at most. Other times are in UTC, so that the description stays short.
 */
const around = 31 * day
const longest = 3 * 366 * day
/** Summer time is shorter than this; a longer change is a new standard time. */
const longestSummer = 300 * day

type Span = { start: Date; end: Date | null }
type LocalTimes = {
  start: Date | Temporal.ZonedDateTime
  end: Date | Temporal.ZonedDateTime | null
  timezone: string | null
}
type CalendarZone = {
  /** the component that describes the zone; empty for UTC */
  text: string
  /** the times of an event, in the zone where they are unambiguous there */
  tell: (span: Span) => LocalTimes
}

const plain: CalendarZone = { text: '', tell: (span) => ({ ...span, timezone: null }) }

/** Returns the zone of a festival's calendar, with a function that writes times in it. */
export function calendarZone(
  zone: string,
  { start, end }: { start: Date; end: Date },
): CalendarZone {
  if (zone === utc) return plain
  const from = start.getTime() - around
  const until = Math.min(end.getTime() + around, from + longest)
  const at = (instant: Date) => {
    const time = instant.getTime()
    const told = inZone(time, zone)
    return time >= from && time < until && isClear(told) ? told : undefined
  }
  return {
    text: describe(zone, { from, until }),
    tell(span) {
      const [begins, ends] = [at(span.start), span.end && at(span.end)]
      if (begins === undefined || ends === undefined) return plain.tell(span)
      return { start: begins, end: ends, timezone: zone }
    },
  }
}

/** Returns true if all readers find the same instant: they disagree on a time that clocks show twice. */
function isClear(told: Temporal.ZonedDateTime): boolean {
  const local = told.toPlainDateTime()
  const first = local.toZonedDateTime(told.timeZoneId, { disambiguation: 'earlier' })
  const last = local.toZonedDateTime(told.timeZoneId, { disambiguation: 'later' })
  return told.year >= 1 && told.year <= 9999 && first.equals(last)
}

const inZone = (time: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)

function describe(zone: string, { from, until }: { from: number; until: number }): string {
  const lines = []
  let change = changeBefore(inZone(from, zone))
  while (change !== null && change.epochMilliseconds < until) {
    lines.push(...observanceFrom(change))
    change = change.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE', ''].join('\r\n')
}

/** Returns the last change of clocks before a time; if there was none, the beginning of its year. */
function changeBefore(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime | null {
  const found = time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 }
  return found ?? time.with({ month: 1, day: 1, ...midnight })
}

function observanceFrom(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 })
  const next = change.getTimeZoneTransition('next')
  const length = next ? next.epochMilliseconds - change.epochMilliseconds : longestSummer
  const isSummer = change.offsetNanoseconds > before.offsetNanoseconds && length < longestSummer
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD'
  // The time that clocks would show had they not changed.
  const onset = change.withTimeZone(before.offset).toPlainDateTime()
  return [
    `BEGIN:${kind}`,
    `DTSTART:${onset.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${written(before.offset)}`,
    `TZOFFSETTO:${written(change.offset)}`,
    `END:${kind}`,
  ]
}

const written = (offset: string) => offset.replaceAll(':', '')
