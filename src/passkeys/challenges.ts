import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { digest } from '#platform/secrets/tokens'

/** How long a browser has to sign a challenge. */
export const life = 5 * 60_000

type At = { db: Database; now: Date }
/** Who adds a passkey; null for a sign-in. */
type For = { userId: string | null }

/** A new challenge, base64url: to be signed once, within five minutes. */
export async function issueChallenge({ db, now }: At, { userId }: For): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + life)
  await db
    .insertInto('passkey_challenges')
    .values({ hash: digest(challenge), user_id: userId, expires_at })
    .execute()
  return challenge
}

/** Whether a challenge was issued for this, and not signed before. Of two at once, the one whose delete finds the row. */
export async function takeChallenge(
  { db, now }: At,
  { userId, challenge }: For & { challenge: string },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', digest(challenge))
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Deletes the challenges that were not signed in time. Safe to do twice. */
export function forgetChallenges(db: Database, now: Date): Promise<void> {
  return inBatches((limit) =>
    sql`
      delete from passkey_challenges where hash = any (array(
        select hash from passkey_challenges where expires_at <= ${now} limit ${limit}))`.execute(
      db,
    ),
  )
}
