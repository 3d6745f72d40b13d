/** What the operations of sales use. */
export type Headers = Record<string, string>

/** The records the operations use: the buyer with 5,000 payments, the busiest festival, and its staff. */
export type Sample = {
  buyer: string
  manager: string
  admin: string
  festival: string
  cancelled: string
  organizer: string
  tier: string
  soldOut: string
  free: string
  artist: string
  payment: string
  cursor: number
}
