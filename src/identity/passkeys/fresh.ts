import { hasJustSignedIn } from '#core/access'
import { signInAgain } from '#identity/users'
import type { Infrastructure } from '#platform/http/infrastructure'

/**
 * A passkey signs in for good, and a browser may be left open: a user who adds or removes one has just signed in. `token` is
 * the hash of the session's. @throws Problem 403 `sign_in_again`
 */
export async function requireFresh(
  context: Pick<Infrastructure, 'db' | 'now'>,
  token: string,
): Promise<void> {
  if (await hasJustSignedIn(context, token)) return
  throw signInAgain()
}
