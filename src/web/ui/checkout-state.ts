/** What the server tells the script of `/checkout`, as JSON on the page. */
export type CheckoutState = {
  /** where it is bought; none where an order of memberships alone does not say it */
  festival?: string | undefined
  /** as `readItems` reads it */
  items: string
  /** the idempotency key for the order that the page makes */
  key?: string | undefined
  /** an order of other things of this festival, which is given up first */
  instead?: string | undefined
  /** the order that there is */
  order?: string | undefined
  /** the code to buy with; of an order that there is, instead of what it has */
  voucher?: string | undefined
  /** the place on a waiting list whose offer is bought */
  offer?: string | undefined
  /** what Stripe's script needs; absent where payments are simulated */
  stripe?: string | undefined
  /** where the same can be bought again, once this is over; none where that is not known */
  again?: string | undefined
  /** how many points are worth a euro; absent for a user who has none */
  pointsPerEuro?: number | undefined
}
