import type { Stripe } from 'stripe'
import type { Outcome, ProcessorEvent } from './processor.ts'

type Sent = { id: string; type: string; data: { object: Stripe.PaymentIntent | Stripe.Charge } }

/** What an event of Stripe's says of a payment of ours; undefined: nothing we act on. */
export function toEvent({ id, type, data: { object } }: Sent): ProcessorEvent | undefined {
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
