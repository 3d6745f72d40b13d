/** Notifies followers and holders of rested changes: of the difference between the state before the first and now. */
import { sql } from 'kysely'
import { findMergedInto } from '#catalogue/artists'
import { broadcast, deleteHeldAnnouncements } from '#messaging/notifications'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { lineUpOf, readSnapshots, type Slots, type Snapshot } from '../model/snapshot.ts'
import { awaitApproval, isVouchedFor, limitOf, standingsOf } from './announcing.ts'
import { findAltered, type RestedNews, takeRested } from './news.ts'
import {
  type Announced,
  announced,
  announcement,
  forHoldersNow,
  publication,
} from './notification-content.ts'
import type { Notifier } from './notifier.ts'

/**
 * Notifies of the rested changes of one festival, in one transaction. Returns the number of festivals taken: 0 or 1.
 * Any number of processes may run it at once.
 */
export function notifyRested(at: Notifier): Promise<number> {
  return transact(at.db, async (db) => {
    const { isAny, news } = await takeRested(db, at.now)
    if (news?.isThere) await notifyOf({ ...at, db }, news)
    return isAny ? 1 : 0
  })
}

async function notifyOf(at: Notifier, news: RestedNews): Promise<void> {
  const festival = (await readSnapshots(at.db, [news.festival_id])).get(news.festival_id)
  if (!festival || !isUpcoming(at, festival)) return
  const { organizer } = festival
  if (news.organizer_id !== undefined && organizer && organizer.id !== news.organizer_id) {
    const isStaff = news.editors[organizer.id]?.is_staff ?? false
    await broadcast(at, { ...publication(festival), limited: limitOf(festival, isStaff) })
  }
  const altered = await findAltered(at.db, { id: news.id, now: at.now })
  if (altered) {
    const mail = { kind: 'festivalChanged', about: news.id } as const
    await broadcast(at, { ...forHoldersNow(at, altered.content), mail })
  }
  await announceLineUp(at, festival, await withKept(at.db, news))
}

/** Returns true for a festival that is neither over nor cancelled. */
export function isUpcoming({ now }: Pick<Notifier, 'now'>, festival: Snapshot): boolean {
  return festival.end_time >= now && !festival.cancelled_at
}

/** The artists that changed: their previous times, and the author of their last change. */
type Changed = (Slots & { editor: RestedNews['editors'][string] | undefined; played: boolean })[]

/** Replaces artists that were merged meanwhile by the artists they were merged into. */
async function withKept(db: Database, { line_up, editors }: RestedNews): Promise<Changed> {
  const ids = Object.keys(line_up)
  const kept = ids.length > 0 ? await findMergedInto(db, ids) : new Map<string, string>()
  return Object.entries(line_up).map(([id, times]) => ({
    id: kept.get(id) ?? id,
    times: times ?? [],
    played: times !== null,
    editor: editors[id],
  }))
}

/** Announces the artists that changed; ignores the others of the line-up. */
async function announceLineUp(at: Notifier, festival: Snapshot, changed: Changed): Promise<void> {
  const editorOf = new Map(changed.map(({ id, editor }) => [id, editor]))
  const playing = lineUpOf(festival).filter(({ id }) => editorOf.has(id))
  const artists = announced(playing, [...changed.filter(({ played }) => played), ...festival.told])
  const byVouched = Map.groupBy(artists, ({ id }) =>
    isVouchedFor(festival, editorOf.get(id)?.is_staff ?? false),
  )
  await announce(at, festival, { artists: byVouched.get(true) ?? [], limited: undefined })
  const others = byVouched.get(false) ?? []
  const standings = await standingsOf(at.db, festival, {
    artists: others.map(({ id }) => id),
    editorOf: (id) => editorOf.get(id)?.id,
  })
  const waiting = others.flatMap(({ id }) => (standings.get(id) === 'waits' ? [id] : []))
  if (waiting.length > 0) await awaitApproval(at, festival, waiting)
  const may = others.filter(({ id }) => standings.get(id) === 'may')
  await announce(at, festival, { artists: may, limited: limitOf(festival, false) })
}

type Announcing = { artists: Announced[]; limited: ReturnType<typeof limitOf> }

async function announce(at: Notifier, festival: Snapshot, { artists, limited }: Announcing) {
  if (artists.length === 0) return
  const free = artists.flatMap(({ id }) =>
    festival.waiting.some((one) => one.id === id) ? [id] : [],
  )
  if (free.length > 0)
    await deleteHeldAnnouncements(at.db, { festival_id: festival.id, artists: free })
  await noteAnnounced(at.db, festival.id, artists)
  await broadcast(at, { ...announcement(festival, artists, newId()), limited })
}

/** Stores the times of artists at a festival of which followers were notified last. */
export async function noteAnnounced(db: Database, id: string, artists: Slots[]) {
  const rows = artists.map(({ id: artist_id, times }) => ({
    artist_id,
    start_times: times.map((time) => new Date(time)),
  }))
  await sql`
    insert into announcements (festival_id, artist_id, start_times)
    select ${id}, artist_id, start_times
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (artist_id uuid, start_times timestamptz[])
    on conflict (festival_id, artist_id) do update set start_times = excluded.start_times`.execute(
    db,
  )
}
