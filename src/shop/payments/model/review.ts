import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/** Asks staff to review a payment, or all of an order, with a reason, unless a review is requested already. */
export async function askForReview(
  db: Database,
  of: { id: string } | { order_id: string },
  why: string,
): Promise<void> {
  const which = 'id' in of ? sql`id = ${of.id}` : sql`order_id = ${of.order_id}`
  await sql`
    update payments set needs_review = ${why} where ${which} and needs_review is null`.execute(db)
}
