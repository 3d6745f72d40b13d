import { type ClientCaller, guestSeconds } from '#access'
import { countFailure, pairOf } from '#auth'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { publicNetworkOf } from '#platform/outgoing/network'
import { insertGuest } from '#users'
import type { NewGuest } from './schemas.ts'

/** So many guests of one public network begin in 15 minutes; after that each has to wait, a minute at most. */
const most = 100
const beginning = {
  name: 'guests',
  code: 'too_many_requests',
  error: 'Too many guests from your network',
} as const

/**
 * Makes a guest and returns a user token for the client. Neither the answer nor its time depends on whether there is an
 * account with the e-mail. Guests through publishable clients are counted by network: 429.
 * @param ip the IP address of the caller
 */
export async function beginAsGuest(
  { db, access, now }: Pick<Infrastructure, 'db' | 'access' | 'now'>,
  { client, ip, guest }: { client: ClientCaller; ip: string; guest: NewGuest },
): Promise<{ token: string; seconds: number }> {
  const isCounted = client.publishable !== null && publicNetworkOf(ip) !== null
  if (isCounted) {
    const pair = pairOf('guests', ip)
    await countFailure(db, { pair, limit: most, now: now(), kind: beginning })
  }
  return transact(db, async (trx) => {
    const userId = await insertGuest(trx, { ...guest, now: now() })
    const seconds = Math.min(guestSeconds, access.seconds)
    return access.issue(trx, { clientId: client.id, userId, seconds })
  })
}
