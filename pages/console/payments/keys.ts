import { newKey } from '../../shared/new-key.ts'

const keys = new Map<string, string>()

/**
 * Returns the Idempotency-Key of a refund. It stays the same until the answer arrives, so that a second
 * click, or a retry after a lost answer, refunds once.
 */
export function keyOf(paymentId: string, body: object): string {
  const wish = nameOf(paymentId, body)
  const key = keys.get(wish) ?? newKey()
  keys.set(wish, key)
  return key
}

/** Forgets the key once the answer has arrived: the same request again is another refund. */
export function deleteKey(paymentId: string, body: object): void {
  keys.delete(nameOf(paymentId, body))
}

const nameOf = (paymentId: string, body: object) => `${paymentId} ${JSON.stringify(body)}`
