import type { Floor } from '#platform/http'

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
  { db, access }: Pick<Floor, 'db' | 'access'>,
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
