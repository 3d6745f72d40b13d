import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'

/** The time for which an order that was never charged is stored after its hold has ended, ms. */
const storedMs = 30 * 86_400_000

/**
 * Deletes orders that were never charged, with their payments and timelines, 30 days after their hold has ended. They
 * have no attempt, and so neither points, nor a ticket, a refund or a dispute; a foreign key refuses the deletion
 * otherwise. The condition on `charge_id` matches the index; an order that got another voucher after a declined attempt
 * meets it too. Orders that wait for a review stay, and locked ones are skipped. Safe to repeat.
 */
export function deleteUnchargedHolds(db: Database, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - storedMs)
  return inBatches((limit) =>
    sql`
      with due as (
        select id from orders o
        where status = 'expired' and charge_id = id and hold_until < ${ended}
          and not exists (select from order_attempts a where a.order_id = o.id)
          and not exists (select from payments p where p.order_id = o.id and p.needs_review is not null)
        order by hold_until limit ${limit} for update skip locked
      ), units as (
        delete from payments where order_id in (select id from due) returning id
      ), steps as (
        delete from payment_events where payment_id in (
          select p.id from payments p join due on due.id = p.order_id)
      )
      delete from orders where id in (select id from due)`.execute(db),
  )
}
