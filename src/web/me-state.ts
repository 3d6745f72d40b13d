type Offered = { id: string; festival_id: string; entity_id: string; quantity: number }

/** The checkout of what an offer of a waiting list holds. */
export function checkoutWith({ id, festival_id, entity_id, quantity }: Offered): string {
  return `/checkout?festival=${festival_id}&items=${entity_id}:${quantity}&offer=${id}`
}
