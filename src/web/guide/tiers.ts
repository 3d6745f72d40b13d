import { leftOf, moment, namedMoment, price, guideWords as words } from '#common/words/guide-words'
import { queueWords } from '#common/words/queue-words'
import { languageOf } from '#platform/values/translations'
import { codeForm, stepper } from '../ui/buy-form.ts'
import { andMore, section } from '../ui/layout.ts'
import { about, lang, type SpokenFestival } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { Availability, Whole } from '../ui/shapes.ts'
import { waitHere } from '../ui/waiting-list-button.ts'
import { zoneNote } from '../ui/zone.ts'

type Ticket = SpokenFestival['tickets'][number]
type Tier = Ticket & Pick<Whole, 'time_zone'>
/** The waiting room through which some of the tiers are sold. */
export type InTurn = { tiers: string[]; opens_at: string; draw_at: string; is_drawn: boolean }
type Row = {
  festivalId: string
  left: Availability | undefined
  isSold: boolean
  isInTurn: boolean
}

type Sale = { left: Availability[]; now: Date; isSold: boolean; inTurn?: InTurn | null | undefined }

/** The ticket tiers with their remaining quantities. The script updates them every few seconds. */
export function tiers(
  { id, tickets, cancelled_at, end_time, time_zone, totals, published_at }: SpokenFestival,
  { left, now, isSold: sells, inTurn }: Sale,
): Shown {
  if (cancelled_at) return null
  const isLive = published_at !== null && new Date(end_time) >= now
  const isSold = sells && isLive
  const code = isSold && codeForm(id)
  if (tickets.length === 0) {
    return section(
      { id: 'tickets', title: words.tickets },
      html`<p class="empty">${words.noTickets}</p>${code}`,
    )
  }
  const live = isLive && html` data-live=""`
  return section(
    {
      id: 'tickets',
      title: words.tickets,
      aside: html`<p class="quiet" id="freshness" role="status"></p>`,
    },
    html`${inTurn && enterHere(id, inTurn, time_zone)}
      <ul class="tiers"${live}>${rows({ id, tickets, time_zone }, { left, isSold, inTurn })}</ul>
      ${tickets.some(hasTime) && zoneNote(time_zone)}
      ${andMore(tickets.length, totals?.tickets)}
      ${code}`,
  )
}

type Tiers = Pick<SpokenFestival, 'id' | 'tickets' | 'time_zone'>

/** Tiers with their remaining quantities, without a selection. */
export const tierList = (of: Tiers, left: Availability[]): Markup =>
  html`<ul class="tiers">${rows(of, { left, isSold: false })}</ul>`

function rows(
  { id, tickets, time_zone }: Tiers,
  { left, isSold, inTurn }: Omit<Sale, 'now'>,
): Shown[] {
  const standing = new Map(left.map((one) => [one.ticket_id, one]))
  return tickets.map((tier) => {
    const isInTurn = inTurn?.tiers.includes(tier.id) === true
    const of = { festivalId: id, left: standing.get(tier.id), isSold, isInTurn }
    return row({ ...tier, time_zone }, of)
  })
}

/** Leads to the waiting room of a sale in turn. A visitor who is called comes back to `#turn`, where the tickets are selected. */
function enterHere(id: string, { opens_at, draw_at, is_drawn }: InTurn, zone: string): Markup {
  const text = is_drawn
    ? queueWords.inTurnDrawn
    : queueWords.inTurnText(namedMoment(opens_at, zone), namedMoment(draw_at, zone))
  return html`<div class="notice in-turn" id="turn">
    <p class="waits">${text}</p><p class="waits actions"><a class="button accent" href="/guide/${id}/queue">${queueWords.enterRoom}</a></p>
    <p class="called"><strong>${queueWords.turn}.</strong> ${queueWords.turnText}</p>
  </div>`
}

function row(tier: Tier, { festivalId, left, isSold, isInTurn }: Row): Shown {
  const { id, name, start_time } = tier
  const status = left?.status ?? 'closed'
  return html`<li class="tier" data-tier="${id}" data-status="${status}" data-starts="${start_time}"${isInTurn && html` data-turn=""`}>
    <h3${lang(languageOf(tier, 'name'))}>${name}</h3>
    <p class="price">${price(tier.price)}</p>
    <p class="left">${left ? leftOf(left, tier) : words.closed}</p>
    ${about(tier)}
    ${windowOf(tier, status)}
    ${isInTurn && html`<p class="quiet window">${queueWords.inTurn}</p>`}
    ${isSold && [stepper(tier, left?.remaining), status === 'sold_out' && waitHere(festivalId)]}
  </li>`
}

/** Returns true if any time of a tier is shown. */
function hasTime({ start_time, end_time, valid_since, valid_until }: Ticket): boolean {
  return [start_time, end_time, valid_since, valid_until].some((time) => time !== null)
}

/** Shows the sale period of a tier, and the time in which it admits. */
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
