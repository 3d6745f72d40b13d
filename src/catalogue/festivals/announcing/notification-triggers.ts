/**
 * Notifies followers and holders of changes of festivals. The publication and the cancellation are sent in the
 * transaction of the change; other changes are stored, and sent once they rest (notify-rested.ts). Past and cancelled
 * festivals, and imports, notify no users, and drafts notify no user. Domain events are published for every change,
 * imports included.
 */

import { isStaff } from '#catalogue/organizers'
import { broadcast } from '#messaging/notifications'
import { instantOf, localTime } from '#platform/zones/local-time'
import { eventOf } from '../model/publishing.ts'
import { lineUpOf, type Playing, type Snapshot } from '../model/snapshot.ts'
import { limitOf } from './announcing.ts'
import { differenceOf, lineUpChange, publishFestivals } from './domain-events.ts'
import { type LineUpBefore, noteChange, startNews } from './news.ts'
import {
  alteration,
  cancellation,
  forHoldersNow,
  publication,
  reminder,
} from './notification-content.ts'
import type { Notifier } from './notifier.ts'
import { isUpcoming } from './notify-rested.ts'

/** Sends or stores the notifications of a change that has been written. `before` is absent when the festival is new. */
export async function notifyOfChange(
  at: Notifier,
  after: Snapshot,
  before?: Snapshot,
): Promise<void> {
  // A draft does not count as a previous state: when it is published, the festival is new.
  const known = before?.is_published ? before : undefined
  await publishChange(at, after, known)
  if (!after.is_published || !isUpcoming(at, after)) return
  if (!known) await broadcast(at, { ...publication(after), limited: limitOf(after, isByStaff(at)) })
  await noteNews(at, after, known)
}

const isByStaff = ({ user }: Notifier) => user !== undefined && isStaff(user)

/** Stores a change of which followers or holders are notified. */
async function noteNews(at: Notifier, after: Snapshot, before?: Snapshot): Promise<void> {
  const lineUp = changedLineUp(after, before)
  const organizer = before && !isSameOrganizer(after, before) ? after.organizer : null
  const isAltered = before && alteration(before, after, '') !== undefined
  const changed = [...Object.keys(lineUp), ...(organizer ? [organizer.id] : [])]
  if (changed.length === 0 && !isAltered) return
  const editor = at.user && { id: at.user.id, is_staff: isByStaff(at) }
  await noteChange(at, {
    id: after.id,
    before,
    lineUp,
    editors: editor ? Object.fromEntries(changed.map((id) => [id, editor])) : {},
    isUrgent: isUrgent(at.now, before ? [before, after] : [after], lineUp),
  })
}

/** Returns the previous times of each artist that a change adds, moves or removes. */
function changedLineUp(after: Snapshot, before?: Snapshot): LineUpBefore {
  const was = stillKnown(after, before)
  const { added = [], moved = [], removed = [] } = differenceOf(was, lineUpOf(after)) ?? {}
  const timesBefore = new Map(was.map(({ id, times }) => [id, times]))
  return Object.fromEntries(
    [...added, ...moved, ...removed].map((id) => [id, timesBefore.get(id) ?? null]),
  )
}

const hour = 3_600_000
/** The time before the start of a gig or festival in which its changes are urgent, ms. */
const soon = 3 * hour

/** Returns true for a change of the next hours: the festival is on, or it or a changed gig begins soon, or did before. */
function isUrgent(now: Date, festivals: Snapshot[], lineUp: LineUpBefore): boolean {
  if (festivals.some(({ start_time, end_time }) => start_time <= now && now <= end_time))
    return true
  const ofArtists = festivals.flatMap(lineUpOf).filter(({ id }) => id in lineUp)
  const starts = [
    ...festivals.map(({ start_time }) => start_time.getTime()),
    ...ofArtists.flatMap(({ times }) => times),
  ]
  return starts.some((start) => start > now.getTime() && start <= now.getTime() + soon)
}

const isSameOrganizer = (after: Snapshot, before?: Snapshot) =>
  before?.organizer?.id === after.organizer?.id

/**
 * Returns the line-up before. When a festival moves, announcements that waited for its former organizer are left out,
 * so that they are made for the new one.
 */
function stillKnown(after: Snapshot, before?: Snapshot): Playing[] {
  const lineUp = before ? lineUpOf(before) : []
  if (isSameOrganizer(after, before)) return lineUp
  return lineUp.filter(({ id }) => !after.waiting.some((one) => one.id === id && one.isNew))
}

/** Applications receive events of every festival, past ones included. */
async function publishChange(at: Notifier, after: Snapshot, before?: Snapshot): Promise<void> {
  const type = eventOf(after, before)
  if (!type) return
  const lineUp = type === 'festival.deleted' ? [] : lineUpChange(after, before)
  await publishFestivals(at, [{ type, festival_id: after.id }], lineUp)
}

/** Notifies holders that a festival is cancelled. */
export function notifyOfCancellation(
  at: Notifier,
  festival: { id: string; name: string },
  reason: string | null,
): Promise<void> {
  return broadcast(at, forHoldersNow(at, cancellation(festival, reason)))
}

/**
 * Reminds holders of festivals that begin within a day there, starting at the same local time of the day before. Later
 * buyers are reminded at the next run.
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
