import { type CountedKind, countOfNetwork } from '#identity/auth'
import { insertGuest } from '#identity/users'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { NewGuest } from './schemas.ts'

/** The maximum number of guests that one public network begins in 15 minutes. After that each has to wait, a minute at most. */
const most = 100
const beginning: CountedKind = {
  name: 'guests',
  code: 'too_many_requests',
  error: 'Too many guests from your network',
}

type Beginning = {
  clientId: string
  /** lifetime of the token, in seconds */
  seconds: number
  /** IP address of the caller, to count its guests; undefined: they are not counted */
  ip: string | undefined
  guest: NewGuest
}

/**
 * Creates a guest and returns a user token for the client. Neither the answer nor its duration depends on whether there
 * is an account with the e-mail. Refuses (429) too many guests of one network.
 */
export async function beginAsGuest(
  { db, access, now }: Pick<Infrastructure, 'db' | 'access' | 'now'>,
  { clientId, seconds, ip, guest }: Beginning,
): Promise<{ token: string; seconds: number }> {
  if (ip !== undefined) await countOfNetwork(db, { ip, limit: most, now: now(), kind: beginning })
  return transact(db, async (trx) => {
    const userId = await insertGuest(trx, { ...guest, now: now() })
    const life = Math.min(seconds, access.seconds)
    return access.issue(trx, { clientId, userId, seconds: life })
  })
}
