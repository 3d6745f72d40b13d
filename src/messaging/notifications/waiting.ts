/**
 * Announcements that wait for the owner of an artist, or for staff. Only their subjects are stored, never their words:
 * they go out with the data of that time.
 */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/** An artist at a festival, or, without an artist, the festival itself. */
type About = { festival_id: string; organizer_id: string; artists: (string | null)[] }

/**
 * Holds announcements back. `cause`: some followers were notified of it already; null: none were. If one waits already,
 * the later one replaces it.
 */
export async function holdAnnouncements(
  at: { db: Database; now: Date },
  { festival_id, organizer_id, artists }: About,
  cause: string | null,
): Promise<void> {
  await sql`
    insert into waiting_announcements (festival_id, artist_id, organizer_id, cause, created_at)
    select ${festival_id}, artist_id, ${organizer_id}, ${cause}, ${at.now}
    from unnest(${artists}::uuid[]) artist_id order by artist_id
    on conflict on constraint waiting_announcements_once do update
    set organizer_id = excluded.organizer_id, cause = excluded.cause`.execute(at.db)
}

/** Deletes waiting announcements that may go out now. */
export async function deleteHeldAnnouncements(
  db: Database,
  given: { festival_id: string; artists: string[] } | { artist_id: string; organizer_id: string },
): Promise<void> {
  const rows = db.deleteFrom('waiting_announcements')
  if ('artists' in given) {
    const { festival_id, artists } = given
    await rows.where('festival_id', '=', festival_id).where('artist_id', 'in', artists).execute()
  } else {
    const { artist_id, organizer_id } = given
    await rows.where('artist_id', '=', artist_id).where('organizer_id', '=', organizer_id).execute()
  }
}

// Rows that no longer need to wait: staff have approved the organizer; or the artist's owner has, and no follower was
// notified yet. A row with a cause has met the daily limit, which only staff lift.
const isReleased = sql<boolean>`(
  exists (select from organizers o where o.id = w.organizer_id and o.approved_at is not null)
  or (w.cause is null and exists (
    select from announcers n
    where n.artist_id = w.artist_id and n.organizer_id = w.organizer_id and n.is_approved)))`

type ReleasedAnnouncements = { festival_id: string; organizer_id: string }

/** Returns festivals with announcements that may go out now, in the order of their ids. */
export async function findReleasedAnnouncements(
  db: Database,
  limit: number,
): Promise<ReleasedAnnouncements[]> {
  const { rows } = await sql<ReleasedAnnouncements>`
    select distinct festival_id, organizer_id from waiting_announcements w where ${isReleased}
    order by festival_id, organizer_id limit ${limit}`.execute(db)
  return rows
}

/** Deletes and returns the announcements that may go out now; the caller sends them in the same transaction. */
export async function takeReleasedAnnouncements(
  trx: Database,
  { festival_id, organizer_id }: ReleasedAnnouncements,
): Promise<{ artist_id: string | null; cause: string | null }[]> {
  const { rows } = await sql<{ artist_id: string | null; cause: string | null }>`
    delete from waiting_announcements w
    where festival_id = ${festival_id} and organizer_id = ${organizer_id} and ${isReleased}
    returning artist_id, cause`.execute(trx)
  return rows
}

/** Moves waiting announcements of one artist to the other. If both have one, the one of `into` stays. */
export async function moveHeldAnnouncements(
  db: Database,
  { from, into }: Record<'from' | 'into', string>,
): Promise<void> {
  await sql`
    update waiting_announcements w set artist_id = ${into}
    where artist_id = ${from} and not exists (
      select from waiting_announcements kept
      where kept.festival_id = w.festival_id and kept.artist_id = ${into})`.execute(db)
}
