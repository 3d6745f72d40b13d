import { sql } from 'kysely'
import type { Chosen } from '#catalogue/festivals'
import type { Database } from '#platform/database/tables'

/** The time for which past festivals stay in a calendar, ms. */
const kept = 31 * 86_400_000
/** The most festivals in a calendar, and the most gigs of all of them. */
export const most = { festivals: 50, gigs: 1000 }

type Row = { id: string; is_whole: boolean; gigs: string[] }

/**
 * Returns a user's festivals by start: festivals for which they hold a ticket, and the gigs that have their heart.
 * Bought and given tickets are each read by an index of their own.
 */
export async function findChosen(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<Chosen[]> {
  const { rows } = await sql<Row>`
    with going as (
      select p.festival_id from payments p join tickets t on t.payment_id = p.id
      where p.user_id = ${userId} and t.holder_id is null and t.revoked_at is null
      union
      select p.festival_id from tickets t join payments p on p.id = t.payment_id
      where t.holder_id = ${userId} and t.revoked_at is null
    ), hearted as (
      select festival_id, array_agg(gig_id order by gig_id) as gigs from hearts where user_id = ${userId} group by 1
    )
    select f.id, g.festival_id is not null as is_whole, coalesce(h.gigs, '{}') as gigs
    from going g full join hearted h using (festival_id)
    join festivals f on f.id = coalesce(g.festival_id, h.festival_id)
    where f.deleted_at is null and f.end_time > ${new Date(now.getTime() - kept)}
    order by f.start_time, f.id limit ${most.festivals}`.execute(db)
  let left = most.gigs
  return rows.map(({ id, is_whole: isWhole, gigs: hearted }) => {
    const gigs = hearted.slice(0, left)
    left -= gigs.length
    return { id, isWhole, gigs }
  })
}
