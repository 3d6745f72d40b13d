import { sqlState } from '#platform/database/failures'
import { toleranceOf } from '#platform/jobs/admission'
import { type Microbatched, microbatch } from '#platform/jobs/microbatch'
import type { OrderRequest, SettledOrder } from '../model/order-stages.ts'
import type { PaymentContext } from '../model/payment-context.ts'
import type { Reservation } from '../reserving/batch.ts'
import { reserve } from '../reserving/reserve.ts'
import { type ChargeResult, settle } from './settle.ts'

/** The two transactions of a purchase, each shared by all purchases that are in it at the same moment. */
export type Checkout = PaymentContext & {
  reserve: Microbatched<OrderRequest, Reservation>
  settle: Microbatched<ChargeResult, SettledOrder | undefined>
  /** longest that a purchase may wait, ms, when others would wait `wait` ms now */
  tolerance: (wait: number) => number
}

/** Opens the checkout of a process. A process has one, which batches purchases from all of its requests. */
export function openCheckout(context: PaymentContext): Checkout {
  // Classes 22 and 23: a value of one member cannot be stored. The others are not to blame.
  const isOneToBlame = (error: unknown) => /^2[23]/.test(sqlState(error))
  return {
    ...context,
    reserve: microbatch({
      run: (orders) => reserve(context, orders),
      keyOf: ({ user_id, endpoint, idempotency_key }) =>
        `${user_id} ${endpoint} ${idempotency_key}`,
      isOneToBlame,
    }),
    settle: microbatch({
      run: (results) => settle(context, results),
      keyOf: ({ id }) => id,
      isOneToBlame,
    }),
    tolerance: toleranceOf(context.config.BUSY_AFTER_MS, context.now),
  }
}
