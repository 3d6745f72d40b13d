import type { Payment } from './schemas.ts'
import type { OrderStatus, Status } from './states.ts'

/** The reason of an order whose returned ticket was used or kept before it was paid: all of it is given back. */
export const returnGone = 'return_gone'

/**
 * Returns why a payment came to nothing, with the code and the sentence of its 402; null for one that did
 * not. Of what is still held it is why the last attempt to pay it was declined. `reason` is the processor's own word.
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
