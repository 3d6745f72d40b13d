import type { Kind } from '#common/pages/basket-items'
import { basketWords, words } from '#common/words/shop-words'
import { html, type Markup, type Shown } from './markup.ts'

type Offer = { price: number; max_per_order: number; kind?: Kind }

/** The place for the script's − and + buttons of an offer. `left`: the remaining units. */
export function stepper({ kind, price, max_per_order }: Offer, left = 0): Markup {
  return html`<div class="stepper"${kind && html` data-kind="${kind}"`} data-price="${price}" data-most="${max_per_order}" data-left="${left}"></div>`
}

/** The form for a voucher code. The list above it then shows the offers that the code opens, and its prices. */
export function codeForm(festivalId: string): Markup {
  return html`<ul class="tiers" id="opened" hidden></ul>
    <details class="voucher" data-code="${festivalId}">
      <summary>${words.haveCode}</summary>
      <form novalidate>
        <label for="code">${words.voucher}</label>
        <div class="row"><input id="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" aria-describedby="code-fault"><button type="submit" disabled>${words.checkCode}</button></div>
        <p class="fault" id="code-fault" role="alert"></p>
        <p id="code-gives" role="status"></p>
        <button type="button" id="without-code" hidden>${words.withoutCode}</button>
      </form>
    </details>`
}

/** The offers, and one button with the price of the selection. The form leads to the checkout. */
export function forSale({ id, isSold }: { id: string; isSold: boolean }, offers: Shown): Shown {
  if (!isSold) return offers
  return html`<div class="for-sale">
    ${offers}
    <noscript><p class="quiet">${words.needsScript}</p></noscript>
    <form class="buy" action="/checkout" method="get" hidden>
      <input type="hidden" name="festival" value="${id}"><input type="hidden" name="items" value=""><input type="hidden" name="voucher" value="" disabled>
      <button class="main" type="submit" disabled>${basketWords.choose}</button>
    </form>
  </div>`
}
