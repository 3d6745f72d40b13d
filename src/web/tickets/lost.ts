import { words } from '#common/words/shop-words'
import { factorForm, field } from '../shop/sign-in.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { PageRequest } from '../ui/request.ts'

/**
 * "Lost your ticket?" on `/tickets`: an e-mail, then six digits from a mail, then the tickets bought with it. Shown
 * without a session, to guests who have no tickets or ask for it, and where a mail's link names an e-mail other than
 * the session's. The address that the link names is only filled in: a code is mailed when the visitor presses.
 */
export function lostTicket({ fan, query }: PageRequest, hasTickets: boolean): Shown {
  const email = isEmail(query.email) ? query.email : ''
  if (!fan)
    return html`<section class="sign-in" id="lost"><h2>${words.lost}</h2>${forms(email)}</section>`
  const isWanted = isOther(email, fan) || (fan.isGuest && query.lost !== undefined)
  const isOffered = fan.isGuest && !hasTickets
  if (!isWanted && !isOffered) return null
  return html`<details class="sign-in" id="lost"${isWanted && html` open`}><summary>${words.lost}</summary>${forms(email)}</details>`
}

const isOther = (email: string, fan: NonNullable<PageRequest['fan']>) =>
  email !== '' && email.toLowerCase() !== fan.email?.toLowerCase()

const isEmail = (text = ''): text is string => text.length <= 254 && /^\S+@\S+\.\S+$/.test(text)

function forms(email: string): Markup {
  return html`<p class="lead">${words.lostLead}</p>
    <noscript><p class="notice bad">${words.lostNeedsScript}</p></noscript>
    <form id="lost-ask" novalidate>
      ${field({ id: 'lost-email', label: words.email, fault: true }, html`type="text" autocomplete="email" inputmode="email" autocapitalize="none" maxlength="254" required value="${email}"`)}
      <p class="fault" id="lost-ask-fault" role="alert"></p>
      <button class="main" type="submit" disabled>${words.mailCode}</button>
    </form>
    <form id="lost-code" novalidate hidden>
      <p id="lost-sent" role="status"></p>
      ${field({ id: 'lost-digits', label: words.sixDigits, fault: true }, html`inputmode="numeric" autocomplete="one-time-code" maxlength="7" required`)}
      <p class="fault" id="lost-code-fault" role="alert"></p>
      <button class="main" type="submit" disabled>${words.lostShow}</button>
      <button class="wide" type="button" data-back="">${words.otherEmail}</button>
    </form>
    ${factorForm()}`
}
