import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Bus } from '#platform/sync/bus'
import { type Notice, notify } from './changes.ts'
import { countDailyUse, lockDailyLimit } from './days.ts'
import { holdAnnouncements } from './waiting.ts'

export type NotifyContext = { db: Database; bus: Bus; now: Date }

/** The organizer of an announcement, and its festival. */
export type AnnouncementOwner = { organizer_id: string; festival_id: string }

type Announcement = AnnouncementOwner & { artists: (string | null)[]; cause: string }

/**
 * Notifies as many users as the organizer may still reach today, and holds the rest back. Once staff have approved it,
 * notifies all: its row is locked, so that an approval comes before or after, and finds the waiting ones. Returns true
 * if all were notified.
 */
export async function notifyWithin(
  context: NotifyContext,
  notices: Notice[],
  { cause, ...about }: Announcement,
): Promise<boolean> {
  if (notices.length === 0) return true
  return transact(context.db, async (trx) => {
    const within = { ...context, db: trx }
    const { organizer_id } = about
    const { rows } = await sql<{ is_approved: boolean }>`
      select approved_at is not null as is_approved from organizers
      where id = ${organizer_id} for share`.execute(trx)
    const [organizer] = rows
    if (!organizer) return false
    const { people: room } = organizer.is_approved
      ? { people: notices.length }
      : await lockDailyLimit(trx, organizer_id, context.now)
    const reached = await notify(within, notices.slice(0, room))
    if (organizer.is_approved) return true
    if (reached > 0) await countDailyUse(trx, organizer_id, { people: reached })
    if (notices.length <= room) return true
    await holdAnnouncements(within, about, cause)
    return false
  })
}
