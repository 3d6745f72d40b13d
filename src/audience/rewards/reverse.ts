import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { creditPoints } from './balance.ts'

type ReverseContext = { db: Database; now: Date }

/** A refund of the purchase that the event `source` came from: `keepCents` of `ofCents` stay with the seller. */
export type Reversal = {
  source: string
  /** Identifies this event and this refund: a key that was used before does nothing. */
  key: string
  refund: string
  isWhole: boolean
  keepCents: number
  ofCents: number
  /** The most points that the refund, for all of its events together, may retain in money. */
  mostKept: number
}

const columns = {
  id: 'uuid',
  source: 'text',
  key: 'text',
  refund: 'text',
  isWhole: 'bool',
  keepCents: 'float8',
  ofCents: 'float8',
  mostKept: 'int',
} as const

/**
 * Takes back the points of events when their payments are refunded, many at a time. Of an event's points, `floor(earned
 * × keepCents / ofCents)` stay, and points taken before count. It takes at most the available points. Of the shortfall
 * a refund retains up to `mostKept` in money; the rest stays owed, and is paid when points come back. A refund in full
 * also takes back the progress that the event gave badges (contract, section 5). Returns how many points each refund is
 * to retain, where it retains any.
 */
export async function reverseEvents(
  { db, now }: ReverseContext,
  reversals: Reversal[],
): Promise<Map<string, number>> {
  if (reversals.length === 0) return new Map()
  const given = reversals.map((one) => ({ ...one, id: newId() }))
  return transact(db, async (trx) => {
    await lockEarners(trx, given)
    const { rows } = await sql<{ refund: string; kept: number }>`
      with ${judgedOf(given)}, ${written(now)}
      select refund, sum(points_kept)::int as kept from kept group by refund having sum(points_kept) > 0`.execute(
      trx,
    )
    return new Map(rows.map(({ refund, kept }) => [refund, kept]))
  })
}

/** Holds the balances of users with points from these events, in the order of their ids. */
async function lockEarners(db: Database, events: { source: string }[]): Promise<void> {
  await sql`
    select from points
    where user_id in (
      select user_id from reward_events where source = any (${events.map(({ source }) => source)}::text[]))
    order by user_id for no key update`.execute(db)
}

/** Computes for each reversal the points it takes, the part it retains in money, and the shortfall. */
function judgedOf(given: (Reversal & { id: string })[]): RawBuilder<unknown> {
  return sql`
    fresh as (
      select distinct on (g.key) e.id as event_id, e.user_id, e.points, e.reversed, g.*
      from ${rowsOf('g', given, columns)}
      join reward_events e on e.source = g.source
      where not exists (select from point_entries p where p.source = g.key)
      order by g.key, g.place
    ), asked as (
      select *, greatest(reversed, max(points - case
          when "ofCents" > 0 then least(points, floor(points * "keepCents" / "ofCents")::int)
          when "isWhole" then 0
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
      select *, due - points_taken as short, sum(due - points_taken) over (partition by refund order by place)::int as short_by_then
      from running, lateral (
        select least(available, due_by_then) - least(available, due_by_then - due) as points_taken) t
    ), kept as (
      select *, least("mostKept", short_by_then) - least("mostKept", short_by_then - short) as points_kept from taken
    )`
}

/** The ledger's entries, the balances, the events, and the sums that badges are read from. */
function written(now: Date): RawBuilder<unknown> {
  return sql`
    entries as (
      insert into point_entries (id, user_id, kind, delta, shortfall, kept, source, created_at)
      select id, user_id, 'reversed', -points_taken, short - points_kept, points_kept, key, ${now} from kept
    ), balances as (
      update points p set available = p.available - t.taken, earned = p.earned - t.taken,
        owed = p.owed + t.short - t.kept, kept = p.kept + t.kept
      from (
        select user_id, sum(points_taken)::int as taken, sum(short)::int as short, sum(points_kept)::int as kept
        from kept group by user_id
      ) t where p.user_id = t.user_id
    ), undone as (
      update reward_events e set reversed = e.reversed + t.due, counted = e.counted and not t.is_whole
      from (select event_id, sum(due)::int as due, bool_or("isWhole") as is_whole from kept group by event_id) t
      where e.id = t.event_id
    ), tallies as (
      update event_tallies t set events = t.events - u.events
      from (
        select e.user_id, e.event_type, coalesce(e.entity_type, '') as entity_type, count(*)::int as events
        from reward_events e
        where e.counted and e.id in (select event_id from kept where "isWhole")
        group by 1, 2, 3
      ) u
      where t.user_id = u.user_id and t.event_type = u.event_type and t.entity_type = u.entity_type
    )`
}

/** The part of the price that stays with the seller after all, in cents. */
type RetainedShare = { keepCents: number; ofCents: number }

/**
 * Undoes a partial refund's reversal when the processor refused the refund: the points come back, less the points owed,
 * and the part to be retained in money counts as earned again. Each event once, with an entry of its own: a transferred
 * ticket has earned points for two users. Where other refunds have taken points meanwhile, rounded on top of this one,
 * no more comes back than the remaining price has earned.
 */
export async function restoreEvents(
  { db, now }: ReverseContext,
  {
    reversed,
    keepCents,
    ofCents,
  }: RetainedShare & { reversed: Pick<Reversal, 'source' | 'key'>[] },
): Promise<void> {
  const given = reversed.map((one) => ({ ...one, id: newId(), restored: `${one.key}:restored` }))
  await transact(db, async (trx) => {
    await lockEarners(trx, given)
    const { rows } = await sql<{ source: string; user_id: string; points: number }>`
      with taken as (
        select r.id, r.restored, e.id as event_id, e.user_id, p.kept, -p.delta + p.shortfall + p.kept as points,
               e.reversed - e.points + floor(e.points::bigint * ${keepCents}::bigint / ${ofCents}::bigint) as most
        from ${rowsOf('r', given, restoredColumns)}
        join reward_events e on e.source = r.source
        join point_entries p on p.source = r.key and p.kind = 'reversed'
        where not exists (select from point_entries q where q.source = r.restored)
      ), undone as (
        select id, restored, event_id, user_id, least(kept, back) as kept, back - least(kept, back) as points
        from taken, lateral (select greatest(0, least(points, most))::int as back) b
      ), events as (
        update reward_events e set reversed = e.reversed - u.points - u.kept from undone u where e.id = u.event_id
      ), entries as (
        insert into point_entries (id, user_id, kind, delta, kept, source, created_at)
        select id, user_id, 'earned', points, -kept, restored, ${now} from undone
      ), balances as (
        update points p set earned = p.earned + b.points, kept = p.kept - b.kept
        from (select user_id, sum(points)::int as points, sum(kept)::int as kept from undone group by user_id) b
        where p.user_id = b.user_id
      )
      select restored as source, user_id, points from undone`.execute(trx)
    await creditPoints({ db: trx, now }, rows)
  })
}

const restoredColumns = { id: 'uuid', source: 'text', key: 'text', restored: 'text' } as const
