/** What the errors of Stripe's client mean for a charge. */

type Refusal = { code?: string | undefined; decline_code?: string | undefined }

type StripeError = Error & Refusal & { type: string; param?: string }

export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && `${error.type}`.startsWith('Stripe')
}

/** The reason of an error that says for certain that nothing is charged, now or later. */
export function declineOf(error: unknown): string | undefined {
  if (!isStripeError(error)) return undefined
  const isAboutMethod =
    error.type === 'StripeInvalidRequestError' &&
    (error.param === 'payment_method' ||
      error.code === 'payment_intent_incompatible_payment_method')
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

/** The key was used with other parameters, as those of an earlier version are. */
export function isOfOtherParameters(error: unknown): boolean {
  return isStripeError(error) && error.type === 'StripeIdempotencyError' && !error.code
}

export function isUnknown(error: unknown): boolean {
  return isStripeError(error) && error.code === 'resource_missing'
}

/** Stripe's own word for why a charge was declined. */
export function reasonOf({ decline_code, code }: Refusal): string {
  // The package puts an empty text where Stripe said nothing.
  return decline_code || code || 'generic_decline'
}
