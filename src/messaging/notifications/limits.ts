import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Bus } from '#platform/sync/bus'
import { type Notice, notify } from './changes.ts'
import { roomOfDay, useUp } from './days.ts'
import { keepWaiting } from './waiting.ts'

export type At = { db: Database; bus: Bus; now: Date }

/** The organizer of an announcement, and its festival. */
export type Limited = { organizer_id: string; festival_id: string }

type Announcement = Limited & { artists: (string | null)[]; cause: string }

/**
 * Notifies as many users as the organizer may still reach today, and holds the rest back. Once staff have approved it,
 * notifies all: its row is locked, so that an approval comes before or after, and finds the waiting ones. Returns true
 * if all were notified.
 */
export async function notifyWithin(
  at: At,
  notices: Notice[],
  { cause, ...about }: Announcement,
): Promise<boolean> {
  if (notices.length === 0) return true
  return transact(at.db, async (trx) => {
    const within = { ...at, db: trx }
    const { organizer_id } = about
    const { rows } = await sql<{ is_approved: boolean }>`
      select approved_at is not null as is_approved from organizers
      where id = ${organizer_id} for share`.execute(trx)
    const [organizer] = rows
    if (!organizer) return false
    const { people: room } = organizer.is_approved
      ? { people: notices.length }
      : await roomOfDay(trx, organizer_id, at.now)
    const reached = await notify(within, notices.slice(0, room))
    if (organizer.is_approved) return true
    if (reached > 0) await useUp(trx, organizer_id, { people: reached })
    if (notices.length <= room) return true
    await keepWaiting(within, about, cause)
    return false
  })
}
