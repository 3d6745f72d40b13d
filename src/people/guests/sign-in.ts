import { type CountedKind, countOfNetwork } from '#identity/auth'
import { insertGuest } from '#identity/users'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { NewGuest } from './schemas.ts'

/** So many guests of one public network begin in 15 minutes; after that each has to wait, a minute at most. */
const most = 100
const beginning: CountedKind = {
  name: 'guests',
  code: 'too_many_requests',
  error: 'Too many guests from your network',
}

type Beginning = {
  clientId: string
  /** how long the token lives, in seconds */
  seconds: number
  /** the IP address of the caller, whose guests are counted; undefined: they are not */
  ip: string | undefined
  guest: NewGuest
}

/**
 * Makes a guest and returns a user token for the client. Neither the answer nor its time depends on whether there is an
 * account with the e-mail. Too many of one network are refused: 429.
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
