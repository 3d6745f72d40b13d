import type { Static } from 'typebox'
import { type Organizer, setApproved } from '#catalogue/organizers'
import { type Notice, notify, translated } from '#messaging/notifications'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { freedJob } from './approved.ts'

type Context = Pick<Infrastructure, 'db' | 'bus' | 'config'> & {
  now: Date
  jobs?: Pick<Infrastructure['jobs'], 'add'>
}

/**
 * Approves an organizer, or revokes the approval: its managers are notified, and a job sends its waiting announcements
 * soon. Without `jobs`, as on the command line, a running service finds them within a minute. Repeating a decision
 * changes nothing. 404 for an unknown organizer.
 */
export function approveOrganizer(
  { db, bus, config, now, jobs }: Context,
  id: string,
  approved: boolean,
): Promise<Static<typeof Organizer>> {
  return transact(db, async (trx) => {
    const { organizer, isChanged } = await setApproved({ db: trx, config, now }, id, approved)
    if (!isChanged) return organizer
    await notify(
      { db: trx, bus, now },
      organizer.managers.map((manager) => noticeFor(manager.id, organizer, { approved, now })),
    )
    if (approved) await jobs?.add(trx, freedJob, {})
    return organizer
  })
}

type Decision = { approved: boolean; now: Date }

function noticeFor(
  user_id: string,
  { id, name }: { id: string; name: string },
  { approved, now }: Decision,
): Notice {
  const cause = `organizer:${id}:approved:${approved}:${now.toISOString()}`
  return {
    user_id,
    type: approved ? 'organizer.approved' : 'organizer.approval_withdrawn',
    data: { organizer_id: id },
    cause,
    ...translated(({ words }) => (approved ? words.approved(name) : words.approvalWithdrawn(name))),
  }
}
