import { hasJustSignedIn, type UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { forbidden } from '#platform/values/errors'
import { hasRights } from './queries.ts'

/**
 * Requires a sign-in within the last ten minutes before a change of the ways into an account, if the account has rights
 * or a second factor: a stolen token must not be enough to move it to another mailbox, or to another password, app or
 * passkey. Applies to every client.
 * @throws Problem 403 `sign_in_again`
 */
export async function requireOwner(
  context: Pick<Infrastructure, 'db' | 'now'>,
  { id, token }: UserCaller,
): Promise<void> {
  if (await hasJustSignedIn(context, token)) return
  if ((await hasFactor(context.db, id)) || (await hasRights(context.db, id))) throw signInAgain()
}

/** The refusal of a change that requires a sign-in within the last ten minutes. */
export const signInAgain = () =>
  forbidden(
    'Sign in again, within ten minutes before: this changes who can use the account',
    'sign_in_again',
  )

/** Returns true if an app or a passkey belongs to the account. */
async function hasFactor(db: Database, userId: string): Promise<boolean> {
  const passkey = db.selectFrom('passkeys').select('user_id').where('user_id', '=', userId)
  const app = db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enrolled_at', 'is not', null)
  return (await passkey.unionAll(app).executeTakeFirst()) !== undefined
}
