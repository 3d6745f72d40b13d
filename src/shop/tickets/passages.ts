/** Passages of tickets through gates, as the gate has stored them. */
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { AdmissionRule as Rule } from '#core/sale-terms'
import { iso } from '#platform/database/sql'

/** The rule for repeated admissions of a ticket. */
export type AdmissionRule = Static<typeof Rule>

/** A passage of a ticket through a gate of a zone; `clash`: true if no rule allowed it. */
export type Passage = { direction: 'in' | 'out'; at: Date; zone: string; clash: boolean }
export type PassageText = Omit<Passage, 'at'> & { at: string }

/**
 * Returns the passages of a row of `tickets` with this name, as JSON in order of time: all, or only the passages in a
 * zone that the rules allowed, the last `most` in each direction.
 */
export function passagesOf(
  ticket: string,
  { zone, most }: { zone?: string; most?: number } = {},
): RawBuilder<PassageText[]> {
  const latest = most === undefined ? sql`` : sql`where g.nth <= ${most}`
  const which = zone === undefined ? sql`` : sql`and zone = ${zone} and not clash`
  return sql`
    case when ${sql.ref(`${ticket}.passed_at`)} is null then '[]'::json else (
      select coalesce(json_agg(json_build_object('direction', g.direction, 'at', ${iso('g.at')}, 'zone', g.zone, 'clash', g.clash)
        order by g.at, g.ordinal), '[]')
      from (
        select direction, at, zone, clash, ordinal, row_number() over (partition by direction order by at desc, ordinal desc) as nth
        from gate_passages
        where payment_id = ${sql.ref(`${ticket}.payment_id`)} ${which}
      ) g ${latest}) end`
}

/** Returns the zone in which a row of `tickets` was first admitted; null if it was not. */
export function validatedZoneOf(ticket: string): RawBuilder<string | null> {
  const at = sql.ref(`${ticket}.validated_at`)
  return sql`
    case when ${at} is not null then coalesce((
      select zone from gate_passages
      where payment_id = ${sql.ref(`${ticket}.payment_id`)} and direction = 'in' and not clash and at = ${at}
      order by zone limit 1), 'main') end`
}

/** Parses a passage that was read as JSON. */
export const toPassage = ({ at, ...passage }: PassageText): Passage => ({
  ...passage,
  at: new Date(at),
})
