/** The organizers that may announce an artist: the list that its owner reads and decides. */
import { type RawBuilder, sql } from 'kysely'
import { findByAnyId } from '#catalogue/artists'
import { isStaff } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import { deleteHeldAnnouncements } from '#messaging/notifications'
import { iso } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Part } from '#platform/http/cursors'
import type { Infrastructure } from '#platform/http/infrastructure'
import { forbidden, found } from '#platform/values/errors'
import type { Announcer } from '../model/announcer-schemas.ts'
import { freedJob } from './approved.ts'

type AnnouncersQuery = { artist_id: string; user: UserCaller }
type AnnouncerKey = [isDecided: string, name: string, id: string]

/** The most waiting festivals of an organizer that are named; the earliest come first. */
const mostNamed = 20

/** Returns waiting organizers first, then by name. For the artist's owner and staff: else 404 or 403. */
export async function listAnnouncers(
  db: Database,
  { artist_id, user }: AnnouncersQuery,
  { limit, offset, after }: Part<AnnouncerKey>,
): Promise<Announcer[]> {
  const id = await requireOwner(db, { artist_id, user })
  const keys = sql`n.is_approved is not null, o.name, o.id`
  const follows = after
    ? sql`where (${keys}) > (${after[0]}::boolean, ${after[1]}, ${after[2]})`
    : sql``
  const part = sql`${follows} order by ${keys} limit ${limit} offset ${offset}`
  return findAnnouncers(db, id, part)
}

/**
 * Lets an organizer announce for the artist, which sends the waiting announcements, or refuses, which drops them: then
 * the organizer does not ask again. For the artist's owner and staff: else 404 or 403.
 */
export function decideAnnouncer(
  { db, jobs, now }: Pick<Infrastructure, 'db' | 'jobs' | 'now'>,
  query: AnnouncersQuery,
  { organizer_id, approved }: { organizer_id: string; approved: boolean },
): Promise<Announcer> {
  return transact(db, async (trx) => {
    // Held, so that a concurrent change of a line-up comes either before or after.
    const artist_id = await requireOwner(trx, query, { isHeld: true })
    const { numAffectedRows } = await sql`
      insert into announcers (artist_id, organizer_id, is_approved, decided_at)
      select ${artist_id}, id, ${approved}, ${now()} from organizers where id = ${organizer_id}
      on conflict (artist_id, organizer_id) do update
      set is_approved = excluded.is_approved, decided_at = excluded.decided_at`.execute(trx)
    if (numAffectedRows === 0n) found(undefined, 'Organizer')
    if (approved) await jobs.add(trx, freedJob, {})
    else await deleteHeldAnnouncements(trx, { artist_id, organizer_id })
    const [announcer] = await findAnnouncers(trx, artist_id, sql`where o.id = ${organizer_id}`)
    return found(announcer, 'Organizer')
  })
}

async function findAnnouncers(db: Database, artistId: string, part: RawBuilder<unknown>) {
  const { rows } = await sql<Announcer>`
    select json_build_object('id', o.id, 'name', o.name) as organizer, n.is_approved as approved, array(
      select json_build_object('id', f.id, 'name', f.name, 'start_time', ${iso('f.start_time')})
      from waiting_announcements w
      join festivals f on f.id = w.festival_id and f.organizer_id = o.id
      where w.artist_id = ${artistId} and w.organizer_id = o.id and w.cause is null
        and f.deleted_at is null and f.cancelled_at is null
      order by f.start_time, f.id limit ${mostNamed}) as waiting
    from (
      select organizer_id from announcers where artist_id = ${artistId} union
      select organizer_id from waiting_announcements where artist_id = ${artistId} and cause is null
    ) known
    join organizers o on o.id = known.organizer_id
    left join announcers n on n.artist_id = ${artistId} and n.organizer_id = o.id
    ${part}`.execute(db)
  return rows
}

/** Returns the artist's own id; for a merged artist it differs from the given one. */
async function requireOwner(
  db: Database,
  { artist_id, user }: AnnouncersQuery,
  { isHeld = false } = {},
): Promise<string> {
  const { id, created_by } = found(
    await findByAnyId(db, artist_id, (given) =>
      db
        .selectFrom('artists')
        .select(['id', 'created_by'])
        .where('id', '=', given)
        .$if(isHeld, (query) => query.forNoKeyUpdate())
        .executeTakeFirst(),
    ),
    'Artist',
  )
  if (created_by !== user.id && !isStaff(user))
    throw forbidden('Only its creator may decide who announces for this artist')
  return id
}
