import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '#platform/database/tables'
import { aliased } from '#platform/values/aliases'
import { Price, toEuros } from '#platform/values/money'
import { Nullable, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { statuses } from './states.ts'

/** The events of a ticket transfer to another user, as the timeline of its payment names them. */
const transferEvents = [
  'transfer.offered',
  'transfer.accepted',
  'transfer.declined',
  'transfer.taken_back',
] as const

/** The events of a ticket that its buyer gives to the next in line. */
const returns = ['return.offered', 'return.taken_back', 'return.sold'] as const

/** The events of a dispute of a payment. */
const disputes = ['disputed', 'dispute_won', 'dispute_lost'] as const

/** One change of a payment; or the admission, or a step of a transfer or a return, of its ticket. */
export const TimelineEvent = aliased(
  Type.Object(
    {
      type: Type.Enum([...statuses, 'validated', ...transferEvents, ...returns, ...disputes], {
        description:
          'The state it came into, what happened to its ticket, or what became of a dispute',
        examples: ['succeeded'],
      }),
      amount: Nullable(Price),
      reason: Nullable(Type.String({ examples: [null] })),
      by: Nullable(Uuid),
      created_at: Timestamp,
    },
    { title: 'PaymentEvent' },
  ),
  { created_at: 'createdAt' },
)
export type TimelineEvent = Static<typeof TimelineEvent>

type Event = { type: TimelineEvent['type']; cents: number | null; reason: string | null }

/**
 * Reads every change of a payment, its disputes, and the admission, the transfers and the returns of its ticket, with
 * the user or the gate; the oldest first. The buyer may not read when the next holder used a ticket.
 */
export async function findTimeline(
  db: Database,
  of: { id: string; readerId: string },
): Promise<TimelineEvent[]> {
  const { id, readerId } = of
  const { rows } = await sql<Event & { by: string | null; at: Date }>`
    select status as type, amount_cents as cents, reason, by_user as by, created_at as at, place, 0 as step,
           null::uuid as transfer, false as is_end
    from payment_events where payment_id = ${id}
    union all
    -- After the changes that came before it.
    select 'validated', null, d.name, t.validated_by, t.validated_at, (
        select coalesce(max(e.place), 0) from payment_events e
        where e.payment_id = t.payment_id and e.created_at <= t.validated_at), 1, null, false
    from tickets t
    join payments p on p.id = t.payment_id
    left join gate_scans s on s.payment_id = t.payment_id and s.outcome = 'admitted'
    left join gate_devices d on d.id = s.device_id
    where t.payment_id = ${id} and t.validated_at is not null
      and (p.user_id <> ${readerId} or coalesce(t.holder_id, p.user_id) = ${readerId})
    union all ${transfersOf(of)}
    union all ${returnsOf(id)}
    union all
    select d.type, d.cents, d.reason, null, d.at, (
        select coalesce(max(e.place), 0) from payment_events e where e.payment_id = ${id} and e.created_at < d.at), 1,
        null, false
    from (
      select 'disputed' as type, amount_cents as cents, reason, opened_at as at from disputes where payment_id = ${id}
      union all
      select 'dispute_' || status, amount_cents, null, closed_at from disputes
      where payment_id = ${id} and closed_at is not null
    ) d
    order by place, step, at, transfer, is_end`.execute(db)
  return rows.map(({ type, cents, reason, by, at }) => ({
    type,
    amount: cents === null ? null : toEuros(cents),
    reason,
    by,
    created_at: at,
  }))
}

/**
 * Selects the transfers of a payment's ticket as rows of its timeline, with the user that made each step. A buyer reads
 * only their own steps: the transfers by later holders are private to them.
 */
const transfersOf = ({
  id,
  readerId,
}: {
  id: string
  readerId: string
}): RawBuilder<unknown> => sql`
  select 'transfer.' || step.name, null, null, step.by, step.at, (
      select coalesce(max(e.place), 0) from payment_events e
      where e.payment_id = x.payment_id and e.created_at <= step.at), 1, x.id, step.name <> 'offered'
  from ticket_transfers x
  join payments p on p.id = x.payment_id
  cross join lateral (values
    ('offered', coalesce(x.offered_by, x.from_user), x.created_at),
    (x.outcome, case when x.outcome = 'taken_back' then coalesce(x.taken_back_by, x.from_user) else x.to_user end, x.ended_at)
  ) step (name, by, at)
  where x.payment_id = ${id} and step.name <> 'lapsed'
    and (p.user_id <> ${readerId} or ${readerId} in (x.from_user, x.to_user))`

/**
 * Selects the returns of a payment's ticket as rows of its timeline. A return `ended` by another event is left out,
 * since that event has a row of its own. The next buyer is not named, since the reader may not know them.
 */
const returnsOf = (id: string): RawBuilder<unknown> => sql`
  select 'return.' || step.name, null, null, step.by, step.at, (
      select coalesce(max(e.place), 0) from payment_events e
      where e.payment_id = r.payment_id and e.created_at <= step.at and e.status <> 'refunding'), 1, r.id,
      step.name <> 'offered'
  from ticket_returns r
  join payments p on p.id = r.payment_id
  cross join lateral (values
    ('offered', p.user_id, r.created_at),
    (r.outcome, case when r.outcome = 'taken_back' then p.user_id end, r.ended_at)
  ) step (name, by, at)
  where r.payment_id = ${id} and step.name <> 'ended'`
