/** The processor of a test: it keeps its charges where the test can see them, and fails on demand. */
import type { Charge, OnlineProcessor, Outcome } from '../src/shop/payments/processors/processor.ts'
import { processorsOf } from '../src/shop/payments/processors/registry.ts'
import { facts } from '../src/shop/payments/processors/simulated/simulated.ts'
import { till } from '../src/shop/payments/processors/till/index.ts'

type Fault = 'lost request' | 'lost answer' | 'declined' | 'action' | 'later'

export function aProcessor() {
  const charges = new Map<string, { outcome: Outcome; cents: number; times: number }>()
  const refunds = new Map<string, { charge: string; cents: number }>()
  const told = {
    /** What happens to the next charges. */
    next: [] as Fault[],
    isDown: false,
    refuse: undefined as string | undefined,
  }
  const answering = () => {
    if (told.isDown) throw new Error('The processor is down')
  }
  const decide = (fault: Fault | undefined, key: string): Outcome => {
    if (fault === 'declined') return { state: 'declined', reason: 'insufficient_funds' }
    if (fault === 'action') return { state: 'requires_action', clientSecret: `secret of ${key}` }
    if (fault === 'later') return { state: 'awaiting' }
    return { state: 'succeeded' }
  }
  const charge = ({ key, cents }: Charge) => {
    const fault = told.next.shift()
    if (fault === 'lost request') throw new Error('The request was lost')
    const known = charges.get(key)
    const outcome = known?.outcome ?? decide(fault, key)
    charges.set(key, { outcome, cents, times: (known?.times ?? 0) + 1 })
    if (fault === 'lost answer') throw new Error('The answer was lost')
    return outcome
  }
  const processor: OnlineProcessor = {
    ...facts,
    livemode: false,
    publicKey: 'pk_test',
    defaultMethod: 'pm_card_visa',
    charge: async (asked) => {
      answering()
      return charge(asked)
    },
    find: async ({ key }) => {
      answering()
      return charges.get(key)?.outcome ?? { state: 'none' }
    },
    cancelCharge: async ({ key, cents }) => {
      answering()
      if (charges.get(key)?.outcome.state === 'succeeded') return 'succeeded'
      charges.set(key, { outcome: { state: 'declined', reason: 'cancelled' }, cents, times: 0 })
      return 'cancelled'
    },
    refund: async ({ charge: { key: of }, key, cents }) => {
      answering()
      if (told.refuse) return { state: 'refused', reason: told.refuse }
      refunds.set(key, { charge: of, cents })
      return { state: 'refunded' }
    },
    refundsOf: async ({ key: of }) => {
      answering()
      return [...refunds].flatMap(([key, { charge: ofCharge, cents }]) =>
        ofCharge === of ? [{ id: `re_${key}`, key, cents, state: 'refunded' } as const] : [],
      )
    },
    webhook: (_headers, body) => JSON.parse(body.toString()),
  }
  return { processor, charges, refunds, told }
}

/** The parts of a world in which this processor takes all money but that of tills. */
export const paidBy = (processor: OnlineProcessor) => ({
  processors: processorsOf([processor, till.open()]),
})

/** What a processor answers, without its ids and amounts. */
export function answerOf(answer: object): object {
  const { id: _, key: __, cents: ___, ...rest } = answer as Record<string, unknown>
  return rest
}
