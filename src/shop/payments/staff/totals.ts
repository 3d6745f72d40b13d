import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import type { Totals } from './list-schemas.ts'
import type { Found } from './search.ts'

/** Adds up the found payments, by currency; there is one. */
export async function shownTotals(db: Database, found: Found | undefined): Promise<Totals[]> {
  const nothing = { payments: 0, amount: 0, refunded_amount: 0 }
  if (!found) return [{ currency: 'EUR', ...nothing }]
  const { conditions, status } = found
  const ofStatus = status === undefined ? [] : [sql`status = ${sql.lit(status)}`]
  const { rows } = await sql<{ payments: number; cents: string; refunded: string }>`
    select count(*)::int as payments,
           coalesce(sum(amount_cents) filter (
             where status in ('succeeded', 'partially_refunded', 'refunding', 'refunded')), 0) as cents,
           coalesce(sum(refunded_cents), 0) as refunded
    from payments where ${sql.join([sql`true`, ...conditions, ...ofStatus], sql` and `)}`.execute(
    db,
  )
  return rows.map(({ payments, cents, refunded }) => ({
    currency: 'EUR',
    payments,
    amount: toEuros(Number(cents)),
    refunded_amount: toEuros(Number(refunded)),
  }))
}
