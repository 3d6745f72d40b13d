/** What the errors of Stripe's client mean for a charge. */
import { type Refusal, reasonOf } from './stripe-events.ts'

type StripeError = Error & Refusal & { type: string; param?: string }

export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && `${error.type}`.startsWith('Stripe')
}

/** The reason of an error that says for certain that nothing is charged, now or later. */
export function declineOf(error: unknown): string | undefined {
  if (!isStripeError(error)) return undefined
  const isAboutMethod =
    error.type === 'StripeInvalidRequestError' && error.param === 'payment_method'
  const isFinal = error.type === 'StripeCardError' || isAboutMethod || isRefusedAmount(error)
  return isFinal ? reasonOf(error) : undefined
}

/** Stripe takes nothing below half a euro: such an intent is never made. */
export function isRefusedAmount(error: unknown): boolean {
  return isStripeError(error) && /^amount_too_(small|large)$/.test(error.code ?? '')
}

export function isOfAnotherState(error: unknown): boolean {
  return isStripeError(error) && error.code === 'payment_intent_unexpected_state'
}
