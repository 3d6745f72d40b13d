/** Decides what an entry of a statement is: pure, so that each rule has its test. */
import type { StatementEntry } from '#core/banking'
import type { TransferCharge, TransferRefund } from '#shop/payments'

/** Why an entry is in its state. */
export const reasons = {
  paid: 'Booked: it pays the order, exactly',
  refund: 'Booked: a transfer of a file has left the account',
  refund_returned: 'Booked: a transfer of a file came back',
  unknown: 'Open: it names no order that is known',
  several: 'Open: it names several orders',
  batch: 'Open: several transfers, whose details the file has not',
  too_little: 'Open: less than the order costs',
  too_much: 'Open: more than the order costs',
  late: 'Open: the order waits for no transfer any more',
  double: 'Open: the order is paid already',
  reversal: 'Open: the bank takes an earlier entry back',
  outgoing: 'Not of this service: other money that left the account',
} as const
export type Reason = keyof typeof reasons

export type Match = { state: 'booked' | 'open' | 'ignored'; reason: Reason } & {
  charge?: TransferCharge | undefined
  refunds?: string[]
}

/** Facts of the books about the orders and refunds that entries name. */
export type Books = {
  /** by the number of the order */
  charges: ReadonlyMap<string, TransferCharge>
  /** by the EndToEndId */
  refunds: ReadonlyMap<string, TransferRefund>
  /** the refunds of files, by the id of the file */
  files: ReadonlyMap<string, TransferRefund[]>
}

/** Matches an entry of our account, in EUR, that is booked. */
export function match(entry: StatementEntry, books: Books): Match {
  return entry.cents < 0 ? matchOutgoing(entry, books) : matchIncoming(entry, books)
}

function matchOutgoing({ cents, isReversal, ...entry }: StatementEntry, books: Books): Match {
  if (isReversal) return { state: 'open', reason: 'reversal' }
  const named = refundsNamed(entry, books)
  const batch = books.files.get(entry.batchId ?? '') ?? []
  const sent = [named, batch].find((refunds) => refunds.length > 0 && sumOf(refunds) === -cents)
  if (!sent) return { state: 'ignored', reason: 'outgoing' }
  return { state: 'booked', reason: 'refund', refunds: sent.map(({ key }) => key) }
}

const refundsNamed = ({ endToEndIds }: Pick<StatementEntry, 'endToEndIds'>, { refunds }: Books) =>
  endToEndIds.flatMap((id) => refunds.get(id) ?? [])
const sumOf = (refunds: TransferRefund[]) => refunds.reduce((sum, { cents }) => sum + cents, 0)

function matchIncoming(entry: StatementEntry, books: Books): Match {
  const returned = refundsNamed(entry, books)
  const isBack = entry.isReversal || entry.returnReason !== null
  if (isBack && returned.length > 0) {
    return { state: 'booked', reason: 'refund_returned', refunds: returned.map(({ key }) => key) }
  }
  const named = entry.references.flatMap((reference) => books.charges.get(reference) ?? [])
  const charges = [...new Map(named.map((charge) => [charge.order_id, charge])).values()]
  const [charge, ...others] = charges
  if (entry.batchCount !== null && entry.batchCount > 1) return { state: 'open', reason: 'batch' }
  if (others.length > 0) return { state: 'open', reason: 'several' }
  if (!charge) return { state: 'open', reason: 'unknown' }
  const reason = faultOf(entry, charge)
  if (reason) return { state: 'open', reason, charge }
  return { state: 'booked', reason: 'paid', charge }
}

/** Returns what is wrong with money for an order; undefined if it pays the order. */
function faultOf({ cents }: StatementEntry, charge: TransferCharge): Reason | undefined {
  if (charge.paid_at !== null || charge.is_paid) return 'double'
  if (charge.key === null || charge.is_cancelled) return 'late'
  if (cents < charge.cents) return 'too_little'
  return cents > charge.cents ? 'too_much' : undefined
}
