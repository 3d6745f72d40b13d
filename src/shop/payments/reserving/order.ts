import type { Settled } from '#platform/jobs/microbatch'
import type { Charged, PaymentTransaction } from '../model/payment-context.ts'
import type { CancelTerms, Offer, PaymentType } from '../pricing/offers.ts'
import type { Taking } from './hold.ts'

/** One thing that is asked for: `id` is that of its payment, if it becomes one. */
type OrderLine = {
  id: string
  payment_type: PaymentType
  entity_type: string | null
  entity_id: string
}

/** How a till is paid; a lease is sold later. */
export type Means = 'cash' | 'terminal' | 'complimentary' | 'lease'

/** What a till adds to an order: `until` says how long it is held, where that is not as in the shop. */
type AtTill = { means: Means; sale_id: string | null; until?: Date }

/** A purchase as it is asked for, by `POST /payments` of one thing, by `POST /orders` of several. */
export type Order = {
  id: string
  user_id: string
  endpoint: 'payments' | 'orders'
  idempotency_key: string
  request_hash: Buffer
  /** one for each unit, those of one entity behind each other */
  lines: OrderLine[]
  points_used: number
  /** the code of a voucher, as it is found */
  voucher?: string | undefined
  /** the waiting entry whose offer it buys with */
  offer_id?: string | undefined
  amount_cents: number | undefined
  /** whether it is held alone, and paid by later requests */
  hold: boolean
  /** at the till that sells it, or sets it aside; none: in the shop */
  atTill?: AtTill | undefined
  /** how it is paid; undefined when the processor has no method of its own to take */
  method: string | undefined
  /** where it is bought from, as a HMAC; none for addresses that are not public */
  network: Buffer | null | undefined
}

/** An order that holds what it buys, or one that its key made before. */
export type Reservation = Charged & {
  /** whether the caller now has the lease, and is to charge it */
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

/** An order with what is charged for it, which is the sum of its lines. */
export type Priced = Omit<Order, 'amount_cents' | 'lines'> & {
  amount_cents: number
  lines: PricedLine[]
}
