/** How a badge `b` counts events: before they are added, and as they are. */
import { type RawBuilder, sql } from 'kysely'

/** Whether it counts the events of a row named `events`: a sum `t`, or events themselves, `a`. */
export function countsFor(events: 'a' | 't'): RawBuilder<boolean> {
  const { ref } = sql
  return sql<boolean>`(b.event_type = ${ref(`${events}.event_type`)}
    and (b.entity_type is null or b.entity_type = ${ref(`${events}.entity_type`)}))`
}

/** How many events of a user it has counted, its target apart. */
export function progressOf(userId: RawBuilder<unknown> | string): RawBuilder<number> {
  return sql<number>`
    coalesce((select sum(t.events) from event_tallies t
              where t.user_id = ${userId} and ${countsFor('t')}), 0)::int`
}

/** The badges that count events which are `added`. Within one statement the sums are still those from before. */
export const movedBadges = sql`
  moved as (
    select a.user_id, b.id, b.name, b.description, b.target, sum(a.events)::int as added,
      ${progressOf(sql.ref('a.user_id'))} as before
    from added a join badges b on ${countsFor('a')}
    group by a.user_id, b.id
  )`
