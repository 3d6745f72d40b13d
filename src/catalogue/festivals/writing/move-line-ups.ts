import { sql } from 'kysely'
import type { Merge } from '#catalogue/artists'
import type { Database } from '#platform/database/tables'

/**
 * Moves the gigs of one artist to the other, with the announcements to its followers, so that they are not notified
 * again, and with the organizers that may announce them. Decisions for `into` stay.
 */
export async function moveLineUps(db: Database, { from, into }: Merge): Promise<void> {
  await sql`update gigs set artist_id = ${into} where artist_id = ${from}`.execute(db)
  await sql`
    insert into announcements as a (festival_id, artist_id, start_times)
    select festival_id, ${into}, start_times from announcements where artist_id = ${from}
    on conflict (festival_id, artist_id) do update
    set start_times = array(select unnest(a.start_times) union select unnest(excluded.start_times))`.execute(
    db,
  )
  await sql`
    insert into announcers as a (artist_id, organizer_id, is_approved, asked_at, decided_at)
    select ${into}, organizer_id, is_approved, asked_at, decided_at from announcers where artist_id = ${from}
    on conflict (artist_id, organizer_id) do update
    set is_approved = excluded.is_approved, asked_at = excluded.asked_at, decided_at = excluded.decided_at
    where a.is_approved is null`.execute(db)
}
