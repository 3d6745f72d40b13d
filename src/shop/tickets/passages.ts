/** Passages of tickets through gates, as the gate has stored them. */
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { AdmissionRule as Rule } from '#core/sale-terms'
import { iso } from '#platform/database/sql'

/** How often a ticket admits. */
export type AdmissionRule = Static<typeof Rule>

/** A ticket that went through a gate of a zone at a time; `clash`: no rule let it. */
export type Passage = { direction: 'in' | 'out'; at: Date; zone: string; clash: boolean }
export type PassageText = Omit<Passage, 'at'> & { at: string }

/**
 * Returns the passages of a row of `tickets` with this name, as JSON in order of time: all, or those of a zone that the rules
 * let, of which the last `most` in each direction.
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

/** Returns in which zone a row of `tickets` was admitted for the first time; null where it was not. */
export function validatedZoneOf(ticket: string): RawBuilder<string | null> {
  const at = sql.ref(`${ticket}.validated_at`)
  return sql`
    case when ${at} is not null then coalesce((
      select zone from gate_passages
      where payment_id = ${sql.ref(`${ticket}.payment_id`)} and direction = 'in' and not clash and at = ${at}
      order by zone limit 1), 'main') end`
}

/** Returns a passage as it was read as JSON. */
export const toPassage = ({ at, ...passage }: PassageText): Passage => ({
  ...passage,
  at: new Date(at),
})
