import type { FastifyRequest } from 'fastify'
import { signedIn } from '#access'
import type { Infrastructure } from '#platform/http/infrastructure'
import { publicNetworkOf } from '#platform/outgoing/network'
import type { Buyer } from './purchase.ts'

/** Who asks for a purchase, with the key of the request and the network it comes from. */
export function buyerOf({ vault }: Pick<Infrastructure, 'vault'>, request: FastifyRequest): Buyer {
  const { headers, ip } = request
  const place = publicNetworkOf(ip)
  const network = place === null ? null : vault.mac(place, 'network')
  return { userId: signedIn(request).id, headers, network }
}
