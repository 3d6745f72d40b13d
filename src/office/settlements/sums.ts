/** Sums that the operator has collected for an organizer in a month, from the books that reports are made from. */
import { sql } from 'kysely'
import { type Part, readParts } from '#office/sales'
import type { Database } from '#platform/database/tables'
import { collectedMethods } from '#shop/payments'
import type { StoredTerms } from './terms.ts'

export type FestivalLine = {
  festival_id: string
  name: string
  /** without those returned */
  sold: number
  sales_cents: number
  refunds_cents: number
}

type OfMonth = { organizer: string; month: string }

/** Returns the festivals with bookings of an organizer in a month, by name. */
export async function readLines(
  db: Database,
  { organizer, month }: OfMonth,
): Promise<FestivalLine[]> {
  const { rows: festivals } = await sql<{ id: string; name: string; time_zone: string }>`
    select id, name, time_zone from festivals
    where organizer_id = ${organizer} or id in (select festival_id from payments where seller_id = ${organizer})
    order by name, id`.execute(db)
  const lines: FestivalLine[] = []
  for (const { id, name, time_zone: zone } of festivals) {
    const parts = await readParts(db, id, { zone, seller: organizer })
    const line = lineOf(parts.filter((part) => part.month === month))
    if (line) lines.push({ festival_id: id, name, ...line })
  }
  return lines
}

/** Adds up what the operator has collected; what tills took is with the organizer. */
function lineOf(parts: Part[]): Omit<FestivalLine, 'festival_id' | 'name'> | undefined {
  const collected = parts.filter(({ means }) => collectedMethods.includes(means))
  if (collected.length === 0) return undefined
  const sum = (of: (part: Part) => number) => collected.reduce((total, part) => total + of(part), 0)
  return {
    sold: sum(({ sold, returned }) => sold - returned),
    sales_cents: sum(({ taken }) => taken),
    refunds_cents: sum(({ refunded }) => refunded),
  }
}

/**
 * Returns the fees of the processor for orders of an organizer in a month, UTC, in cents. The fee of an order of several
 * sellers is split by what each has sold, without losing a cent.
 */
export async function readFees(db: Database, { organizer, month }: OfMonth): Promise<number> {
  const from = new Date(`${month}-01T00:00:00Z`)
  const { rows } = await sql<{ cents: number }>`
    with entry as (
      select e.fee_cents, o.id as order_id from balance_entries e join orders o on o.processor_id = e.charge
      where e.created_at >= ${from} and e.created_at < ${from}::timestamptz + interval '1 month' and e.fee_cents <> 0
    ), share as (
      select order_id, seller, sum(cents) over (partition by order_id order by seller) as upto, cents,
             sum(cents) over (partition by order_id) as total
      from (select order_id, coalesce(seller_id, '') as seller, sum(amount_cents) as cents from payments
            where order_id in (select order_id from entry) group by order_id, seller_id) sold
    )
    select coalesce(sum(round(fee_cents * upto / total) - round(fee_cents * (upto - cents) / total)), 0)::float8 as cents
    from entry join share using (order_id) where seller = ${organizer} and total > 0`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Sums of a statement, in cents. */
export type Sums = {
  sold: number
  sales_cents: number
  refunds_cents: number
  fees_cents: number
  commission_cents: number
  commission_vat_cents: number
}

/** Computes a statement: the commission of what was sold and not refunded, with its VAT, each rounded once. */
export function settle(lines: FestivalLine[], fees_cents: number, terms: StoredTerms): Sums {
  const sum = (of: (line: FestivalLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  const [sold, sales_cents, refunds_cents] = [
    sum((line) => line.sold),
    sum((line) => line.sales_cents),
    sum((line) => line.refunds_cents),
  ]
  const share = rounded((sales_cents - refunds_cents) * terms.commission_percent)
  const commission_cents = share + sold * terms.commission_cents
  const commission_vat_cents = rounded(commission_cents * terms.commission_vat_percent)
  return { sold, sales_cents, refunds_cents, fees_cents, commission_cents, commission_vat_cents }
}

/** Divides by 10,000 (hundredths of a percent), half away from zero. */
const rounded = (tenThousandths: number) =>
  Math.sign(tenThousandths) * Math.round(Math.abs(tenThousandths) / 10_000)
