import { sql } from 'kysely'
import { isOver } from '#catalogue/festivals'
import type { Database } from '#platform/database/tables'

/** Ends returns of tiers that are no longer sold. */
export async function endOver(db: Database, now: Date): Promise<void> {
  await sql`
    update ticket_returns r set outcome = 'ended', ended_at = ${now}
    from tiers t join festivals f on f.id = t.festival_id
    where r.ended_at is null and t.id = r.tier_id and (f.start_time <= ${now} or ${isOver(now)})`.execute(
    db,
  )
}
