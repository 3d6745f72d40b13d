import type { Settled } from '#platform/jobs/microbatch'
import type { CancelTerms, Offer, PaymentType } from './offers.ts'
import type { PaymentTransaction } from './payment-context.ts'

/** A purchase as it is asked for; `id` is the payment's, if it becomes one. */
export type Order = {
  id: string
  user_id: string
  idempotency_key: string
  request_hash: Buffer
  payment_type: PaymentType
  entity_type: string | null
  entity_id: string
  points_used: number
  amount_cents: number | undefined
  /** how it is paid; undefined when the processor has no method of its own to take */
  method: string | undefined
  /** where it is bought from, as a HMAC; none for addresses that are not public */
  network: Buffer | null | undefined
}

/** A payment that holds what it buys, or one that its key made before. */
export type Reservation = {
  id: string
  amount_cents: number
  created_at: Date
  /** whether the caller now has the lease, and is to charge it */
  isMine: boolean
}

export type Result = Settled<Reservation>

/** The transaction that reserves orders, with the result of each so far. */
export type Batch = PaymentTransaction & { results: Map<string, Result> }

export type Priced = Omit<Order, 'amount_cents'> &
  Pick<Offer, 'festival_id' | 'price_cents' | 'max_per_person' | 'vat' | keyof CancelTerms> & {
    amount_cents: number
  }
