/** Times of an import: local times become instants before the rules of the API are applied. */

import { Fault } from '#platform/files/fault'
import { readMomentOf } from '#platform/files/moments'
import type { FestivalDays } from '#platform/files/written-days'
import { parseTime } from '#platform/values/time'
import { instantOf, localTime, utc } from '#platform/zones/local-time'
import { toTimeZone } from '#platform/zones/time-zones'

const offset = /[Tt ].*([Zz]|[+-]\d{2}(:?\d{2})?)$/
const fields = ['start_time', 'end_time']
const day = 86_400_000

/** Reads times, and counts the ones without an offset or a zone. */
export class LocalTimes {
  readAsUtc = 0

  /**
   * Returns a row in which times have an offset. With the days of a festival, a time that is not ISO 8601 is read as
   * people write it. Other texts stay as they are, for the rules to refuse.
   */
  of<Row extends object>(row: Row, zone: unknown, days?: FestivalDays): Row {
    const read = fields.flatMap((name) => {
      const text = Reflect.get(row, name)
      return typeof text === 'string'
        ? [[name, this.#toInstant(text.trim(), zone, days && { days, field: name })]]
        : []
    })
    return { ...row, ...Object.fromEntries(read) }
  }

  #toInstant(text: string, named: unknown, where?: { days: FestivalDays; field: string }): string {
    if (offset.test(text)) return text
    const local = parseTime(text) ?? (where && readAsWritten(text, where))
    if (local === undefined) return text
    const zone = typeof named === 'string' ? toTimeZone(named) : undefined
    if (zone === undefined) this.readAsUtc++
    return instantOf(local, zone ?? utc).toISOString()
  }
}

function readAsWritten(
  text: string,
  where: { days: FestivalDays; field: string },
): Date | undefined {
  try {
    const start = readMomentOf([text], where)?.start
    return start ? parseTime(start) : undefined
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** Returns the first and the last day of a festival; an end before six belongs to the night before. */
export function daysOf(
  { start_time, end_time }: { start_time: Date; end_time: Date },
  zone: string,
): FestivalDays {
  const midnight = (time: number) => time - (time % day)
  const first = midnight(localTime(start_time, zone).getTime())
  return { first, last: Math.max(first, midnight(localTime(end_time, zone).getTime() - day / 4)) }
}

/** Returns an end that is before its start by less than a day on the next day: a set goes on after midnight. */
export function endAfter(start: Date | null, end: Date | null, zone: string): Date | null {
  if (!start || !end || end >= start || start.getTime() - end.getTime() >= day) return end
  return instantOf(new Date(localTime(end, zone).getTime() + day), zone)
}
