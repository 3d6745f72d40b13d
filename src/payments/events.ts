import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Status } from './states.ts'

/** A change of a payment, for its timeline. */
export type PaymentEvent = {
  payment_id: string
  status: Status
  cents?: number
  reason?: string | undefined
  by_user?: string | undefined
}

/** Appends a change to each of these payments, whose locks the caller holds. */
export async function recordEvents(db: Database, events: PaymentEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into payment_events (payment_id, festival_id, place, status, amount_cents, reason, by_user, created_at)
    select payment_id, (select festival_id from payments p where p.id = e.payment_id),
           1 + coalesce((select max(place) from payment_events p where p.payment_id = e.payment_id), 0),
           status, cents, reason, by_user, ${now}
    from jsonb_to_recordset(${JSON.stringify(events)})
      as e (payment_id uuid, status text, cents int, reason text, by_user uuid)`.execute(db)
}
