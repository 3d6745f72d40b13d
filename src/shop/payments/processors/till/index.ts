import type { Definition, Processor } from '../processor.ts'

/**
 * Cash and card terminals. The seller reports the amount taken, in the request that books it: so nothing is charged
 * from here, nothing is charged late, and only a till gives money back. A `lease` is set aside for a till that sells
 * without a network.
 */
const facts = {
  name: 'till',
  methods: {
    cash: { report: { name: 'Cash', description: 'Paid in cash at the box office' } },
    terminal: {
      report: {
        name: 'Card terminal',
        description: 'Paid with a card terminal at the box office',
      },
    },
    complimentary: {},
    lease: {},
  },
} as const

const processor: Processor = {
  ...facts,
  charge: async () => {
    throw new Error('A till takes the money itself')
  },
  find: async () => ({ state: 'none' }),
  cancelCharge: async () => 'cancelled',
  refund: async () => ({
    state: 'refused',
    reason: 'it was paid at the box office: give it back there',
  }),
  refundsOf: async () => [],
}

export const till = { ...facts, open: () => processor } satisfies Definition
