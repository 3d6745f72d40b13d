type Offered = { id: string; festival_id: string; entity_id: string; quantity: number }

/** Returns the address of the checkout for the items that an offer of a waiting list holds. */
export function checkoutWith({ id, festival_id, entity_id, quantity }: Offered): string {
  return `/checkout?festival=${festival_id}&items=${entity_id}:${quantity}&offer=${id}`
}

type About = {
  festival_id?: string | undefined
  queue_id?: string | undefined
  payment_id?: string | undefined
  transfer_id?: string | undefined
  badge_id?: string | undefined
  level?: number | undefined
  organizer_id?: string | undefined
}

/** Returns the address of the page that a notice is about; null if there is none. */
export function addressOfNotice(about: About): string | null {
  const { festival_id, queue_id, payment_id, transfer_id, badge_id, level, organizer_id } = about
  if (queue_id !== undefined) return `/guide/${festival_id}/queue`
  if (festival_id !== undefined) return `/guide/${festival_id}`
  if (payment_id !== undefined || transfer_id !== undefined) return '/tickets'
  if (badge_id !== undefined || level !== undefined) return '/me#rewards'
  return organizer_id === undefined ? null : `/organizers/${organizer_id}`
}
