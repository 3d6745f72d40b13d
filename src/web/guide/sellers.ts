import type { FastifyInstance } from 'fastify'
import { missingOfOperator } from '#platform/config/operator'
import type { Api } from '../ui/api.ts'
import type { OrganizerRead } from '../ui/shapes.ts'

type Shop = { api: Api } & Pick<FastifyInstance, 'processors' | 'config'>

export function readSeller(api: Api, id: string): Promise<OrganizerRead> {
  return api.get<OrganizerRead>(`/organizers/${encodeURIComponent(id)}`)
}

/** Returns true if the guide sells for an organizer: for real money only if buyers can read the seller's details and terms. */
export async function isSoldHere({ api, processors, config }: Shop, id: string): Promise<boolean> {
  return !processors.card.livemode || hasSellerDetails(await readSeller(api, id), config)
}

/** Returns true if buyers can read all statements about the seller. Without an organizer the operator sells. */
export function hasSellerDetails(
  seller: OrganizerRead | undefined,
  config: Shop['config'],
): boolean {
  const ofSeller = seller
    ? [seller.legal_name, seller.legal_address, seller.terms_url, seller.privacy_url]
    : []
  const isNamed = ofSeller.every((one) => one !== null && one !== '')
  return isNamed && missingOfOperator(config).length === 0
}
