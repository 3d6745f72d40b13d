import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { newId } from '#platform/ids'
import type { Status } from './states.ts'

/** A change of a payment, for its timeline. */
export type PaymentEvent = {
  payment_id: string
  status: Status
  cents?: number
  reason?: string | undefined
  by_user?: string | undefined
}

/** Appends changes of payments, in their order. */
export async function recordEvents(db: Database, events: PaymentEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, id: newId() }))
  await sql`
    insert into payment_events (id, payment_id, status, amount_cents, reason, by_user, created_at)
    select id, payment_id, status, cents, reason, by_user, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as e (id uuid, payment_id uuid, status text, cents int, reason text, by_user uuid)`.execute(
    db,
  )
}
