import { sql } from 'kysely'
import { type Faults, paid } from './refund-faults.ts'

/** A ticket resold by its buyer has ended, unused, and is refunded; the one sold for it was paid. */
const soldFaults: Faults = sql`
  select case when k.validated_at is not null or k.revoked_at is null
    then format('Return %s: ticket %s was bought by payment %s, but it %s', r.id, r.payment_id, r.sold_to,
                case when k.revoked_at is null then 'is live' else 'was used' end)
    else format('Return %s: payment %s is %s with %s refunds by it, and payment %s, which bought it, is %s of return %s', r.id,
                p.id, p.status, b.refunds, n.id, n.status, coalesce(n.return_id::text, 'none')) end
  from ticket_returns r join payments p on p.id = r.payment_id join payments n on n.id = r.sold_to
  left join tickets k on k.payment_id = r.payment_id
  cross join lateral (select count(*) as refunds from refunds where return_id = r.id) b
  where r.outcome = 'sold' and (
    k.validated_at is not null or k.revoked_at is null or p.status not in ('refunding', 'refunded') or b.refunds = 0
    or n.return_id is distinct from r.id or n.status in ('pending', 'requires_action', 'failed', 'expired'))`

/** An open return can be bought: its ticket is good. */
const openFaults: Faults = sql`
  select format('Return %s is open, but payment %s is %s and its ticket was %s', r.id, p.id, p.status,
    case when k.payment_id is null then 'never issued' when k.validated_at is not null then 'used' else 'revoked' end)
  from ticket_returns r join payments p on p.id = r.payment_id left join tickets k on k.payment_id = r.payment_id
  where r.ended_at is null and (p.status not in ${paid} or k.payment_id is null
    or coalesce(k.validated_at, k.revoked_at, k.blocked_at) is not null)`

/** A returned ticket is held, or was bought, by one order at a time, which names its offer. */
const boughtFaults: Faults = sql`
  select format('Return %s is held or was bought by %s payments, but by payment %s alone', return_id, count(*),
                coalesce(min(r.sold_to::text), 'none'))
  from payments p left join ticket_returns r on r.id = p.return_id
  where p.return_id is not null
  group by return_id
  having count(*) > 1 or bool_or(r.id is null) or bool_or(
    p.status not in ('pending', 'requires_action') and r.sold_to is distinct from p.id)`

export const returnFaults = [soldFaults, openFaults, boughtFaults]
