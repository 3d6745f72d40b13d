import { words } from '#common/words/shop-words'
import { signOut } from './fan.ts'
import { say } from './parts.ts'

/** The button that ends the session. */
export function signOutHere(page: HTMLElement): void {
  const button = page.querySelector<HTMLButtonElement>('#sign-out')
  button?.addEventListener('click', () => void leave(button))
}

async function leave(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  try {
    await signOut()
    location.replace('/tickets')
  } catch {
    button.disabled = false
    say(button, words.wrong)
  }
}
