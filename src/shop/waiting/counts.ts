import { sql } from 'kysely'
import type { Infrastructure } from '#platform/http/infrastructure'

/** Reports places on waiting lists by status, for `GET /metrics`. */
export function showWaiting({ figures }: Pick<Infrastructure, 'figures'>): void {
  figures.add({
    name: 'festival_waiting_entries',
    help: 'Places on waiting lists by status: those in line, and those with an open offer',
    type: 'gauge',
    read: async (db) => {
      // Each count uses its own index.
      const { rows } = await sql<{ status: string; count: string }>`
        select 'waiting' as status, count(*) as count from waiting_entries where status = 'waiting'
        union all
        select 'offered', count(*) from waiting_entries where status = 'offered'`.execute(db)
      return rows.map(({ status, count }) => ({ labels: { status }, value: Number(count) }))
    },
  })
}
