import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { afterCommit } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Counter } from '#platform/observe/metrics'
import type { OrderStatus, Status } from './states.ts'

export type Counts = Record<
  'moves' | 'holds' | 'sold' | 'discounts' | 'uses' | 'returned' | 'atTills',
  Counter
>

/** Registers the payment counters of this process. */
export function countPayments({ metrics }: Pick<Infrastructure, 'metrics'>): Counts {
  return {
    moves: metrics.counter(
      {
        name: 'festival_payments_total',
        help: 'Purchases by the status that an answer of the processor has moved them to',
      },
      ['succeeded', 'failed', 'expired', 'requires_action'].map((status) => ({ status })),
    ),
    holds: metrics.counter(
      {
        name: 'festival_holds_total',
        help: 'Orders that were held first, by what became of them: paid, an attempt declined, or over without',
      },
      ['succeeded', 'declined', 'expired'].map((result) => ({ result })),
    ),
    sold: metrics.counter({
      name: 'festival_sales_cents_total',
      help: 'What succeeded payments have charged, cents',
    }),
    discounts: metrics.counter({
      name: 'festival_discounts_cents_total',
      help: 'What vouchers have taken off the prices of succeeded payments, cents',
    }),
    uses: metrics.counter({
      name: 'festival_voucher_uses_total',
      help: 'Succeeded payments that were bought with a voucher',
    }),
    returned: metrics.counter({
      name: 'festival_refunds_cents_total',
      help: 'What the processor has given back, cents',
    }),
    atTills: metrics.counter(
      {
        name: 'festival_till_sales_cents_total',
        help: 'What tills have sold, by how it was paid, cents',
      },
      ['cash', 'terminal'].map((means) => ({ means })),
    ),
  }
}

type Moved = {
  from: Status | OrderStatus
  to: Status | OrderStatus
  cents: number
  isHold: boolean
  lines: { discount_cents: number; voucher_code_id: string | null }[]
}

/** Counts payments that have moved, once that is committed. */
export function countMoves(db: Database, counts: Counts, moved: Moved[]): void {
  const { moves, holds, sold, discounts, uses } = counts
  const news = moved.filter(({ from, to }) => from !== to)
  afterCommit(db, () => {
    for (const { to, cents, isHold, lines } of news) {
      if (to !== 'held') moves.add({ status: to })
      if (isHold && to !== 'requires_action') holds.add({ result: to === 'held' ? 'declined' : to })
      if (to !== 'succeeded') continue
      sold.add({}, cents)
      for (const { discount_cents, voucher_code_id } of lines) {
        discounts.add({}, discount_cents)
        if (voucher_code_id !== null) uses.add({})
      }
    }
  })
}

/** Registers the gauges of open payments. They are read from the database, since any process may have begun a payment. */
export function showOpenPayments({ figures }: Pick<Infrastructure, 'figures'>): void {
  figures.add({
    name: 'festival_payments_open',
    help: 'Payments under way, each of which holds what it buys, by status; none that tills have leased',
    type: 'gauge',
    read: async (db) => {
      // Written out to match the index of held payments.
      const { rows } = await sql<{ pending: string; requires_action: string }>`
        select count(*) filter (where status = 'pending') as pending,
               count(*) filter (where status = 'requires_action') as requires_action
        from payments where status in ('pending', 'requires_action') and lease_id is null`.execute(
        db,
      )
      return rows.flatMap((counts) =>
        Object.entries(counts).map(([status, count]) => ({
          labels: { status },
          value: Number(count),
        })),
      )
    },
  })
  figures.add({
    name: 'festival_orders_held',
    help: 'Orders that are held and not being charged',
    type: 'gauge',
    read: async (db) => {
      // Written out to match the index of orders in flight.
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from orders where not is_fenced and status = 'held'`.execute(db)
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }))
    },
  })
  figures.add({
    name: 'festival_refunds_open',
    help: 'Refunds that the processor has not done yet',
    type: 'gauge',
    read: async (db) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from refunds where done_at is null and refused is null`.execute(db)
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }))
    },
  })
}
