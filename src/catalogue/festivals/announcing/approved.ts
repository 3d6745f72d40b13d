import {
  broadcast,
  findReleasedAnnouncements,
  takeReleasedAnnouncements,
} from '#messaging/notifications'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { newId } from '#platform/values/ids'
import { lockRecords } from '../model/lock.ts'
import { lineUpOf, readSnapshots, type Snapshot } from '../model/snapshot.ts'
import { limitOf } from './announcing.ts'
import { announced, announcement, publication } from './notification-content.ts'
import type { Notifier } from './notifier.ts'
import { isUpcoming, noteAnnounced } from './notify-rested.ts'

/** The job that sends released announcements; an approval adds it. */
export const freedJob = 'waiting-announcements'
const most = 1_000

/**
 * Sends announcements that need not wait any longer, in their current state, a festival in each transaction. No longer
 * announces an artist that has left the line-up meanwhile, or a festival that is over, cancelled, deleted or another
 * organizer's.
 */
export async function sendFreed({
  work,
  bus,
  jobs,
  now,
}: Pick<Infrastructure, 'work' | 'bus' | 'jobs' | 'now'>): Promise<void> {
  for (const freed of await findReleasedAnnouncements(work, most)) {
    await transact(work, (trx) => sendOf({ db: trx, bus, jobs, now: now() }, freed))
  }
}

type Freed = Awaited<ReturnType<typeof findReleasedAnnouncements>>[number]

async function sendOf(at: Notifier, freed: Freed) {
  const festival = await lockFestival(at, freed.festival_id)
  const rows = await takeReleasedAnnouncements(at.db, freed)
  if (!festival || !isUpcoming(at, festival)) return
  if (festival.organizer?.id !== freed.organizer_id) return
  if (rows.some(({ artist_id }) => artist_id === null))
    await broadcast(at, { ...publication(festival), limited: limitOf(festival, false) })
  const byCause = Map.groupBy(
    rows.filter(({ artist_id }) => artist_id !== null),
    ({ cause }) => cause,
  )
  for (const [cause, waiting] of byCause) {
    const ids = new Set(waiting.map(({ artist_id }) => artist_id))
    await sendArtists(at, festival, { ids, cause })
  }
}

type Waiting = { ids: Set<string | null>; cause: string | null }

/** If some followers were notified of artists already, the others are notified by the same cause. */
async function sendArtists(at: Notifier, festival: Snapshot, { ids, cause }: Waiting) {
  const playing = lineUpOf(festival).filter(({ id }) => ids.has(id))
  const artists = cause
    ? playing.map((artist) => ({ ...artist, isNew: true }))
    : announced(playing, festival.told)
  if (artists.length === 0) return
  if (!cause) await noteAnnounced(at.db, festival.id, artists)
  const content = announcement(festival, artists, newId())
  await broadcast(at, { ...content, ...(cause && { cause }), limited: limitOf(festival, false) })
}

/** Locks the festival as a change does, and returns it; undefined once it is deleted. */
async function lockFestival({ db }: Notifier, id: string): Promise<Snapshot | undefined> {
  const { festivals } = await lockRecords(db, { festivals: [id] })
  if (festivals.get(id)?.is_deleted !== false) return undefined
  return (await readSnapshots(db, [id])).get(id)
}
