import type { FormOwner } from './checkout-forms.ts'

/** The state that the server gives the script of `/checkout`, as JSON on the page. */
export type CheckoutState = {
  /** the festival; undefined if an order of memberships alone does not name it */
  festival?: string | undefined
  /** in the format of `readItems` */
  items: string
  /** the idempotency key for the order that the page makes */
  key?: string | undefined
  /** an order of other items of this festival, which is abandoned first */
  instead?: string | undefined
  /** the existing order */
  order?: string | undefined
  /** the code to buy with; for an existing order, instead of its own */
  voucher?: string | undefined
  /** the place on a waiting list with the offer that is bought */
  offer?: string | undefined
  /** the processor, whose form collects the payment method, and the key for that */
  processor: FormOwner & { publicKey: string }
  /** the address where the same items can be bought again, once this order is over; undefined if unknown */
  again?: string | undefined
  /** the number of points worth one euro; absent for a user who has none */
  pointsPerEuro?: number | undefined
}
