import type { Database } from '#platform/database/tables'
import type { Clock } from '#platform/values/time'
import type { Outcome, Processor } from '../processor.ts'
import { type BankCharge, openBankBook } from './book.ts'

const daySeconds = 86_400

export const facts = {
  name: 'transfer',
  methods: {
    transfer: {
      // The least: an order has the time that it was given when its buyer chose this method.
      holdSeconds: 3 * daySeconds,
      report: { name: 'Bank transfer', description: 'Transferred to the bank account' },
    },
  },
} as const

/**
 * Takes money by bank transfer. No call leaves the service: charges and refunds are rows, which statements of the bank
 * account settle. A charge waits until an entry is booked on it, or it is cancelled: never both.
 */
export function transferProcessor({ db, now }: { db: Database; now: Clock }): Processor {
  const book = openBankBook(db)
  return {
    ...facts,
    charge: async (charge) => outcomeOf(await book.charge(charge)),
    // Unknown: the process ended before it had asked. The buyer has chosen to transfer all the same.
    find: async (charge) => outcomeOf(await book.charge(charge)),
    cancelCharge: async (charge) =>
      (await book.cancel(charge)).paid_at === null ? 'cancelled' : 'succeeded',
    refund: (refund) => book.refund(refund, now()),
    refundsOf: ({ key }) => book.refundsOf(key),
  }
}

function outcomeOf({ key, paid_at, is_cancelled }: BankCharge): Outcome {
  if (paid_at !== null) return { state: 'succeeded', id: `bank_${key}` }
  return is_cancelled ? { state: 'declined', reason: 'canceled' } : { state: 'awaiting' }
}
