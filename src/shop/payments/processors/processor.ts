import type { IncomingHttpHeaders } from 'node:http'
import { toEuros } from '#platform/values/money'

/**
 * A charge: its `key` is ours, the order's id, and the processor charges a key at most once. `number` is that of the order,
 * for people; `id` is the processor's, where it is known.
 */
export type Charge = {
  key: string
  cents: number
  createdAt: Date
  number?: string | null
  id?: string | null
}

/**
 * How a charge stands. `reason` is the processor's own word, such as `insufficient_funds`; `id` the processor's id of the
 * charge.
 */
export type Outcome =
  | { state: 'succeeded'; id?: string }
  | { state: 'declined'; reason: string }
  | { state: 'requires_action'; clientSecret: string; id?: string }

/** What the processor says of a key: an outcome, or that nothing was charged so far. */
export type Standing = Outcome | { state: 'none' }

/** What was taken; `currency` as the processor writes it, such as `eur`. */
type Charged = { cents: number; currency: string }

/** What became of a dispute so far; `id` is the processor's. */
export type ProcessorDispute = {
  id: string
  cents: number
  /** the processor's own word, such as `fraudulent` */
  reason: string
  status: 'open' | 'won' | 'lost'
}

/**
 * How a refund stands at the processor. A `refunded` one may still be `refused` days later, when the bank returns the
 * money; that is its end.
 */
export type RefundState =
  | { state: 'pending'; id?: string }
  | { state: 'refunded'; id?: string }
  | { state: 'refused'; reason: string; id?: string }

/** A refund at the processor. `key` is ours; undefined: it was made in the processor's dashboard. */
export type ProcessorRefund = RefundState & { id: string; key: string | undefined; cents: number }

/** An event the processor sent: at least once, in any order. */
export type ProcessorEvent = {
  id: string
  key: string
  /** absent: it says nothing of the charge */
  outcome?: Outcome
  /** absent: it says nothing of an amount */
  charged?: Charged
  /** all that was given back of the charge when it was sent, by us or at the processor */
  refundedCents?: number
  /** how a refund of the charge stood when it was sent */
  refund?: ProcessorRefund
  /** the owner of the card disputes the charge, or did */
  dispute?: ProcessorDispute
}

/** Something else was charged than asked for: people have to look at it. */
export class OtherAmount extends Error {}

/** What is wrong with a charge of what should have been so many cents (EUR); undefined: nothing. */
export function amountFault({ cents, currency }: Charged, wanted: number): string | undefined {
  if (cents === wanted && currency.toLowerCase() === 'eur') return undefined
  const [taken, asked] = [toEuros(cents), toEuros(wanted)]
  return `The processor took ${taken} ${currency.toUpperCase()} instead of ${asked} EUR`
}

export type Refund = {
  /** the key of the charge to give back */
  charge: Charge
  /** the refund's own key: the same one never refunds twice */
  key: string
  cents: number
}

/**
 * Who takes the money (EUR). Every call may be slow, fail without an answer, or have worked without
 * one: then it throws, and the caller asks `get` later instead of guessing. Nothing throws for a
 * decline; a charge of another amount or currency throws `OtherAmount`.
 */
export type Processor = {
  name: 'simulated' | 'stripe'
  /** whether it takes real money */
  livemode: boolean
  /** what a page needs to collect a payment method */
  publicKey: string
  /** the method it takes when none is given; undefined: one has to be given */
  defaultMethod: string | undefined
  charge(charge: Charge, method: string): Promise<Outcome>
  get(charge: Charge): Promise<Standing>
  /** The fence: after it no charge with this key can succeed. `succeeded` when it was too late. */
  cancel(charge: Charge): Promise<'cancelled' | 'succeeded'>
  /** Gives money back, once for each key; the same call later says how that refund stands. */
  refund(refund: Refund): Promise<RefundState>
  /** All refunds of a charge, ours and those made at the processor, as they stand. */
  refundsOf(charge: Charge): Promise<ProcessorRefund[]>
  /**
   * Reads an event from the raw body. Undefined: none we act on. A promise where the processor has to be asked first what
   * it is about: it is rejected with Problem 503 when that does not answer.
   * @throws Problem 400 when the signature or its age is wrong
   */
  webhook(
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): ProcessorEvent | undefined | Promise<ProcessorEvent | undefined>
}
