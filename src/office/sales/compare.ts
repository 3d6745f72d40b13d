/** The sales of a festival beside the previous edition's, by the time left until each began. */
import { sql } from 'kysely'
import { previousEdition } from '#catalogue/festivals'
import { localSql } from '#platform/database/local-sql'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import { dateIn } from '#platform/zones/local-time'
import { tookMoney } from './queries.ts'
import type { EditionSales, SalesComparison } from './schemas.ts'

type Edition = {
  id: string
  name: string
  starts_at: Date
  time_zone: string
  is_previous: boolean
}
type Day = { festival_id: string; date: string; sold: number; revenue_cents: number }

const day = 86_400_000

/**
 * Returns the total sales of a festival and of the previous edition at the end of each day, counted as by `findSales`.
 * Days are in each festival's time zone, numbered by the days left until it begins; days without sales are left out.
 * Uses two statements, of which one adds up entries of `payments_of_festival_by_time`.
 */
export async function compareSales(
  db: Database,
  festivalId: string,
  now: Date,
): Promise<SalesComparison> {
  const editions = await listEditions(db, festivalId)
  const days = await sumDays(db, editions)
  const [edition, previous] = [false, true].map((isPrevious) => {
    const one = editions.find(({ is_previous }) => is_previous === isPrevious)
    return one && toEdition(one, days)
  })
  const [first] = editions
  if (!edition || !first) throw new Error('The caller has found the festival')
  return {
    festival_id: festivalId,
    currency: 'EUR',
    days_to_start: daysToStart(first, dateIn(now, first.time_zone)),
    edition,
    previous_edition: previous ?? null,
  }
}

/** Returns the festival, then the previous edition if there is one. */
async function listEditions(db: Database, festivalId: string): Promise<Edition[]> {
  const { rows } = await sql<Edition>`
    select f.id, f.name, f.start_time as starts_at, f.time_zone, false as is_previous from festivals f where f.id = ${festivalId}
    union all
    select e.id, e.name, e.start_time, e.time_zone, true
    from festivals f join festivals e on e.id = ${previousEdition} where f.id = ${festivalId}
    order by is_previous`.execute(db)
  return rows
}

async function sumDays(db: Database, editions: Edition[]): Promise<Day[]> {
  const made = editions.map(
    ({ id, time_zone }) => sql`
      select festival_id, ${localSql(sql`created_at`, time_zone)}::date as date,
             count(*) filter (where status in ('succeeded', 'partially_refunded')) as sold,
             sum(amount_cents) as revenue_cents
      from payments where festival_id = ${id} and ${tookMoney} group by 1, 2`,
  )
  const { rows } = await sql<Day>`
    select festival_id, date::text as date, (sum(sold) over earlier)::float8 as sold,
           (sum(revenue_cents) over earlier)::float8 as revenue_cents
    from (${sql.join(made, sql` union all `)}) made
    window earlier as (partition by festival_id order by made.date)
    order by made.date`.execute(db)
  return rows
}

function daysToStart({ starts_at, time_zone }: Edition, date: string): number {
  return (Date.parse(dateIn(starts_at, time_zone)) - Date.parse(date)) / day
}

function toEdition(edition: Edition, days: Day[]): EditionSales {
  const { id: festival_id, name, starts_at, time_zone } = edition
  const toDay = ({ date, sold, revenue_cents }: Day) => ({
    days_to_start: daysToStart(edition, date),
    sold,
    revenue: toEuros(revenue_cents),
  })
  const own = days.filter((one) => one.festival_id === festival_id)
  return { festival_id, name, starts_at, time_zone, days: own.map(toDay) }
}
