/** Interprets the errors of Stripe's client for a charge. */

type Refusal = { code?: string | undefined; decline_code?: string | undefined }

type StripeError = Error & Refusal & { type: string; param?: string }

export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && `${error.type}`.startsWith('Stripe')
}

/** Returns the reason of an error that states for certain that nothing is charged, now or later. */
export function declineOf(error: unknown): string | undefined {
  if (!isStripeError(error)) return undefined
  const isAboutMethod =
    error.type === 'StripeInvalidRequestError' &&
    (error.param === 'payment_method' ||
      error.code === 'payment_intent_incompatible_payment_method')
  const isFinal = error.type === 'StripeCardError' || isAboutMethod || isRefusedAmount(error)
  return isFinal ? reasonOf(error) : undefined
}

/** Returns true if the amount is refused: Stripe takes nothing below half a euro, and never makes such an intent. */
export function isRefusedAmount(error: unknown): boolean {
  return isStripeError(error) && /^amount_too_(small|large)$/.test(error.code ?? '')
}

export function isOfAnotherState(error: unknown): boolean {
  return isStripeError(error) && error.code === 'payment_intent_unexpected_state'
}

/** Returns true if the key was used with other parameters, such as the parameters of an earlier version. */
export function isOfOtherParameters(error: unknown): boolean {
  return isStripeError(error) && error.type === 'StripeIdempotencyError' && !error.code
}

export function isUnknown(error: unknown): boolean {
  return isStripeError(error) && error.code === 'resource_missing'
}

/** Returns Stripe's own word for the reason of a decline. */
export function reasonOf({ decline_code, code }: Refusal): string {
  // The package has an empty text if Stripe gave no reason.
  return decline_code || code || 'generic_decline'
}
