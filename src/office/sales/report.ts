/** Sales of a festival by month, by means of payment and by VAT (docs/contract, section 10.8). */
import { sql } from 'kysely'
import { localSql } from '#platform/database/local-sql'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { vatOfUnit } from '#shop/payments'
import { knownMethods, type MeansName } from './means.ts'
import { tookMoney } from './queries.ts'
import { failedRefunds, refundBookings } from './refund-bookings.ts'

/** All summed columns, in cents or units. */
export const summed = [
  'sold',
  'returned',
  'gross',
  'discounts',
  'points',
  'points_returned',
  'taken',
  'refunded',
  'charged_back',
  'kept',
  'vat',
  'disputed',
  'disputes_won',
  'topped_up',
] as const
export type Sums = Record<(typeof summed)[number], number>

/** The sales and refunds of one month, of one kind, at one rate of VAT, by one means. */
export type Part = Sums & {
  /** for example `2027-07` */
  month: string
  payment_type: 'ticket' | 'accommodation'
  means: MeansName
  processor: string | null
  rate: number | null
  exemption: string | null
}

/**
 * Returns the parts of the books of a festival, by month in its time zone, from the rows that `auditLedger` checks: the
 * sum of all parts equals its payments and refunds. Everything counts when the service booked it, so that a past month
 * stays as it was: a sale when it was paid, a refund when it was given back, a dispute when it was opened and closed.
 *
 * A purchase paid in part with points counts under the means that took the rest. VAT is the VAT stored with payments
 * and refunds; for the ones made by the version before, it is the VAT that this report showed before. `kept` is the
 * amount that stayed when a unit ended, and before that the amounts that partial refunds held back for spent points.
 *
 * @param seller an organizer: only what it has sold, where the festival has changed its organizer
 */
export async function readParts(
  db: Database,
  festivalId: string,
  { zone, seller }: { zone: string; seller?: string },
): Promise<Part[]> {
  const monthOf = (time: string) => sql`date_trunc('month', ${localSql(sql.ref(time), zone)})`
  const sums = sql.join(
    summed.map((name) => sql`sum(${sql.ref(name)})::float8 as ${sql.ref(name)}`),
  )
  const { rows } = await sql<Part>`
    with bought as not materialized (${bought(festivalId, seller)}), given_back as (${givenBack}), fact as (
      select ${monthOf('booked_at')} as month, ${kind}, 1 as sold, 0 as returned, price_cents as gross,
             discount_cents as discounts, points_cents as points, 0 as points_returned, amount_cents as taken,
             0 as refunded, 0 as charged_back, 0 as kept, coalesce(vat_cents, ${vatOfUnit(sql`amount_cents`, 'vat_of')}) as vat, 0 as disputed,
             0 as disputes_won, 0 as topped_up
      from (${paid(festivalId)}) sale
      union all
      select ${monthOf('given_back_at')}, ${kind}, 0, ended, 0, 0, 0, points_returned, 0, cents,
             case when dispute_id is null then 0 else cents end, kept - coalesce(lag(kept) over one, 0),
             -coalesce(vat_back, ${vatOfUnit(sql`amount_cents - back + cents`, 'vat_of')} - ${vatOfUnit(sql`amount_cents - back`, 'vat_of')}), 0, 0, topped_up
      from given_back window one as (partition by id order by given_back_at, refund_id, turn)
      union all
      select ${monthOf('opened_at')}, ${kind}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, d.amount_cents, 0, 0
      from disputes d join bought on bought.id = d.payment_id where d.amount_cents > 0
      union all
      select ${monthOf('closed_at')}, ${kind}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, d.amount_cents, 0
      from disputes d join bought on bought.id = d.payment_id where d.amount_cents > 0 and d.status = 'won'
    )
    select to_char(month, 'YYYY-MM') as month, payment_type, means, processor, (vat_of->>'rate')::float8 as rate,
           vat_of->>'exemption' as exemption, ${sums}
    from fact group by fact.month, payment_type, means, processor, vat_of
    order by fact.month, payment_type desc, means, processor, rate desc nulls last, exemption`.execute(
    db,
  )
  return rows
}

const kind = sql`payment_type, means, processor, vat_of`

/** Every unit of the festival that was paid for, or given free of charge, whatever became of it later. */
const bought = (festivalId: string, seller: string | undefined) => sql`
  select p.id, p.payment_type, p.created_at, p.price_cents, p.discount_cents, p.amount_cents, p.points_used, p.status,
         p.price_cents - p.discount_cents - p.amount_cents as points_cents, p.vat as vat_of, p.vat_cents,
         case when p.amount_cents > 0 then case when coalesce(o.means, 'card') = any (${list(knownMethods, 'text')})
             then coalesce(o.means, 'card') else 'other' end
           when p.given_by is not null then 'complimentary'
           when p.points_used > 0 then 'points' else 'free' end as means,
         case when p.amount_cents > 0 and o.means is null
           -- Before it was noted, real money was Stripe's alone.
           then coalesce(o.processor, case when o.livemode then 'stripe' end) end as processor
  from (select * from payments where festival_id = ${festivalId} and ${tookMoney} ${soldBy(seller)}) p
  join orders o on o.id = p.order_id`

/** Limits units to those of a seller; those of before it was stored are of the organizer that the festival has now. */
const soldBy = (seller: string | undefined) =>
  seller === undefined
    ? sql``
    : sql`and coalesce(seller_id, (select organizer_id from festivals f where f.id = payments.festival_id)) = ${seller}`

/** The same units with the time of payment. A unit charged too late to be sold is given back at once. */
const paid = (festivalId: string) => sql`
  select b.*, coalesce(e.at, b.created_at) as booked_at
  from bought b left join (
    select payment_id, min(created_at) as at from payment_events
    where festival_id = ${festivalId} and status in ('succeeded', 'refunding') group by payment_id
  ) e on e.payment_id = b.id`

/**
 * The refunds that were given back, and the ones that failed afterwards, each with the sum of its unit until then, and
 * with the worth of its points.
 */
const givenBack = sql`
  select b.*, r.id as refund_id, r.booked_at as given_back_at, r.turn, r.ended, r.dispute_id, r.amount_cents as cents, r.vat_cents as vat_back,
         r.ended * coalesce((select greatest(r.ended * (r.amount_cents + r.kept_cents) - n.amount_cents, 0) from ticket_returns x
           join payments n on n.id = x.sold_to where x.id = r.return_id), 0) as topped_up,
         sum(r.amount_cents) over until_then as back,
         case when sum(r.ended) over until_then > 0 then b.amount_cents - sum(r.amount_cents) over until_then
           else sum(r.kept_cents) over until_then end as kept,
         case when r.ended <> 0 and b.points_used > 0 then r.ended * round(b.points_cents::numeric * (
           -- Where the processor refused what its buyer gave back, it was asked again.
           b.points_used * coalesce((select min(percent) from refunds a where a.payment_id = b.id), 100) / 100
         ) / b.points_used) else 0 end as points_returned
  from bought b join ${refundBookings} r on r.payment_id = b.id
  where b.status <> 'succeeded' or b.id in ${failedRefunds}
  window until_then as (partition by r.payment_id order by r.booked_at, r.id, r.turn)`
