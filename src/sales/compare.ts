/** The sales of a festival beside those of the edition before, by how long it was until each began. */
import { sql } from 'kysely'
import { previousEdition } from '#festivals'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import { tookMoney } from './queries.ts'
import type { EditionSales, SalesComparison } from './schemas.ts'

type Day = { days_to_start: number; sold: number; revenue_cents: number }
type Row = Omit<EditionSales, 'days'> & {
  is_previous: boolean
  days_to_start: number
  days: Day[]
}

/**
 * Returns what a festival and the edition before had sold in all at the end of each day, counted as by `findSales`. Days
 * are those of each festival's time zone, by how many lie before the one on which it begins; days on which nothing was
 * sold are left out. One statement, which adds up entries of `payments_of_festival_by_time`.
 */
export async function compareSales(
  db: Database,
  festivalId: string,
  now: Date,
): Promise<SalesComparison> {
  const { rows } = await sql<Row>`
    with edition as (
      select f.id, f.name, f.start_time as starts_at, f.time_zone, false as is_previous from festivals f where f.id = ${festivalId}
      union all
      select e.id, e.name, e.start_time, e.time_zone, true
      from festivals f join festivals e on e.id = ${previousEdition} where f.id = ${festivalId}
    )
    select id as festival_id, name, starts_at, time_zone, is_previous, sold.days,
           (starts_at at time zone time_zone)::date - (${now}::timestamptz at time zone time_zone)::date as days_to_start
    from edition cross join lateral (
      select coalesce(json_agg(summed order by days_to_start desc), '[]') as days
      from (
        select (starts_at at time zone time_zone)::date - date as days_to_start,
               sum(sold) over earlier as sold, sum(revenue_cents) over earlier as revenue_cents
        from (
          select (created_at at time zone time_zone)::date as date,
                 count(*) filter (where status in ('succeeded', 'partially_refunded')) as sold,
                 sum(amount_cents) as revenue_cents
          from payments where festival_id = edition.id and ${tookMoney} group by 1
        ) made
        window earlier as (order by date)
      ) summed
    ) sold`.execute(db)
  const one = (isPrevious: boolean) => rows.find(({ is_previous }) => is_previous === isPrevious)
  const [edition, previous] = [one(false), one(true)]
  if (!edition) throw new Error('The caller has found the festival')
  return {
    festival_id: festivalId,
    currency: 'EUR',
    days_to_start: edition.days_to_start,
    edition: toEdition(edition),
    previous_edition: previous ? toEdition(previous) : null,
  }
}

function toEdition({ festival_id, name, starts_at, time_zone, days }: Row): EditionSales {
  const toDay = ({ days_to_start, sold, revenue_cents }: Day) => ({
    days_to_start,
    sold,
    revenue: toEuros(revenue_cents),
  })
  return { festival_id, name, starts_at, time_zone, days: days.map(toDay) }
}
