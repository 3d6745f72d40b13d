/** SQL that counts events for a badge `b`: before they are added, and within the statement that adds them. */
import { type RawBuilder, sql } from 'kysely'

/** True if `b` counts the events of a row named `events`: a sum `t`, or the events themselves, `a`. */
export function countsFor(events: 'a' | 't'): RawBuilder<boolean> {
  const { ref } = sql
  return sql<boolean>`(b.event_type = ${ref(`${events}.event_type`)}
    and (b.entity_type is null or b.entity_type = ${ref(`${events}.entity_type`)}))`
}

/** The number of a user's events that the badge has counted, regardless of its target. */
export function progressOf(userId: RawBuilder<unknown> | string): RawBuilder<number> {
  return sql<number>`
    coalesce((select sum(t.events) from event_tallies t
              where t.user_id = ${userId} and ${countsFor('t')}), 0)::int`
}

/** The badges that count events in `added`. Within one statement the sums are still the earlier ones. */
export const movedBadges = sql`
  moved as (
    select a.user_id, b.id, b.name, b.description, b.target, sum(a.events)::int as added,
      ${progressOf(sql.ref('a.user_id'))} as before
    from added a join badges b on ${countsFor('a')}
    group by a.user_id, b.id
  )`
