/** What the server tells the script of `/checkout`, as JSON on the page. */
export type CheckoutState = {
  festival: string
  /** as `readBasket` reads it */
  items: string
  /** the idempotency key for the order that the page makes */
  key?: string
  /** an order of other things of this festival, which is given up first */
  instead?: string
  /** the order that there is */
  order?: string
  voucher?: string
  /** the place on a waiting list whose offer is bought */
  offer?: string
  /** what Stripe's script needs; absent where payments are simulated */
  stripe?: string
}
