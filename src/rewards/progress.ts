import { type RawBuilder, sql } from 'kysely'

/** Whether a badge `b` counts the events of a row named `events`. */
export function countsFor(events: 'a' | 't'): RawBuilder<boolean> {
  const { ref } = sql
  return sql<boolean>`(b.event_type = ${ref(`${events}.event_type`)}
    and (b.entity_type is null or b.entity_type = ${ref(`${events}.entity_type`)}))`
}

/** How many events of a user a badge `b` has counted, its target apart. */
export function progressOf(userId: RawBuilder<unknown> | string): RawBuilder<number> {
  return sql<number>`
    coalesce((select sum(t.events) from event_tallies t
              where t.user_id = ${userId} and ${countsFor('t')}), 0)::int`
}
