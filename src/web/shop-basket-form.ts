import { html, type Markup } from './guide-html.ts'
import type { Availability, Whole } from './guide-shapes.ts'
import { words } from './shop-words.ts'

type Tier = Whole['tickets'][number]

/** Where the script puts − and + of a tier. */
export function stepper({ price, max_per_order }: Tier, left: Availability | undefined): Markup {
  return html`<div class="stepper" data-price="${price}" data-most="${max_per_order}" data-left="${left?.remaining ?? 0}"></div>`
}

/** One button that says what it costs; the form leads to the checkout. */
export function buyBar(festivalId: string): Markup {
  return html`<noscript><p class="quiet">${words.needsScript}</p></noscript>
    <form class="buy" action="/checkout" method="get" hidden>
      <input type="hidden" name="festival" value="${festivalId}"><input type="hidden" name="items" value="">
      <button class="main" type="submit" disabled>${words.choose}</button>
    </form>`
}
