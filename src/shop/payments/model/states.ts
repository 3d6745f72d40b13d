import { OneOf } from '#platform/values/shapes'

/**
 * An order is `held` if later requests pay it, else `pending` from the moment it holds its items until the processor's
 * answer arrives, by the request that made it, a retry, the processor's webhook, or the sweeper. The first of them
 * moves it; the others find it moved. Its payments move with it, until it has succeeded; then each is refunded alone.
 * The payments of a held order are `pending`.
 *
 *   pending ⇄ requires_action         the processor requires the buyer, or the money arrives later (`awaiting`)
 *   held → pending                    an attempt to pay the held order begins
 *   pending → held                    it was declined, and the processor promised not to charge it: another may begin
 *   held → expired                    given up, or not paid in time
 *   pending → succeeded               paid: the held items are sold
 *   pending → failed | expired        declined, or not paid in time: the held items are free again
 *   expired | failed → succeeded      a charge came late: its payments are
 *                                       succeeded, if there was still some left of everything, else refunding
 *   succeeded → refunding → refunded  a payment, refunded in full
 *   succeeded ⇄ partially_refunded    a payment, refunded in part, or refused after all; the ticket stays good
 *
 * A failed or expired order that is not final may still be charged: a client that holds the
 * processor's secret for it may try another card. The sweeper cancels it there, and asks until that is done.
 */
const meanings = {
  pending: 'The processor has not answered yet',
  requires_action: 'The processor needs the buyer',
  succeeded: 'Paid',
  failed: 'Declined',
  expired: 'Not completed in time',
  refunding: 'Being given back',
  refunded: 'Given back in full',
  partially_refunded: 'Given back in part; the ticket stays good',
}
export type Status = keyof typeof meanings
export const statuses = Object.keys(meanings) as Status[]
export const PaymentStatus = OneOf('PaymentStatus', meanings)

/** The states that a payment shares with its order. */
export const ofCharges = ['pending', 'requires_action', 'succeeded', 'failed', 'expired'] as const
/** The state of an order's charge. */
export type OrderStatus = (typeof ofCharges)[number] | 'held'

/** A charge result, reported by the processor or the sweeper. */
export type Verdict =
  | { state: 'succeeded'; id?: string }
  | { state: 'declined'; reason: string }
  | { state: 'requires_action'; clientSecret: string; id?: string }
  /** accepted, and the money arrives later: the order has the hold of its method */
  | { state: 'awaiting'; id?: string }
  /** nothing charged so far, and the buyer need not do anything */
  | { state: 'none' }
  /** given up; `isCancelled`: the processor promised that no charge will come */
  | { state: 'expired'; isCancelled: boolean }

export type Move = {
  to: OrderStatus
  /** true if no other charge can come: `orders.is_fenced` */
  isFinal: boolean
  /**
   * the effect on its hold: sell it, release it, try to get it once more, give its charge back, release it and give its
   * charge back, or none
   */
  effect: 'sell' | 'release' | 'resell' | 'giveBack' | 'undo' | 'none'
  failure?: string
  clientSecret?: string
  /** true if its hold is from now on that of its method */
  isAwaiting?: boolean
  /** the processor's id of the charge, if the verdict has it */
  processorId?: string
}

/** Returns true if the charge is not decided yet. */
export const isOpen = (status: Status | OrderStatus) =>
  status === 'pending' || status === 'requires_action'
/** Returns true if nothing is held for a payment any more, and nothing was sold. */
export const isClosed = (status: Status | OrderStatus) =>
  status === 'failed' || status === 'expired'

/** Returns true if the ticket of a payment admits, and its money can be given back. */
export const isPaid = (status: Status) => status === 'succeeded' || status === 'partially_refunded'

/**
 * The state that decides how an order moves. `is_shared`: its buyer was given the processor's secret; `charge_id`: null
 * if it was not held first.
 */
export type OrderState = {
  status: OrderStatus
  is_fenced: boolean
  is_shared: boolean
  charge_id: string | null
}

/** Returns the move of an order by a verdict; undefined if it moves nothing. */
export function moveOf(order: OrderState, verdict: Verdict): Move | undefined {
  const move = moveBy(order, verdict)
  const id = 'id' in verdict ? verdict.id : undefined
  return move && id !== undefined ? { ...move, processorId: id } : move
}

function moveBy(order: OrderState, verdict: Verdict): Move | undefined {
  const { status, is_fenced, is_shared } = order
  if (status === 'held') return moveHeld(verdict)
  if (isOpen(status)) return moveOpen(order, verdict)
  if (!isClosed(status)) return undefined
  if (verdict.state === 'succeeded') return { to: 'succeeded', isFinal: true, effect: 'resell' }
  const isOver =
    (verdict.state === 'declined' && !is_shared) ||
    (verdict.state === 'expired' && verdict.isCancelled)
  return isOver && !is_fenced ? { to: status, isFinal: true, effect: 'none' } : undefined
}

/** Moves a held order. No charge for it can be under way: one that comes contradicts a promise of the processor. */
function moveHeld({ state }: Verdict): Move | undefined {
  if (state === 'succeeded') return { to: 'succeeded', isFinal: true, effect: 'sell' }
  return state === 'expired' ? { to: 'expired', isFinal: true, effect: 'release' } : undefined
}

function moveOpen(
  { status, is_shared, charge_id }: OrderState,
  verdict: Verdict,
): Move | undefined {
  if (verdict.state === 'succeeded') return { to: 'succeeded', isFinal: true, effect: 'sell' }
  if (verdict.state === 'declined' && charge_id !== null) {
    return { to: 'held', isFinal: false, effect: 'none', failure: verdict.reason }
  }
  if (verdict.state === 'declined') {
    return { to: 'failed', isFinal: !is_shared, effect: 'release', failure: verdict.reason }
  }
  if (verdict.state === 'expired') {
    return { to: 'expired', isFinal: verdict.isCancelled, effect: 'release' }
  }
  if (verdict.state === 'awaiting') return awaitMoney(status, is_shared)
  // The processor now requires the buyer, or does not any more.
  const to = verdict.state === 'none' ? 'pending' : 'requires_action'
  if (status === to) return undefined
  const secret = verdict.state === 'none' ? {} : { clientSecret: verdict.clientSecret }
  return { to, isFinal: false, effect: 'none', ...secret }
}

/** Waits for the buyer's money, once: also after the buyer has confirmed, who was given the processor's secret for that. */
function awaitMoney(status: OrderStatus, is_shared: boolean): Move | undefined {
  if (status === 'requires_action' && !is_shared) return undefined
  return { to: 'requires_action', isFinal: false, effect: 'none', isAwaiting: true }
}
