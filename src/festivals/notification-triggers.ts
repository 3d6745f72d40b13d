/**
 * Notifies followers and holders of what changes about festivals, in the transaction of the change. The
 * difference between the festival before and after decides. Festivals that are over or cancelled, and imports,
 * notify no users, and drafts tell no one anything. Domain events are published of every other change, imports included.
 */
import { sql } from 'kysely'
import { type Broadcast, broadcast, dropWaiting } from '#notifications'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { instantOf, localTime } from '#platform/values/local-time'
import { awaitApproval, isVouchedFor, standingsOf } from './announcing.ts'
import { lineUpChange, publishFestivals } from './domain-events.ts'
import { noteChange, startNews } from './news.ts'
import {
  alteration,
  announced,
  announcement,
  cancellation,
  type ForHolders,
  publication,
  reminder,
} from './notification-content.ts'
import type { Notifier } from './notifier.ts'
import { eventOf } from './publishing.ts'
import { lineUpOf, type Slots, type Snapshot } from './snapshot.ts'

/** Notifies of a change that has been written. `before` is absent when the festival is new. */
export async function notifyOfChange(
  at: Notifier,
  after: Snapshot,
  before?: Snapshot,
): Promise<void> {
  // A draft was never there: when it is published, it is new.
  const known = before?.is_published ? before : undefined
  await publishChange(at, after, known)
  if (after.is_published && isUpcoming(at, after)) await notifyUsers(at, after, known)
}

/** Whether a festival is neither over nor cancelled. */
export function isUpcoming({ now }: Pick<Notifier, 'now'>, festival: Snapshot): boolean {
  return festival.end_time >= now && !festival.cancelled_at
}

async function notifyUsers(at: Notifier, after: Snapshot, before?: Snapshot): Promise<void> {
  if (!isSameOrganizer(after, before))
    await broadcast(at, { ...publication(after), limited: limitOf(at, after) })
  const altered = before && alteration(before, after, newId())
  if (altered) {
    await broadcast(at, forHoldersNow(at, altered))
    await noteChange(at, before)
  }
  await announceLineUp(at, after, [...stillKnown(after, before), ...after.told])
}

const isSameOrganizer = (after: Snapshot, before?: Snapshot) =>
  before?.organizer?.id === after.organizer?.id

/**
 * The line-up before. When a festival moves, announcements that waited for its former organizer are left out,
 * so that they are made for the new one.
 */
function stillKnown(after: Snapshot, before?: Snapshot): Slots[] {
  const lineUp = before ? lineUpOf(before) : []
  if (isSameOrganizer(after, before)) return lineUp
  return lineUp.filter(({ id }) => !after.waiting.some((one) => one.id === id && one.isNew))
}

/** The limit of organizers that are not approved; undefined where there is none. */
export function limitOf(at: Notifier, festival: Snapshot): Broadcast['limited'] {
  const { id: festival_id, organizer } = festival
  return organizer === null || isVouchedFor(at, festival)
    ? undefined
    : { organizer_id: organizer.id, festival_id }
}

/** Applications hear of every festival, whenever it is. */
async function publishChange(at: Notifier, after: Snapshot, before?: Snapshot): Promise<void> {
  const type = eventOf(after, before)
  if (!type) return
  const lineUp = type === 'festival.deleted' ? [] : lineUpChange(after, before)
  await publishFestivals(at, [{ type, festival_id: after.id }], lineUp)
}

async function announceLineUp(at: Notifier, festival: Snapshot, known: Slots[]) {
  const artists = announced(lineUpOf(festival), known)
  if (artists.length === 0) return
  const ids = artists.map(({ id }) => id)
  const standings = await standingsOf(at, festival, ids)
  const may = artists.filter(({ id }) => standings.get(id) === 'may')
  const waiting = ids.filter((id) => standings.get(id) === 'waits')
  if (waiting.length > 0) await awaitApproval(at, festival, waiting)
  if (may.length === 0) return
  const free = may.flatMap(({ id }) => (festival.waiting.some((one) => one.id === id) ? [id] : []))
  if (free.length > 0) await dropWaiting(at.db, { festival_id: festival.id, artists: free })
  await noteAnnounced(at.db, festival.id, may)
  const content = announcement(festival, may, newId())
  await broadcast(at, { ...content, limited: limitOf(at, festival) })
}

/** Notifies holders that a festival is cancelled. */
export function notifyOfCancellation(
  at: Notifier,
  festival: { id: string; name: string },
  reason: string | null,
): Promise<void> {
  return broadcast(at, forHoldersNow(at, cancellation(festival, reason)))
}

const hour = 3_600_000

/**
 * Reminds holders of the festivals that begin within a day there, from the same time of the day before on; those who
 * buy later are reminded at the next run.
 */
export async function remind(at: Notifier): Promise<void> {
  // A day has 25 hours where clocks go back by one.
  const latest = new Date(at.now.getTime() + 26 * hour)
  const festivals = await at.db
    .selectFrom('festivals')
    .select(['id', 'name', 'start_time', 'venue', 'address', 'country', 'time_zone'])
    .where('start_time', '>', at.now)
    .where('start_time', '<=', latest)
    .where('deleted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('start_time')
    .orderBy('id')
    .execute()
  for (const festival of festivals) {
    if (dayBefore(festival) > at.now) continue
    const mail = { kind: 'festivalReminder', about: await startNews(at, festival) } as const
    await broadcast(at, { ...forHoldersNow(at, reminder(festival)), mail })
  }
}

function dayBefore({ start_time, time_zone }: { start_time: Date; time_zone: string }): Date {
  return instantOf(new Date(localTime(start_time, time_zone).getTime() - 24 * hour), time_zone)
}

function forHoldersNow({ now }: Notifier, content: ForHolders) {
  return { ...content, at: now.toISOString() }
}

/** Records what followers were told last of artists at a festival. */
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
