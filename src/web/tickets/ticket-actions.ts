/** The actions of a fan on tickets, and the tickets offered to them, on `/tickets`. */

import { days, namedMoment } from '#common/words/guide-words'
import { type CancelTerms, words } from '#common/words/me-words'
import { words as shop } from '#common/words/shop-words'
import type { Names } from '#core/sale-terms'
import type { Api } from '../ui/api.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { Fan } from '../ui/request.ts'
import type { PaymentRead, TicketRead, TransferRead } from '../ui/shapes.ts'

/** The facts about a fan's tickets beside the tickets: payments and offered transfers. */
export type Dealings = { payments: Map<string, PaymentRead>; transfers: TransferRead[] }

/** Reads payments and open transfers. Guests transfer nothing, and are offered nothing. */
export async function readDealings(mine: Api, { isGuest }: Fan): Promise<Dealings> {
  const [payments, transfers] = await Promise.all([
    mine.get<PaymentRead[]>('/payments?status=succeeded&limit=200'),
    isGuest ? [] : mine.get<TransferRead[]>('/transfers?status=open&limit=200'),
  ])
  return { payments: new Map(payments.map((payment) => [payment.id, payment])), transfers }
}

/** Confirms the action just completed, once. */
export function doneNotice(done: string | undefined): Shown {
  const said = Object.hasOwn(words.done, done ?? '') && words.done[done ?? '']
  return said && html`<p class="notice good" id="done" tabindex="-1">${said}</p>`
}

/** Tickets that are offered to the fan's own e-mail. */
export function offeredToFan({ transfers }: Dealings, names: Names): Shown {
  const offered = transfers.filter(({ direction }) => direction === 'received')
  if (offered.length === 0) return null
  return html`<section class="part" aria-labelledby="for-you">
    <div class="part-head"><h2 id="for-you">${words.forYou}</h2></div>
    <ul class="passes">${offered.map((one) => offer(one, names))}</ul>
  </section>`
}

function offer(transfer: TransferRead, names: Names): Markup {
  const { id, sender_name, festival, expires_at } = transfer
  const item = { ...transfer.item, ...names.get(transfer.item.id) }
  return html`<li class="pass offer" data-transfer="${id}" data-sender="${sender_name}">
    <h3>${words.offers(sender_name, item.name ?? '')}</h3>
    <p><a href="/guide/${festival.id}">${festival.name}</a>, ${days(festival)}</p>
    <p class="quiet">${words.acceptUntil(namedMoment(expires_at, festival.time_zone))}</p>
    <p class="actions"><button class="accent" type="button" data-do="accept">${words.accept}</button><button type="button" data-do="decline">${words.decline}</button></p>
    ${fault()}
  </li>`
}

/** The place where the script shows an error. */
const fault = () => html`<p class="fault" role="alert"></p>`

type Shows = { fan: Fan; dealings: Dealings; now: Date }

/** Shows the actions possible on a ticket now, or the one already begun. */
export function actionsOf(ticket: TicketRead, { fan, dealings, now }: Shows): Shown {
  const { time_zone } = ticket.festival
  const begun = dealings.transfers.find(({ id }) => id === ticket.transfer_id)
  if (begun) {
    const until = namedMoment(begun.expires_at, time_zone)
    return state(words.offeredTo(begun.email, until), {
      attributes: html`data-do="take-back" data-transfer="${begun.id}"`,
      name: words.takeBack,
    })
  }
  if (ticket.return) {
    const keep = { attributes: html`data-do="keep"`, name: words.keep }
    return state(words.returned(ticket.return.amount), keep)
  }
  const actions = possible(ticket, { fan, dealings, now })
  if (actions.length === 0) return null
  return html`<details class="manage"><summary>${words.manage}</summary>
    <p class="actions">${actions}</p>
    ${fan.isGuest && html`<p class="quiet">${words.manageGuest}</p>`}
  </details>`
}

function state(said: string, { attributes, name }: { attributes: Markup; name: string }): Markup {
  return html`<div class="state"><p>${said}</p><p class="actions"><button type="button" ${attributes}>${name}</button></p>${fault()}</div>`
}

/** Returns the buttons for the actions still possible. The service refuses the cases that only it knows. */
function possible(ticket: TicketRead, { fan, dealings, now }: Shows): Markup[] {
  const { festival, validated_at, payment_id } = ticket
  if (validated_at !== null || festival.cancelled_at !== null) return []
  const button = (does: string, text: string, facts: Markup | false = false) =>
    html`<button type="button" data-do="${does}" data-name="${ticket.item.name}"${facts}>${text}</button>`
  const isAhead = new Date(festival.start_time) > now
  const handOn = isAhead && !fan.isGuest && button('hand-on', words.handOn)
  const payment = dealings.payments.get(payment_id)
  return [
    handOn,
    ...(ticket.bought && payment ? ofBuyer(payment, { button, isAhead }) : []),
  ].filter((shown) => shown !== false)
}

type Button = (does: string, text: string, facts: Markup) => Markup

function ofBuyer(payment: PaymentRead, { button, isAhead }: { button: Button; isAhead: boolean }) {
  const { payment_type, cancelable } = payment
  const left = leftOf(payment)
  const isReturnable = isAhead && payment_type === 'ticket' && left > 0
  const terms = cancelable && html` data-terms="${JSON.stringify(termsOf(payment))}"`
  return [
    isReturnable && button('give-back', words.giveBack, offeredFor(payment, left)),
    terms !== null && button('cancel', words.cancel, terms),
  ]
}

/** The most that comes back, and the tier, whose stock the script reads before it asks. */
const offeredFor = ({ festival, entity_id }: PaymentRead, left: number) =>
  html` data-most="${left}" data-festival="${festival?.id}" data-tier="${entity_id}"`

const leftOf = ({ amount, refunded_amount }: PaymentRead) =>
  (Math.round(amount * 100) - Math.round(refunded_amount * 100)) / 100

/** The terms that the script shows before a ticket is cancelled. */
function termsOf({ cancelable, festival, points_used }: PaymentRead): CancelTerms {
  const { amount = 0, percent = 0, until = '' } = cancelable ?? {}
  const told = namedMoment(until, festival?.time_zone ?? 'UTC')
  return { amount, percent, until: told, points: points_used }
}

/** Explains to a visitor from the mail of an offer why they do not see it. */
export function withoutOffers(fan: Fan | undefined, offered: string | undefined): Shown {
  if (offered === undefined || fan?.isProven) return null
  if (fan && !fan.isGuest) {
    return html`<div class="notice"><p>${words.offeredProve}</p>${proveEmail(fan)}</div>`
  }
  return html`<p class="notice">${words.offeredSignIn} <a href="/sign-in?next=/tickets">${shop.signIn}</a></p>`
}

/** A button that mails a link to confirm the e-mail of an account. */
export function proveEmail({ id }: Fan): Markup {
  return html`<div data-prove="${id}"><p class="actions"><button type="button" data-do="prove">${words.mailConfirmation}</button></p>
    <p role="status"></p>${fault()}</div>`
}
