import { sql } from 'kysely'
import { belongsTo, holdsRight } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import { dateIn, utc } from '#platform/zones/local-time'
import { tookMoney } from './queries.ts'
import { refundBookings } from './refund-bookings.ts'
import type { DaySales } from './schemas.ts'

type Sums = Record<
  'sold' | 'revenue_cents' | 'refunded_cents' | 'discount_cents' | 'validated',
  number
>
/** The sales of a time zone in the quarter of an hour from `at`. Days begin with such a quarter in all time zones. */
type Quarter = Sums & { time_zone: string; at: Date }

const day = 86_400_000

/**
 * Returns the sales of one day at all festivals with sales that the user may see: all for an admin, their organizers'
 * for managers, accountants and sales staff, none for other users. The day is in each festival's own time zone. Counted like the days of
 * `findSales`.
 *
 * @param date the day, as `YYYY-MM-DD`; undefined: today, in each time zone
 */
export async function findDaySales(
  db: Database,
  user: UserCaller,
  { date, now }: { date: string | undefined; now: Date },
): Promise<DaySales> {
  const quarters = await listQuarters(db, user, date === undefined ? now : new Date(date))
  const ofDay = quarters.filter(
    ({ at, time_zone }) => dateIn(at, time_zone) === (date ?? dateIn(now, time_zone)),
  )
  const sum = (name: keyof Sums) => ofDay.reduce((all, quarter) => all + quarter[name], 0)
  return {
    date: date ?? dateIn(now, utc),
    currency: 'EUR',
    sold: sum('sold'),
    revenue: toEuros(sum('revenue_cents')),
    refunded: toEuros(sum('refunded_cents')),
    discounts: toEuros(sum('discount_cents')),
    validated: sum('validated'),
  }
}

/** Reads from a day before a time to two days after it, since no time zone is a full day from UTC. */
async function listQuarters(db: Database, user: UserCaller, around: Date): Promise<Quarter[]> {
  const organizer = sql.ref('f.organizer_id')
  const visible = sql`festival_id in (
    select f.id from festivals f where ${belongsTo(user.id, organizer)} and ${holdsRight(user.id, organizer, 'read_sales')})`
  const isVisible = user.isAdmin ? sql`festival_id is not null` : visible
  const [from, until] = [new Date(Number(around) - day), new Date(Number(around) + 2 * day)]
  const { rows } = await sql<Quarter>`
    select f.time_zone, date_bin('15 minutes', made.at, timestamptz '2000-01-01T00:00Z') as at,
           sum(sold)::int as sold, sum(revenue_cents)::float8 as revenue_cents, sum(refunded_cents)::float8 as refunded_cents,
           sum(discount_cents)::float8 as discount_cents, sum(validated)::int as validated
    from (
      select festival_id, created_at as at, (status in ('succeeded', 'partially_refunded'))::int as sold,
             amount_cents as revenue_cents, 0 as refunded_cents, discount_cents, 0 as validated
      from payments where created_at >= ${from} and created_at < ${until} and ${tookMoney} and ${isVisible}
      union all
      select festival_id, r.booked_at, 0, 0, r.amount_cents, 0, 0
      from ${refundBookings} r join payments on payments.id = r.payment_id
      where r.booked_at >= ${from} and r.booked_at < ${until} and ${isVisible}
      union all
      select festival_id, validated_at, 0, 0, 0, 0, 1
      from tickets where validated_at >= ${from} and validated_at < ${until} and ${isVisible}
    ) made join festivals f on f.id = made.festival_id
    group by 1, 2`.execute(db)
  return rows
}
