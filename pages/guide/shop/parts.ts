import type { CheckoutState } from '../../../src/web/ui/checkout-state.ts'
import type { Card } from './stripe.ts'

/** The parts of `/checkout`, and what its script remembers. */
export type Parts = ReturnType<typeof find> & {
  /** the attempt to pay whose answer is not known yet */
  attempt?: { idempotencyKey: string; method: string | undefined; points: number }
  /** Stripe's form; absent where payments are simulated */
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
    /** of a guest alone */
    email: page.querySelector<HTMLInputElement>('#email'),
    emailFault: page.querySelector<HTMLElement>('#email-fault'),
    outcomes: page.querySelector<HTMLElement>('#outcomes'),
    fault: part('#fault'),
    button: part<HTMLButtonElement>('button.main'),
    giveUp: part<HTMLButtonElement>('#give-up'),
    waiting: part('#shop/waiting'),
    other: part<HTMLButtonElement>('#other'),
    voucher: page.querySelector<HTMLDetailsElement>('.voucher'),
    /** only for a user who has points */
    pointsField: page.querySelector<HTMLInputElement>('#points-used'),
    /** what is to be paid, in euros */
    amount: 0,
    /** what each unit of the order costs, in cents, before points */
    units: [] as number[],
    /** how many of them are used */
    points: 0,
    /** grows with each change, so that what was asked before it counts no more */
    turn: 0,
  }
}

/** Shows a text, or none. What is said again the same way is not read out again. */
export function say(place: HTMLElement | null, text: string): void {
  if (place && place.textContent !== text) place.textContent = text
}

/** Whether a text can be an e-mail; whether it is one, the mail shows. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text)

/** Says what is wrong with a field, at its place. */
export function sayOf(field: HTMLInputElement, place: HTMLElement | null, text: string): void {
  say(place, text)
  if (text === '') return field.removeAttribute('aria-invalid')
  field.setAttribute('aria-invalid', 'true')
  field.focus()
}
