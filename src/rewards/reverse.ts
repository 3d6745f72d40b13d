import { sql } from 'kysely'
import { transact } from '#platform/database'
import { newId } from '#platform/ids'
import type { At } from './record.ts'

/** A refund of what the event `source` came from: `keepCents` of `ofCents` stay with the seller. */
export type Reversal = {
  source: string
  key: string
  isWhole: boolean
  keepCents: number
  ofCents: number
}

/**
 * Takes back what events earned when their payments are refunded, many at a time: of an event's points
 * `floor(earned × keepCents / ofCents)` stay, and what was taken before counts. It takes at most what is
 * available; the shortfall stays owed, and is paid when points come back. A refund in full also takes
 * back what the event moved badges by. A `key` that was used before does nothing (contract, section 5).
 */
export async function reverseEvents({ db, now }: At, reversals: Reversal[]): Promise<void> {
  if (reversals.length === 0) return
  const column = <K extends keyof Reversal>(name: K) => reversals.map((one) => one[name])
  await transact(db, async (trx) => {
    await sql`
      select from points
      where user_id in (select user_id from reward_events where source = any (${column('source')}::text[]))
      order by user_id for no key update`.execute(trx)
    await sql`
      with fresh as (
        select distinct on (g.key) e.id as event_id, e.user_id, e.points, e.reversed, g.*
        from unnest(
          ${reversals.map(() => newId())}::uuid[], ${column('source')}::text[], ${column('key')}::text[],
          ${column('isWhole')}::bool[], ${column('keepCents')}::bigint[], ${column('ofCents')}::bigint[]
        ) with ordinality g (id, source, key, is_whole, keep, total, place)
        join reward_events e on e.source = g.source
        where not exists (select from point_entries p where p.source = g.key)
        order by g.key, g.place
      ), asked as (
        select *, greatest(reversed, max(points - case
            when total > 0 then least(points, points * keep / total)
            when is_whole then 0
            else points
          end) over (partition by event_id order by place))::int as taken_by_then
        from fresh
      ), owed as (
        select *, taken_by_then - lag(taken_by_then, 1, reversed) over (partition by event_id order by place) as due
        from asked
      ), running as (
        select o.*, p.available, sum(due) over (partition by user_id order by place)::int as due_by_then
        from owed o join points p using (user_id)
      ), taken as (
        select *, least(available, due_by_then) - least(available, due_by_then - due) as points_taken from running
      ), entries as (
        insert into point_entries (id, user_id, kind, delta, shortfall, source, created_at)
        select id, user_id, 'reversed', -points_taken, due - points_taken, key, ${now} from taken
      ), balances as (
        update points p set available = p.available - t.points, earned = p.earned - t.points,
          owed = p.owed + t.due - t.points
        from (select user_id, sum(points_taken)::int as points, sum(due)::int as due from taken group by user_id) t
        where p.user_id = t.user_id
      ), undone as (
        update reward_events e set reversed = e.reversed + t.due, counted = e.counted and not t.is_whole
        from (select event_id, sum(due)::int as due, bool_or(is_whole) as is_whole from taken group by event_id) t
        where e.id = t.event_id
      )
      update event_tallies t set events = t.events - u.events
      from (
        select e.user_id, e.event_type, coalesce(e.entity_type, '') as entity_type, count(*)::int as events
        from reward_events e
        where e.counted and e.id in (select event_id from taken where is_whole)
        group by 1, 2, 3
      ) u
      where t.user_id = u.user_id and t.event_type = u.event_type and t.entity_type = u.entity_type`.execute(
      trx,
    )
  })
}
