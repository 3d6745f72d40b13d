import { hasJustSignedIn } from '#core/access'
import { signInAgain } from '#identity/users'
import type { Infrastructure } from '#platform/http/infrastructure'

/**
 * Refuses a session that is not fresh. A passkey signs in for good, and a browser may be left open, so a user that adds
 * or removes one must have just signed in. `token` is the hash of the session's.
 * @throws Problem 403 `sign_in_again`
 */
export async function requireFresh(
  context: Pick<Infrastructure, 'db' | 'now'>,
  token: string,
): Promise<void> {
  if (await hasJustSignedIn(context, token)) return
  throw signInAgain()
}
