import type { Charge, Outcome, Processor } from './processor.ts'

/** Test methods of Stripe that decline, and the reason they give. */
const declining: Record<string, string> = {
  pm_card_chargeDeclined: 'generic_decline',
  pm_card_visa_chargeDeclined: 'generic_decline',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
}

/** A processor that takes no money: it keeps its charges in memory. */
export function simulated(): Processor {
  const charges = new Map<string, Outcome>()
  return {
    name: 'simulated',
    publicKey: 'pk_simulated',
    defaultMethod: 'pm_card_visa',
    charge: async ({ key }: Charge, method) => {
      const reason = declining[method]
      const outcome: Outcome =
        charges.get(key) ?? (reason ? { state: 'declined', reason } : { state: 'succeeded' })
      charges.set(key, outcome)
      return outcome
    },
    get: async ({ key }) => charges.get(key) ?? { state: 'none' },
    cancel: async ({ key }) => {
      if (charges.get(key)?.state === 'succeeded') return 'succeeded'
      charges.set(key, { state: 'declined', reason: 'cancelled' })
      return 'cancelled'
    },
    refund: async () => ({ state: 'refunded' }),
    webhook: () => undefined,
  }
}
