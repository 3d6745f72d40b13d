/** Times of an import: local times become instants before the rules of the API are applied. */

import { parseTime } from '#platform/values/time'
import { instantOf, utc } from '#platform/zones/local-time'
import { toTimeZone } from '#platform/zones/time-zones'
import { plural } from '../terminal/output.ts'

const offset = /[Tt ].*([Zz]|[+-]\d{2}(:?\d{2})?)$/
const fields = ['start_time', 'end_time']

/** Reads times, and counts the ones without an offset or a zone. */
export class LocalTimes {
  readAsUtc = 0

  /** Returns a row in which times have an offset. Other texts stay as they are, for the rules to refuse. */
  of<Row extends object>(row: Row, zone: unknown): Row {
    const read = fields.flatMap((name) => {
      const text = Reflect.get(row, name)
      return typeof text === 'string' ? [[name, this.#toInstant(text.trim(), zone)]] : []
    })
    return { ...row, ...Object.fromEntries(read) }
  }

  #toInstant(text: string, named: unknown): string {
    const local = offset.test(text) ? undefined : parseTime(text)
    if (local === undefined) return text
    const zone = typeof named === 'string' ? toTimeZone(named) : undefined
    if (zone === undefined) this.readAsUtc++
    return instantOf(local, zone ?? utc).toISOString()
  }
}

/** Reports once, for all rows, the number of times read as UTC. */
export function describeTimes(readAsUtc: number): string[] {
  if (readAsUtc === 0) return []
  return [`${plural(readAsUtc, 'time')} without an offset read as UTC, since no time_zone is named`]
}
