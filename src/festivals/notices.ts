/**
 * Tells followers and holders of what happens to festivals, in the transaction it happens in. A change
 * looks at its festival before and after itself: the difference is the news. A festival that is over or
 * cancelled is none, and imports never ask. Applications are told of all, imports included.
 */
import { sql } from 'kysely'
import { type News, tell } from '#notifications'
import type { Database } from '#platform/database'
import type { Floor } from '#platform/http'
import { newId } from '#platform/ids'
import { lineUpChange, publishFestivals } from './happenings.ts'
import { findKnown, type Known, type Slots } from './known.ts'
import {
  type Announced,
  alteration,
  announced,
  announcement,
  cancellation,
  publication,
  reminder,
} from './news.ts'

type Teller = Pick<Floor, 'bus' | 'jobs'> & { db: Database; now: Date }

/** Tells of a change that has been written. `before` is absent when the festival is new. */
export async function tellOfChange(at: Teller, id: string, before?: Known): Promise<void> {
  const after = await findKnown(at.db, id)
  if (!after) return
  await publishChange(at, after, before)
  if (after.end_time >= at.now && !after.cancelled_at) await tellPeople(at, after, before)
}

async function tellPeople(at: Teller, after: Known, before?: Known): Promise<void> {
  if (before?.organizer_id !== after.organizer_id) await tell(at, publication(after))
  const altered = before && alteration(before, after, newId())
  if (altered) await tell(at, heldNow(at, altered))
  await tellOfLineUp(at, after, [...(before?.lineUp ?? []), ...after.told])
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
  await noteAnnounced(at.db, festival.id, artists)
  await tell(at, announcement(festival, artists, newId()))
}

/** Tells holders that a festival is cancelled. */
export function tellOfCancellation(
  at: Teller,
  festival: { id: string; name: string },
  reason: string | null,
): Promise<void> {
  return tell(at, heldNow(at, cancellation(festival, reason)))
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
  for (const festival of festivals) await tell(at, heldNow(at, reminder(festival)))
}

function heldNow({ now }: Teller, news: ReturnType<typeof reminder>): News {
  return { ...news, at: now.toISOString() }
}

async function noteAnnounced(db: Database, id: string, artists: Announced[]) {
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
