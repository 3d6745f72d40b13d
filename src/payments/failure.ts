import type { Payment } from './schemas.ts'
import type { Status } from './states.ts'

/**
 * Returns why a payment came to nothing, with the code and the sentence of its 402; null for one that did
 * not. `reason` is the processor's own word.
 */
export function failureOf(status: Status, reason: string | null): Payment['failure'] {
  if (status === 'failed') {
    const message = `The payment was declined: ${reason ?? 'no reason given'}`
    return { code: 'declined', decline_code: reason, message }
  }
  if (status === 'expired') {
    const message = 'The payment was not completed in time'
    return { code: 'expired', decline_code: null, message }
  }
  return null
}
