import { sql } from 'kysely'
import { type Faults, paid } from './refund-faults.ts'

/** The payments that a sale has sold, and their state since. */
const sold = sql`
  select o.sale_id, sum(o.amount_cents) as cents, bool_and(o.status = 'succeeded') as is_sold
  from orders o where o.sale_id is not null group by o.sale_id`

/** The books of a shift have every order that was paid at its till, once, each with a receipt, without a gap. */
const saleFaults: Faults = sql`
  select case
    when s.id is null then format('Sale %s of a till has orders, but is in no books', o.sale_id)
    when o.sale_id is null then format('Sale %s of a till has no order', s.id)
    when s.amount_cents <> o.cents then format('Sale %s of a till is of %s cents, but its orders are of %s', s.id, s.amount_cents, o.cents)
    else format('Sale %s of a till has receipt %s, but its orders are %s', s.id, coalesce(s.receipt::text, 'none'),
                case when o.is_sold then 'paid' else 'not' end) end
  from till_sales s full join (${sold}) o on o.sale_id = s.id
  where s.id is null or o.sale_id is null or s.amount_cents <> o.cents or (s.receipt is not null) <> o.is_sold
  union all
  select format('Order %s was paid at a till, but is of no sale', id)
  from orders where means in ('cash', 'terminal', 'complimentary') and sale_id is null
  union all
  select format('Shift %s has given %s receipts, the last %s, but counts %s', h.id, count(s.receipt), coalesce(max(s.receipt), 0), h.receipts)
  from till_shifts h left join till_sales s on s.shift_id = h.id group by h.id
  having count(s.receipt) <> h.receipts or coalesce(max(s.receipt), 0) <> h.receipts`

/** The cash expected in the drawer of a closed shift equals the sum in its books. */
const drawerFaults: Faults = sql`
  select format('Shift %s was closed with %s cents expected, but its books have %s', id, expected_cents, booked)
  from (
    select h.id, h.expected_cents, h.float_cents
      + (select coalesce(sum(amount_cents), 0) from till_sales s
         where s.shift_id = h.id and s.receipt is not null and s.means = 'cash')
      - (select coalesce(sum(amount_cents), 0) from till_refunds r where r.shift_id = h.id and r.means = 'cash')
      + (select coalesce(sum(case kind when 'drop' then -amount_cents else amount_cents end), 0)
         from till_movements m where m.shift_id = h.id) as booked
    from till_shifts h where h.closed_at is not null) h
  where expected_cents <> booked`

/** A refund at a till is of a payment taken at a till, and each such refund is in the books of a shift. */
const refundFaults: Faults = sql`
  select case when t.id is null then format('Refund %s of payment %s was given back at a till, but is in no books', r.id, r.payment_id)
              else format('Refund %s of a till gave back %s cents, but %s in the ledger', t.id, t.amount_cents, coalesce(r.amount_cents::text, 'none')) end
  from till_refunds t full join (
    select r.* from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    where o.sale_id is not null and r.done_at is not null and r.amount_cents > 0
  ) r on r.id = t.id
  where t.id is null or (t.amount_cents > 0 and t.amount_cents is distinct from r.amount_cents)`

/** A shift pays out the amounts of its refunds, and no more. */
const paidOutFaults: Faults = sql`
  select format('Shift %s gave back %s cents, but its refunds are of %s', t.shift_id, sum(t.amount_cents), coalesce(sum(r.amount_cents), 0))
  from till_refunds t left join refunds r on r.id = t.id and r.done_at is not null
  group by t.shift_id having sum(t.amount_cents) > coalesce(sum(r.amount_cents), 0)`

/** A lease has as many payments as it took, and none of them is open once it is over. */
const leaseFaults: Faults = sql`
  select format('Lease %s took %s, but has %s payments, %s of them open', l.id, l.quantity, count(p.id),
                count(p.id) filter (where p.status = 'pending'))
  from till_leases l left join payments p on p.lease_id = l.id group by l.id
  having count(p.id) <> l.quantity or (l.ended_at is not null and bool_or(p.status = 'pending'))
  union all
  select format('Payment %s is %s, but of a lease that is not there', p.id, p.status)
  from payments p where p.lease_id is not null and p.status in ${paid}
    and not exists (select from till_leases l where l.id = p.lease_id)`

/** The invariants between the tills and the ledger (docs/contract, section 8.5). */
export const tillFaults: Faults[] = [
  saleFaults,
  drawerFaults,
  refundFaults,
  paidOutFaults,
  leaseFaults,
]
