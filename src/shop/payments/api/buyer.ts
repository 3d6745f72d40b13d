import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { needsAccount, signedIn } from '#core/access'
import { requireContact } from '#identity/users'
import { originOf } from '#platform/http/answers/origin'
import type { Infrastructure } from '#platform/http/infrastructure'
import { publicNetworkOf } from '#platform/outgoing/network'
import { signedAddresses } from '#shop/tickets'

/** `network`: the network of the request, as a HMAC; null: it does not count. */
export type Buyer = { userId: string; headers: IncomingHttpHeaders; network?: Buffer | null }

/** Returns the buyer of a request, with its headers and the network it comes from. */
export function buyerOf({ vault }: Pick<Infrastructure, 'vault'>, request: FastifyRequest): Buyer {
  const { headers, ip } = request
  const place = publicNetworkOf(ip)
  const network = place === null ? null : vault.mac(place, 'network')
  return { userId: signedIn(request).id, headers, network }
}

/** Returns what an answer with an order needs for its reader. */
export const shownTo = (
  { vault, now, config }: Pick<Infrastructure, 'vault' | 'now' | 'config'>,
  reader: FastifyRequest,
) => ({ addressOf: signedAddresses(originOf(reader), vault, now()), now: now(), config })

/** Refuses (400) a purchase that is charged at once by a guest without an e-mail. */
export async function refuseUnnamed(
  { db }: Pick<Infrastructure, 'db'>,
  request: FastifyRequest,
): Promise<void> {
  const { id, isGuest } = signedIn(request)
  if (isGuest) await requireContact(db, id)
}

/** Refuses a membership (409 `needs_account`) to a guest, since guests have no account that could hold it. */
export function refusePlans(request: FastifyRequest, bought: { payment_type: string }[]): void {
  const isPlan = bought.some(({ payment_type }) => payment_type === 'subscription')
  if (isPlan && signedIn(request).isGuest) throw needsAccount()
}
