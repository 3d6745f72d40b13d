/** The faults of the VAT that is stored with payments and refunds (docs/contract, section 10.8). */
import { sql } from 'kysely'
import { vatOfUnit } from '../model/vat-before.ts'
import type { Faults } from './refund-faults.ts'

/**
 * The units of one receipt, seller and rate have the VAT of their sum, and each of them its share, less than a cent
 * off. Units sold by the version before have the VAT of each unit by itself.
 */
const paidFaults: Faults = sql`
  select format('Receipt %s, seller %s, rate %s: %s cents VAT in %s, but its payments have %s%s', receipt,
                coalesce(seller_id::text, 'none'), rate, due, gross, stored,
                case when stored = due then ', one of them not its share' else '' end)
  from (
    select coalesce(o.sale_id, o.id) as receipt, p.seller_id, v.rate, sum(p.amount_cents) as gross,
           sum(p.vat_cents) as stored, sum(p.amount_cents) - round(sum(p.amount_cents) * 100 / (100 + v.rate)) as due,
           array_agg(p.amount_cents) as amounts, array_agg(p.vat_cents) as shares
    from payments p join orders o on o.id = p.order_id
    cross join lateral (select coalesce((p.vat->>'rate')::numeric, 0) as rate) v
    where p.vat_cents is not null and not p.vat_by_unit
    group by coalesce(o.sale_id, o.id), p.seller_id, v.rate
  ) receipts
  where stored <> due or exists (
    select from unnest(amounts, shares) u (cents, vat) where abs(vat * gross - cents * due) >= greatest(gross, 1))
  union all
  select format('Payment %s: %s cents VAT in %s, but %s are due', id, vat_cents, amount_cents, due)
  from (
    select id, vat_cents, amount_cents, ${vatOfUnit(sql`amount_cents`, 'vat')} as due from payments where vat_by_unit
  ) units
  where vat_cents <> due`

/** The refunds of a payment leave the share of its VAT in the gross that is left, and none if nothing is left. */
const refundedFaults: Faults = sql`
  select format('Payment %s has %s cents VAT, of which its refunds gave back %s, but %s of %s cents are left', id, vat_cents,
                vat_back, amount_cents - back, amount_cents)
  from (
    select p.id, p.vat_cents, p.amount_cents, p.vat_by_unit, sum(r.amount_cents) as back, sum(r.vat_cents) as vat_back,
           bool_and(r.vat_cents is not null) as is_stored, exists (
             select from refunds f
             where f.payment_id = p.id and f.done_at is not null and f.refused is not null) as has_failed
    from payments p join refunds r on r.payment_id = p.id and r.done_at is not null and r.refused is null
    where p.vat_cents is not null group by p.id
  ) refunded
  where is_stored and case when vat_by_unit and back < amount_cents then vat_back not between 0 and vat_cents
    -- Those that came after one that failed were computed beside it, to a cent.
    else abs(vat_cents - vat_back - round(vat_cents * (amount_cents - back) / greatest(amount_cents, 1)::numeric))
      > has_failed::int end`

export const vatFaults = [paidFaults, refundedFaults]
