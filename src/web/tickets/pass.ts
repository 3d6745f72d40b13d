/** A festival's tickets, as `/tickets` shows and stores them. */

import { count, days, namedMoment } from '#common/words/guide-words'
import { words } from '#common/words/shop-words'
import { lang } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { TicketRead } from '../ui/shapes.ts'
import { whereOf } from '../ui/venue-line.ts'

/** Shows the tickets of a festival. `note` stands above them. */
export function ticketsAt(
  festival: TicketRead['festival'],
  passes: Markup[],
  note?: Shown,
): Markup {
  const { id, name } = festival
  const where = whereOf(festival)
  return html`<section class="part" aria-labelledby="festival-${id}">
    <div class="part-head"><h2 id="festival-${id}"><a href="/guide/${id}">${name}</a></h2><p class="quiet">${days(festival)}${where && `, ${where}`}</p></div>
    ${note}
    <ul class="passes">${passes}</ul>
  </section>`
}

type Named = { name: string | null; language?: string | undefined }
/** `nth`: the number of the ticket and the total of the festival, to distinguish tickets with the same name. */
type Parts = {
  item: Named
  nth: [nth: number, of: number]
  code: Shown
  holder: string | null | undefined
  actions?: Shown
}

/** One ticket: its item, its picture, and its actions. */
export function pass(
  ticket: TicketRead,
  { item, nth: [nth, of], code, holder, actions }: Parts,
): Markup {
  const { payment_id: id, validated_at, short_code, festival } = ticket
  return html`<li class="pass" data-ticket="${id}"${validated_at !== null && html` data-used=""`}>
    <h3${lang(item.language)}>${item.name}${of > 1 && html` <span class="quiet">${words.nthOf(count(nth), count(of))}</span>`}</h3>
    ${code}
    <dl>
      ${short_code && html`<div><dt>${words.code}</dt><dd><code>${short_code}</code></dd></div>`}
      ${holder && html`<div><dt>${words.holder}</dt><dd>${holder}</dd></div>`}
    </dl>
    ${validated_at && html`<p class="badge">${words.used(namedMoment(validated_at, festival.time_zone))}</p>`}
    ${actions}
  </li>`
}
