import { sql } from 'kysely'
import type { UserCaller } from '#access'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import { tookMoney } from './queries.ts'
import { refundBookings } from './refund-bookings.ts'
import type { DaySales } from './schemas.ts'

type Sums = Record<
  'sold' | 'revenue_cents' | 'refunded_cents' | 'discount_cents' | 'validated',
  number
>

/**
 * What one day (UTC) brought at all festivals whose sales the user may see: an admin all, a manager those
 * of their organizers, other users none. Counted as the days of `findSales` are.
 *
 * @param date the day, as `YYYY-MM-DD`
 */
export async function findDaySales(
  db: Database,
  user: UserCaller,
  date: string,
): Promise<DaySales> {
  const visible = sql`festival_id in (
    select f.id from festivals f join organizer_managers m on m.organizer_id = f.organizer_id
    where m.user_id = ${user.id})`
  const isVisible = user.isAdmin ? sql`festival_id is not null` : visible
  const from = sql`(${date}::date::timestamp at time zone 'UTC')`
  const until = sql`((${date}::date + 1)::timestamp at time zone 'UTC')`
  const { rows } = await sql<Sums>`
    select *
    from (
      select count(*) filter (where status in ('succeeded', 'partially_refunded'))::int as sold,
             coalesce(sum(amount_cents), 0)::float8 as revenue_cents,
             coalesce(sum(discount_cents), 0)::float8 as discount_cents
      from payments
      where created_at >= ${from} and created_at < ${until} and ${tookMoney} and ${isVisible}
    ) bought, (
      select coalesce(sum(r.amount_cents), 0)::float8 as refunded_cents
      from ${refundBookings} r join payments on payments.id = r.payment_id
      where r.booked_at >= ${from} and r.booked_at < ${until} and ${isVisible}
    ) returned, (
      select count(*)::int as validated
      from tickets where validated_at >= ${from} and validated_at < ${until} and ${isVisible}
    ) admitted`.execute(db)
  const [sums] = rows
  const {
    sold = 0,
    revenue_cents = 0,
    refunded_cents = 0,
    discount_cents = 0,
    validated = 0,
  } = sums ?? {}
  return {
    date,
    currency: 'EUR',
    sold,
    revenue: toEuros(revenue_cents),
    refunded: toEuros(refunded_cents),
    discounts: toEuros(discount_cents),
    validated,
  }
}
