import type { Stripe } from 'stripe'
import type { Outcome, ProcessorDispute, ProcessorEvent } from './processor.ts'

type Sent = {
  id: string
  type: string
  data: { object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Dispute }
}

/**
 * What an event of Stripe's says of a payment of ours; undefined: nothing we act on. A dispute does not say which payment
 * it is about: `intentOf` asks Stripe for its intent.
 */
export function toEvent(
  { id, type, data: { object } }: Sent,
  intentOf: (id: string) => Promise<Stripe.PaymentIntent>,
): ProcessorEvent | undefined | Promise<ProcessorEvent | undefined> {
  if (object.object === 'dispute') {
    const { payment_intent: intent } = object
    return intent === null
      ? undefined
      : intentOf(typeof intent === 'string' ? intent : intent.id).then((found) =>
          toDisputed(id, object, found),
        )
  }
  // A charge carries what is written on its intent.
  const { payment_id: key } = object.metadata ?? {}
  if (!key) return undefined
  if (object.object === 'charge') return toRefund({ id, key, type }, object)
  const outcome = eventOutcome(type, object)
  if (outcome?.state !== 'succeeded') return outcome && { id, key, outcome }
  const { amount_received: cents, currency } = object
  return { id, key, outcome, charged: { cents, currency } }
}

function toRefund(
  { id, key, type }: { id: string; key: string; type: string },
  { amount_captured: cents, amount_refunded: refundedCents, currency }: Stripe.Charge,
): ProcessorEvent | undefined {
  if (type !== 'charge.refunded') return undefined
  // What was given back had been paid, whether that was told before or comes later.
  return { id, key, outcome: { state: 'succeeded' }, charged: { cents, currency }, refundedCents }
}

/** What is disputed had been paid, whether that was told before or comes later. */
function toDisputed(
  id: string,
  { id: dispute, amount: cents, reason, status }: Stripe.Dispute,
  { metadata, amount_received, currency }: Stripe.PaymentIntent,
): ProcessorEvent | undefined {
  const { payment_id: key } = metadata
  if (!key) return undefined
  const charged = { cents: amount_received, currency }
  const state = { id: dispute, cents, reason, status: closedAs.get(status) ?? 'open' }
  return { id, key, outcome: { state: 'succeeded' }, charged, dispute: state }
}

/** The states in which a dispute is over, all others are open; one that began as a question may end as that. */
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
  return { state: 'requires_action', clientSecret: intent.client_secret ?? '' }
}

export type Refusal = { code?: string | undefined; decline_code?: string | undefined }

/** Stripe's own word for why a charge was declined. */
export function reasonOf({ decline_code, code }: Refusal): string {
  // The package puts an empty text where Stripe said nothing.
  return decline_code || code || 'generic_decline'
}
