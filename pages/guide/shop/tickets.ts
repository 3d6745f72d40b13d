import { words } from '#common/words/shop-words'
import { manageTickets } from '../me/tickets.ts'
import { api, asFan } from './fan.ts'
import { checkEmailIn, onSubmit } from './forms.ts'
import { findLost } from './lost.ts'
import { say } from './parts.ts'
import { payWhenNeeded } from './paying/when-needed.ts'
import { signOutHere } from './sign-out.ts'

/** `/tickets`: the screen stays on while codes are shown. */
export function showTickets(page: HTMLElement): void {
  if (page.querySelector('.qr')) requestWakeLock()
  page.querySelector<HTMLElement>('#thanks')?.focus()
  manageTickets(page)
  payWhenNeeded(page)
  signOutHere(page)
  findLost(page)
  const form = page.querySelector<HTMLFormElement>('#again')
  const fault = page.querySelector<HTMLElement>('#again-fault')
  if (form) onSubmit({ form, fault }, refused(), () => mailAgain(form))
}

/** Requests the mail of an order again, to the e-mail as corrected by a guest. */
async function mailAgain(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector('input')
  if (field) {
    if (!checkEmailIn(field, words.needsEmail)) return
    await asFan(() => api.auth.updateGuest({ email: field.value.trim() }))
  }
  await asFan(() => api.orders.resend(form.dataset['order'] ?? ''))
  say(form.querySelector('#sent'), words.sentAgain)
}

const refused = () => ({ too_many_mails: words.sentEnough, not_mailed: words.notMailed })

/** Browsers end the lock when the page is hidden, and may refuse it: then the screen turns off as usual. */
function requestWakeLock(): void {
  const ask = () => {
    if (document.hidden) return
    navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
