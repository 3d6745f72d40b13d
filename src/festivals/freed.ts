import { broadcast, findFreed, takeFreed } from '#notifications'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { newId } from '#platform/values/ids'
import { holdNames } from './documents.ts'
import { announced, announcement, publication } from './notification-content.ts'
import { isNews, limitOf, noteAnnounced, type Teller } from './notification-triggers.ts'
import { findKnown, type Known } from './snapshot.ts'

/** The job that sends what may go out: an approval adds it. */
export const freedJob = 'waiting-announcements'
const most = 1_000

/**
 * Sends announcements that need not wait any longer, as they are now, a festival in each transaction. An
 * artist who is off the line-up meanwhile, and a festival that is over, cancelled, deleted or another
 * organizer's, are no news any more.
 */
export async function sendFreed({
  work,
  bus,
  jobs,
  now,
}: Pick<Infrastructure, 'work' | 'bus' | 'jobs' | 'now'>): Promise<void> {
  for (const freed of await findFreed(work, most)) {
    await transact(work, (trx) => sendOf({ db: trx, bus, jobs, now: now() }, freed))
  }
}

type Freed = Awaited<ReturnType<typeof findFreed>>[number]

async function sendOf(at: Teller, freed: Freed) {
  const festival = await holdFestival(at, freed.festival_id)
  const rows = await takeFreed(at.db, freed)
  if (!festival || !isNews(at, festival) || festival.organizer_id !== freed.organizer_id) return
  if (rows.some(({ artist_id }) => artist_id === null))
    await broadcast(at, { ...publication(festival), limited: limitOf(at, festival) })
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

/** Of those that followers were told of in part, the others are told by the same cause. */
async function sendArtists(at: Teller, festival: Known, { ids, cause }: Waiting) {
  const playing = festival.lineUp.filter(({ id }) => ids.has(id))
  const artists = cause
    ? playing.map((artist) => ({ ...artist, isNew: true }))
    : announced(playing, festival.told)
  if (artists.length === 0) return
  if (!cause) await noteAnnounced(at.db, festival.id, artists)
  const news = announcement(festival, artists, newId())
  await broadcast(at, { ...news, ...(cause && { cause }), limited: limitOf(at, festival) })
}

/** The festival as it is, held like one that changes; undefined once it is deleted. */
async function holdFestival({ db }: Teller, id: string): Promise<Known | undefined> {
  const held = await db
    .selectFrom('festivals')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await holdNames(db, { festivals: [id] })
  return held && findKnown(db, id)
}
