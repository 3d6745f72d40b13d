import { type SqlBool, sql } from 'kysely'
import { localSql } from '#platform/database/local-sql'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import { inOrder, toTime } from '#platform/values/time'
import { dateIn } from '#platform/zones/local-time'
import { failedRefunds, refundBookings } from './refund-bookings.ts'
import type { Sales, SalesQuery } from './schemas.ts'

/** The revenue of an offer, or of a day. */
type Revenue = {
  sold: number
  revenue_cents: number
  refunded_cents: number
  discount_cents: number
  validated: number
}

type Offer = Revenue & {
  payment_type: 'ticket' | 'accommodation'
  id: string
  name: string
  price_cents: number
  offered: number
  quantity: number
  held: number
  archived: boolean
}

type Day = Revenue & { date: string }

/** Condition on a row of payments: it was paid, even if it was refunded later. */
export const tookMoney = sql<SqlBool>`
  status in ('succeeded', 'partially_refunded', 'refunding', 'refunded')`

/**
 * The quantity of an archived offer is the quantity sold or held, since quantity is always sold, held and remaining
 * together.
 */
const quantity = sql`case when archived_at is null then quantity else sold + held end`

/** Returns the first and the last day of a query. @throws 400 if the last is before the first */
export function daysOf({ from, to }: SalesQuery, zone: string) {
  const [first, last] = [toTime(from ?? null), toTime(to ?? null)]
  inOrder(first, last, ['from', 'to'])
  return { from: from ? toDay(from, zone) : null, to: to ? toDay(to, zone) : null }
}

/** Returns a date unchanged; for a time, the date it falls on in a zone. */
export function toDay(text: string, zone: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : dateIn(toTime(text), zone)
}

/**
 * Returns the sales of a festival, by tier, accommodation and day of its time zone (docs/contract, 10.1), from one
 * snapshot. Money counts as received on the day the payment was made, once it succeeded, and as refunded on the day the
 * processor reports it; if the refund fails later, as taken back on that day. Days without sales are left out.
 */
export async function findSales(
  db: Database,
  festivalId: string,
  { from, to, zone }: { from: string | null; to: string | null; zone: string },
): Promise<Sales> {
  const dayOf = (time: string) => sql`${localSql(sql.ref(time), zone)}::date`
  const { rows } = await sql<{ offers: Offer[]; days: Day[] }>`
    with sale as materialized (
      select id, payment_type, entity_id, created_at, status, amount_cents
      from payments where festival_id = ${festivalId} and ${tookMoney}
    ), made as (
      select payment_type, entity_id, ${dayOf('created_at')} as date,
             count(*) filter (where status in ('succeeded', 'partially_refunded')) as sold,
             sum(amount_cents) as revenue_cents, 0 as refunded_cents, 0 as discount_cents, 0 as validated
      from sale group by 1, 2, 3
      union all
      select payment_type, entity_id, ${dayOf('r.booked_at')}, 0, 0, sum(r.amount_cents), 0, 0
      from sale join ${refundBookings} r on r.payment_id = sale.id
      where sale.status <> 'succeeded' or sale.id in ${failedRefunds} group by 1, 2, 3
      union all
      select payment_type, entity_id, ${dayOf('t.validated_at')}, 0, 0, 0, 0, count(*)
      from sale join tickets t on t.payment_id = sale.id
      where t.festival_id = ${festivalId} and t.validated_at is not null group by 1, 2, 3
      union all
      -- From an index of its own, since few payments have one.
      select payment_type, entity_id, ${dayOf('created_at')}, 0, 0, 0, sum(discount_cents), 0
      from payments where festival_id = ${festivalId} and ${tookMoney} and discount_cents > 0 group by 1, 2, 3
    ), added as (
      select payment_type, entity_id, date, sum(sold) as sold, sum(revenue_cents) as revenue_cents,
             sum(refunded_cents) as refunded_cents, sum(discount_cents) as discount_cents, sum(validated) as validated
      from made group by grouping sets ((payment_type, entity_id), (date))
    ), offer as (
      select 'ticket' as payment_type, id, name, price_cents, quantity as offered,
             ${quantity} as quantity, sold, held, archived_at, position
      from tiers where festival_id = ${festivalId}
      union all
      select 'accommodation', id, name, price_cents, quantity, ${quantity}, sold, held,
             archived_at, 0
      from accommodations where festival_id = ${festivalId}
    )
    select (
        select coalesce(json_agg(json_build_object(
          'payment_type', o.payment_type, 'id', o.id, 'name', o.name, 'price_cents', o.price_cents,
          'offered', o.offered, 'quantity', o.quantity, 'sold', o.sold, 'held', o.held, 'archived', o.archived_at is not null,
          'revenue_cents', coalesce(a.revenue_cents, 0), 'refunded_cents', coalesce(a.refunded_cents, 0),
          'discount_cents', coalesce(a.discount_cents, 0),
          'validated', coalesce(a.validated, 0)
        ) order by o.position, o.name, o.id), '[]')
        from offer o left join added a on a.payment_type = o.payment_type and a.entity_id = o.id
      ) as offers, (
        select coalesce(json_agg(json_build_object(
          'date', date, 'sold', sold, 'revenue_cents', revenue_cents, 'refunded_cents', refunded_cents,
          'discount_cents', discount_cents,
          'validated', validated
        ) order by date), '[]')
        from added where date between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')
      ) as days`.execute(db)
  const { offers = [], days = [] } = rows[0] ?? {}
  return toSales(festivalId, offers, days)
}

function toSales(festival_id: string, offers: Offer[], days: Day[]): Sales {
  const tiers = offers.filter(({ payment_type }) => payment_type === 'ticket')
  const stays = offers.filter(({ payment_type }) => payment_type === 'accommodation')
  const sum = (pick: (offer: Offer) => number) => offers.reduce((all, one) => all + pick(one), 0)
  return {
    festival_id,
    currency: 'EUR',
    totals: {
      quantity: sum(({ quantity }) => quantity),
      sold: sum(({ sold }) => sold),
      held: sum(({ held }) => held),
      remaining: sum(remainingOf),
      revenue: toEuros(sum(({ revenue_cents }) => revenue_cents)),
      refunded: toEuros(sum(({ refunded_cents }) => refunded_cents)),
      discounts: toEuros(sum(({ discount_cents }) => discount_cents)),
      validated: sum(({ validated }) => validated),
    },
    tiers: tiers.map((offer) => ({ ticket_id: offer.id, ...toOffered(offer) })),
    accommodations: stays.map((offer) => ({ accommodation_id: offer.id, ...toOffered(offer) })),
    days: days.map(({ date, sold, ...made }) => ({ date, sold, ...toRevenue(made) })),
  }
}

function toOffered(offer: Offer) {
  const { name, price_cents, offered, quantity, sold, held, archived } = offer
  const remaining = remainingOf(offer)
  const price = toEuros(price_cents)
  return { name, price, offered, quantity, sold, held, remaining, ...toRevenue(offer), archived }
}

function toRevenue({
  revenue_cents,
  refunded_cents,
  discount_cents,
  validated,
}: Omit<Revenue, 'sold'>) {
  return {
    revenue: toEuros(revenue_cents),
    refunded: toEuros(refunded_cents),
    discounts: toEuros(discount_cents),
    validated,
  }
}

function remainingOf({ quantity, sold, held }: Offer): number {
  return quantity - sold - held
}
