/** What the server tells the script of `/checkout`, as JSON on the page. */
export type CheckoutState = {
  /** where it is bought; none where an order of memberships alone does not say it */
  festival?: string
  /** as `readItems` reads it */
  items: string
  /** the idempotency key for the order that the page makes */
  key?: string
  /** an order of other things of this festival, which is given up first */
  instead?: string
  /** the order that there is */
  order?: string
  /** the code to buy with; of an order that there is, instead of what it has */
  voucher?: string
  /** the place on a waiting list whose offer is bought */
  offer?: string
  /** what Stripe's script needs; absent where payments are simulated */
  stripe?: string
  /** where the same can be bought again, once this is over; none where that is not known */
  again?: string
  /** how many points are worth a euro; absent for who has none */
  pointsPerEuro?: number
}
