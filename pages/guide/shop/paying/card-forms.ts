import type { CheckoutForm } from '#common/pages/checkout-forms'

/** A form for a card that a script of the processor shows. */
export type Card = {
  /** Updates the amount to pay. */
  update(euros: number): void
  /** Returns the id of the typed card; else its fault. */
  read(): Promise<{ method: string } | { fault: string | undefined }>
  /** Has the buyer confirm with their bank; the result is read from the service. */
  confirm(clientSecret: string): Promise<void>
}

/** The script of a form. */
type CardScript = {
  mountCard(place: HTMLElement, given: { publicKey: string; euros: number }): Promise<Card>
}

/** The script of each form of the checkout; undefined for a form that is on the page already. */
export const cardForms: Record<CheckoutForm, (() => Promise<CardScript>) | undefined> = {
  simulated: undefined,
  stripe: () => import('./stripe.ts'),
}
