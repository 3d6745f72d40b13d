import type { Processor } from './processor.ts'

type Taker = Pick<Processor, 'get' | 'cancel' | 'refund' | 'refundsOf'>

/**
 * Cash and card terminals beside the processor that takes money online. The seller reports the amount taken, in the
 * request that books it: so nothing is charged from here, nothing is charged late, and only a till gives money back.
 */
const atTill: Taker = {
  get: async () => ({ state: 'none' }),
  cancel: async () => 'cancelled',
  refund: async () => ({
    state: 'refused',
    reason: 'it was paid at the box office: give it back there',
  }),
  refundsOf: async () => [],
}

/** Returns the taker of an order's money, which also gives it back: the processor, or a till if the order has `means`. */
export function processorOf(
  { processor }: { processor: Processor },
  { means = null }: { means?: string | null },
): Taker {
  return means === null ? processor : atTill
}
