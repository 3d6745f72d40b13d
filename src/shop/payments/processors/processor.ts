import type { IncomingHttpHeaders } from 'node:http'
import type { CheckoutForm } from '#common/pages/checkout-forms'
import type { Config } from '#platform/config/variables'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import type { Clock } from '#platform/values/time'
import type { PayoutSource } from './payout-source.ts'

/**
 * A charge: its `key` is ours, the order's id, and the processor charges a key at most once. `number` is the order's,
 * for people; `id` is the processor's, if it is known.
 */
export type Charge = {
  key: string
  cents: number
  createdAt: Date
  number?: string | null
  id?: string | null
}

/**
 * The state of a charge. `reason` is the processor's own word, such as `insufficient_funds`; `id` the processor's id of
 * the charge.
 */
export type Outcome =
  | { state: 'succeeded'; id?: string }
  | { state: 'declined'; reason: string }
  | { state: 'requires_action'; clientSecret: string; id?: string }
  /** accepted, and the money arrives later, as by bank transfer: the order is held for the hold of its method */
  | { state: 'awaiting'; id?: string }

/** The processor's state of a key: an outcome, or that nothing was charged so far. */
export type Standing = Outcome | { state: 'none' }

/** The amount taken; `currency` as the processor writes it, such as `eur`. */
type Charged = { cents: number; currency: string }

/** The current state of a dispute; `id` is the processor's. */
export type ProcessorDispute = {
  id: string
  cents: number
  /** the processor's own word, such as `fraudulent` */
  reason: string
  status: 'open' | 'won' | 'lost'
}

/**
 * The state of a refund at the processor. A `refunded` one may still be `refused` days later, when the bank returns the
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
  /** absent: it does not concern the charge */
  outcome?: Outcome
  /** absent: it has no amount */
  charged?: Charged
  /** total refunded of the charge, by us or at the processor, when the event was sent */
  refundedCents?: number
  /** a refund of the charge, in its state when the event was sent */
  refund?: ProcessorRefund
  /** the owner of the card disputes the charge, or did */
  dispute?: ProcessorDispute
}

/** Another amount or currency was charged than requested: people have to review it. */
export class OtherAmount extends Error {}

/** Describes the fault of a charge that should have been `wanted` cents (EUR); undefined if it has none. */
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

/** The terms of a method of payment. */
export type MethodTerms = {
  /** the time for which an order holds its items until its money arrives, seconds; absent: PAYMENT_HOLD_SECONDS */
  holdSeconds?: number
  /** its line in reports of sales; absent: no money is taken by it */
  report?: { name: string; description: string }
}

/** The terms of cards that are charged at once. */
export const card = {
  report: { name: 'Card', description: 'Paid online, by the processor' },
} as const satisfies MethodTerms

/**
 * Takes the money (EUR). Every call may be slow, fail without an answer, or have worked without one: then it throws,
 * and the caller asks `find` later instead of guessing. Nothing throws for a decline; a charge of another amount or
 * currency throws `OtherAmount`.
 */
export type Processor = {
  name: string
  /** the methods of payment that it takes, as `orders.means` has them; null there is `card` */
  methods: Readonly<Record<string, MethodTerms>>
  charge(charge: Charge, method: string): Promise<Outcome>
  find(charge: Charge): Promise<Standing>
  /** Cancels a charge: after it no charge with this key can succeed. `succeeded` if it was too late. */
  cancelCharge(charge: Charge): Promise<'cancelled' | 'succeeded'>
  /** Refunds money, once for each key; the same call later returns the state of that refund. */
  refund(refund: Refund): Promise<RefundState>
  /** Returns all refunds of a charge in their current state, ours and refunds made at the processor. */
  refundsOf(charge: Charge): Promise<ProcessorRefund[]>
}

/** A processor that buyers pay by themselves, on a page. */
export type OnlineProcessor = Processor & {
  /** true if it takes real money */
  livemode: boolean
  /** the key that a page needs to collect a payment method */
  publicKey: string
  /** the method it takes when none is given; undefined: one has to be given */
  defaultMethod: string | undefined
  /** the form of the checkout that collects the payment method */
  form: CheckoutForm
  /** the header with the signature of its webhooks, in lower case */
  signatureHeader?: string
  /** its books; absent: it has none that can be read */
  books?: PayoutSource
  /**
   * Reads an event from the raw body. Undefined: none we act on. A promise if the processor has to be asked first for
   * the subject of the event: it is rejected with Problem 503 if that does not answer.
   * @throws Problem 400 when the signature or its age is wrong
   */
  webhook(
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): ProcessorEvent | undefined | Promise<ProcessorEvent | undefined>
}

export const isOnline = (processor: Processor): processor is OnlineProcessor => 'form' in processor

/** Posts a webhook to ourselves and returns the status of the answer. */
export type Deliver = (webhook: {
  headers: Record<string, string>
  body: string
}) => Promise<number>

/** The settings and services with which a processor is opened. */
export type Setup = {
  config: Config
  db: Database
  now: Clock
  /** the secret of the service, and another one while secrets are exchanged */
  secretKey: string
  otherKey: string | undefined
  deliver: Deliver | undefined
  /** Returns true if a processor that comes first takes a method. */
  isTaken(method: string): boolean
}

/** A processor of the registry. `open` returns undefined if it is not set up. */
export type Definition = Pick<Processor, 'name' | 'methods'> & {
  form?: CheckoutForm
  open(setup: Setup): Processor | undefined
}
