import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { digest } from '#platform/secrets/tokens'
import { conflict, type Problem, tooManyRequests } from '#platform/values/errors'
import type { RateLimit } from '#platform/values/rate-limit'

const day = 24 * 3_600_000
/** The maximum number of pending invitations of one organizer, gate or right. */
const mostPending = 20
/**
 * The maximum number of invitations by one user in 24 hours: in total, and to one e-mail. A renewed invitation counts
 * again, as it is another mail.
 */
const [mostADay, mostToOne] = [50, 3]

const daily = { name: 'invitations', quota: mostADay, window: day / 1000 }
const toOne = { ...daily, name: 'invitations-to-one-email', quota: mostToOne }

type SentInvitation = {
  id: string
  kind: string
  target: string
  email_key: string
  invited_by: string | null
  now: Date
}

/**
 * Refuses an invitation if too many are pending there (409), or the user has sent too many (429). Returns the number
 * left after this one.
 */
export async function refuseTooMany(
  trx: Database,
  { kind, target, email_key, invited_by, now }: SentInvitation,
): Promise<RateLimit> {
  const since = new Date(now.getTime() - day)
  const address = digest(email_key)
  const { rows } = await sql<Counts>`
    select count(*)::int as today, min(created_at) as first,
           count(*) filter (where address = ${address})::int as same,
           min(created_at) filter (where address = ${address}) as first_same,
           (select count(*)::int from invitations
            where kind = ${kind} and target = ${target} and email_key <> ${email_key}
              and ended_at is null and expires_at > ${now}) as pending
    from invitation_counts
    where invited_by = ${invited_by} and created_at > ${since}`.execute(trx)
  const { pending = 0, today = 0, first, same = 0, first_same } = rows[0] ?? {}
  if (today >= mostADay) throw tooMany(daily, 'invitations', { first, now })
  if (same >= mostToOne)
    throw tooMany(toOne, 'invitations to one e-mail', { first: first_same, now })
  if (pending < mostPending) return { ...daily, remaining: mostADay - today - 1 }
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
  reached: typeof daily,
  what: string,
  { first, now }: { first: Date | null | undefined; now: Date },
): Problem {
  const end = (first ?? now).getTime() + day
  const reset = Math.ceil((end - now.getTime()) / 1000)
  const { quota: limit } = reached
  const error = `You may send ${limit} ${what} in 24 hours: try again later`
  return tooManyRequests(
    error,
    { code: 'too_many_invitations', limit: { ...reached, reset } },
    { limit },
  )
}

/**
 * Counts an invitation. The counts are stored separately, since invitations are deleted with their organizer. The
 * operator's invitations are not counted.
 */
export async function countInvitation(
  trx: Database,
  { id, invited_by, email_key, now }: SentInvitation,
): Promise<void> {
  if (invited_by === null) return
  const address = digest(email_key)
  await trx
    .insertInto('invitation_counts')
    .values({ invitation_id: id, invited_by, address, created_at: now })
    .execute()
}
