import type { Settled } from '#platform/jobs/microbatch'
import type { ReservedOrder } from '../model/order-stages.ts'
import type { PaymentTransaction } from '../model/payment-context.ts'

/** An order that holds its items, or the order that its key made before. */
export type Reservation = {
  order: ReservedOrder
  /** true if the caller now has the lease, and is to charge it */
  isMine: boolean
}

export type ReservationResult = Settled<Reservation>

/** The transaction that reserves orders, with the result of each so far. */
export type Batch = PaymentTransaction & { results: Map<string, ReservationResult> }
