import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { accessEnded } from './standing-access.ts'

type Change = {
  id: string
  /** the hash of the new password; null: the account has none from now on */
  hash: string | null
  /** the hash it replaces; if the account has another one, nothing is changed */
  replaces?: string
  /** the hash of the token that stays valid: of the session that changes the password */
  keep?: string
}
type Context = Pick<Infrastructure, 'db' | 'access' | 'now'>

/**
 * Writes a new password and ends the user's other tokens on every process. Outside of a session all standing access
 * ends as well, since another person may have had the account; a user that changes it in a session is asked which
 * access is to stay. Runs in the transaction `db`. Returns false if the account or its password has changed since the
 * caller read it.
 */
export async function writePassword(
  { db, access, now }: Context,
  { id, hash, replaces, keep }: Change,
): Promise<boolean> {
  const written = await db
    .updateTable('users')
    .set({
      password_hash: hash,
      ...(keep === undefined ? accessEnded(now()) : { access_to_review: true }),
    })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .$if(replaces !== undefined, (query) => query.where('password_hash', '=', replaces ?? ''))
    .returning('id')
    .executeTakeFirst()
  if (!written) return false
  await access.endUser(db, id, keep)
  return true
}

/**
 * Records a sign-in. With `password_hash`, only if the account still has that password. Returns false if it has changed
 * since or the account is suspended. The row stays locked until the caller commits, so that a change of the password is
 * either seen here, or ends the token that the caller issues.
 */
export async function recordSignIn(
  db: Database,
  { id, password_hash, now }: { id: string; password_hash?: string; now: Date },
): Promise<boolean> {
  const account = await db
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .$if(password_hash !== undefined, (query) =>
      query.where('password_hash', '=', password_hash ?? ''),
    )
    .where('suspended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return account !== undefined
}
