import { FestivalError } from '../../../client/src/error.ts'
import { textOf } from '../shop/forms.ts'
import { say } from '../shop/parts.ts'

/** Shows the page as it is now, and says what has been done. What called it stays busy until then. */
export function showDone(path: string, done: string): Promise<never> {
  location.assign(`${path}?done=${done}`)
  return new Promise<never>(() => undefined)
}

/** Says once what has been done; a reload says it no more. */
export function readDone(page: HTMLElement): void {
  const done = page.querySelector<HTMLElement>('#done')
  if (!done) return
  history.replaceState(null, '', location.pathname)
  done.focus()
}

/** Whether a refusal has this code. */
export const isRefused = (error: unknown, ...codes: string[]): boolean =>
  error instanceof FestivalError && codes.includes(error.code ?? '')

/**
 * Returns a handler of refusals: where a sign-in within the last ten minutes is asked for it goes to sign in again, and then
 * back to `/me` with this fragment. Other refusals are thrown on.
 */
export const signInAgainFor =
  (fragment = '') =>
  (error: unknown) => {
    if (!isRefused(error, 'sign_in_again')) throw error
    location.assign(`/sign-in?again=1&next=/me${fragment}`)
    return new Promise<never>(() => undefined)
  }

/** The place in an element where it is said why something did not work. */
export function faultIn(place: HTMLElement): HTMLElement {
  const known = place.querySelector<HTMLElement>('.fault[role="alert"]:not([id])')
  if (known) return known
  const fault = document.createElement('p')
  fault.className = 'fault'
  fault.setAttribute('role', 'alert')
  place.append(fault)
  return fault
}

/** Does at a button what needs no question, once at a time; a refusal is said beside it. */
export async function doAt(
  button: HTMLButtonElement,
  refused: Record<string, string>,
  act: () => Promise<void>,
): Promise<void> {
  if (button.ariaDisabled === 'true') return
  const place = button.closest<HTMLElement>('li, div, section') ?? button
  // Not `disabled`: the button would lose the focus.
  button.ariaDisabled = 'true'
  say(faultIn(place), '')
  try {
    await act()
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    say(faultIn(place), textOf(error, refused))
  } finally {
    button.ariaDisabled = 'false'
  }
}

/** What is gone already need not be removed. */
export function unlessGone(error: unknown): void {
  if (!isRefused(error, 'not_found')) throw error
}
