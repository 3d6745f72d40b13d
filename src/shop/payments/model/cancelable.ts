/** Cancellation by buyers, as their festival allowed when they bought (docs/contract, section 7.5). */
import { conflict, type Problem } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import type { CancelTerms } from '../pricing/offers.ts'
import type { Payment } from './schemas.ts'
import { isPaid, type Status } from './states.ts'

/** The facts that decide if a buyer may cancel a payment, and for how much. */
export type Returnable = CancelTerms & {
  user_id: string
  status: Status
  amount_cents: number
  refunded_cents: number
  kept_cents: number
  disputed_at: Date | null
  festival_cancelled_at: Date | null
  /** time until which it comes back in full, since its festival was moved after the purchase; null: it was not */
  moved_refund_until: Date | null
  /** null: the buyer has its ticket, or there is none */
  holder_id: string | null
  validated_at: Date | null
  /** null: its ticket is not offered to another user */
  offered_until: Date | null
}

/** 409 for a refund while a dispute is open: the bank may take the money too. */
export const disputed = () =>
  conflict('The cardholder disputes this payment: wait until the dispute is closed', 'disputed')

type HoldingFacts = Pick<Returnable, 'user_id' | 'holder_id'>

/** Returns true if the ticket of a payment has another holder than its buyer. */
export const hasOtherHolder = ({ holder_id, user_id }: HoldingFacts) =>
  holder_id !== null && holder_id !== user_id

/** 409 for a ticket that has another holder by now. */
export const transferred = () => conflict('The ticket was transferred', 'transferred')

type Rule = [
  refuses: (one: Returnable, now: Date) => boolean,
  problem: (one: Returnable) => Problem,
]

/** The rules against cancellation by the buyer: the first that applies decides. */
const rules: Rule[] = [
  [
    ({ status }) => status === 'refunding' || status === 'refunded',
    () => conflict('This payment has already been refunded', 'already_refunded'),
  ],
  [
    ({ status }) => !isPaid(status),
    () => conflict('This payment has not succeeded', 'not_succeeded'),
  ],
  [({ disputed_at }) => disputed_at !== null, () => disputed()],
  [
    ({ festival_cancelled_at }) => festival_cancelled_at !== null,
    () => conflict('The festival is cancelled, and all payments are refunded in full', 'cancelled'),
  ],
  [
    (payment, now) => termsOf(payment, now).cancel_until === null,
    () => conflict('Buyers cannot give this back', 'not_cancelable'),
  ],
  [
    (payment, now) => isOver(termsOf(payment, now), now),
    (payment) =>
      conflict('The time for returning this ticket is over', 'cancel_period_over', {
        until: latest(payment.cancel_until, payment.moved_refund_until),
      }),
  ],
  [hasOtherHolder, transferred],
  [
    ({ validated_at }) => validated_at !== null,
    () => conflict('The ticket was used', 'already_validated'),
  ],
  [
    ({ offered_until }, now) => offered_until !== null && now < offered_until,
    () => conflict('The ticket has an open transfer: cancel the transfer first', 'transfer_open'),
  ],
]

/** Returns the terms that apply now: a full refund while a move of the festival allows it, else the terms of the purchase. */
function termsOf(
  { cancel_until, cancel_percent, moved_refund_until }: Returnable,
  now: Date,
): CancelTerms {
  if (moved_refund_until === null || now > moved_refund_until)
    return { cancel_until, cancel_percent }
  const until =
    cancel_percent === 100 ? latest(cancel_until, moved_refund_until) : moved_refund_until
  return { cancel_until: until, cancel_percent: 100 }
}

const isOver = ({ cancel_until: until }: CancelTerms, now: Date) => until !== null && now > until

const latest = (...times: (Date | null)[]): Date | null =>
  times.reduce((one, other) => (one && (!other || one > other) ? one : other), null)

/** Returns the reason why its buyer cannot cancel a payment now, as 409; undefined if they can. */
export function cancelFault(payment: Returnable, now: Date): Problem | undefined {
  const broken = rules.find(([refuses]) => refuses(payment, now))
  return broken?.[1](payment)
}

/** Returns the refund of a payment that can be cancelled: its percentage of the amount left, rounded up to a cent. */
export function cancelShare(payment: Returnable, now: Date): { percent: number; cents: number } {
  const { amount_cents, refunded_cents, kept_cents } = payment
  const percent = termsOf(payment, now).cancel_percent ?? 0
  const left = amount_cents - refunded_cents - kept_cents
  return { percent, cents: Math.ceil((left * percent) / 100) }
}

/** Returns `cancelable` of a payment. */
export function cancelableOf(payment: Returnable, now: Date): Payment['cancelable'] {
  const { cancel_until: until } = termsOf(payment, now)
  if (until === null || cancelFault(payment, now)) return null
  const { percent, cents } = cancelShare(payment, now)
  return { until, percent, amount: toEuros(cents) }
}
