import { words } from '#common/words/me-words'
import { words as shop } from '#common/words/shop-words'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { doAt } from './acts.ts'

/** Requests the mail with the link that confirms the account's e-mail. */
export function proveEmails(page: HTMLElement): void {
  for (const place of page.querySelectorAll<HTMLElement>('[data-prove]')) {
    const button = place.querySelector('button')
    button?.addEventListener('click', () => {
      void doAt(button, { ...words.refused, not_mailed: shop.notMailed }, async () => {
        await asFan(() => api.users.mailConfirmation(place.dataset['prove'] ?? ''))
        say(place.querySelector('[role="status"]'), words.confirmationSent)
      })
    })
  }
}
