import type { Names } from '#sale-terms'
import { html, type Markup, type Shown } from './guide-html.ts'
import type { GuidePage } from './guide-layout.ts'
import type { OrderRead, TicketRead } from './guide-shapes.ts'
import { days, namedMoment } from './guide-words.ts'
import { keptTickets } from './kept-tickets.ts'
import {
  actionsOf,
  type Dealings,
  doneNotice,
  offeredToFan,
  readDealings,
  withoutOffers,
} from './me-tickets.ts'
import { type Place, placesOf, readPlaces } from './me-waiting.ts'
import { keepHere } from './offline-page.ts'
import type { Asked, Fan } from './shop-asked.ts'
import { isOpen } from './shop-basket.ts'
import { byFestival, type Codes, codesOf, picture } from './shop-codes.ts'
import { words } from './shop-words.ts'
import { lang } from './spoken.ts'
import { whereOf } from './where.ts'

type Held = { tickets: TicketRead[] }
type Orders = { orders: OrderRead[] }

/** `/tickets`: what a fan holds, the next festival first; with `?order=` after a purchase it says so. */
export function ticketsPage(asked: Asked): Promise<GuidePage> {
  const { query, mine } = asked
  return query.keep !== undefined && mine ? keptTickets(mine, asked) : ownTickets(asked)
}

async function ownTickets(asked: Asked): Promise<GuidePage> {
  const { query, fan, now } = asked
  const own = await readOwn(asked)
  const { tickets, orders, dealings, names } = own
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
      ${paid && thanks(paid, fan)}
      ${offersOf(own, { fan, offered: query.offered })}
      ${open && html`<p class="notice">${words.unfinished} <a href="/checkout?order=${open.id}">${words.finish}</a></p>`}
      ${groups.length === 0 ? none(fan) : html`<p class="quiet">${words.bright}</p>`}
      ${groups.map((held) => festival(held, { fan, codes, dealings, names, now }))}
      ${fan && (tickets.length > 0 || !fan.isGuest) && who(fan, paid ?? orders.find(isPaid))}
    </div>`,
  }
}

type Comes = { fan: Fan | undefined; offered: string | undefined }

/** What others, and the waiting lists, offer to the fan. */
function offersOf({ dealings, places, names }: Own, { fan, offered }: Comes): Shown {
  return [withoutOffers(fan, offered), offeredToFan(dealings, names), placesOf(places, names)]
}

const isPaid = ({ status }: OrderRead) => status === 'succeeded'

type Own = Held & Orders & { dealings: Dealings; places: Place[]; names: Names }

const nothing: Own = {
  tickets: [],
  orders: [],
  dealings: { payments: new Map(), transfers: [] },
  places: [],
  names: new Map(),
}

async function readOwn({ mine, api, fan, namesOf }: Asked): Promise<Own> {
  if (!mine || !fan) return nothing
  const [{ tickets }, { orders }, dealings, places] = await Promise.all([
    mine.get<Held>('/tickets?limit=200'),
    mine.get<Orders>('/orders?limit=10'),
    readDealings(mine, fan),
    fan.isGuest ? [] : readPlaces(mine, api),
  ])
  const names = await namesOf([
    ...[...tickets, ...dealings.transfers].map(({ item }) => item.id),
    ...places.map(({ entry }) => entry.entity_id),
  ])
  return { tickets, orders, dealings, places, names }
}

/** The most codes on a page with tickets of several festivals: others are a click away. */
const most = 20

function thanks({ id }: OrderRead, fan: Fan | undefined): Markup {
  return html`<section class="notice good" id="thanks" tabindex="-1">
    <p><strong>${words.thanks}</strong> ${fan?.email && words.mailed(fan.email)}</p>
    <p class="quiet">${words.orderNumber} <code>${id}</code></p>
  </section>`
}

function none(fan: Fan | undefined): Markup {
  return html`<div class="empty"><p><strong>${words.noTickets}</strong></p><p>${fan ? words.noTicketsYours : words.noTicketsHere}</p>
    <p class="actions"><a class="button" href="/">${words.find}</a>${!fan && html`<a class="button" href="/sign-in?next=/tickets">${words.signIn}</a>`}</p></div>`
}

type Shows = { fan: Fan | undefined; codes: Codes; dealings: Dealings; names: Names; now: Date }

function festival(tickets: TicketRead[], shows: Shows): Shown {
  const [first] = tickets
  if (!first) return null
  const { id, name } = first.festival
  const where = whereOf(first.festival)
  return html`<section class="part" aria-labelledby="festival-${id}">
    <div class="part-head"><h2 id="festival-${id}"><a href="/guide/${id}">${name}</a></h2><p class="quiet">${days(first.festival)}${where && `, ${where}`}</p></div>
    <ul class="passes">${tickets.map((ticket) => pass(ticket, shows))}</ul>
  </section>`
}

function pass(ticket: TicketRead, { fan, codes, dealings, names, now }: Shows): Markup {
  const { payment_id: id, validated_at, short_code } = ticket
  const item = { ...ticket.item, ...names.get(ticket.item.id) }
  const code = codes.get(id)
  const holder = fan?.name || fan?.email
  return html`<li class="pass" data-ticket="${id}"${validated_at !== null && html` data-used=""`}>
    <h3${lang(item.language)}>${item.name}</h3>
    ${code ? picture(code) : html`<p class="actions"><a class="button" href="/tickets?festival=${ticket.festival.id}">${words.showCode}</a></p>`}
    <dl>
      ${short_code && html`<div><dt>${words.code}</dt><dd><code>${short_code}</code></dd></div>`}
      ${holder && html`<div><dt>${words.holder}</dt><dd>${holder}</dd></div>`}
    </dl>
    ${validated_at && html`<p class="badge">${words.used(namedMoment(validated_at, ticket.festival.time_zone))}</p>`}
    <p class="actions"><a class="button" href="/tickets/${id}/pdf">${words.pdf}</a><a class="button" href="/festivals/${ticket.festival.id}/calendar.ics" download>${words.calendar}</a></p>
    ${fan && actionsOf({ ...ticket, item }, { fan, dealings, now })}
  </li>`
}

/** Whose tickets these are; a guest may correct the e-mail, and have the last order mailed again. */
function who({ isGuest, email, name }: Fan, order: OrderRead | undefined): Markup {
  return html`${keepHere()}<section class="who">
    <p>${isGuest ? words.guest : html`${words.signedInAs} <strong>${email ?? name}</strong>`}</p>
    ${order && mailAgain(order, isGuest ? email : undefined)}
    <p class="actions">${isGuest && html`<a class="button" href="/sign-in?next=/tickets">${words.signIn}</a>`}<button type="button" id="sign-out">${words.signOut}</button></p>
  </section>`
}

function mailAgain({ id }: OrderRead, email: string | null | undefined): Markup {
  const field = html`<label for="email">${words.email}</label>
    <input id="email" type="email" autocomplete="email" inputmode="email" maxlength="254" required value="${email}" aria-describedby="email-fault">
    <p class="fault" id="email-fault" role="alert"></p>`
  return html`<details class="again">
    <summary>${words.noMail}</summary>
    <form id="again" novalidate data-order="${id}">
      ${email !== undefined && field}
      <button type="submit">${words.sendAgain}</button>
      <p class="fault" id="again-fault" role="alert"></p>
      <p id="sent" role="status"></p>
    </form>
  </details>`
}
