import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { isKnown } from './queries.ts'

/** The most faults that are reported one by one. */
const most = 20

/**
 * Compares what the processors have paid out with the orders. Returns a sentence for each fault: a payout that is not
 * the sum of its entries, an entry that is in no order, and a charge of ours that the processor does not have.
 */
export async function payoutFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('Payout %s: %s cents were paid out, but its entries add up to %s', p.id, p.cents, s.cents) as fault
    from payouts p cross join lateral (
      select coalesce(sum(e.cents - e.fee_cents), 0) as cents from balance_entries e where e.payout_id = p.id
    ) s
    where p.itemized_at is not null and s.cents <> p.cents
    union all
    select format('Entry %s of %s: %s of %s cents (%s) is in no order', e.id, e.processor, e.category, e.cents,
                  coalesce(e.source, 'no source'))
    from balance_entries e where e.kind <> 'other' and not ${isKnown}
    union all
    select format('Order %s: %s cents were charged (%s), but %s has no such entry', o.id, o.amount_cents, o.processor_id,
                  o.processor)
    from orders o join payout_syncs s on s.processor = o.processor
    where o.status = 'succeeded' and o.amount_cents > 0 and o.processor_id is not null
      -- The time of a charge is that of its end, which an approval at the bank may delay.
      and o.created_at < s.read_until - interval '2 days'
      and not exists (select from balance_entries e where e.kind = 'charge' and e.charge = o.processor_id)
    limit ${most}`.execute(db)
  return rows.map(({ fault }) => fault)
}
