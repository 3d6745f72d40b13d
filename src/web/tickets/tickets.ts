import { pageLanguage } from '#common/words/locale'
import { words } from '#common/words/shop-words'
import type { Names } from '#core/sale-terms'
import { isOpen } from '../shop/basket.ts'
import { billingLater } from '../shop/billing-form.ts'
import { type Documents, documentsPart, documentsShown, paidOf } from '../shop/documents.ts'
import { transferOf } from '../shop/transfer.ts'
import { withQuery } from '../ui/api.ts'
import type { GuidePage } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import { offlineNotice, safariHint } from '../ui/offline-page.ts'
import type { Fan, PageRequest } from '../ui/request.ts'
import type { OrderRead, TicketRead } from '../ui/shapes.ts'
import { byFestival, type Codes, codesOf, picture } from '../ui/ticket-codes.ts'
import { placesOf, readPlaces, type WaitingPlace } from '../ui/waiting-list-button.ts'
import { lostTicket } from './lost.ts'
import { offlineTickets } from './offline-tickets.ts'
import { pass, ticketsAt } from './pass.ts'
import {
  actionsOf,
  type Dealings,
  doneNotice,
  offeredToFan,
  readDealings,
  withoutOffers,
} from './ticket-actions.ts'

type HeldTickets = { tickets: TicketRead[] }
type Orders = { orders: OrderRead[] }

/** `/tickets`: the tickets that a fan holds, the next festival first. With `?order=` it confirms a purchase. */
export function ticketsPage(request: PageRequest): Promise<GuidePage> {
  const { query, mine } = request
  return query.keep !== undefined && mine ? offlineTickets(mine, request) : ownTickets(request)
}

async function ownTickets(request: PageRequest): Promise<GuidePage> {
  const { query, fan, now } = request
  const own = await readOwn(request)
  const { tickets, orders, dealings, names, documents } = own
  const { wallets } = request
  const paid = orders.find((order) => order.id === query.order && isPaid(order))
  const open = orders.find(isOpen)
  const groups = byFestival(tickets, now).filter(
    ([one]) => query.festival === undefined || one?.festival.id === query.festival,
  )
  const codes = await codesOf(
    groups.flat().slice(0, query.festival === undefined ? most : undefined),
  )
  return {
    title: words.tickets,
    description: words.tickets,
    path: '/tickets',
    main: html`<div class="wallet" data-shop="tickets">
      <h1>${words.tickets}</h1>
      ${doneNotice(query.done)}
      ${comesBack(fan)}
      ${paid && thanks(paid, { fan, documents })}
      ${offersOf(own, { fan, offered: query.offered })}
      ${open && unfinished(open)}
      ${groups.length === 0 ? none(fan) : html`<p class="quiet">${words.bright}</p>`}
      ${lostTicket(request, groups.length > 0)}
      ${groups.map((held) => festival(held, { fan, codes, dealings, names, wallets, now }))}
      ${documentsPart(
        orders.filter((order) => order !== paid),
        documents,
      )}
      ${fan && (tickets.length > 0 || !fan.isGuest) && [offlineNotice(safariHint(wallets.length > 0)), who(fan, paid ?? orders.find(isPaid))]}
    </div>`,
  }
}

/** Shows where to transfer the amount of an order, or leads to one that is not paid yet. */
const unfinished = (order: OrderRead): Shown =>
  transferOf(order) ??
  html`<p class="notice">${words.unfinished} <a href="/checkout?order=${order.id}">${words.finish}</a></p>`

/** Warns that mails to the fan's e-mail come back. A guest corrects it below. */
function comesBack(fan: Fan | undefined): Shown {
  if (!fan?.isUndeliverable) return undefined
  const how = fan.isGuest ? words.undeliverableGuest : words.undeliverableFan
  return html`<p class="notice bad">${words.undeliverable(fan.email ?? '')} ${how}</p>`
}

type Comes = { fan: Fan | undefined; offered: string | undefined }

/** Offers to the fan from others and from the waiting lists. */
function offersOf({ dealings, places, names }: Own, { fan, offered }: Comes): Shown {
  return [withoutOffers(fan, offered), offeredToFan(dealings, names), placesOf(places, names)]
}

const isPaid = ({ status }: OrderRead) => status === 'succeeded'

type Own = HeldTickets &
  Orders & { dealings: Dealings; places: WaitingPlace[]; names: Names; documents: Documents }

const nothing: Own = {
  tickets: [],
  orders: [],
  dealings: { payments: new Map(), transfers: [] },
  places: [],
  names: new Map(),
  documents: new Map(),
}

async function readOwn({ mine, api, fan, namesOf, documentsOf }: PageRequest): Promise<Own> {
  if (!mine || !fan) return nothing
  const [{ tickets }, { orders }, dealings, places] = await Promise.all([
    mine.get<HeldTickets>('/tickets?limit=200'),
    mine.get<Orders>('/orders?limit=10'),
    readDealings(mine, fan),
    fan.isGuest ? [] : readPlaces(mine, api),
  ])
  const ids = [
    ...[...tickets, ...dealings.transfers].map(({ item }) => item.id),
    ...places.map(({ entry }) => entry.entity_id),
  ]
  const [names, documents] = await Promise.all([namesOf(ids), documentsOf(paidOf(orders))])
  return { tickets, orders, dealings, places, names, documents }
}

/** The maximum number of codes on a page with tickets of several festivals: the others are a click away. */
const most = 20

type Thanks = Pick<PageRequest, 'fan'> & Pick<Own, 'documents'>

function thanks({ id, number }: OrderRead, { fan, documents }: Thanks): Markup {
  return html`<section class="notice good" id="thanks" tabindex="-1">
    <p><strong>${words.thanks}</strong> ${fan?.email && words.mailed(fan.email)}</p>
    <p class="quiet">${words.orderNumber} <code>${number ?? id}</code></p>
    ${documentsShown(documents.get(id))}
  </section>`
}

function none(fan: Fan | undefined): Markup {
  return html`<div class="empty"><p><strong>${words.noTickets}</strong></p><p>${fan ? words.noTicketsYours : words.noTicketsHere}</p>
    <p class="actions"><a class="button" href="/">${words.find}</a>${!fan && html`<a class="button" href="/sign-in?next=/tickets">${words.signIn}</a>`}</p></div>`
}

type Shows = Pick<PageRequest, 'fan' | 'wallets' | 'now'> & {
  codes: Codes
  dealings: Dealings
  names: Names
}

function festival(tickets: TicketRead[], shows: Shows): Shown {
  const [first] = tickets
  return (
    first &&
    ticketsAt(
      first.festival,
      tickets.map((ticket, n) => passOf(ticket, [n + 1, tickets.length], shows)),
    )
  )
}

function passOf(ticket: TicketRead, nth: [number, number], shows: Shows): Markup {
  const { fan, codes, dealings, names, now } = shows
  const { payment_id: id, festival } = ticket
  const item = { ...ticket.item, ...names.get(ticket.item.id) }
  const code = codes.get(id)
  return pass(ticket, {
    item,
    nth,
    code: code
      ? picture(code)
      : html`<p class="actions"><a class="button" href="/tickets?festival=${festival.id}">${words.showCode}</a></p>`,
    holder: fan?.name || fan?.email,
    actions: html`<p class="actions"><a class="button" href="/tickets/${id}/pdf">${words.pdf}</a><a class="button" href="${calendarOf(festival)}" download>${words.calendar}</a></p>
    <p class="actions quiet"><a href="${calendarOf(festival, true)}" download>${words.calendarOfGigs}</a></p>
    ${walletsOf(ticket, shows)}
    ${fan && actionsOf({ ...ticket, item }, { fan, dealings, now })}`,
  })
}

/** Returns the address of a festival's calendar; by default one entry, with the timetable one of each gig. */
const calendarOf = ({ id }: TicketRead['festival'], timetable = false) =>
  withQuery(`/festivals/${id}/calendar.ics`, {
    timetable: timetable ? undefined : 'false',
    language: pageLanguage(),
  })

/** Buttons that add a ticket to a wallet, as long as it may still admit. */
function walletsOf({ validated_at, festival }: TicketRead, { wallets, now }: Shows): Shown {
  const isGood = validated_at === null && festival.cancelled_at === null
  if (wallets.length === 0 || !isGood || new Date(festival.end_time) <= now) return null
  return html`<div class="wallets">
    <p class="actions">${wallets.map((name) => html`<button type="button" data-do="wallet" data-as="${name}">${words.wallets[name]}</button>`)}</p>
    <p class="quiet">${words.walletsHint}</p>
  </div>`
}

/** Names the owner of the tickets. A guest may correct the e-mail, and have the last order mailed again. */
function who({ isGuest, email, name, isUndeliverable }: Fan, order: OrderRead | undefined): Markup {
  return html`<section class="who">
    <p>${isGuest ? words.guest : html`${words.signedInAs} <strong>${email ?? name}</strong>`}</p>
    ${order && [billingLater(order), mailAgain(order, isGuest ? email : undefined, isUndeliverable)]}
    <p class="actions">${isGuest && html`<a class="button" href="/sign-in?next=/tickets">${words.signIn}</a>`}<button type="button" id="sign-out">${words.signOut}</button></p>
  </section>`
}

function mailAgain(
  { id }: OrderRead,
  email: string | null | undefined,
  isOpenNow: boolean,
): Markup {
  const field = html`<label for="email">${words.email}</label>
    <input id="email" type="text" autocomplete="email" inputmode="email" autocapitalize="none" maxlength="254" required value="${email}" aria-describedby="email-fault">
    <p class="fault" id="email-fault" role="alert"></p>`
  return html`<details class="again"${isOpenNow && html` open`}>
    <summary>${words.noMail}</summary>
    <form id="again" novalidate data-order="${id}">
      ${email !== undefined && field}
      <button type="submit" disabled>${words.sendAgain}</button>
      <p class="fault" id="again-fault" role="alert"></p>
      <p id="sent" role="status"></p>
    </form>
  </details>`
}
