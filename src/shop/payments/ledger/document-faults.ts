/** The faults of invoices and credit notes against the payments and refunds that they are of (docs/contract, section 7.20). */
import { sql } from 'kysely'
import { documentedOrder } from './documented-order.ts'
import type { Faults } from './refund-faults.ts'

/** The numbers of a series begin with 1 and have no gap. */
const numberFaults: Faults = sql`
  select format('Series %s-%s of %s has %s documents, the last %s, but counts %s', prefix, year,
                coalesce(nullif(seller, ''), 'the operator'), coalesce(d.documents, 0), coalesce(d.last, 0), coalesce(s.last, 0))
  from document_series s full join (
    select seller, prefix, year, count(*) as documents, max(sequence) as last from documents group by seller, prefix, year
  ) d using (seller, prefix, year)
  where s.last is distinct from d.documents or s.last is distinct from d.last`

/** A paid order has an invoice from each seller in it, or waits for one. */
const saleFaults: Faults = sql`
  select format('Order %s is paid, but has no invoice from %s', order_id, coalesce(nullif(seller, ''), 'the operator'))
  from (
    select p.order_id, coalesce(p.seller_id, '') as seller from payments p join orders o on o.id = p.order_id
    where o.settled_at is not null and o.status = 'succeeded' and o.sale_id is null
    group by p.order_id, coalesce(p.seller_id, '') having sum(p.amount_cents) > 0
  ) sold
  where not exists (
      select from documents d where d.order_id = sold.order_id and d.seller = sold.seller and d.reason = 'sale')
    and not exists (select from documents_due q where q.kind = 'sale' and q.about = sold.order_id)`

/** A refund of an order with invoices has one credit note, or waits for it; one that has failed since, also its reversal. */
const refundFaults: Faults = sql`
  select format('Refund %s of payment %s has %s documents for %s, but is to have %s', r.id, r.payment_id, n.documents, k.reason,
                k.is_due::int)
  from refunds r join payments p on p.id = r.payment_id
  cross join lateral (values ('refund', r.done_at is not null),
                             ('failed_refund', r.done_at is not null and r.refused is not null)) k (reason, is_due)
  cross join lateral (
    select count(*) as documents from documents d
    where d.order_id = ${documentedOrder} and d.reason = k.reason and r.id = any (d.refund_ids)) n
  where r.amount_cents > 0 and n.documents <> k.is_due::int
    and exists (
      select from documents d
      where d.order_id = ${documentedOrder} and d.seller = coalesce(p.seller_id, '') and d.reason = 'sale')
    and not exists (select from documents_due q where q.kind = k.reason and q.about = r.id)`

/** The documents of a payment add up to what is left of it, and of its VAT. */
const paymentFaults: Faults = sql`
  select format('Payment %s: its documents are of %s cents with %s VAT, but %s with %s VAT are left of it', p.id, d.cents,
                d.vat_cents, p.amount_cents - coalesce(r.cents, 0), p.vat_cents - coalesce(r.vat_cents, 0))
  from (
    select u.payment_id, sum(case kind when 'invoice' then u.cents else -u.cents end) as cents,
           sum(case kind when 'invoice' then u.vat_cents else -u.vat_cents end) as vat_cents
    from documents cross join jsonb_to_recordset(units) u (payment_id uuid, cents int, vat_cents int)
    group by u.payment_id
  ) d
  join payments p on p.id = d.payment_id
  left join (
    select payment_id, sum(amount_cents) as cents, sum(vat_cents) as vat_cents from refunds
    where done_at is not null and refused is null group by payment_id
  ) r on r.payment_id = p.id
  where (d.cents <> p.amount_cents - coalesce(r.cents, 0) or d.vat_cents <> p.vat_cents - coalesce(r.vat_cents, 0))
    and not exists (
      select from documents_due q left join refunds f on f.id = q.about left join payments of on of.id = f.payment_id
      where p.order_id in (q.about, of.order_id))`

/** A document is of the sum of its payments, and of its lines. */
const sumFaults: Faults = sql`
  select format('Document %s is of %s cents with %s VAT, its payments of %s with %s, its lines of %s with %s', number,
                gross_cents, d.vat_cents, u.cents, u.vat_cents, l.cents, l.vat_cents)
  from documents d
  cross join lateral (
    select sum(cents) as cents, sum(vat_cents) as vat_cents
    from jsonb_to_recordset(d.units) u (cents int, vat_cents int)) u
  cross join lateral (
    select sum("grossCents" - "voucherCents" - "pointsCents") as cents, sum("vatCents") as vat_cents
    from jsonb_to_recordset(d.data->'lines') l ("grossCents" int, "voucherCents" int, "pointsCents" int, "vatCents" int)) l
  where (gross_cents, d.vat_cents) is distinct from (u.cents, u.vat_cents)
    or (gross_cents, d.vat_cents) is distinct from (l.cents, l.vat_cents)`

/** Credit notes give back no more than their invoice. */
const creditFaults: Faults = sql`
  select format('Invoice %s of %s cents has credit notes of %s cents', i.number, i.gross_cents, -c.cents)
  from documents i join (
    select invoice_id, sum(case kind when 'invoice' then gross_cents else -gross_cents end) as cents
    from documents where id <> invoice_id group by invoice_id
  ) c on c.invoice_id = i.id
  where i.gross_cents + c.cents < 0`

/** XML and PDF are as they were issued. */
const fileFaults: Faults = sql`
  select format('Document %s: its %s has another SHA-256 than when it was issued', number,
                case when sha256(pdf) <> pdf_sha256 then 'PDF' else 'XML' end)
  from documents where rendered_at is not null and (sha256(pdf) <> pdf_sha256 or sha256(xml) <> xml_sha256)`

export const documentFaults: Faults[] = [
  numberFaults,
  saleFaults,
  refundFaults,
  paymentFaults,
  sumFaults,
  creditFaults,
  fileFaults,
]
