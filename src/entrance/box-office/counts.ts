import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Counter } from '#platform/observe/metrics'

/** Counts, for shifts that this process closes, the cents by which the drawers differ from the books. */
export function countDifferences({ metrics }: Pick<Infrastructure, 'metrics'>): Counter {
  return metrics.counter(
    {
      name: 'festival_shift_differences_cents_total',
      help: 'By how much the cash of closed shifts differed from their books, cents',
    },
    ['over', 'short'].map((side) => ({ side })),
  )
}

/** Reports open shifts and leases, for `GET /metrics`. */
export function showOpenTills({ figures }: Pick<Infrastructure, 'figures'>): void {
  const count = async (db: Database, from: RawBuilder<unknown>) => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${from}`.execute(db)
    return rows.map((row) => ({ labels: {}, value: row.count }))
  }
  figures.add({
    name: 'festival_shifts_open',
    help: 'Shifts of tills that are not closed',
    type: 'gauge',
    read: (db) => count(db, sql`till_shifts where closed_at is null`),
  })
  figures.add({
    name: 'festival_leases_open',
    help: 'Leases of tills that are neither reported as done nor written off, each of which holds stock',
    type: 'gauge',
    read: (db) => count(db, sql`till_leases where ended_at is null`),
  })
}
