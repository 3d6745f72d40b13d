import { languageOf } from '#platform/values/translations'
import { html, type Shown } from './guide-html.ts'
import { andMore, section } from './guide-layout.ts'
import type { Availability, Whole } from './guide-shapes.ts'
import { leftOf, moment, price, guideWords as words } from './guide-words.ts'
import { zoneNote } from './guide-zone.ts'
import { waitHere } from './me-waiting.ts'
import { codeForm, stepper } from './shop-basket-form.ts'
import { about, lang, type SpokenFestival } from './spoken.ts'

type Ticket = SpokenFestival['tickets'][number]
type Tier = Ticket & Pick<Whole, 'time_zone'>

/** The ticket tiers with what is left of each. The script updates them every few seconds. */
export function tiers(
  { id, tickets, cancelled_at, end_time, time_zone, totals, published_at }: SpokenFestival,
  { left, now, isSold: sells }: { left: Availability[]; now: Date; isSold: boolean },
): Shown {
  if (cancelled_at) return null
  const isLive = published_at !== null && new Date(end_time) >= now
  const isSold = sells && isLive
  if (tickets.length === 0) {
    return section(
      { id: 'tickets', title: words.tickets },
      html`<p class="empty">${words.noTickets}</p>${isSold && codeForm(id)}`,
    )
  }
  const standing = new Map(left.map((one) => [one.ticket_id, one]))
  const live = isLive && html` data-live=""`
  return section(
    {
      id: 'tickets',
      title: words.tickets,
      aside: html`<p class="quiet" id="freshness" role="status"></p>`,
    },
    html`<ul class="tiers"${live}>${tickets.map((tier) => row({ ...tier, time_zone }, { festivalId: id, left: standing.get(tier.id), isSold }))}</ul>
      ${tickets.some(hasTime) && zoneNote(time_zone)}
      ${andMore(tickets.length, totals?.tickets)}
      ${isSold && codeForm(id)}`,
  )
}

function row(
  tier: Tier,
  {
    festivalId,
    left,
    isSold,
  }: { festivalId: string; left: Availability | undefined; isSold: boolean },
): Shown {
  const { id, name, start_time } = tier
  const status = left?.status ?? 'closed'
  return html`<li class="tier" data-tier="${id}" data-status="${status}" data-starts="${start_time}">
    <h3${lang(languageOf(tier, 'name'))}>${name}</h3>
    <p class="price">${price(tier.price)}</p>
    <p class="left">${left ? leftOf(left, tier) : words.closed}</p>
    ${about(tier)}
    ${windowOf(tier, status)}
    ${isSold && [stepper(tier, left?.remaining), status === 'sold_out' && waitHere(festivalId)]}
  </li>`
}

/** Whether any time of a tier is shown. */
function hasTime({ start_time, end_time, valid_since, valid_until }: Ticket): boolean {
  return [start_time, end_time, valid_since, valid_until].some((time) => time !== null)
}

/** When a tier is on sale, and when it admits. */
function windowOf(
  { end_time, valid_since, valid_until, time_zone: zone }: Tier,
  status: string,
): Shown {
  const admits =
    valid_since && valid_until
      ? words.admits(moment(valid_since, zone), moment(valid_until, zone))
      : (valid_since && words.admitsFrom(moment(valid_since, zone))) ||
        (valid_until && words.admitsUntil(moment(valid_until, zone)))
  const sale = end_time && status !== 'closed' && words.onSaleUntil(moment(end_time, zone))
  const text = [admits, sale].filter(Boolean).join(' · ')
  return text !== '' && html`<p class="quiet window">${text}</p>`
}
