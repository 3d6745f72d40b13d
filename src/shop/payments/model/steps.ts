import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#platform/database/transactions'
import type { Status } from './states.ts'

/** A change of a payment, for its timeline. */
export type PaymentStep = {
  payment_id: string
  status: Status
  cents?: number
  reason?: string | undefined
  by_user?: string | undefined
}

/** Appends a step to the timeline of each of these payments, with their locks held by the caller. */
export async function recordSteps(db: Transaction, steps: PaymentStep[], now: Date): Promise<void> {
  if (steps.length === 0) return
  await appendSteps(
    sql`
      select e.*, p.festival_id
      from json_to_recordset(${JSON.stringify(steps)})
        as e (payment_id uuid, status text, cents int, reason text, by_user uuid)
      join payments p on p.id = e.payment_id`,
    now,
  ).execute(db)
}

/** Appends steps like `recordSteps`, from rows of a statement that also writes the payments. */
export function appendSteps(rows: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    insert into payment_events (payment_id, festival_id, place, status, amount_cents, reason, by_user, created_at)
    select payment_id, festival_id,
           1 + coalesce((select max(place) from payment_events p where p.payment_id = e.payment_id), 0),
           status, cents, reason, by_user, ${now}
    from (${rows}) e`
}
