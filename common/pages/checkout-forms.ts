/** The forms by which the checkout collects a payment method: each has its place on the page, its script and its policy. */
export const checkoutForms = ['simulated', 'stripe'] as const
export type CheckoutForm = (typeof checkoutForms)[number]

/** A processor, as far as the checkout needs it. */
export type FormOwner = { name: string; form: string }

/**
 * Returns what belongs to the form of a processor.
 * @throws Error that names the processor if the checkout has no such form
 */
export function ofForm<Value>(
  values: Readonly<Record<CheckoutForm, Value>>,
  { name, form }: FormOwner,
): Value {
  const known = checkoutForms.find((one) => one === form)
  if (!known) throw new Error(`The checkout has no form for the processor ${name}`)
  return values[known]
}
