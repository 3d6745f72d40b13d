/** Checks if a message may be sent. */
import type { UserCaller } from '#core/access'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, forbidden, found } from '#platform/values/errors'
import { countAudience } from './audience.ts'
import { alreadySent } from './changes.ts'
import { findMessage, type MessagePath } from './queries.ts'

/** The time after the end of a festival during which organizers may write, in ms. */
const afterwards = 30 * 86_400_000

/**
 * Refuses a message that may not be sent. 403 `organizer_not_approved` unless staff have approved the organizer, or the
 * caller is an admin; 409 `over` for a festival that has ended more than 30 days ago, `message_sent`, and
 * `no_recipients` if no one would get it.
 */
export async function requireSendable(
  { work, now: clock }: Pick<Infrastructure, 'work' | 'now'>,
  { isAdmin }: UserCaller,
  path: MessagePath,
): Promise<void> {
  const now = clock()
  const message = found(await findMessage(work, path), 'Message')
  if (message.status !== 'draft') throw alreadySent()
  const festival = await work
    .selectFrom('festivals as f')
    .leftJoin('organizers as o', 'o.id', 'f.organizer_id')
    .select(['f.end_time', 'o.approved_at'])
    .where('f.id', '=', path.id)
    .executeTakeFirst()
  const { end_time, approved_at } = found(festival, 'Festival')
  if (approved_at === null && !isAdmin)
    throw forbidden(
      'Staff have to approve the organizer before it may write',
      'organizer_not_approved',
    )
  if (end_time.getTime() + afterwards < now.getTime())
    throw conflict('The festival ended more than 30 days ago', 'over')
  const { queued } = await countAudience(work, message, now)
  if (queued === 0) throw conflict('This message has no recipients', 'no_recipients')
}
