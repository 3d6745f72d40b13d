import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { inBatches } from '#platform/database/batches'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { emailKey } from '#platform/values/email'
import { found, notFound } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { RateLimit } from '#platform/values/rate-limit'
import { countInvitation, refuseTooMany } from './limits.ts'
import { endOffer, findOffer, listInvitations, provenEmail } from './queries.ts'
import { mayInvite, type Target } from './rights.ts'
import type { Invitation } from './schemas.ts'

const day = 24 * 3_600_000
export const daysValid = 7

/** An offer to an e-mail. `by` is null for the operator, which has no daily limit. */
type InvitationContext = Target & { email: string; by: string | null }

/**
 * Offers a right to an e-mail for 7 days. Accounts are not read, so neither the answer nor its duration reveals whether
 * there is one. A second invitation to the same e-mail renews the offer and ends the first. 409 `too_many_pending` and
 * 429 `too_many_invitations` beyond the limits. The caller has it mailed by the job `invitation`. `left` is the number
 * of invitations that the user may still send.
 */
export function invite(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  { email, by, ...target }: InvitationContext,
): Promise<{ invitation: Invitation; left: RateLimit }> {
  const at = now()
  const email_key = emailKey(email)
  const made = {
    id: newId(),
    kind: kindOf(target),
    ...target,
    target: nameOf(target),
    email,
    email_key,
    invited_by: by,
  }
  return transact(db, async (trx) => {
    // One at a time, so that concurrent invitations cannot exceed the limits together.
    await sql`select pg_advisory_xact_lock(hashtext('invitations'))`.execute(trx)
    const left = await refuseTooMany(trx, { ...made, now: at })
    await countInvitation(trx, { ...made, now: at })
    await trx
      .updateTable('invitations')
      .set({ ended_at: at })
      .where('kind', '=', made.kind)
      .where('target', '=', made.target)
      .where('email_key', '=', email_key)
      .where('ended_at', 'is', null)
      .execute()
    const expires_at = new Date(at.getTime() + daysValid * day)
    await trx
      .insertInto('invitations')
      .values({ ...made, created_at: at, expires_at })
      .execute()
    const [invitation] = await listInvitations(trx, { id: made.id }, at)
    return { invitation: found(invitation, 'Invitation'), left }
  })
}

/** Withdraws an invitation, or declines it for the e-mail it was sent to. 404 for other callers. */
export async function withdrawInvitation(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  user: UserCaller,
  id: string,
): Promise<void> {
  await transact(db, async (trx) => {
    const offer = found(await findOffer(trx, { id }, now()), 'Invitation')
    const may =
      (await mayInvite(trx, user, offer)) || (await provenEmail(trx, user.id)) === offer.email_key
    if (!may || !(await endOffer(trx, id, now()))) throw notFound('Invitation')
  })
}

/**
 * Deletes invitations that have expired at `now` or ended a day before, and counts that are no longer
 * needed.
 */
export async function deleteOldInvitations(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - day)
  await inBatches((limit) =>
    sql`
      delete from invitations where id = any (array(
        select id from invitations where expires_at <= ${now} or ended_at < ${yesterday}
        limit ${limit}))`.execute(db),
  )
  await inBatches((limit) =>
    sql`
      delete from invitation_counts where invitation_id = any (array(
        select invitation_id from invitation_counts where created_at <= ${yesterday}
        limit ${limit}))`.execute(db),
  )
}

function kindOf({ organizer_id, member_of, festival_id }: Target): Invitation['kind'] {
  if (organizer_id !== null) return 'manager'
  if (member_of !== null) return 'member'
  return festival_id === null ? 'right' : 'gate_staff'
}

const nameOf = ({ organizer_id, member_of, festival_id, granted_right }: Target) =>
  organizer_id ?? member_of ?? festival_id ?? granted_right ?? ''
