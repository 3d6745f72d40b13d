/**
 * The organizers that may announce an artist (docs/adr/0033): an organizer that staff have approved, the artist's owner,
 * staff, and organizers that the owner or staff approved for this artist. All other announcements wait, and
 * the owner is asked.
 */
import { sql } from 'kysely'
import {
  type Broadcast,
  countDailyUse,
  holdAnnouncements,
  lockDailyLimit,
  type Notice,
  type NotificationType,
  notify,
  translated,
} from '#messaging/notifications'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Bus } from '#platform/sync/bus'
import type { Organizer, Snapshot } from '../model/snapshot.ts'

type Context = { db: Database; bus: Bus; now: Date }
type Standing = 'may' | 'waits' | 'refused'

/** Returns true if the organizer is approved, or staff act for it: then no approval is needed, and no limit applies. */
export function isVouchedFor({ organizer }: Snapshot, isStaff: boolean): boolean {
  return organizer?.is_approved || isStaff
}

/** Returns the limit of an organizer that is not approved; undefined if there is none. */
export function limitOf(festival: Snapshot, isStaff: boolean): Broadcast['limited'] {
  const { id: festival_id, organizer } = festival
  return organizer === null || isVouchedFor(festival, isStaff)
    ? undefined
    : { organizer_id: organizer.id, festival_id }
}

/**
 * Reads which of these artists an organizer that is not approved may announce, by their ids. `editorOf`: the user of the
 * last change of an artist's gigs.
 */
export async function standingsOf(
  db: Database,
  { organizer }: Snapshot,
  { artists, editorOf }: { artists: string[]; editorOf: (id: string) => string | undefined },
): Promise<Map<string, Standing>> {
  if (artists.length === 0) return new Map()
  const rowsOfArtists = artists.map((id) => ({ id, editor: editorOf(id) ?? null }))
  const { rows } = await sql<{ id: string; standing: Standing }>`
    select a.id, case
      when n.is_approved or a.created_by = e.editor or exists (
        select from organizer_managers m
        where m.organizer_id = ${organizer?.id ?? null} and m.user_id = a.created_by) then 'may'
      when n.is_approved is null then 'waits' else 'refused' end as standing
    from ${rowsOf('e', rowsOfArtists, { id: 'uuid', editor: 'uuid' })}
    join artists a on a.id = e.id
    left join announcers n on n.artist_id = a.id and n.organizer_id = ${organizer?.id ?? null}`.execute(
    db,
  )
  return new Map(rows.map(({ id, standing }) => [id, standing]))
}

/** Holds back the announcement of these artists, and asks their owners, once for each organizer. */
export async function awaitApproval(
  context: Context,
  festival: Snapshot,
  artists: string[],
): Promise<void> {
  const { id: festival_id, organizer } = festival
  if (organizer === null) return
  await holdAnnouncements(context, { festival_id, organizer_id: organizer.id, artists }, null)
  await askOwners(context, organizer, artists)
}

const requested = 'announcement.requested' satisfies NotificationType
const day = 24 * 3_600_000

type ArtistToAsk = { id: string; name: string; owner: string }

/** The most requests to one owner in 24 hours, from all organizers: an organizer costs nothing, so a limit for each would not help. */
const mostAsked = 10

/** Asks ten owners a day at most, so that requests are no way to spam; others are asked at a later announcement. */
async function askOwners(context: Context, organizer: Organizer, artists: string[]) {
  if ((await findUnasked(context, organizer, artists)).length === 0) return
  const { requests: room } = await lockDailyLimit(context.db, organizer.id, context.now)
  // Reads again: a concurrent announcement may have sent requests while this one waited for the row of the day.
  const asked = (await findUnasked(context, organizer, artists)).slice(0, room)
  if (asked.length === 0) return
  await sql`
    insert into announcers (artist_id, organizer_id, asked_at)
    select artist_id, ${organizer.id}, ${context.now}
    from unnest(${asked.map(({ id }) => id)}::uuid[]) artist_id order by artist_id
    on conflict (artist_id, organizer_id) do update set asked_at = excluded.asked_at`.execute(
    context.db,
  )
  await countDailyUse(context.db, organizer.id, { requests: asked.length })
  await notify(
    context,
    asked.map((artist) => request(organizer, artist)),
  )
}

// Counts requests in the inbox, since deleting an organizer deletes all its other records.
async function findUnasked(
  { db, now }: Pick<Context, 'db' | 'now'>,
  organizer: Organizer,
  artists: string[],
) {
  const { rows } = await sql<ArtistToAsk>`
    select id, name, owner from (
      select a.id, a.name, a.created_by as owner,
             row_number() over (partition by a.created_by order by a.id) as nth
      from artists a
      join users u on u.id = a.created_by and u.erased_at is null
      left join announcers n on n.artist_id = a.id and n.organizer_id = ${organizer.id}
      where a.id = any (${list(artists, 'uuid')}) and n.asked_at is null and n.decided_at is null
    ) unasked
    where nth + (
      select count(*) from notifications
      where user_id = owner and type = ${requested} and created_at > ${new Date(now.getTime() - day)}
    ) <= ${mostAsked}
    order by id`.execute(db)
  return rows
}

function request(organizer: Organizer, artist: ArtistToAsk): Notice {
  return {
    user_id: artist.owner,
    type: requested,
    data: { artist_id: artist.id, organizer_id: organizer.id },
    cause: `artist:${artist.id}:announcer:${organizer.id}`,
    ...translated(({ words }) =>
      words.announcementRequested({
        organizer: harmless(organizer),
        artist: artist.name,
        id: organizer.id,
      }),
    ),
  }
}

/** Returns the organizer's name, or its id if the name could be taken for a web address; an id cannot. Dots have many forms. */
function harmless({ id, name }: Organizer): string {
  return /[.。:/\\@․]\S|www/iu.test(name.normalize('NFKC')) ? id : name
}
