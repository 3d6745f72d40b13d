import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'

type Change = {
  id: string
  /** the hash of the new password */
  hash: string
  /** the hash it replaces; when it is another one by now, nothing is changed */
  replaces?: string
  /** the token that stays, by its hash */
  keep?: string
}

/**
 * Writes a new password and ends the user's other tokens on every process. Runs in the transaction
 * `db`. False when the account or its password is no longer what the caller saw.
 */
export async function writePassword(
  { db, access }: Pick<Infrastructure, 'db' | 'access'>,
  { id, hash, replaces, keep }: Change,
): Promise<boolean> {
  const written = await db
    .updateTable('users')
    .set({ password_hash: hash })
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
 * Notes a sign-in with a password that was checked. False when it is no longer the account's, or the
 * account is suspended: its row is held until the caller's commit, so a change of the password either
 * comes first and is seen here, or comes after the token is made and ends it.
 */
export async function noteSignIn(
  db: Database,
  { id, password_hash, now }: { id: string; password_hash: string; now: Date },
): Promise<boolean> {
  const account = await db
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('suspended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return account !== undefined
}
