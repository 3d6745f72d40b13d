import { words } from '#common/words/shop-words'
import type { GuidePage } from '../ui/layout.ts'
import { html, type Markup } from '../ui/markup.ts'
import type { Fan, PageRequest } from '../ui/request.ts'

/** `/sign-in?next=…`: by a code from a mail, or by a password. A user already signed in is sent on. */
export async function signInPage({
  query,
  fan,
}: PageRequest): Promise<GuidePage | { redirect: string }> {
  const next = pageAfter(query.next)
  const isAgain = fan !== undefined && !fan.isGuest
  if (isAgain && query.again === undefined) return { redirect: next }
  return {
    title: words.signInTitle,
    description: words.signInTitle,
    path: '/sign-in',
    hasSearch: true,
    main: html`<div class="sign-in" data-shop="sign-in" data-next="${next}">
      <h1>${words.signInTitle}</h1>
      ${next.includes('subscription.') && html`<p class="notice">${words.needsAccount}</p>`}
      <p class="lead">${leadFor(fan)}</p>
      <noscript><p class="notice bad">${words.signInNeedsScript}</p></noscript>
      ${emailForm(fan?.email ?? '')}
      ${codeForm()}
      ${passwordForm()}
      ${factorForm()}
      <p class="quiet"><a href="/tickets?lost">${words.lost}</a></p>
    </div>`,
  }
}

function leadFor(fan: Fan | undefined): string {
  if (!fan?.email) return words.signInLead
  return fan.isGuest ? words.signInGuest(fan.email) : words.signInAgain
}

function emailForm(email: string): Markup {
  return html`<form id="ask" novalidate>
    ${field({ id: 'email', label: words.email, fault: true }, html`type="text" autocomplete="username webauthn" inputmode="email" autocapitalize="none" maxlength="254" required value="${email}"`)}
    <p class="fault" id="ask-fault" role="alert"></p>
    <button class="main" type="submit" disabled>${words.mailCode}</button>
    <button class="wide" type="button" id="by-password" disabled>${words.byPassword}</button>
    <div id="passkey" hidden><button class="wide" type="button" id="by-passkey">${words.byPasskey}</button><p class="fault" role="alert"></p></div>
  </form>`
}

function codeForm(): Markup {
  return html`<form id="code" novalidate hidden>
    <p id="sent" role="status"></p>
    ${field({ id: 'digits', label: words.sixDigits, fault: true }, html`inputmode="numeric" autocomplete="one-time-code" maxlength="7" required`)}
    <div id="names" hidden>
      <p>${words.newAccount}</p>
      ${field({ id: 'first-name', label: words.firstName }, html`autocomplete="given-name" maxlength="100"`)}
      ${field({ id: 'last-name', label: words.lastName }, html`autocomplete="family-name" maxlength="100"`)}
    </div>
    <p class="fault" id="code-fault" role="alert"></p>
    <button class="main" type="submit" disabled>${words.signInTitle}</button>
    <button class="wide" type="button" data-back="">${words.otherEmail}</button>
  </form>`
}

function passwordForm(): Markup {
  return html`<form id="password-form" novalidate hidden>
    <p id="for"></p>
    ${field({ id: 'password', label: words.password, fault: true }, html`type="password" autocomplete="current-password" maxlength="1000" required`)}
    <p class="fault" id="password-form-fault" role="alert"></p>
    <button class="main" type="submit" disabled>${words.signInTitle}</button>
    <button class="wide" type="button" id="forgot">${words.forgot}</button>
    <button class="wide" type="button" data-back="">${words.otherEmail}</button>
    <p id="forgot-sent" role="status"></p>
  </form>`
}

/** The form shown if the account requires a second factor. */
export function factorForm(): Markup {
  return html`<form id="factor" novalidate hidden>
    <p id="factor-text" role="status"></p>
    <div id="factor-ask">
      ${field({ id: 'factor-code', label: words.factorCode, fault: true }, html`autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="19" required`)}
      <p class="fault" id="factor-fault" role="alert"></p>
      <button class="main" type="submit" disabled>${words.signInTitle}</button>
    </div>
    <button class="wide" type="button" data-back="">${words.otherEmail}</button>
  </form>`
}

/** `/reset#token=…&email=…`: a new password. The part after the `#` is sent to no server. */
export async function resetPage(): Promise<GuidePage> {
  return {
    title: words.resetTitle,
    description: words.resetTitle,
    path: '/reset',
    hasSearch: true,
    main: html`<div class="sign-in" data-shop="reset">
      <h1>${words.resetTitle}</h1>
      <noscript><p class="notice bad">${words.signInNeedsScript}</p></noscript>
      <form id="reset" novalidate>
        ${field({ id: 'email', label: words.email }, html`type="text" autocomplete="username" inputmode="email" autocapitalize="none" readonly`)}
        ${field({ id: 'new-password', label: words.newPassword, fault: true }, html`type="password" autocomplete="new-password" minlength="8" maxlength="200" required`)}
        <p class="quiet">${words.passwordRule}</p>
        <p class="fault" id="reset-fault" role="alert"></p>
        <button class="main" type="submit" disabled>${words.setPassword}</button>
      </form>
      <section class="notice good" id="done" tabindex="-1" hidden>
        <p>${words.passwordSet}</p>
        <p class="actions"><a class="button" href="/sign-in">${words.signInTitle}</a><a class="button" href="/console">${words.console}</a></p>
      </section>
      <p class="actions" id="ask-again" hidden><a class="button" href="/sign-in">${words.askAgain}</a></p>
    </div>`,
  }
}

/** A field with its label and, if it can be invalid by itself, a place for the error. */
export function field(
  { id, label, fault }: { id: string; label: string; fault?: boolean },
  attributes: Markup,
): Markup {
  return html`<label for="${id}">${label}</label>
    <input id="${id}" ${attributes}${fault && html` aria-describedby="${id}-fault"`}>
    ${fault && html`<p class="fault" id="${id}-fault" role="alert"></p>`}`
}

const pages =
  /^\/(?:tickets|checkout|me|organizers\/[\w-]+|guide\/(?:artists\/)?[\w-]+(?:\/(?:mine|queue(?:\/proof)?))?)?(?:\?[\w=&:,%.-]*)?$/

/** Returns the address to go to after signing in: a page of the guide, never another site. */
export function pageAfter(next = ''): string {
  return pages.test(next) ? next : '/tickets'
}
