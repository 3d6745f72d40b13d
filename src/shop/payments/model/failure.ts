import type { Payment } from './schemas.ts'
import type { OrderStatus, Status } from './states.ts'

/** The failure of an order with a returned ticket that was used or kept before it was paid: all of it is given back. */
export const returnGone = 'return_gone'

/**
 * Returns the reason why a payment failed, with the code and the sentence of its 402; null if it did not fail. For a
 * held order it is the reason why the last attempt to pay was declined. `reason` is the processor's own word.
 */
export function failureOf(status: Status | OrderStatus, reason: string | null): Payment['failure'] {
  if (status === 'failed' || (status === 'held' && reason !== null)) {
    const message = `The payment was declined: ${reason ?? 'no reason given'}`
    return { code: 'declined', decline_code: reason, message }
  }
  if (status === 'expired') {
    const message = 'The payment was not completed in time'
    return { code: 'expired', decline_code: null, message }
  }
  if (reason === returnGone) {
    const message = 'The ticket was used or kept meanwhile: all that was charged comes back'
    return { code: returnGone, decline_code: null, message }
  }
  return null
}
