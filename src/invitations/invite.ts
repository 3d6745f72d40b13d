import { sql } from 'kysely'
import type { UserCaller } from '#platform/access'
import { type Database, transact } from '#platform/database'
import { conflict, found, notFound, Problem } from '#platform/errors'
import { inBatches } from '#platform/expiry'
import type { Floor } from '#platform/http'
import { newId } from '#platform/ids'
import { fold } from '#platform/text'
import { endOffer, findOffer, listInvitations, provenEmail } from './queries.ts'
import { mayInvite, type Target } from './rights.ts'
import type { Invitation } from './schemas.ts'

const day = 24 * 3_600_000
const days = 7
/** Pending at once for one organizer, gate or right. */
const mostPending = 20
/** Of one inviter in 24 hours: in all, and to one e-mail. A renewed one counts anew: it is another mail. */
const [mostADay, mostToOne] = [50, 3]

/** What is offered to an e-mail; `by` null: by the operator, whose invitations have no limit of a day. */
type Offering = Target & { email: string; by: string | null }

/**
 * Offers something to an e-mail, for 7 days, whether there is an account with it or not: no account is
 * looked at, so neither the answer nor its time tells. Again for the same e-mail it is renewed, and the
 * former one ends. Too many pending: 409 `too_many_pending`; too many in a day: 429
 * `too_many_invitations`. The caller has it mailed: the job `invitation`.
 */
export function invite(
  { db, now }: Pick<Floor, 'db' | 'now'>,
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
  { db, now }: Pick<Floor, 'db' | 'now'>,
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

/** Deletes the invitations that are too late at `now`, and those that ended a day before. */
export async function forgetOldInvitations(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - day)
  await inBatches((limit) =>
    sql`
      delete from invitations where id = any (array(
        select id from invitations where expires_at <= ${now} or ended_at < ${yesterday}
        limit ${limit}))`.execute(db),
  )
}

function kindOf({ organizer_id, festival_id }: Target): Invitation['kind'] {
  if (organizer_id !== null) return 'manager'
  return festival_id === null ? 'right' : 'gate_staff'
}

const nameOf = ({ organizer_id, festival_id, granted_right }: Target) =>
  organizer_id ?? festival_id ?? granted_right ?? ''

type Made = {
  kind: string
  target: string
  email_key: string
  invited_by: string | null
  now: Date
}

async function refuseTooMany(
  trx: Database,
  { kind, target, email_key, invited_by, now }: Made,
): Promise<void> {
  const since = new Date(now.getTime() - day)
  const { rows } = await sql<Counts>`
    select count(*) filter (where is_pending)::int as pending,
           count(*) filter (where is_todays)::int as today,
           min(created_at) filter (where is_todays) as first,
           count(*) filter (where is_todays and email_key = ${email_key})::int as same,
           min(created_at) filter (where is_todays and email_key = ${email_key}) as first_same
    from (
      select email_key, created_at,
             invited_by = ${invited_by} and created_at > ${since} as is_todays,
             kind = ${kind} and target = ${target} and email_key <> ${email_key}
               and ended_at is null and expires_at > ${now} as is_pending
      from invitations
      where (invited_by = ${invited_by} and created_at > ${since})
         or (kind = ${kind} and target = ${target} and ended_at is null)
    ) i`.execute(trx)
  const { pending = 0, today = 0, first, same = 0, first_same } = rows[0] ?? {}
  if (today >= mostADay) throw tooMany(mostADay, 'invitations', { first, now })
  if (same >= mostToOne)
    throw tooMany(mostToOne, 'invitations to one e-mail', { first: first_same, now })
  if (pending < mostPending) return
  throw conflict(
    `At most ${mostPending} invitations may be pending here: take one back first`,
    'too_many_pending',
    { limit: mostPending },
  )
}

type Counts = {
  pending: number
  today: number
  first: Date | null
  same: number
  first_same: Date | null
}

function tooMany(
  limit: number,
  what: string,
  { first, now }: { first: Date | null | undefined; now: Date },
): Problem {
  const end = (first ?? now).getTime() + day
  return new Problem(429, `You may send ${limit} ${what} in 24 hours: try again later`, {
    code: 'too_many_invitations',
    limit,
    retry_after: Math.ceil((end - now.getTime()) / 1000),
  })
}
