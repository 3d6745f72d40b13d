import { countdown, days, offer, guideWords as words } from '#common/words/guide-words'
import { cover } from './cover.ts'
import { html, type Markup, type Shown } from './markup.ts'
import type { Whole } from './shapes.ts'
import { whereOf } from './venue-line.ts'

/** The number of artists named on a card. */
const teased = 4

/** A festival in a list, with artists and price. */
export function card(festival: Whole, now: Date): Markup {
  const { cancelled_at, end_time, tickets } = festival
  const isOver = new Date(end_time) < now
  const price = cancelled_at || isOver ? null : offer(tickets, now, festival)
  const line = [
    lineUp(festival),
    price &&
      html`<p class="price" data-offer="${festival.id}" data-prices="${prices(tickets)}">${price}</p>`,
  ]
  return frame(festival, badge(festival, now), line)
}

function frame(festival: Whole, sign: Shown, more: Shown): Markup {
  const { id, name } = festival
  return html`<li class="card">
    <div class="picture">${cover(festival)}${sign}</div>
    <div class="words">
      <p class="when">${days(festival)}</p>
      <h3><a href="/guide/${id}">${name}</a></h3>
      <p class="where">${whereOf(festival) || words.noPlace}</p>
      ${more}
    </div>
  </li>`
}

function badge(festival: Whole, now: Date): Shown {
  const { cancelled_at, start_time, end_time } = festival
  if (cancelled_at) return html`<span class="badge bad">${words.cancelled}</span>`
  if (new Date(end_time) < now) return null
  if (new Date(start_time) <= now) return html`<span class="badge live">${words.onNow}</span>`
  const until = countdown(festival, now)
  return until && html`<span class="badge">${until}</span>`
}

function lineUp({ gigs, totals }: Whole): Shown {
  const names = new Map(gigs.flatMap(({ artist }) => (artist ? [[artist.id, artist.name]] : [])))
  if (names.size === 0) return html`<p class="line">${words.lineUpOpen}</p>`
  const shown = [...names.values()].slice(0, teased)
  const rest = (totals?.artists ?? names.size) - shown.length
  return html`<p class="line">${rest > 0 ? words.namesAndMore(shown.join(' · '), rest) : shown.join(' · ')}</p>`
}

/** Returns the price of each tier by its id, for the script that checks the remaining quantities. */
function prices(tickets: Whole['tickets']): string {
  return tickets.map(({ id, price }) => `${id}=${price}`).join(' ')
}
