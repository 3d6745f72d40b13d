import type { Stripe } from 'stripe'
import type { Outcome, ProcessorDispute, ProcessorEvent } from '../processor.ts'
import { reasonOf } from './errors.ts'
import { toRefund } from './refunds.ts'

/**
 * The events to subscribe an endpoint to (stripe 23.1.0). `refund.failed` is sent whenever a refund has failed,
 * `refund.updated` for all refunds, `charge.refund.updated` for refunds of some methods.
 */
export const stripeEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

type Sent = {
  id: string
  type: string
  data: { object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Dispute | Stripe.Refund }
}

/**
 * Converts an event of Stripe's to an event of a payment of ours; undefined: nothing we act on. A dispute does not say
 * which payment it is about, nor does a refund that was made in the dashboard: `intentOf` asks Stripe for the intent.
 */
export function toEvent(
  { id, type, data: { object } }: Sent,
  intentOf: IntentOf,
): ProcessorEvent | undefined | Promise<ProcessorEvent | undefined> {
  if (object.object === 'dispute') {
    return ofIntent(object, intentOf)?.then((found) => found && toDisputed(id, object, found))
  }
  if (object.object === 'refund') return toRefunded(id, object, intentOf)
  // A charge carries the metadata of its intent.
  const { payment_id: key } = object.metadata ?? {}
  if (!key) return undefined
  if (object.object === 'charge') return toReturned({ id, key, type }, object)
  const outcome = eventOutcome(type, object)
  if (outcome?.state !== 'succeeded') return outcome && { id, key, outcome }
  const { amount_received: cents, currency } = object
  return { id, key, outcome: { ...outcome, id: object.id }, charged: { cents, currency } }
}

/** Undefined: the account has no such intent. */
type IntentOf = (id: string) => Promise<Stripe.PaymentIntent | undefined>

/** Reads the intent that an object is about; undefined if it is about none. */
function ofIntent(
  { payment_intent: intent }: Stripe.Dispute | Stripe.Refund,
  intentOf: IntentOf,
): ReturnType<IntentOf> | undefined {
  return intent === null ? undefined : intentOf(typeof intent === 'string' ? intent : intent.id)
}

/** Our own refunds carry the key of their charge. */
function toRefunded(id: string, object: Stripe.Refund, intentOf: IntentOf) {
  const refund = toRefund(object)
  const { payment_id: key } = object.metadata ?? {}
  if (key) return { id, key, refund }
  return ofIntent(object, intentOf)?.then((found) => {
    const { payment_id: ofCharge } = found?.metadata ?? {}
    return ofCharge ? { id, key: ofCharge, refund } : undefined
  })
}

function toReturned(
  { id, key, type }: { id: string; key: string; type: string },
  {
    amount_captured: cents,
    amount_refunded: refundedCents,
    currency,
    payment_intent,
  }: Stripe.Charge,
): ProcessorEvent | undefined {
  if (type !== 'charge.refunded') return undefined
  // A refunded charge was paid, even if that is reported later.
  const intent = typeof payment_intent === 'string' && { id: payment_intent }
  const outcome = { state: 'succeeded', ...intent } as const
  return { id, key, outcome, charged: { cents, currency }, refundedCents }
}

/** Converts a dispute. A disputed charge was paid, even if that is reported later. */
function toDisputed(
  id: string,
  { id: dispute, amount: cents, reason, status }: Stripe.Dispute,
  { id: intent, metadata, amount_received, currency }: Stripe.PaymentIntent,
): ProcessorEvent | undefined {
  const { payment_id: key } = metadata
  if (!key) return undefined
  const charged = { cents: amount_received, currency }
  const state = { id: dispute, cents, reason, status: closedAs.get(status) ?? 'open' }
  return { id, key, outcome: { state: 'succeeded', id: intent }, charged, dispute: state }
}

/** The states in which a dispute is over, all others are open; a dispute that began as an inquiry may end as one. */
const closedAs = new Map<string, ProcessorDispute['status']>([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])

function eventOutcome(type: string, intent: Stripe.PaymentIntent): Outcome | undefined {
  if (type === 'payment_intent.succeeded') return { state: 'succeeded' }
  if (type === 'payment_intent.canceled') return { state: 'declined', reason: 'canceled' }
  if (type === 'payment_intent.payment_failed') {
    return { state: 'declined', reason: reasonOf(intent.last_payment_error ?? {}) }
  }
  if (type !== 'payment_intent.requires_action') return undefined
  return { state: 'requires_action', clientSecret: intent.client_secret ?? '', id: intent.id }
}
