import { sql } from 'kysely'

/**
 * The bookings of refunds: amounts refunded at `booked_at`, and amounts that came back then because their refund failed
 * after it was done, which are negative and of `turn` 1. `ended`: the number of units that ended with it.
 */
export const refundBookings = sql`(
  select id, payment_id, done_at as booked_at, 0 as turn, is_full::int as ended, dispute_id, return_id, amount_cents,
         kept_cents, vat_cents
  from refunds where done_at is not null
  union all
  select id, payment_id, refused_at, 1, -is_full::int, dispute_id, return_id, -amount_cents,
         -kept_cents, -vat_cents
  from refunds where done_at is not null and refused_at is not null)`

/** The payments with a refund that failed after it was done: few, also if nothing of them is refunded any more. */
export const failedRefunds = sql`(
  select payment_id from refunds where done_at is not null and refused_at is not null)`
