/** Refunds at Stripe: made once for each key, and read in their current state. */
import type { Stripe } from 'stripe'
import type { Charge, ProcessorRefund, Refund, RefundState } from '../processor.ts'
import { isStripeError } from './errors.ts'
import { type Api, findIntent } from './intents.ts'

/** Makes a refund, or returns the state of the refund that has its key. */
export async function refundCharge(
  api: Api,
  { charge, key, cents }: Refund,
  now: Date,
): Promise<RefundState> {
  const { refunds } = await api()
  const intent = await findIntent(api, charge, now)
  if (!intent) return refused('charge_not_found')
  // Searched first, since Stripe forgets the key after a day and would refund once more.
  const known = await knownRefund(refunds.list({ payment_intent: intent.id, limit: 100 }), key)
  if (known) return toRefund(known)
  try {
    const metadata = { refund_key: key, payment_id: charge.key }
    const made = await refunds.create(
      { payment_intent: intent.id, amount: cents, metadata },
      { idempotencyKey: key },
    )
    return toRefund(made)
  } catch (error) {
    if (!isStripeError(error) || !/^Stripe(InvalidRequest|Card)Error$/.test(error.type)) throw error
    return refused(error.code)
  }
}

/** Returns all refunds of a charge, page after page. */
export async function listRefunds(api: Api, charge: Charge, now: Date): Promise<ProcessorRefund[]> {
  const { refunds } = await api()
  const intent = await findIntent(api, charge, now)
  if (!intent) return []
  const found: ProcessorRefund[] = []
  for await (const refund of refunds.list({ payment_intent: intent.id, limit: 100 })) {
    found.push(toRefund(refund))
  }
  return found
}

/** Finds the refund with this key among all refunds of a charge, page after page. */
async function knownRefund(listed: AsyncIterable<Stripe.Refund>, key: string) {
  for await (const refund of listed) if (refund.metadata?.['refund_key'] === key) return refund
  return undefined
}

/**
 * Converts a refund. `pending` and `requires_action` may still become `succeeded` or `failed`, and `succeeded` may
 * become `failed` days later (https://docs.stripe.com/refunds#failed-refunds, types of stripe 23.1.0).
 */
export function toRefund(refund: Stripe.Refund): ProcessorRefund {
  const { id, amount: cents, status, metadata, failure_reason } = refund
  const about = { id, key: metadata?.['refund_key'], cents }
  if (status === 'failed' || status === 'canceled') {
    return { ...about, ...refused(failure_reason ?? status) }
  }
  return status === 'succeeded' ? { ...about, state: 'refunded' } : { ...about, state: 'pending' }
}

function refused(reason: string | null | undefined) {
  return { state: 'refused', reason: reason ?? 'refused' } as const
}
