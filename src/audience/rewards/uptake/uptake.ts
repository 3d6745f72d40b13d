/** Counts of accounts that began and earned rewards, now and over time. Badges do not count erased accounts. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { countsFor } from '../progress.ts'
import type { BadgeUptake, BadgeUptakes, ChallengeUptake } from './schemas.ts'

const dateOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`

/** Counts the uptake of every badge, from the sums that progress is computed from, in one read. */
export async function countBadges(db: Database): Promise<BadgeUptakes['badges']> {
  const { rows } = await sql<BadgeUptakes['badges'][number]>`
    with progress as (
      select b.id, t.user_id, sum(t.events) as events
      from badges b join event_tallies t on ${countsFor('t')} join users u on u.id = t.user_id
      where t.events > 0 and u.erased_at is null
      group by b.id, t.user_id
    )
    select b.id, b.name, count(p.user_id)::int as started,
           (count(p.user_id) filter (where p.events >= b.target))::int as earned
    from badges b left join progress p on p.id = b.id
    group by b.id order by b.id`.execute(db)
  return rows
}

/** Returns the uptake of one badge: an account's first event begins it, the last one needed unlocks it. Undefined if unknown. */
export async function findBadgeUptake(db: Database, id: string): Promise<BadgeUptake | undefined> {
  type Row = { name: string; date: string | null; started: number; earned: number }
  const { rows } = await sql<Row>`
    select b.name, s.date, (count(*) filter (where s.number = 1))::int as started,
           (count(*) filter (where s.number = b.target))::int as earned
    from badges b
    left join lateral (
      select ${dateOf('e.created_at')} as date, e.number
      from (
        select a.created_at, row_number() over (partition by a.user_id order by a.created_at, a.id) as number
        from reward_events a join users u on u.id = a.user_id
        where a.counted and ${countsFor('a')} and u.erased_at is null) e
      where e.number in (1, b.target)) s on true
    where b.id = ${id}
    group by b.id, s.date order by s.date`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const days = rows.flatMap(({ date, started, earned }) =>
    date === null ? [] : [{ date, started, earned }],
  )
  const started = days.reduce((sum, day) => sum + day.started, 0)
  const earned = days.reduce((sum, day) => sum + day.earned, 0)
  return { id, name: first.name, started, earned, days }
}

export async function findChallengeUptake(
  db: Database,
  id: string,
): Promise<ChallengeUptake | undefined> {
  const { rows } = await sql<ChallengeUptake>`
    select c.id, c.name, c.claims, (
      select coalesce(json_agg(json_build_object('date', d.date, 'claims', d.claims) order by d.date), '[]')
      from (
        select ${dateOf('claimed_at')} as date, count(*)::int as claims
        from challenge_claims where challenge_id = c.id group by 1) d) as days
    from challenges c where c.id = ${id}`.execute(db)
  return rows[0]
}
