import { FestivalError } from '../../../client/src/error.ts'
import { textOf } from '../shop/forms.ts'
import { say } from '../shop/parts.ts'

/** Shows the page in its current state, and reports the completed action. The caller stays busy until then. */
export function showDone(path: string, done: string): Promise<never> {
  location.assign(`${path}?done=${done}`)
  return new Promise<never>(() => undefined)
}

/** Reports the completed action once; a reload does not repeat it. */
export function readDone(page: HTMLElement): void {
  const done = page.querySelector<HTMLElement>('#done')
  if (!done) return
  history.replaceState(null, '', location.pathname)
  done.focus()
}

/** Returns true if a refusal has one of these codes. */
export const isRefused = (error: unknown, ...codes: string[]): boolean =>
  error instanceof FestivalError && codes.includes(error.code ?? '')

/**
 * Returns a handler of refusals. If the service requires a sign-in within the last ten minutes, it leads to sign in
 * again, and then back to `/me` with this fragment. Other refusals are rethrown.
 */
export const signInAgainFor =
  (fragment = '') =>
  (error: unknown) => {
    if (!isRefused(error, 'sign_in_again')) throw error
    location.assign(`/sign-in?again=1&next=/me${fragment}`)
    return new Promise<never>(() => undefined)
  }

/** Returns the element that explains failures in `place`. */
export function faultIn(place: HTMLElement): HTMLElement {
  const known = place.querySelector<HTMLElement>('.fault[role="alert"]:not([id])')
  if (known) return known
  const fault = document.createElement('p')
  fault.className = 'fault'
  fault.setAttribute('role', 'alert')
  place.append(fault)
  return fault
}

/** Runs an action of a button that needs no confirmation, once at a time; shows a refusal beside it. */
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

/** Ignores `not_found`: something already gone need not be removed. */
export function unlessGone(error: unknown): void {
  if (!isRefused(error, 'not_found')) throw error
}
