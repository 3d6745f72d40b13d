/** Decides a request to refund a payment, from the facts known about it. */

import { conflict, notFound, type Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toEuros } from '#platform/values/money'
import { beingBought } from '#shop/returns'
import {
  cancelFault,
  cancelShare,
  disputed,
  hasOtherHolder,
  transferred,
} from '../model/cancelable.ts'
import { isPaid } from '../model/states.ts'
import type { LockedPayment } from '../reserving/locked-orders.ts'
import type { NewRefund } from './refunds.ts'
import { type ReturnedTicket, withoutTicket } from './returned.ts'

/** A refund request; without `cents` all that is left is refunded. */
export type RefundRequest = {
  payment_id: string
  idempotency_key: string
  cents: number | undefined
  reason?: string | undefined
  requested_by?: string | undefined
  /** the same for all refunds that are requested at once, of which the buyer is notified at once */
  request_id?: string | undefined
  /** the processor has refunded it already: nothing can be withheld from it */
  is_given?: boolean
  /** staff have refunded it without the processor, which had refused */
  by_other_means?: boolean | undefined
  /** the processor's id of a refund that was made there */
  processor_id?: string
  /** a dispute that was lost: it ends the purchase, and takes at most the amount left */
  dispute_id?: string
  /** a return by which another user has bought the ticket: it ends the purchase, for `cents` */
  return_id?: string | null
  /** by the buyer, as the payment allows: the rest stays with the seller */
  is_by_buyer?: boolean
  /** by a till, which pays in cash to a person with no proof: only for a ticket that its buyer still holds */
  is_at_till?: boolean
}

/** `amount_cents` is refunded, `kept_cents` is withheld for points that were spent: both end with it. */
export type Begun = NewRefund &
  Pick<RefundRequest, 'is_given'> & {
    payment: LockedPayment
    /** refunds that failed after the payment had ended, and that this one makes again */
    owed?: BegunRefund[]
    /** true if staff still have to review other refunds of the payment */
    staysInReview?: boolean
  }

export type Answer = { id: string; isReplay: boolean }

/** A refund of a payment that was begun before. */
export type BegunRefund = {
  id: string
  payment_id: string
  idempotency_key: string
  requested_by: string | null
  amount_cents: number
  kept_cents: number
  is_full: boolean
  refused: string | null
  /** a part that failed after the payment had ended */
  is_owed: boolean
  percent: number | null
  return_id: string | null
  by_other_means: boolean
}

/** The state of a payment, locked by the caller. `ticket`: if its buyer or a till refunds it. */
type RefundFacts = {
  payment: LockedPayment | undefined
  before: BegunRefund[]
  ticket: ReturnedTicket | undefined
  now: Date
}

/** Returns the refund to begin, a refund that the same request has begun before, or the reason why there is none. */
export function decideRefund(
  request: RefundRequest,
  { payment, before, ...rest }: RefundFacts,
): Begun | Answer | Problem {
  if (request.is_by_buyer) return decideForBuyer(payment, request, { before, ...rest })
  if (!payment) return notFound('Payment')
  const same = before.find(({ idempotency_key }) => idempotency_key === request.idempotency_key)
  if (same) return replay(same, request, payment)
  const refused = before.filter((refund) => refund.refused !== null)
  const isInReview = payment.needs_review !== null
  if (request.by_other_means && !(isInReview && refused.length > 0)) return notRefused()
  const failed = failedRefunds(payment, before)
  if (failed.length === 0) return decide(payment, request, rest.ticket)
  const owed = failed.filter(isOwed)
  if (owed.length > 0) return askAgain(payment, owed, { ...request, owed })
  return askAgain(payment, failed, { ...request, staysInReview: refused.some(isOwed) })
}

const isOwed = ({ is_owed }: BegunRefund) => is_owed

/**
 * Returns the refunds of an ended payment that the next refund makes again: the failed refund that ended it, else
 * failed parts. Empty if none failed. The caller has locked the payment.
 */
export function failedRefunds(payment: LockedPayment, before: BegunRefund[]): BegunRefund[] {
  // Later the review may have another reason.
  if (payment.needs_review === null || isPaid(payment.status)) return []
  const refused = before.filter((refund) => refund.refused !== null)
  const whole = refused.find(({ is_full }) => is_full)
  const isAskedAgain = before.some((refund) => refund.is_full && refund.refused === null)
  if (payment.status === 'refunding' && whole && !isAskedAgain) return [whole]
  return refused.filter(isOwed)
}

const notRefused = () =>
  conflict(
    'No refund of this payment was refused: the payment processor pays it out',
    'not_refused',
  )

/**
 * Answers a repeated request of the same caller. The key of another caller on this payment is no replay: 409. A request
 * without an amount is also the same if failed parts of an ended payment were refunded.
 */
function replay(
  before: BegunRefund,
  request: RefundRequest,
  payment: LockedPayment,
): Answer | Problem {
  const { cents, requested_by, by_other_means = false } = request
  const whole = before.amount_cents + before.kept_cents
  const isAll = before.is_full || !isPaid(payment.status)
  const isSameAmount = cents === undefined ? isAll : whole === cents
  const isSame = isSameAmount && before.by_other_means === by_other_means
  if (isSame && before.requested_by === (requested_by ?? null))
    return { id: before.id, isReplay: true }
  const error = 'This Idempotency-Key was used with another body, or by another caller'
  return conflict(error, 'idempotency_key_reused')
}

/** Requests the refund of an ended payment from the processor once more, after it was refused in full or in parts. */
function askAgain(
  payment: LockedPayment,
  refused: BegunRefund[],
  request: RefundRequest & Pick<Begun, 'owed' | 'staysInReview'>,
): Begun | Problem {
  const amount_cents = refused.reduce((sum, refund) => sum + refund.amount_cents, 0)
  const kept_cents = refused.reduce((sum, refund) => sum + refund.kept_cents, 0)
  const { cents = amount_cents, ...rest } = request
  if (payment.disputed_at !== null && !request.dispute_id) return disputed()
  const { is_full = true, percent = null, return_id = null } = refused[0] ?? {}
  const same = { id: newId(), amount_cents, kept_cents, is_full, percent, return_id, payment }
  if (cents === amount_cents) return { ...rest, ...same }
  return conflict('A full refund was refused: request the full refund again', 'refund_refused', {
    amount: toEuros(amount_cents),
  })
}

function decide(
  payment: LockedPayment,
  request: RefundRequest,
  ticket: ReturnedTicket = withoutTicket,
): Begun | Problem {
  const refusal = denialReason(payment, request)
  if (refusal) return refusal
  if (request.is_at_till && hasOtherHolder({ ...payment, ...ticket })) return transferred()
  const { amount_cents, refunded_cents, kept_cents } = payment
  const left = amount_cents - refunded_cents - kept_cents
  const { cents = left, ...rest } = request
  const usual = { id: newId(), kept_cents: 0, percent: null }
  if (request.dispute_id || request.return_id) {
    return { ...rest, ...usual, amount_cents: Math.min(cents, left), is_full: true, payment }
  }
  if (cents > left) {
    return conflict('amount must not exceed what is left to refund', 'amount_too_large', {
      refundable: toEuros(left),
    })
  }
  return { ...rest, ...usual, amount_cents: cents, is_full: cents === left, payment }
}

function denialReason({ status, disputed_at }: LockedPayment, { dispute_id }: RefundRequest) {
  if (status === 'refunding' || status === 'refunded') {
    return conflict('This payment has already been refunded', 'already_refunded')
  }
  if (!isPaid(status)) return conflict('This payment has not succeeded', 'not_succeeded')
  return disputed_at !== null && !dispute_id ? disputed() : undefined
}

/** Ends a purchase for a share of the money. If its buyer has cancelled it before, returns that refund again. */
function decideForBuyer(
  payment: LockedPayment | undefined,
  request: RefundRequest,
  { before, ticket, now }: Omit<RefundFacts, 'payment'>,
): Begun | Answer | Problem {
  const same = before.find(({ percent }) => percent !== null)
  if (same) return { id: same.id, isReplay: true }
  if (!payment) return notFound('Payment')
  const returned = { ...payment, ...(ticket ?? withoutTicket) }
  const fault = cancelFault(returned, now)
  if (fault) return fault
  if (returned.is_being_bought) return beingBought()
  const { percent, cents: amount_cents } = cancelShare(returned, now)
  return { ...request, id: newId(), amount_cents, kept_cents: 0, is_full: true, percent, payment }
}
