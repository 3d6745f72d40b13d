import type { Payment } from './schemas.ts'
import type { OrderStatus, Status } from './states.ts'

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
  return null
}
