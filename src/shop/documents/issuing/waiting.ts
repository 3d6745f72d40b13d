/** For `GET /metrics`: orders and refunds whose documents are still to be issued or made. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'

/** Returns the number of orders and refunds without their documents, and since when the oldest waits. */
export async function countWaiting(db: Database): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(since) as since from (
      select settled_at as since from documents_due
      union all select issued_at from documents where rendered_at is null) waiting`.execute(db)
  return rows[0] ?? { count: 0, since: null }
}

export function showWaiting({ figures, now }: Pick<Infrastructure, 'figures' | 'now'>): void {
  figures.add({
    name: 'festival_documents_waiting',
    help: 'Paid orders and refunds whose invoices and credit notes are still to be issued or printed, those of sellers without details included',
    type: 'gauge',
    read: async (db) => [{ labels: {}, value: (await countWaiting(db)).count }],
  })
  figures.add({
    name: 'festival_documents_oldest_seconds',
    help: 'Age of the oldest order or refund that waits for its document, seconds; 0: none waits',
    type: 'gauge',
    read: async (db) => {
      const { since } = await countWaiting(db)
      const age = since === null ? 0 : (now().getTime() - since.getTime()) / 1000
      return [{ labels: {}, value: Math.max(0, age) }]
    },
  })
}
