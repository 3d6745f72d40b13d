/** Conditions that must hold after a drill, as queries: each row found is a fault, with its text in `fault`. */
export type Question = { name: string; holds: string; figure: string; query: string }

const living = "('pending', 'requires_action', 'succeeded', 'partially_refunded', 'refunding')"
const decided = "('succeeded', 'partially_refunded', 'refunding', 'refunded')"
const charged = 'reason is null and not is_cancelled'

/** Questions about the queue, while it exists. */
export const queueQuestions: Question[] = [
  {
    name: 'numbers-dense',
    holds: 'The numbers of the queue have no gap, and no two people have the same',
    figure: 'select count(*) from queue_entries',
    query: `
select format('%s entries, the last number is %s', count(*), max(number)) as fault
from queue_entries having count(*) <> max(number) + 1 or count(*) <> count(distinct user_id)`,
  },
  {
    name: 'groups-together',
    holds: 'Everybody who has joined a number is served by it, and it has no more than four people',
    figure: 'select count(*) from queue_entries where serves <> number',
    query: `
select format('Number %s has given up its place for %s, which has %s people', number, serves, people) as fault from (
  select e.number, e.serves, (
    select count(*) from queue_entries g where g.queue_id = e.queue_id and g.serves = e.serves and g.serves <> g.number) + (
    select count(*) from queue_entries g where g.queue_id = e.queue_id and g.number = e.serves and g.serves = g.number) as people
  from queue_entries e where e.serves <> e.number
) joined where people not between 2 and 4`,
  },
  {
    name: 'nobody-served-twice',
    holds: 'Nobody has bought more than one order in their turn',
    figure:
      'select count(distinct user_id) from payments where entity_id in (select tier_id from queue_tiers)',
    query: `
select format('User %s has %s orders', p.user_id, count(distinct o.id)) as fault
from orders o join payments p on p.order_id = o.id and p.entity_id in (select tier_id from queue_tiers)
where o.offer_id is null and o.status in ('held', 'pending', 'requires_action', 'succeeded')
group by p.user_id having count(distinct o.id) > 1`,
  },
]

export const questions: Question[] = [
  {
    name: 'every-order-charged',
    holds: 'Every order that is paid has its charge, and every charge its order or its money back',
    figure: `select count(*) from orders where status = 'succeeded'`,
    query: `
select format('Order %s of %s cents, charge %s of %s cents', o.id, o.amount_cents, c.key, c.cents) as fault
from (select id, coalesce(charge_id, id) as key, amount_cents from orders
      where status = 'succeeded' and amount_cents > 0) o
full join (select key, cents from simulated_charges c
           where ${charged} and (exists (select from orders o where coalesce(o.charge_id, o.id) = c.key and o.status = 'succeeded')
             or cents > (select coalesce(sum(r.cents), 0) from simulated_refunds r where r.charge = c.key and r.reason is null))) c
  using (key)
where o.id is null or c.key is null or c.cents <> o.amount_cents`,
  },
  {
    name: 'books-equal-processor',
    holds: 'What the ledger has taken and given back is what the processor has',
    figure: `select coalesce(sum(amount_cents - refunded_cents), 0) from payments where status in ${decided}`,
    query: `
select format('%s cents in the ledger, %s at the processor', ledger, processor) as fault from (
  select (select coalesce(sum(amount_cents - refunded_cents), 0) from payments where status in ${decided}) as ledger,
         (select coalesce(sum(cents), 0) from simulated_charges where ${charged})
       - (select coalesce(sum(cents), 0) from simulated_refunds where reason is null) as processor
) both_books where ledger <> processor`,
  },
  {
    name: 'none-oversold',
    holds: 'No tier has more tickets sold or held than there are',
    figure: 'select sum(sold) from tiers',
    query: `
select format('%s: %s of %s', t.name, count(p.id), t.quantity) as fault
from tiers t join payments p on p.entity_id = t.id and p.status in ${living}
  and not exists (select from ticket_returns r where r.payment_id = p.id and r.outcome = 'sold')
group by t.id having count(p.id) > t.quantity`,
  },
  {
    name: 'offers-bought-once',
    holds: 'What was offered to one who waited is bought once',
    figure: `select count(*) from waiting_entries where status = 'taken'`,
    query: `
select format('Offer %s is bought by %s orders', offer_id, count(*)) as fault
from orders where offer_id is not null and status in ('held', 'pending', 'requires_action', 'succeeded')
group by offer_id having count(*) > 1`,
  },
  {
    name: 'waiting-told',
    holds:
      'Everybody who was offered a ticket was told, and nobody else waits for one that is free',
    figure: `select count(*) from notifications where type = 'waiting_list.offered'`,
    query: `
select format('Entry %s was offered a ticket, and its user was not told', e.id) as fault
from waiting_entries e where e.offered_at is not null and not exists (
  select from notifications n where n.user_id = e.user_id and n.type = 'waiting_list.offered'
    and n.data->>'waiting_entry_id' = e.id::text)
union all
select format('Tier %s has %s free, and %s people wait', t.name, t.quantity - t.sold - t.held, count(*))
from tiers t join waiting_entries e on e.tier_id = t.id and e.status = 'waiting'
where t.quantity - t.sold - t.held > 0 group by t.id`,
  },
  {
    name: 'holders-told',
    holds: 'Every holder of a ticket was told that the festival is on another day',
    figure: `select count(*) from notifications where type = 'festival.changed'`,
    query: `
select distinct format('User %s holds a ticket, and was not told', coalesce(t.holder_id, p.user_id)) as fault
from tickets t join payments p on p.id = t.payment_id
where t.revoked_at is null and not exists (
  select from notifications n where n.user_id = coalesce(t.holder_id, p.user_id) and n.type = 'festival.changed')`,
  },
  {
    name: 'inside-once',
    holds:
      'Every ticket is at most once inside; what gates without a network let in twice is named as a clash',
    figure: `select count(*) from gate_passages where direction = 'in' and not clash`,
    query: `
select format('Ticket %s came in again', payment_id) as fault from (
  select p.payment_id, p.direction, t.admission,
         lag(p.direction) over passages as before,
         count(*) filter (where p.direction = 'in') over (partition by p.payment_id) as times
  from gate_passages p join payments y on y.id = p.payment_id join tiers t on t.id = y.entity_id
  where not p.clash
  window passages as (partition by p.payment_id order by p.at, p.direction = 'in')
) passed
where (direction = 'in' and before = 'in') or (admission <> 'reentry' and times > 1)`,
  },
  {
    name: 'bad-codes-refused',
    holds:
      'No forged code admits, none of a ticket that was handed on or given back, none at a stolen device',
    figure: `select count(*) from gate_scans where nonce ~ '^(forged|handed_on|given_back|stolen):'`,
    query: `
select format('%s was admitted', nonce) as fault from gate_scans
where nonce ~ '^(forged|handed_on|given_back|stolen):' and outcome in ('admitted', 'readmitted')`,
  },
]
