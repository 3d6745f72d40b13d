import { html, type Markup } from './guide-html.ts'
import type { Availability, Whole } from './guide-shapes.ts'
import { words } from './shop-words.ts'

type Tier = Whole['tickets'][number]

/** How many of a tier are wanted: the script shows it while the tier is on sale. */
export function stepper(tier: Tier, left: Availability | undefined): Markup {
  const { id, name, price, max_per_order } = tier
  const most = Math.min(max_per_order, left?.remaining ?? 0)
  return html`<div class="stepper" hidden data-item="${id}" data-price="${price}" data-most="${most}" data-per-order="${max_per_order}" role="group" aria-label="${name}">
    <button type="button" data-step="-1" aria-label="${words.fewer(name)}">−</button><output aria-live="polite">0</output><button type="button" data-step="1" aria-label="${words.more(name)}">+</button>
  </div>`
}

/** One button that says what it costs; the form leads to the checkout. */
export function buyBar(festivalId: string): Markup {
  return html`<noscript><p class="quiet">${words.needsScript}</p></noscript>
    <form class="buy" action="/checkout" method="get" hidden>
      <input type="hidden" name="festival" value="${festivalId}"><input type="hidden" name="items" value="">
      <button class="main" type="submit" disabled>${words.choose}</button>
    </form>`
}
