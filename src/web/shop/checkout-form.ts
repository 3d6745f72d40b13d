import { type CheckoutForm, ofForm } from '#common/pages/checkout-forms'
import type { CheckoutState } from '#common/pages/checkout-state'
import { days, price, sum } from '#common/words/guide-words'
import { outcomes, words } from '#common/words/shop-words'
import { lang } from '../ui/localized.ts'
import { html, type Markup, type Shown, webAddress } from '../ui/markup.ts'
import type { Fan } from '../ui/request.ts'
import type { OrganizerRead, Whole } from '../ui/shapes.ts'
import { whereOf } from '../ui/venue-line.ts'
import { type BasketLine, totalOf } from './basket.ts'
import { billingAtCheckout } from './billing-form.ts'
import { meansOf } from './transfer.ts'

export type Purchase = {
  /** none for an order of memberships alone */
  festival:
    | Pick<Whole, 'id' | 'name' | 'start_time' | 'end_time' | 'time_zone' | 'venue' | 'country'>
    | undefined
  lines: BasketLine[]
  /** the code that makes them cheaper, or available */
  voucher?: string | undefined
  state: CheckoutState
  /** the address to go on to after signing in */
  next: string
  /** the organizer; none for memberships alone, which the operator sells */
  seller: OrganizerRead | undefined
  /** the points of the buyer */
  points: number
  /** days within which a bank transfer must arrive; undefined: none is possible */
  transferDays: number | undefined
  /** the terms of the festival, which may give more or fewer days */
  terms: Terms | undefined
}

export type Terms = Pick<Whole, 'organizer' | 'transfer_days'>

/** The items to buy, and everything needed to pay for them. */
export function checkoutForm(purchase: Purchase, fan: Fan | undefined): Markup {
  const { festival, lines, voucher, state, seller, points, transferDays, terms } = purchase
  const days = transferDays && (terms?.transfer_days ?? transferDays)
  const back = festival ? `/guide/${festival.id}#tickets` : '/'
  return html`<div class="checkout" data-shop="checkout" data-state="${JSON.stringify(state)}">
    <h1>${words.checkout}</h1>
    <noscript><p class="notice bad">${words.needsScript}</p></noscript>
    <p class="clock" id="clock" role="status">${words.holding}</p>
    <p class="unseen" id="warning" role="status"></p>
    ${summary(purchase)}
    <section class="notice bad" id="refusal" tabindex="-1" hidden><p></p><p class="actions"><a class="button" href="${back}">${words.back}</a><button type="button" id="again" hidden>${words.again}</button></p></section>
    ${voucherForm(voucher)}
    <form id="payment" novalidate>
      ${contact(fan, purchase)}
      ${totalOf(lines) > 0 && billingAtCheckout()}
      ${points > 0 && pointsField(points)}
      ${totalOf(lines) > 0 && meansOf(days, fan?.isProven === true)}
      ${ofForm(forms, state.processor)(lines)}
      <p class="fault" id="fault" role="alert"></p>
      <button class="main" type="submit" disabled>${words.pay(totalOf(lines))}</button>
      ${lawOf(seller, lines)}
      <button class="plain" type="button" id="give-up">${words.giveUp}</button>
    </form>
    <section id="waiting" hidden aria-labelledby="waiting-title" tabindex="-1">
      <h2 id="waiting-title">${words.charging}</h2>
      <p class="lead">${words.chargingWords}</p>
      <p class="fault" role="alert"></p>
      <p class="actions"><button type="button" id="other" hidden>${words.other}</button></p>
    </section>
  </div>`
}

export function summary({
  festival,
  lines,
  voucher,
}: Pick<Purchase, 'festival' | 'lines' | 'voucher'>): Markup {
  const discount = lines.reduce((all, line) => all + line.discount, 0)
  return html`<section class="sum" aria-labelledby="what">
    ${festival ? headOf(festival) : html`<h2 id="what">${words.membership}</h2>`}
    <dl id="lines">
      ${lines.map(
        ({ id, name, language, quantity, price: each }) =>
          html`<div data-line="${id}" data-name="${name}"><dt>${quantity} × <bdi${lang(language)}>${name}</bdi></dt><dd>${each === 0 ? price(0) : sum(quantity * each)}</dd></div>`,
      )}
      ${voucher !== undefined && html`<div><dt>${words.discount(voucher)} <button type="button" id="no-voucher" aria-label="${words.withoutVoucherLabel(voucher)}">${words.withoutVoucher}</button></dt><dd>−${sum(discount)}</dd></div>`}
      <div id="points-line" hidden><dt></dt><dd></dd></div>
      <div class="total"><dt>${words.total}</dt><dd id="total">${sum(totalOf(lines))}</dd></div>
    </dl>
    <p class="quiet">${[...vatTexts(lines), words.feesIncluded].join('. ')}</p>
    <p class="fault" id="sum-fault" role="alert"></p>
  </section>`
}

/** Returns the VAT texts of the offers; with names if they are not the same for all items with a price. */
function vatTexts(lines: BasketLine[]): string[] {
  const paid = lines.filter(({ price: each }) => each > 0)
  const groups = Map.groupBy(paid, ({ vat }) => {
    if (!vat) return null
    return vat.rate === null ? vat.exemption : words.vatOf(vat.rate)
  })
  return [...groups].flatMap(([text, of]) => {
    if (text === null) return []
    return groups.size === 1 ? text : words.vatOfSome(namesOf(of), text)
  })
}

const namesOf = (lines: BasketLine[]) => lines.map(({ name }) => name).join(', ')

function headOf(festival: NonNullable<Purchase['festival']>): Markup {
  const where = whereOf(festival)
  return html`<h2 id="what"><a href="/guide/${festival.id}">${festival.name}</a></h2>
    <p class="quiet">${days(festival)}${where && `, ${where}`}</p>`
}

function voucherForm(voucher: string | undefined): Shown {
  if (voucher !== undefined) return null
  return html`<details class="voucher">
    <summary>${words.voucherAsk}</summary>
    <form id="voucher" novalidate>
      <label for="voucher-code">${words.voucher}</label>
      <div class="row"><input id="voucher-code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" aria-describedby="voucher-fault"><button type="submit" disabled>${words.apply}</button></div>
      <p class="fault" id="voucher-fault" role="alert"></p>
    </form>
  </details>`
}

function contact(fan: Fan | undefined, { next }: Purchase): Markup {
  if (fan && !fan.isGuest) {
    return html`<section class="who"><h2>${words.contact}</h2><p>${words.signedInAs} <strong>${fan.email}</strong></p></section>`
  }
  return html`<section class="who" aria-labelledby="contact">
    <h2 id="contact">${words.contact}</h2>
    <label for="email">${words.email}</label>
    <input id="email" name="email" type="text" autocomplete="email" inputmode="email" autocapitalize="none" maxlength="254" required value="${fan?.email}" aria-describedby="email-hint email-fault">
    <p class="fault" id="email-fault" role="alert"></p>
    <p class="quiet" id="email-hint">${words.emailHint}</p>
    <p class="quiet">${words.haveAccount} <a href="/sign-in?next=${encodeURIComponent(next)}">${words.signIn}</a></p>
  </section>`
}

/** The script fills in the number of points that can be used, and their worth. */
function pointsField(points: number): Markup {
  return html`<section class="points" id="points" data-points="${points}" aria-labelledby="points-title">
    <h2 id="points-title">${words.points}</h2>
    <p class="quiet" id="points-hint"></p>
    <label for="points-used">${words.pointsUse}</label>
    <div class="row"><input id="points-used" inputmode="numeric" autocomplete="off" maxlength="9" aria-describedby="points-hint points-used-fault"><button type="button" id="points-all">${words.pointsAll}</button></div>
    <p class="fault" id="points-used-fault" role="alert"></p>
  </section>`
}

/** The place of each form, as the page is sent. */
const forms: Record<CheckoutForm, (lines: BasketLine[]) => Markup> = {
  simulated: payment,
  stripe: card,
}

/** The place where Stripe's script shows its form. */
function card(): Markup {
  return html`<section id="outcomes" aria-labelledby="card-title">
    <h2 id="card-title">${words.payment}</h2>
    <div id="card"></div>
    <p class="fault" id="card-fault" role="alert"></p>
  </section>`
}

/** Shows the simulated payment. It has no field for a card number, so that no one enters a real one. */
function payment(lines: BasketLine[]): Markup {
  return html`<fieldset class="outcomes" id="outcomes"${totalOf(lines) === 0 && html` hidden`}>
    <legend>${words.payment}</legend>
    <p class="quiet">${words.simulated}</p>
    ${outcomes.map(
      ({ method, name, hint }, index) =>
        html`<label class="choice"><input type="radio" name="method" value="${method}"${index === 0 && html` checked`}><span>${words.outcomes[name]}<small>${words.outcomes[hint]}</small></span></label>`,
    )}
  </fieldset>`
}

/** Names the seller, and the lines without a right of withdrawal, as the law requires of a shop. */
function lawOf(seller: OrganizerRead | undefined, lines: BasketLine[]): Shown {
  if (!seller) return null
  const dated = lines.filter(({ isDated }) => isDated)
  const { name, legal_name, legal_address, terms_url, privacy_url } = seller
  const [terms, privacy] = [webAddress(terms_url), webAddress(privacy_url)]
  return html`<div class="law">
    <p>${words.soldBy} <strong>${legal_name ?? name}</strong>${legal_address && `, ${legal_address}`}.${dated.length > 0 && words.noWithdrawal(namesOf(dated))}</p>
    ${(terms ?? privacy) && html`<p>${terms && html`<a href="${terms}" target="_blank" rel="noopener">${words.terms}</a> `}${privacy && html`<a href="${privacy}" target="_blank" rel="noopener">${words.privacy}</a>`}</p>`}
  </div>`
}
