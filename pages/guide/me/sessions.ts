import { sessionWords } from '#common/words/account-words'
import { words } from '#common/words/me-words'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { doAt, unlessGone } from './acts.ts'

/** Ends the session of a button. */
export function endSession(button: HTMLButtonElement): void {
  const item = button.closest<HTMLElement>('[data-session]')
  void doAt(button, words.refused, async () => {
    await asFan(() => api.me.endSession(item?.dataset['session'] ?? '')).catch(unlessGone)
    item?.remove()
    const told = document.querySelector<HTMLElement>('#session-ended')
    say(told, sessionWords.ended)
    // The focus was on the removed element.
    told?.setAttribute('tabindex', '-1')
    told?.focus()
  })
}
