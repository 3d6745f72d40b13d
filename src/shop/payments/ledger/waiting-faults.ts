import { sql } from 'kysely'
import { isQueued } from '#catalogue/festivals'
import type { Faults } from './refund-faults.ts'

/** An offer has released exactly the units that an open order holds instead. */
const orderedFaults: Faults = sql`
  select format('Offer %s: an order is to hold %s of it, but %s payments do', e.id, e.ordered, p.open)
  from waiting_entries e cross join lateral (
    select count(*) as open from payments p join orders o on o.id = p.order_id
    where o.offer_id = e.id and o.id = e.order_id and p.entity_id = e.tier_id and p.status in ('pending', 'requires_action')
  ) p
  where e.status = 'offered' and e.ordered <> p.open`

/** A taken offer was bought by one order, which is paid, and for no more than was offered. */
const takenFaults: Faults = sql`
  select format('Offer %s of %s was taken by order %s, which is %s and bought %s of it', e.id, e.quantity,
                coalesce(e.order_id::text, 'none'), coalesce(o.status, 'unknown'), p.bought)
  from waiting_entries e left join orders o on o.id = e.order_id and o.offer_id = e.id
  cross join lateral (
    select count(*) as bought from payments where order_id = o.id and entity_id = e.tier_id
  ) p
  where e.status = 'taken' and (coalesce(o.status, '') <> 'succeeded' or p.bought not between 1 and e.quantity)`

/**
 * A tier notes at most the smallest quantity that a person waits for, or it would be sold to others; it notes nothing
 * while its queue comes first.
 */
const notedFaults: Faults = sql`
  select format('Tier %s notes that people wait for %s, but one waits for %s', t.id, coalesce(t.waiting::text, 'none'), e.fewest)
  from tiers t join (
    select tier_id, min(quantity) as fewest from waiting_entries where status = 'waiting' group by tier_id
  ) e on e.tier_id = t.id
  where (t.waiting is null or t.waiting > e.fewest) and not ${isQueued('t.id')}`

/** The units of each tier that offers hold, beside payments. */
export const heldByOffers = sql`
  select tier_id, sum(quantity - ordered) as held from waiting_entries
  where status = 'offered' and return_id is null group by tier_id`

export const waitingFaults = [orderedFaults, takenFaults, notedFaults]
