import type { FastifyRequest } from 'fastify'
import { needsAccount, signedIn } from '#core/access'
import { requireContact } from '#identity/users'
import type { Infrastructure } from '#platform/http/infrastructure'
import { publicNetworkOf } from '#platform/outgoing/network'
import type { Buyer } from '../charging/purchase.ts'

/** Who asks for a purchase, with the key of the request and the network it comes from. */
export function buyerOf({ vault }: Pick<Infrastructure, 'vault'>, request: FastifyRequest): Buyer {
  const { headers, ip } = request
  const place = publicNetworkOf(ip)
  const network = place === null ? null : vault.mac(place, 'network')
  return { userId: signedIn(request).id, headers, network }
}

/** Refuses a purchase that is charged at once to a guest without an e-mail: 400. */
export async function refuseUnnamed(
  { db }: Pick<Infrastructure, 'db'>,
  request: FastifyRequest,
): Promise<void> {
  const { id, isGuest } = signedIn(request)
  if (isGuest) await requireContact(db, id)
}

/** Refuses a membership (409 `needs_account`) to a guest, who has no account that could hold it. */
export function refusePlans(request: FastifyRequest, bought: { payment_type: string }[]): void {
  const isPlan = bought.some(({ payment_type }) => payment_type === 'subscription')
  if (isPlan && signedIn(request).isGuest) throw needsAccount()
}
