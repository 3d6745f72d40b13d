import { sql } from 'kysely'

/**
 * What was booked of refunds: money that was given back at `booked_at`, and money that came back then because its refund
 * failed after it was done, which is below zero and of `turn` 1. `ended`: how many units ended with it.
 */
export const refundBookings = sql`(
  select id, payment_id, done_at as booked_at, 0 as turn, is_full::int as ended, dispute_id, return_id, amount_cents,
         kept_cents, vat_cents
  from refunds where done_at is not null
  union all
  select id, payment_id, refused_at, 1, -is_full::int, dispute_id, return_id, -amount_cents,
         -kept_cents, -vat_cents
  from refunds where done_at is not null and refused_at is not null)`

/** The payments with a refund that failed after it was done: few, also where nothing is given back of them any more. */
export const failedRefunds = sql`(
  select payment_id from refunds where done_at is not null and refused_at is not null)`
