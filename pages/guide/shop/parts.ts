import type { CheckoutState } from '#common/pages/checkout-state'
import type { Card } from './paying/card-forms.ts'

/** The parts of `/checkout`, and the state of its script. */
export type Parts = ReturnType<typeof find> & {
  /** the attempt to pay without a known answer yet */
  attempt?: {
    idempotencyKey: string
    method: string | undefined
    points: number
    isTransfer: boolean
  }
  /** the form of the processor's script; absent before it is shown, and if there is none */
  card?: Card
}

export const partsOf = (page: HTMLElement): Parts => find(page)

function find(page: HTMLElement) {
  const part = <Part extends HTMLElement>(selector: string) => {
    const found = page.querySelector<Part>(selector)
    if (!found) throw new Error(`The page has no ${selector}`)
    return found
  }
  return {
    page,
    state: JSON.parse(page.dataset['state'] ?? '{}') as CheckoutState,
    clock: part('#clock'),
    warning: part('#warning'),
    lines: part('#lines'),
    total: part('#total'),
    refusal: part('#refusal'),
    again: part<HTMLButtonElement>('#again'),
    form: part<HTMLFormElement>('#payment'),
    /** only for a guest */
    email: page.querySelector<HTMLInputElement>('#email'),
    emailFault: page.querySelector<HTMLElement>('#email-fault'),
    /** only where a bank transfer is possible */
    means: page.querySelector<HTMLElement>('#means'),
    outcomes: page.querySelector<HTMLElement>('#outcomes'),
    fault: part('#fault'),
    button: part<HTMLButtonElement>('button.main'),
    giveUp: part<HTMLButtonElement>('#give-up'),
    waiting: part('#waiting'),
    other: part<HTMLButtonElement>('#other'),
    voucher: page.querySelector<HTMLDetailsElement>('.voucher'),
    /** only for a user with points */
    pointsField: page.querySelector<HTMLInputElement>('#points-used'),
    /** the amount to pay, in euros */
    amount: 0,
    /** the cost of each unit of the order, in cents, before points */
    units: [] as number[],
    /** the number of points that are used */
    points: 0,
    /** grows with each change, so that answers to earlier requests are ignored */
    turn: 0,
  }
}

/** Shows a text, or none. A repeated text is not read out again. */
export function say(place: HTMLElement | null, text: string): void {
  if (place && place.textContent !== text) place.textContent = text
}

/** Returns true if a text can be an e-mail; only the mail shows whether it is one. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text)

/** Shows the fault of a field, at its place. */
export function messageOf(field: HTMLInputElement, place: HTMLElement | null, text: string): void {
  say(place, text)
  if (text === '') return field.removeAttribute('aria-invalid')
  field.setAttribute('aria-invalid', 'true')
  field.focus()
}
