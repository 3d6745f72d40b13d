import { sql } from 'kysely'
import { documentFaults } from './document-faults.ts'
import { insideFaults } from './inside-faults.ts'
import { disputeFaults, type Faults, paid, refundFaults, shareFaults } from './refund-faults.ts'
import { returnFaults } from './return-faults.ts'
import { tillFaults } from './till-faults.ts'
import { transferFaults } from './transfer-faults.ts'
import { vatFaults } from './vat-faults.ts'
import { heldByOffers, waitingFaults } from './waiting-faults.ts'

const open = sql`('pending', 'requires_action')`

/** The sold count of a limited quantity equals the payments that hold and bought it, plus the offers that hold it. */
const stockFaults = (table: 'tiers' | 'accommodations', type: string, noun: string): Faults => sql`
  select case
    when s.id is null then format('%s %s is gone, but %s payments bought and %s hold it', ${noun}::text, p.entity_id, p.sold, p.held)
    when s.sold + s.held > s.quantity or least(s.sold, s.held) < 0
      then format('%s %s: sold %s and held %s of %s', ${noun}::text, s.id, s.sold, s.held, s.quantity)
    else format('%s %s: sold %s and held %s, but %s payments bought and %s hold it', ${noun}::text, s.id, s.sold, s.held,
                coalesce(p.sold, 0), coalesce(p.held, 0))
  end
  from ${sql.table(table)} s full join (
    select entity_id, sum(sold) as sold, sum(held) as held from (
      select entity_id, count(*) filter (where status in ${paid}) as sold, count(*) filter (where status in ${open} and return_id is null) as held
      from payments where payment_type = ${type} group by entity_id
      union all
      select tier_id, 0, held from (${heldByOffers}) o where ${type}::text = 'ticket'
    ) each group by entity_id
  ) p on p.entity_id = s.id
  where case when s.id is null then p.sold + p.held > 0
    else s.sold + s.held > s.quantity or least(s.sold, s.held) < 0
      or s.sold <> coalesce(p.sold, 0) or s.held <> coalesce(p.held, 0) end`

/** The uses of a code are the payments with it, as with stock, and a discount comes from a code. */
const voucherFaults: Faults = sql`
  select case
    when c.held + c.used > c.max_uses or least(c.held, c.used) < 0
      then format('Voucher code %s: used %s and held %s of %s', c.id, c.used, c.held, c.max_uses)
    else format('Voucher code %s: used %s and held %s, but %s payments are paid and %s open with it', c.id, c.used, c.held,
                coalesce(p.used, 0), coalesce(p.held, 0)) end
  from voucher_codes c left join (
    select voucher_code_id, count(*) filter (where status in ${paid}) as used,
           count(*) filter (where status in ${open}) as held
    from payments where voucher_code_id is not null group by voucher_code_id
  ) p on p.voucher_code_id = c.id
  where c.held + c.used > c.max_uses or least(c.held, c.used) < 0
    or c.used <> coalesce(p.used, 0) or c.held <> coalesce(p.held, 0)
  union all
  select format('Payment %s has a discount of %s cents of %s without a voucher', id, discount_cents, price_cents)
  from payments where discount_cents <> 0 and voucher_code_id is null`

/** Set aside for a till, with a ticket that is signed before it is sold. */
const isLeased = sql`(p.lease_id is not null and p.status = 'pending')`

const ticketFaults: Faults = sql`
  select case when t.live then format('Payment %s is %s, but its ticket is live', p.id, p.status)
              else format('Payment %s is %s, but has no live ticket', p.id, p.status) end
  from payments p
  left join (select payment_id, revoked_at is null as live from tickets) t on t.payment_id = p.id
  where (p.payment_type <> 'subscription' and (p.status in ${paid} or ${isLeased})) <> coalesce(t.live, false)`

/** A ticket belongs to its last recipient, and has as many revisions as transfers. */
const holderFaults: Faults = sql`
  select format('Ticket %s is of revision %s and held by %s, but was handed on %s times, last to %s', payment_id,
                t.revision, coalesce(t.holder_id::text, 'its buyer'), coalesce(h.times, 0), coalesce(h.last_to::text, 'no user'))
  from (select payment_id, revision, holder_id from tickets where revision <> 0 or holder_id is not null) t
  full join (
    select payment_id, count(*) as times, (array_agg(to_user order by revision desc))[1] as last_to, max(revision) as last
    from ticket_transfers where outcome = 'accepted' group by payment_id
  ) h using (payment_id)
  where coalesce(t.revision, 0) <> coalesce(h.times, 0) or coalesce(t.revision, 0) <> coalesce(h.last, 0)
    or t.holder_id is distinct from h.last_to`

const termFaults: Faults = sql`
  select case when m.payment_id is null then format('Payment %s is %s, but has no membership term', p.id, p.status)
              else format('Payment %s is %s, but has a membership term', p.id, p.status) end
  from payments p left join membership_terms m on m.payment_id = p.id
  where (p.payment_type = 'subscription' and p.status in ${paid}) <> (m.payment_id is not null)`

/** The percentage of each payment that its buyer cancelled: if the processor has refused, it was requested again. */
const byBuyer = sql`
  select payment_id, min(percent) as percent from refunds where percent is not null group by payment_id`

/** Each user's balance, ledger and payments agree. */
const pointFaults: Faults = sql`
  select f.fault
  from (select user_id, available, reserved, earned, owed, kept from points) b
  full join (
    select user_id, sum(delta) as total, coalesce(sum(delta) filter (where kind in ('earned', 'reversed')), 0) as earned,
           -coalesce(sum(delta) filter (where kind in ('spent', 'returned')), 0) as spent,
           sum(shortfall) as owed, sum(kept) as kept
    from point_entries group by user_id
  ) l using (user_id)
  full join (
    select user_id, coalesce(sum(points_used) filter (where status in ${open}), 0) as reserved,
           coalesce(sum(points_used) filter (where status in ${paid}), 0)
             + coalesce(sum(points_used - points_used * percent / 100), 0) as spent
    from payments left join (${byBuyer}) r on r.payment_id = id
    where points_used > 0 group by user_id
  ) p using (user_id)
  cross join lateral (
    select coalesce(b.available, 0) as available, coalesce(b.reserved, 0) as reserved, coalesce(b.earned, 0) as earned,
           coalesce(b.owed, 0) as owed, coalesce(l.owed, 0) as ledger_owed, coalesce(b.kept, 0) as kept, coalesce(l.kept, 0) as ledger_kept, coalesce(l.total, 0) as total, coalesce(l.earned, 0) as ledger_earned, coalesce(l.spent, 0) as ledger_spent,
           coalesce(p.reserved, 0) as payments_reserved, coalesce(p.spent, 0) as payments_spent
  ) v
  cross join lateral (values
    (least(v.available, v.reserved) < 0, format('User %s: %s points available, %s reserved', user_id, v.available, v.reserved)),
    (v.available + v.reserved <> v.total, format('User %s: %s points available and %s reserved, but the ledger says %s', user_id, v.available, v.reserved, v.total)),
    (v.earned <> v.ledger_earned, format('User %s: %s points earned, but the ledger says %s', user_id, v.earned, v.ledger_earned)),
    (v.owed <> v.ledger_owed, format('User %s: %s points owed, but the ledger says %s', user_id, v.owed, v.ledger_owed)),
    (v.kept <> v.ledger_kept, format('User %s: %s points kept back, but the ledger says %s', user_id, v.kept, v.ledger_kept)),
    (v.reserved <> v.payments_reserved, format('User %s: %s points reserved, but open payments use %s', user_id, v.reserved, v.payments_reserved)),
    (v.ledger_spent <> v.payments_spent, format('User %s: %s points spent, but paid payments use %s', user_id, v.ledger_spent, v.payments_spent))
  ) f (is_wrong, fault)
  where f.is_wrong`

const eventFaults: Faults = sql`
  select format('Payment %s is %s, but the last it was said to be is %s', p.id, p.status, coalesce(e.status, 'nothing'))
  from payments p left join lateral (
    select status from payment_events where payment_id = p.id order by place desc limit 1
  ) e on true
  where p.status is distinct from e.status`

const cancellationFaults: Faults = sql`
  select format('Order %s is %s, but a charge may still come', id, status)
  from orders where not is_fenced and status = 'succeeded'`

/** An order charges the sum of its payments, and they have its state until it has succeeded. */
const orderFaults: Faults = sql`
  select case
      when p.total is null then format('Order %s has no payment', o.id)
      when p.cents <> o.amount_cents
        then format('Order %s charges %s cents, but its payments cost %s', o.id, o.amount_cents, p.cents)
      when p.others > 0 then format('Order %s is of one user, but %s of its payments are of another', o.id, p.others)
      else format('Order %s is %s, but its payments are %s', o.id, o.status, p.statuses) end
  from orders o left join lateral (
    select count(*) as total, sum(amount_cents) as cents, count(*) filter (where user_id <> o.user_id) as others,
           string_agg(distinct status, ', ') as statuses,
           count(*) filter (where status in ${open} or status in ('failed', 'expired')) as unsold,
           count(*) filter (where status = case o.status when 'held' then 'pending' else o.status end) as alike
    from payments where order_id = o.id having count(*) > 0
  ) p on true
  where p.total is null or p.cents <> o.amount_cents or p.others > 0
    or case when o.status = 'succeeded' then p.unsold > 0 else p.alike <> p.total end`

/**
 * Points against the money taken, by organizer; null is the operator, which sells memberships. A payment retains as
 * many points as its remaining money has earned; an admission is worth at most a point a euro, and purchases of
 * managers from themselves are worth none.
 */
const mintedFaults: Faults = sql`
  select format('Organizer %s: %s points stand against %s EUR taken, %s more than earned',
                coalesce(organizer_id, 'none'), sum(stands), round(sum(kept) / 100.0, 2), sum(stands - earned))
  from (
    select f.organizer_id, e.stands, p.kept, case
        when p.is_own or p.amount_cents = 0 then 0
        when e.is_admission then least(e.points, p.kept / 100)
        else e.points * p.kept::bigint / p.amount_cents
      end as earned
    from (
      select points, points - reversed as stands, source like 'ticket:%' as is_admission,
             split_part(source, ':', 2)::uuid as payment_id
      from reward_events
      where points > reversed and source similar to '(payment|ticket):%'
    ) e
    cross join lateral (
      select id, festival_id, amount_cents, is_own,
             case when status in ('failed', 'expired') then 0 else amount_cents - refunded_cents - kept_cents end as kept
      from payments where id = e.payment_id
    ) p
    left join festivals f on f.id = p.festival_id
  ) held
  where stands > earned
  group by organizer_id`

/** The invariants that hold at every moment. */
export const faultsOf: Faults[] = [
  stockFaults('tiers', 'ticket', 'Tier'),
  stockFaults('accommodations', 'accommodation', 'Accommodation'),
  voucherFaults,
  ticketFaults,
  holderFaults,
  termFaults,
  pointFaults,
  refundFaults,
  shareFaults,
  disputeFaults,
  eventFaults,
  cancellationFaults,
  orderFaults,
  mintedFaults,
  insideFaults,
  ...waitingFaults,
  ...returnFaults,
  ...tillFaults,
  ...vatFaults,
  ...documentFaults,
  ...transferFaults,
]

/** Counts the units of an entity that tills have leased: they may be leased for hours. */
const leasedOf = (entity: 't' | 'a') => sql`(
  select count(*) from payments p where p.entity_id = ${sql.ref(`${entity}.id`)} and ${isLeased})`

/** The invariants that hold when nothing is under way. Money that the processor refuses to give back waits for people. */
export const atRest: Faults[] = [
  sql`
    select format('Tier %s: %s held', id, t.held) from tiers t left join (${heldByOffers}) o on o.tier_id = t.id
    where t.held <> coalesce(o.held, 0) + ${leasedOf('t')}`,
  sql`
    select format('Accommodation %s: %s held', id, held) from accommodations a where held <> ${leasedOf('a')}`,
  sql`select format('Voucher code %s: %s held', id, held) from voucher_codes where held <> 0`,
  sql`select format('User %s: %s points reserved', user_id, reserved) from points where reserved <> 0`,
  sql`
    select format('Order %s is %s, not cancelled', id, status) from orders
    where not is_fenced and coalesce(means, '') <> 'lease'`,
  sql`
    select format('Refund %s of payment %s is not done', id, payment_id) from refunds
    where done_at is null and refused is null`,
  sql`
    select format('Payment %s is %s, but its festival is cancelled', p.id, p.status)
    from festivals f join payments p on p.festival_id = f.id and p.status in ${paid}
    where f.cancelled_at is not null and p.disputed_at is null`,
]
