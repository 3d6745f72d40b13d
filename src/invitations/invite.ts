import { sql } from 'kysely'
import type { UserCaller } from '#access'
import { inBatches } from '#platform/database/batches'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { found, notFound } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { fold } from '#platform/values/text'
import { countInvitation, refuseTooMany } from './limits.ts'
import { endOffer, findOffer, listInvitations, provenEmail } from './queries.ts'
import { mayInvite, type Target } from './rights.ts'
import type { Invitation } from './schemas.ts'

const day = 24 * 3_600_000
const days = 7

/** What is offered to an e-mail; `by` null: by the operator, whose invitations have no limit of a day. */
type Offering = Target & { email: string; by: string | null }

/**
 * Offers something to an e-mail, for 7 days, whether there is an account with it or not: no account is
 * looked at, so neither the answer nor its time tells. Again for the same e-mail it is renewed, and the
 * former one ends. Too many pending: 409 `too_many_pending`; too many in a day: 429
 * `too_many_invitations`. The caller has it mailed: the job `invitation`.
 */
export function invite(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  { email, by, ...target }: Offering,
): Promise<Invitation> {
  const at = now()
  const email_key = fold(email)
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
    // One after the other, so that of many at once none goes over what is counted here.
    await sql`select pg_advisory_xact_lock(hashtext('invitations'))`.execute(trx)
    await refuseTooMany(trx, { ...made, now: at })
    await countInvitation(trx, { ...made, now: at })
    await trx
      .updateTable('invitations')
      .set({ ended_at: at })
      .where('kind', '=', made.kind)
      .where('target', '=', made.target)
      .where('email_key', '=', email_key)
      .where('ended_at', 'is', null)
      .execute()
    const expires_at = new Date(at.getTime() + days * day)
    await trx
      .insertInto('invitations')
      .values({ ...made, created_at: at, expires_at })
      .execute()
    const [invitation] = await listInvitations(trx, { id: made.id }, at)
    return found(invitation, 'Invitation')
  })
}

/** Takes an invitation back, or declines it with the e-mail it is for: anybody else finds none (404). */
export async function takeBack(
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

/** Deletes the invitations that are too late at `now`, those that ended a day before, and what was counted by then. */
export async function forgetOldInvitations(db: Database, now: Date): Promise<void> {
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

function kindOf({ organizer_id, festival_id }: Target): Invitation['kind'] {
  if (organizer_id !== null) return 'manager'
  return festival_id === null ? 'right' : 'gate_staff'
}

const nameOf = ({ organizer_id, festival_id, granted_right }: Target) =>
  organizer_id ?? festival_id ?? granted_right ?? ''
