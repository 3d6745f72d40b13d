/** Secret addresses of users' own calendars (docs/contract, section 4.6). */

import { holdAccount } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { digest, isSecret, newSecret } from '#platform/secrets/tokens'
import { found } from '#platform/values/errors'

const kind = 'fst_calendar'

/** Creates the address of a user's calendar, and returns its secret. The previous address ends. Locks the account. */
export async function issueAddress(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<string> {
  const secret = newSecret(kind)
  const [hash, created_at] = [digest(secret), now]
  await transact(db, async (trx) => {
    found(await holdAccount(trx, { id: userId }), 'User')
    await trx
      .insertInto('calendar_feeds')
      .values({ user_id: userId, hash, created_at })
      .onConflict((known) => known.column('user_id').doUpdateSet({ hash, created_at }))
      .execute()
  })
  return secret
}

/** Returns the time since when a user's calendar has an address; null if it has none. */
export async function findAddress(db: Database, userId: string): Promise<Date | null> {
  const address = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return address?.created_at ?? null
}

/** Ends the address of a user's calendar, if there is one. Safe to do twice. */
export async function revokeAddress(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** The user of a calendar, and the language that they have chosen. */
type Owner = { user_id: string; language: string | null }

/** Returns the owner of the calendar at an address. @throws Problem 404 for an unknown or revoked address, or a suspended owner */
export async function ownerOf(db: Database, secret: string): Promise<Owner> {
  const owner = isSecret(secret, kind)
    ? await db
        .selectFrom('calendar_feeds')
        .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
        .select(['user_id', 'language'])
        .where('hash', '=', digest(secret))
        .where('suspended_at', 'is', null)
        .executeTakeFirst()
    : undefined
  return found(owner, 'Calendar')
}
