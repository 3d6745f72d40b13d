/**
 * Tells followers and holders of what happens to festivals, in the transaction it happens in. A change
 * looks at its festival before and after itself: the difference is the news. A festival that is over or
 * cancelled is none, and imports never ask. Applications are told of all, imports included.
 */
import { sql } from 'kysely'
import type { UserCaller } from '#access'
import { type Broadcast, broadcast, dropWaiting } from '#notifications'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { newId } from '#platform/values/ids'
import { awaitApproval, isVouchedFor, standingsOf } from './announcing.ts'
import { lineUpChange, publishFestivals } from './domain-events.ts'
import {
  type Announced,
  alteration,
  announced,
  announcement,
  cancellation,
  publication,
  reminder,
} from './notification-content.ts'
import { findKnown, type Known, type Slots } from './snapshot.ts'

/** `user`: who has changed something; undefined where the service goes on by itself. */
export type Teller = Pick<Infrastructure, 'bus' | 'jobs'> & {
  db: Database
  now: Date
  user?: UserCaller | undefined
}

/** Tells of a change that has been written. `before` is absent when the festival is new. */
export async function tellOfChange(at: Teller, id: string, before?: Known): Promise<void> {
  const after = await findKnown(at.db, id)
  if (!after) return
  await publishChange(at, after, before)
  if (isNews(at, after)) await tellPeople(at, after, before)
}

/** A festival that is over or cancelled is no news. */
export function isNews({ now }: Pick<Teller, 'now'>, festival: Known): boolean {
  return festival.end_time >= now && !festival.cancelled_at
}

async function tellPeople(at: Teller, after: Known, before?: Known): Promise<void> {
  if (before?.organizer_id !== after.organizer_id)
    await broadcast(at, { ...publication(after), limited: limitOf(at, after) })
  const altered = before && alteration(before, after, newId())
  if (altered) await broadcast(at, heldNow(at, altered))
  await tellOfLineUp(at, after, [...stillKnown(after, before), ...after.told])
}

/** The line-up before; of a festival that moves, what waited for its organizer is news of the next one. */
function stillKnown(after: Known, before?: Known): Slots[] {
  const lineUp = before?.lineUp ?? []
  if (before?.organizer_id === after.organizer_id) return lineUp
  return lineUp.filter(({ id }) => !after.waiting.includes(id))
}

/** The limit of organizers that are not approved; undefined where there is none. */
export function limitOf(at: Teller, festival: Known): Broadcast['limited'] {
  const { id: festival_id, organizer_id } = festival
  return organizer_id === null || isVouchedFor(at, festival)
    ? undefined
    : { organizer_id, festival_id }
}

/** Applications hear of every festival, whenever it is. */
async function publishChange(at: Teller, after: Known, before?: Known): Promise<void> {
  const type = before ? 'festival.updated' : 'festival.published'
  const lineUp = lineUpChange(before?.lineUp ?? [], after)
  await publishFestivals(at, [{ type, festival_id: after.id }], lineUp)
}

async function tellOfLineUp(at: Teller, festival: Known, known: Slots[]) {
  const artists = announced(festival.lineUp, known)
  if (artists.length === 0) return
  const ids = artists.map(({ id }) => id)
  const standings = await standingsOf(at, festival, ids)
  const may = artists.filter(({ id }) => standings.get(id) === 'may')
  const waiting = ids.filter((id) => standings.get(id) === 'waits')
  if (waiting.length > 0) await awaitApproval(at, festival, waiting)
  if (may.length === 0) return
  await dropWaiting(at.db, { festival_id: festival.id, artists: may.map(({ id }) => id) })
  await noteAnnounced(at.db, festival.id, may)
  const news = announcement(festival, may, newId())
  await broadcast(at, { ...news, limited: limitOf(at, festival) })
}

/** Tells holders that a festival is cancelled. */
export function tellOfCancellation(
  at: Teller,
  festival: { id: string; name: string },
  reason: string | null,
): Promise<void> {
  return broadcast(at, heldNow(at, cancellation(festival, reason)))
}

/** Reminds holders of the festivals that begin within a day; those who buy later are reminded later. */
export async function remind(at: Teller): Promise<void> {
  const tomorrow = new Date(at.now.getTime() + 24 * 3_600_000)
  const festivals = await at.db
    .selectFrom('festivals')
    .select(['id', 'name', 'start_time', 'venue', 'address', 'country'])
    .where('start_time', '>', at.now)
    .where('start_time', '<=', tomorrow)
    .where('deleted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('start_time')
    .orderBy('id')
    .execute()
  for (const festival of festivals) await broadcast(at, heldNow(at, reminder(festival)))
}

function heldNow({ now }: Teller, news: ReturnType<typeof reminder>): Broadcast {
  return { ...news, at: now.toISOString() }
}

/** Notes what followers were told last of artists at a festival. */
export async function noteAnnounced(db: Database, id: string, artists: Announced[]) {
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
