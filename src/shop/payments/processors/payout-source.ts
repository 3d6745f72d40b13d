/** The books of a processor: what it has paid out to the operator's bank account, and what each payout consists of. */

/** A payout to the bank account. `id` is the processor's; `cents` is negative if the account was debited. */
export type ProcessorPayout = {
  id: string
  cents: number
  /** as the processor writes it, such as `eur` */
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  /** made by the processor's schedule; false: requested by a person, and the processor does not say what is in it */
  isAutomatic: boolean
  /** the processor can say what is in it */
  isItemized: boolean
  createdAt: Date
  /** the day on which it is expected at the bank, as YYYY-MM-DD */
  arrivesOn: string
  /** the processor's own word for why it failed; null: it did not */
  failure: string | null
}

export const entryKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const

/** An entry of the balance at the processor. */
export type BalanceEntry = {
  id: string
  kind: (typeof entryKinds)[number]
  /** the processor's own word, such as `refund_failure` */
  category: string
  /** what it adds to the balance before its fee; negative: what it takes */
  cents: number
  /** what the processor keeps of it */
  feeCents: number
  currency: string
  createdAt: Date
  /** the processor's id of the charge, refund or dispute; null: it has none */
  source: string | null
  /** the id by which orders know their charge; null: it belongs to none */
  charge: string | null
  description: string | null
}

type Between = { from: Date; to: Date }

/** Reads the books of a processor. Each call may be slow or fail, and is safe to repeat. */
export type PayoutSource = {
  payouts(between: Between): AsyncIterable<ProcessorPayout>
  entries(between: Between): AsyncIterable<BalanceEntry>
  /** Reads the entries of a payout, without that of the payout itself. */
  entriesOf(payout: string): AsyncIterable<BalanceEntry>
}
