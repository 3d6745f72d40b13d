import { type RawBuilder, sql } from 'kysely'
import { notify } from '#messaging/notifications'
import { rowsOf } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Bus } from '#platform/sync/bus'
import { newId } from '#platform/values/ids'
import { lockBalances, standing } from './balance.ts'
import { noticesOf } from './notification-content.ts'
import { movedBadges } from './progress.ts'
import type { Recorded } from './recorded.ts'

/** An event that may earn a user points. */
type RewardEvent = {
  user_id: string
  event_type: string
  entity_type: string | null
  entity_id: string | null
}

/**
 * A reward event that the service itself records. `source` identifies its origin; `euros` is the amount paid for it and
 * not refunded; `isOwn`: true if the user, or the person confirming the event, is one of the sellers.
 */
export type ServerRewardEvent = RewardEvent & { source: string; euros: number; isOwn: boolean }

/** A reward event to write: `source` is null for an event of a client; `fixed` points replace the rule's. */
export type NewRewardEvent = RewardEvent & {
  source: string | null
  euros: number
  fixed: number | null
  metadata: string | null
  /** true if the rule of its type applies to its sender */
  isEligible: boolean
}

export type RecordContext = {
  db: Database
  bus: Bus
  now: Date
  /** true if the caller already holds the balances of all these users */
  areBalancesHeld?: boolean
}

const nothing: Recorded = { events: [], badges: [], levels: [] }

/** The most points that all events of clients together award a user on a UTC day. */
const dailyPoints = 20

/** A UTC day, ms. */
export const dayMs = 86_400_000
export const startOfDay = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs)

/**
 * Records the service's own reward events, many at a time: points by their rules, badges, levels (contract, section 5).
 * Skips sources that were recorded before, and the events of guests. A rule per event awards at most a point for each
 * full euro, so that a free purchase earns nothing; a seller's own events count for nothing at all.
 */
export async function recordServerEvents(
  context: RecordContext,
  events: ServerRewardEvent[],
): Promise<void> {
  const given = events.map(({ isOwn, ...event }) => ({
    ...event,
    fixed: null,
    metadata: null,
    isEligible: !isOwn,
  }))
  await record(context, given)
}

/**
 * Writes events with their points, badges and levels. Holds the balances of their users from the first statement on, so
 * that caps are applied one event after the other, however many come at once. `dailyEvents`: the most events of clients
 * that are recorded for a user on a UTC day, 0 for any number; further ones are left out.
 */
export async function record(
  context: RecordContext,
  events: NewRewardEvent[],
  { dailyEvents }: { dailyEvents: number } = { dailyEvents: 0 },
): Promise<Recorded> {
  if (events.length === 0) return nothing
  const { db, bus, now, areBalancesHeld = false } = context
  const userIds = events.map(({ user_id }) => user_id)
  return transact(db, async (trx) => {
    if (!areBalancesHeld) await lockBalances(trx, userIds)
    const { rows } = await sql<Recorded>`
      with ${judgedOf(events, { now, dailyEvents })}, ${written(now)}, ${movedBadges}, ${reachedLevels}
      select
        (select coalesce(json_agg(json_build_object('id', id, 'points', points) order by place), '[]')
         from judged) as events,
        (select coalesce(json_agg(json_build_object(
           'user_id', user_id, 'badge_id', id, 'name', name, 'description', description, 'isUnlocked', before + added >= target)
           order by user_id, id), '[]')
         from moved where before < target) as badges,
        (select coalesce(json_agg(json_build_object('user_id', user_id, 'level', level, 'benefits', benefits)), '[]')
         from reached) as levels`.execute(trx)
    const recorded = rows[0] ?? nothing
    await notify({ db: trx, bus, now }, noticesOf(recorded))
    return recorded
  })
}

const columns = {
  id: 'uuid',
  user_id: 'uuid',
  event_type: 'text',
  entity_type: 'text',
  entity_id: 'text',
  metadata: 'jsonb',
  source: 'text',
  euros: 'float8',
  fixed: 'int',
  isEligible: 'bool',
} as const

/**
 * Computes the points of each event. It counts when it has a rule that applies to it, it is the first with its entity
 * where that matters, and the rule's daily cap leaves room. A client's event always comes alone.
 */
function judgedOf(
  events: NewRewardEvent[],
  { now, dailyEvents }: { now: Date; dailyEvents: number },
): RawBuilder<unknown> {
  const given = events.map((event) => ({ ...event, id: newId() }))
  const day = startOfDay(now)
  const isOverDay =
    dailyEvents === 0
      ? sql`false`
      : sql`g.source is null and (
          select count(*) from reward_events e
          where e.user_id = g.user_id and e.source is null and e.created_at >= ${day}) >= ${dailyEvents}::int`
  return sql`
    fresh as (
      select distinct on (coalesce(g.source, g.id::text)) g.*
      from ${rowsOf('g', given, columns)}
      where not exists (select from reward_events e where e.source = g.source)
        -- What a guest has bought is recorded when an account takes it over.
        and not exists (select from users u where u.id = g.user_id and u.is_guest)
        and not (${isOverDay})
      order by coalesce(g.source, g.id::text), g.place
    ), today as (
      select user_id, event_type, count(*)::int as events, sum(points) filter (where source is null)::int as points
      from reward_events
      where counted and created_at >= ${day} and created_at < ${day}::timestamptz + interval '1 day'
        -- Of those alone whose day matters: their rule has a cap.
        and user_id in (select f.user_id from fresh f left join reward_rules r using (event_type)
                        where f.source is null or r.daily_cap is not null)
      group by user_id, event_type
    ), ruled as (
      select f.*, r.points as worth, r.per, r.daily_cap,
        f."isEligible" and r.event_type is not null and (not r.once_per_entity or f.entity_id is not null
          and 1 = row_number() over (
            partition by f.user_id, f.event_type, f.entity_type, f.entity_id, f."isEligible" order by f.place)
          and not exists (
            select from reward_events e
            where e.counted and e.user_id = f.user_id and e.event_type = f.event_type
              and e.entity_type = f.entity_type and e.entity_id = f.entity_id)) as due
      from fresh f left join reward_rules r using (event_type)
    ), admitted as (
      select r.*, due and (daily_cap is null or daily_cap >= coalesce(t.events, 0)
          + row_number() over (partition by user_id, event_type, due order by place)) as counted
      from ruled r left join today t using (user_id, event_type)
    ), judged as (
      select a.id, a.user_id, event_type, entity_type, entity_id, metadata, source, place, counted,
        case
          when fixed is not null then fixed
          when not counted then 0
          when per = 'euro' then worth * floor(euros)::int
          when source is null then least(worth, greatest(0, ${dailyPoints} - coalesce(
            (select sum(t.points) from today t where t.user_id = a.user_id), 0)))::int
          else least(worth, floor(euros)::int)
        end as points
      from admitted a
    )`
}

/** The events, the ledger's entries, the balances, and the sums that badges are read from. */
function written(now: Date): RawBuilder<unknown> {
  return sql`
    events as (
      insert into reward_events
        (id, user_id, event_type, entity_type, entity_id, metadata, source, points, counted, created_at)
      select id, user_id, event_type, entity_type, entity_id, metadata, source, points, counted, ${now} from judged
    ), entries as (
      insert into point_entries (id, user_id, kind, delta, source, created_at)
      select id, user_id, 'earned', points, coalesce(source, 'event:' || id), ${now} from judged where points > 0
    ), balances as (
      update points p set available = p.available + j.points, earned = p.earned + j.points
      from (select user_id, sum(points)::int as points from judged where points > 0 group by user_id) j
      where p.user_id = j.user_id
      returning p.user_id, ${standing} - j.points as before, ${standing} as after
    ), added as (
      select user_id, event_type, coalesce(entity_type, '') as entity_type, count(*)::int as events
      from judged where counted group by 1, 2, 3
    ), tallies as (
      insert into event_tallies as t (user_id, event_type, entity_type, events)
      select user_id, event_type, entity_type, events from added
      on conflict (user_id, event_type, entity_type) do update set events = t.events + excluded.events
    )`
}

/** The highest level that each user reached. */
const reachedLevels = sql`
  reached as (
    select distinct on (user_id) user_id, level, benefits
    from balances join levels on points > before and points <= after
    order by user_id, level desc
  )`
