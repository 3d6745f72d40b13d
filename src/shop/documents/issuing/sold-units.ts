/** Reads what paid orders have sold, as invoices name it. */
import { sql } from 'kysely'
import type { Vat } from '#core/sale-terms'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { nameIn, type Translations } from '#platform/values/translations'
import { dateIn } from '#platform/zones/local-time'

/** A payment of a paid order, with what its invoice says of it, its order and its buyer. */
export type SoldUnit = {
  payment_id: string
  /** the order that the documents belong to: of leased tickets that a till sold at once, the first */
  order_id: string
  /** number, till and day of the receipt of a till */
  receipt: string | null
  /** the organizer when it was paid; empty: the operator */
  seller: string
  entity_id: string
  price_cents: number
  discount_cents: number
  amount_cents: number
  vat_cents: number
  vat: Vat
  festival_id: string | null
  festival: string | null
  item: string
  /** local days, YYYY-MM-DD */
  from: string
  until: string
  zone: string | null
  settled_at: Date
  order_number: string | null
  means: string | null
  livemode: boolean
  buyer_name: string
  buyer_email: string | null
  language: string | null
}

type Row = Omit<SoldUnit, 'item' | 'from' | 'until' | 'receipt'> & {
  receipt_number: number | null
  receipt_at: Date | null
  till: string | null
  item_name: string | null
  item_language: string | null
  item_translations: Translations | null
  since: Date
  ends: Date
}

/** Returns the payments of orders, by line; for the first order of a sale of a till, those of all its orders. */
export async function readSoldUnits(db: Database, orderIds: string[]): Promise<SoldUnit[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<Row>`
    with wanted as (
      select id, id as order_id from orders where id = any (${list(orderIds, 'uuid')})
      union
      select sold.id, first.id from orders first join orders sold on sold.sale_id = first.sale_id
      where first.id = any (${list(orderIds, 'uuid')})
    )
    select p.id as payment_id, wanted.order_id, coalesce(p.seller_id, '') as seller, p.entity_id, p.price_cents,
           p.discount_cents, p.amount_cents, p.vat_cents, p.vat, p.festival_id, f.name as festival,
           f.time_zone as zone, coalesce(o.settled_at, o.touched_at) as settled_at, o.number as order_number,
           s.receipt as receipt_number, s.sold_at as receipt_at, h.till,
           o.means, o.livemode, trim(u.first_name || ' ' || u.last_name) as buyer_name, u.email as buyer_email,
           u.language, coalesce(tier.name, stay.name, plan.name) as item_name,
           coalesce(plan.language, f.language) as item_language,
           coalesce(tier.translations, stay.translations, plan.translations) as item_translations,
           coalesce(tier.valid_since, stay.check_in, f.start_time, o.settled_at, o.touched_at) as since,
           coalesce(tier.valid_until, stay.check_out, f.end_time, coalesce(o.settled_at, o.touched_at) + make_interval(
             months => case when plan.duration_type = 'month' then plan.duration else 0 end,
             years => case when plan.duration_type = 'year' then plan.duration else 0 end)) as ends
    from wanted
    join payments p on p.order_id = wanted.id
    join orders o on o.id = p.order_id
    left join till_sales s on s.id = o.sale_id
    left join till_shifts h on h.id = s.shift_id
    join users u on u.id = p.user_id
    left join festivals f on f.id = p.festival_id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    left join subscriptions plan on p.payment_type = 'subscription' and plan.id = p.entity_id
    where p.vat_cents is not null
    order by wanted.order_id, p.order_id, p.line`.execute(db)
  return rows.map(toUnit)
}

function toUnit({
  item_name: name,
  item_language: language,
  item_translations: translations,
  since,
  ends,
  receipt_number,
  receipt_at,
  till,
  ...row
}: Row): SoldUnit {
  const zone = row.zone ?? 'UTC'
  return {
    ...row,
    receipt: receipt_at && [receipt_number, till, dateIn(receipt_at, zone)].join(', '),
    item: nameIn({ name, language, translations }, row.language) ?? row.entity_id,
    from: dateIn(since, zone),
    until: dateIn(ends, zone),
  }
}
