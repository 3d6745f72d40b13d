import { type RawBuilder, sql } from 'kysely'
import { changesOf } from '#platform/zones/zone-changes'

/**
 * Returns the local time of a zone for a time from 2010 to 2099, as a `timestamp`. The offsets are those of Node:
 * PostgreSQL has zone data of its own, of another age, so no statement says `at time zone` with a zone.
 */
export function localSql(time: RawBuilder<unknown>, zone: string): RawBuilder<Date> {
  const changes = changesOf(zone)
  const offsets = changes.map(({ offset }) => `${offset / 60_000} minutes`)
  const instants = changes.slice(1).map(({ from }) => new Date(from))
  return sql`(${time} at time zone 'UTC'
    + (${offsets}::interval[])[width_bucket(${time}, ${instants}::timestamptz[]) + 1])`
}
