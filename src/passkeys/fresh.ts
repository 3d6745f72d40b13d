import type { Infrastructure } from '#platform/http/infrastructure'
import { Problem } from '#platform/values/errors'

/** How long after signing in a session may add a passkey, ms. */
const fresh = 10 * 60_000

/**
 * A passkey signs in for good, and a browser may be left open: who adds one has just signed in. `token` is the hash of
 * the session's. @throws Problem 403 `sign_in_again`
 */
export async function requireFresh(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  token: string,
): Promise<void> {
  const session = await db
    .selectFrom('tokens')
    .select('created_at')
    .where('hash', '=', Buffer.from(token, 'base64url'))
    .executeTakeFirst()
  if (session && now().getTime() - session.created_at.getTime() <= fresh) return
  throw new Problem(403, 'Sign in again to add a passkey, within ten minutes before', {
    code: 'sign_in_again',
  })
}
