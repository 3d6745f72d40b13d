import { words } from '#common/words/me-words'
import { words as shop } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { signInAgainFor } from './acts.ts'
import { offerCode } from './codes.ts'

/**
 * `/me#challenge=…` from a card, and `/me#confirm=…` from a mail. The part after the `#` is sent to no server, and
 * leaves the address at once.
 */
export async function openLink(page: HTMLElement): Promise<void> {
  addEventListener('hashchange', () => {
    if (/^#(challenge|confirm)=/.test(location.hash)) location.reload()
  })
  const given = new URLSearchParams(location.hash.slice(1))
  const [code, token] = [given.get('challenge'), given.get('confirm')]
  if (code === null && token === null) return
  if (page.querySelector('#guest')) return leadToSignIn(page)
  history.replaceState(null, '', location.pathname)
  if (code !== null) offerCode(page, code)
  if (token !== null) await confirmEmail(page, token)
}

/** A guest creates an account first; the link is included. */
function leadToSignIn(page: HTMLElement): void {
  const link = page.querySelector<HTMLAnchorElement>('#guest a')
  if (link) link.href += location.hash
  link?.focus()
}

async function confirmEmail(page: HTMLElement, token: string): Promise<void> {
  try {
    const again = signInAgainFor(`#confirm=${encodeURIComponent(token)}`)
    await asFan(() => api.auth.confirmEmail({ token })).catch(again)
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    return showResult(page, error.status === 0 ? shop.offline : words.notConfirmed)
  }
  for (const place of page.querySelectorAll<HTMLElement>('[data-prove], .email')) {
    place.hidden = true
  }
  showResult(page, words.confirmed)
}

function showResult(page: HTMLElement, text: string): void {
  const told = page.querySelector<HTMLElement>('#told')
  if (!told) return
  told.hidden = false
  say(told, text)
  told.focus()
}
