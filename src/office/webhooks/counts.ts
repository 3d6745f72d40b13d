import { sql } from 'kysely'
import type { Infrastructure } from '#platform/http/infrastructure'

/** For `GET /metrics`: counts the open deliveries. */
export function showOpenDeliveries({ figures }: Pick<Infrastructure, 'figures'>): void {
  figures.add({
    name: 'festival_webhook_deliveries_open',
    help: 'Deliveries of webhooks that have not succeeded and will be tried again',
    type: 'gauge',
    read: async (db) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from webhook_deliveries where due_at is not null`.execute(db)
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }))
    },
  })
  figures.add({
    name: 'festival_outbox_open',
    help: 'Events of webhooks that no endpoint has been told of yet',
    type: 'gauge',
    read: async (db) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from outbox where not is_spread`.execute(db)
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }))
    },
  })
}
