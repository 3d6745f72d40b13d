import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { found, invalidField } from '#platform/values/errors'
import { dawnAfter, dawnOf, dayOf } from '#platform/zones/days'
import { changesInside } from '#shop/tickets'
import type { GateFestival } from '../rights.ts'
import type { InsideHistory, InsideQuery } from './schemas.ts'
import { listZones } from './zones.ts'

const minute = 60_000
/** The range of days: there are no tickets before it, and times end with the year 9999. */
const [firstDay, lastDay] = ['2000-01-01', '9999-12-30']

type Of = Pick<GateFestival, 'id' | 'time_zone' | 'zone'>

/** Returns the number of people inside a zone at each step of a day, until now. 404 if the festival has no such zone, 400 for a day out of range. */
export async function readHistory(
  { db, now }: { db: Database; now: Date },
  { id, time_zone, zone }: Of,
  { date: asked, step }: InsideQuery,
): Promise<InsideHistory> {
  const zones = await listZones(db, id)
  found(
    zones.find(({ name }) => name === zone),
    'Zone',
  )
  if (asked && (asked < firstDay || asked > lastDay)) {
    throw invalidField('date', `must be from ${firstDay} to ${lastDay}`)
  }
  const date = asked ?? dayOf(now, time_zone)
  const [starts_at, ends_at] = [dawnOf(date, time_zone), dawnAfter(date, time_zone)]
  const until = new Date(Math.min(Number(ends_at), Number(now)))
  const steps = { id, zone, from: starts_at, until, length: step * minute }
  const counts = until < starts_at ? [] : await countSteps(db, steps)
  return { zone, date, starts_at, ends_at, counts }
}

type Steps = Pick<Of, 'id' | 'zone'> & { from: Date; until: Date; length: number }

/** Each step counts the passages at its moment or before; the last step is `until`. */
async function countSteps(
  db: Database,
  { id, zone, from, until, length }: Steps,
): Promise<InsideHistory['counts']> {
  const which = sql<boolean>`festival_id = ${id} and zone = ${zone} and at <= ${until}`
  // A step has the passages after the step before: times have milliseconds, so it begins one millisecond later.
  const first = new Date(Number(from) + 1)
  const { rows } = await sql<{ since: Date; change: number }>`
    select greatest(date_bin(${`${length} ms`}::interval, at, ${first}::timestamptz), ${from}::timestamptz) as since,
           sum(change)::int as change
    from (${changesInside(which)}) changes group by 1`.execute(db)
  const changes = new Map(
    rows.map(({ since, change }) => [Math.ceil((Number(since) - Number(from)) / length), change]),
  )
  const last = Math.ceil((Number(until) - Number(from)) / length)
  let inside = 0
  return Array.from({ length: last + 1 }, (_, step) => {
    inside += changes.get(step) ?? 0
    const at = new Date(Math.min(Number(from) + step * length, Number(until)))
    return { at, inside }
  })
}
