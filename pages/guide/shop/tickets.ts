import { words } from '../../../src/web/shop-words.ts'
import { signOut } from './fan.ts'
import { say } from './parts.ts'

/** `/tickets`: the screen stays on while codes are shown. */
export function showTickets(page: HTMLElement): void {
  if (page.querySelector('.qr')) keepAwake()
  page.querySelector<HTMLElement>('#thanks')?.focus()
  const button = page.querySelector<HTMLButtonElement>('#sign-out')
  if (button) button.addEventListener('click', () => void leave(button))
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

/** Browsers end it when the page is hidden, and may refuse it: then the screen does as it always does. */
function keepAwake(): void {
  const ask = () => {
    if (document.hidden) return
    navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
