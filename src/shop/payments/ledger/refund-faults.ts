/** The faults of refunds and of disputes. */
import { type RawBuilder, sql } from 'kysely'

/** A query that returns a sentence for each fault of its kind. */
export type Faults = RawBuilder<unknown>

export const paid = sql`('succeeded', 'partially_refunded')`

/** The refunded amounts and the status of a payment match its refunds. */
export const refundFaults: Faults = sql`
  select case when p.refunded_cents <> coalesce(r.cents, 0)
      then format('Payment %s: %s cents given back, but its refunds say %s', p.id, p.refunded_cents, coalesce(r.cents, 0))
    when p.kept_cents <> coalesce(r.kept, 0)
      then format('Payment %s: %s cents kept back, but its refunds say %s', p.id, p.kept_cents, coalesce(r.kept, 0))
    else format('Payment %s is %s with %s refunds, %s of them in full, %s of those done', p.id, p.status,
                coalesce(r.total, 0), coalesce(r.full_ones, 0), coalesce(r.full_done, 0)) end
  from payments p
  left join (
    select payment_id, count(*) as total,
           coalesce(sum(amount_cents) filter (where not is_full and refused is null), 0)
             + coalesce(max(amount_cents) filter (where is_full), 0) as cents,
           coalesce(sum(kept_cents) filter (where not is_full and refused is null), 0)
             + coalesce(max(kept_cents) filter (where is_full), 0) as kept,
           count(*) filter (where not is_full and refused is null) as parts,
           least(count(*) filter (where is_full), 1) as full_ones,
           count(*) filter (where is_full and done_at is not null and refused is null) as full_done
    from refunds group by payment_id
  ) r on r.payment_id = p.id
  where p.refunded_cents <> coalesce(r.cents, 0) or p.kept_cents <> coalesce(r.kept, 0) or not case p.status
    when 'refunded' then coalesce(r.full_ones = 1 and r.full_done = 1, false)
    when 'refunding' then coalesce(r.full_ones = 1 and r.full_done = 0, false)
    when 'partially_refunded' then coalesce(r.full_ones = 0 and r.parts > 0, false)
    else coalesce(r.full_ones = 0 and r.parts = 0, true)
  end`

/** True if a refund `r` of a payment `p` of the festival `f` follows its terms, or is full after the festival was moved. */
const isByTerms = sql`(
  r.percent = p.cancel_percent and r.ended_at <= p.cancel_until is true
  or r.percent = 100 and p.created_at < f.moved_at and r.ended_at <= f.moved_refund_until is true)`

/**
 * An ended payment gave back all that was left of it, or the percentage of its terms if its buyer cancelled in time. If
 * a part was refused meanwhile, the amount left is not known; a dispute takes the disputed amount, and a ticket resold
 * by a return gives back the promised amount: before that was stored, at most the amount that the next buyer paid.
 */
export const shareFaults: Faults = sql`
  select case when r.percent is null or ${isByTerms}
    then format('Payment %s: %s cents came back when it ended, but %s were due', p.id, r.ended_cents, r.due_cents)
    else format('Payment %s was given back at %s percent at %s, but its terms are %s percent until %s', p.id, r.percent,
                r.ended_at, coalesce(p.cancel_percent::text, 'no'), coalesce(p.cancel_until::text, 'never')) end
  from payments p left join festivals f on f.id = p.festival_id
  cross join lateral (
    select min(percent) as percent, min(created_at) filter (where is_full) as ended_at,
           max(amount_cents + kept_cents) filter (where is_full) as ended_cents,
           least(ceil((p.amount_cents - coalesce(sum(amount_cents + kept_cents) filter (where not is_full), 0))
             * coalesce(min(percent), 100) / 100.0), (
               select coalesce(x.promised_cents, n.amount_cents) from ticket_returns x join payments n on n.id = x.sold_to
               where x.payment_id = p.id)) as due_cents,
           bool_or(not is_full and refused is not null or dispute_id is not null) as is_unsure
    from refunds where payment_id = p.id
  ) r
  where p.status in ('refunding', 'refunded') and (
    not r.is_unsure and r.ended_cents <> r.due_cents
    or r.percent is not null and not ${isByTerms})`

/**
 * While a dispute is open its payment says so, and the ticket is blocked. A lost one has ended its payment, unless
 * staff have been asked for a review.
 */
export const disputeFaults: Faults = sql`
  select case
    when p.disputed_at is not null <> d.is_open then format('Payment %s: %s disputes are open, but it says %s', p.id,
      case when d.is_open then 'some' else 'no' end, coalesce(p.disputed_at::text, 'none'))
    when t.blocked_at is distinct from p.disputed_at then format('Payment %s is disputed since %s, but its ticket is blocked since %s',
      p.id, coalesce(p.disputed_at::text, 'never'), coalesce(t.blocked_at::text, 'never'))
    else format('Payment %s is %s, but a dispute of it was lost', p.id, p.status) end
  from payments p
  left join tickets t on t.payment_id = p.id
  cross join lateral (
    select coalesce(bool_or(status = 'open'), false) as is_open, coalesce(bool_or(status = 'lost' and amount_cents > 0), false) as is_lost
    from disputes where payment_id = p.id
  ) d
  where p.id in (
      select payment_id from disputes union all select id from payments where disputed_at is not null
      union all select payment_id from tickets where blocked_at is not null)
    and (p.disputed_at is not null <> d.is_open
      or t.payment_id is not null and t.blocked_at is distinct from p.disputed_at
      or d.is_lost and p.status in ${paid} and p.needs_review is null)`
