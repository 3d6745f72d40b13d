import type { Settled } from '#platform/jobs/microbatch'
import type { Charged, PaymentTransaction } from '../model/payment-context.ts'
import type { CancelTerms, Offer, PaymentType } from '../pricing/offers.ts'
import type { Taking } from './hold.ts'

/** One requested thing: `id` is for its payment, if it becomes one. */
type OrderLine = {
  id: string
  payment_type: PaymentType
  entity_type: string | null
  entity_id: string
}

/** The payment method at a till; a lease is sold later. */
export type Means = 'cash' | 'terminal' | 'complimentary' | 'lease'

/** The data that a till adds to an order. `until`: the end of its hold, if it is not the same as in the shop. */
type AtTill = { means: Means; sale_id: string | null; until?: Date }

/** A purchase as requested, by `POST /payments` for one thing, by `POST /orders` for several. */
export type Order = {
  id: string
  user_id: string
  endpoint: 'payments' | 'orders'
  idempotency_key: string
  request_hash: Buffer
  /** one for each unit, units of one entity next to each other */
  lines: OrderLine[]
  points_used: number
  /** the key by which the code of a voucher is found */
  voucher?: string | undefined
  /** the waiting entry of the offer that it buys with */
  offer_id?: string | undefined
  amount_cents: number | undefined
  /** true if it is only held, and paid by later requests */
  hold: boolean
  /** the till that sells it, or sets it aside; none: in the shop */
  atTill?: AtTill | undefined
  /** the payment method; undefined if none is given and the processor has no default */
  method: string | undefined
  /** the network it is bought from, as a HMAC; none for addresses that are not public */
  network: Buffer | null | undefined
}

/** An order that holds its items, or an order that its key made before. */
export type Reservation = Charged & {
  /** true if the caller now has the lease, and is to charge it */
  isMine: boolean
}

export type Result = Settled<Reservation>

/** The transaction that reserves orders, with the result of each so far. */
export type Batch = PaymentTransaction & { results: Map<string, Result> }

type PricedLine = OrderLine &
  Taking &
  Pick<Offer, 'festival_id' | 'price_cents' | 'vat' | keyof CancelTerms> & {
    discount_cents: number
    amount_cents: number
  } & Partial<Record<'given_by' | 'given_reason' | 'lease_id', string>>

/** An order with the amount charged for it, which is the sum of its lines. */
export type Priced = Omit<Order, 'amount_cents' | 'lines'> & {
  amount_cents: number
  lines: PricedLine[]
}
