import { html, type Markup, type Shown, webAddress } from './guide-html.ts'
import type { GuidePage } from './guide-layout.ts'
import type { OrderRead, OrganizerRead, Whole } from './guide-shapes.ts'
import { days, price, sum } from './guide-words.ts'
import type { Asked, Fan } from './shop-asked.ts'
import {
  type Item,
  isOpen,
  keyOf,
  type Line,
  linesOf,
  linesWanted,
  readBasket,
  wishOf,
  writeBasket,
} from './shop-basket.ts'
import { isTold, readSeller } from './shop-sellers.ts'
import type { CheckoutState } from './shop-state.ts'
import { outcomes, words } from './shop-words.ts'

type Orders = { orders: OrderRead[] }
type Festival = Pick<
  Whole,
  'id' | 'name' | 'start_time' | 'end_time' | 'time_zone' | 'venue' | 'country'
>

/**
 * `/checkout?festival=…&items=…`: what is to be bought; the script holds it, and the address is then `/checkout?order=…`,
 * which shows that order however far it is. Who comes back with the same wish finds the same order.
 */
export async function checkoutPage(asked: Asked): Promise<GuidePage | { redirect: string }> {
  const { query, mine } = asked
  const orders = mine ? (await mine.get<Orders>('/orders?limit=10')).orders : []
  if (query.order !== undefined) {
    return orderPage(
      asked,
      orders.find(({ id }) => id === query.order),
    )
  }
  const items = readBasket(query.items)
  if (query.festival === undefined || items.length === 0) {
    return orderPage(asked, orders.find(isOpen))
  }
  return basketPage(asked, { id: query.festival, items, orders })
}

/** What is wanted of a festival; who has an open order of the same finds that one. */
async function basketPage(
  asked: Asked,
  { id, items, orders }: Orders & { id: string; items: Item[] },
): Promise<GuidePage | { redirect: string }> {
  const path = `/festivals/${encodeURIComponent(id)}/summary?nested=100`
  const festival = await asked.api.get<Whole>(path)
  const before = orders.find((order) => isOpen(order) && festivalOf(order)?.id === festival.id)
  if (before && isSame(before, items)) return orderPage(asked, before)
  const lines = linesWanted(festival, items)
  if (lines.length === 0) return nothingPage()
  const wish = wishOf(festival, asked.query)
  const state = {
    ...wish,
    items: writeBasket(lines),
    key: keyOf(wish, lines, orders[0]),
    ...(before?.status === 'held' && { instead: before.id }),
  }
  return checkout(asked, { festival, organizer: festival.organizer, lines, state })
}

const festivalOf = ({ payments }: OrderRead) => payments[0]?.festival ?? undefined

/** Without a voucher it is what was asked for, whatever the voucher has taken off. */
function isSame(order: OrderRead, items: Item[]): boolean {
  return writeBasket(linesOf(order)) === writeBasket(items)
}

async function orderPage(
  asked: Asked,
  order: OrderRead | undefined,
): Promise<GuidePage | { redirect: string }> {
  const festival = order && festivalOf(order)
  if (!order || !festival) return nothingPage()
  if (order.status === 'succeeded') return { redirect: `/tickets?order=${order.id}` }
  const lines = linesOf(order)
  const items = writeBasket(lines)
  if (!isOpen(order)) return endedPage(order, festival, items)
  const voucher = order.payments.find((payment) => payment.voucher !== null)?.voucher
  const state = {
    ...wishOf(festival, asked.query),
    items,
    order: order.id,
    ...(voucher && { voucher }),
  }
  const { organizer } = await asked.api.get<Pick<Whole, 'organizer'>>(
    `/festivals/${festival.id}/summary?nested=0`,
  )
  return checkout(asked, { festival, organizer, lines, state })
}

type Shop = {
  festival: Festival
  organizer: Pick<Whole['organizer'], 'id'>
  lines: Line[]
  state: CheckoutState
}

async function checkout(
  asked: Asked,
  { festival, organizer, lines, state: wanted }: Shop,
): Promise<GuidePage> {
  const { fan, processor, api, config } = asked
  const seller = await readSeller(api, organizer.id)
  if (processor.livemode && !isTold(seller, config)) return notSoldPage(festival)
  const isSimulated = processor.name === 'simulated'
  const state = { ...wanted, ...(!isSimulated && { stripe: processor.publicKey }) }
  return {
    title: `${words.checkout}: ${festival.name}`,
    description: words.checkout,
    path: '/checkout',
    hasSearch: true,
    takesCards: !isSimulated,
    main: html`<div class="checkout" data-shop="checkout" data-state="${JSON.stringify(state)}">
      <h1>${words.checkout}</h1>
      <noscript><p class="notice bad">${words.needsScript}</p></noscript>
      <p class="clock" id="clock" role="status">${words.holding}</p>
      <p class="unseen" id="warning" role="status"></p>
      ${summary(festival, lines, state.voucher)}
      <section class="notice bad" id="refusal" tabindex="-1" hidden><p></p><p class="actions"><a class="button" href="/guide/${festival.id}#tickets">${words.back}</a><button type="button" id="again" hidden>${words.again}</button></p></section>
      ${voucherForm(state.voucher)}
      <form id="payment" novalidate>
        ${contact(fan, state)}
        ${isSimulated ? payment(lines) : card()}
        <p class="fault" id="fault" role="alert"></p>
        <button class="main" type="submit" disabled>${words.pay(totalOf(lines))}</button>
        ${lawOf(seller)}
        <button class="plain" type="button" id="give-up">${words.giveUp}</button>
      </form>
      <section id="waiting" hidden aria-labelledby="waiting-title" tabindex="-1">
        <h2 id="waiting-title">${words.charging}</h2>
        <p class="lead">${words.chargingWords}</p>
        <p class="fault" role="alert"></p>
        <p class="actions"><button type="button" id="other" hidden>${words.other}</button></p>
      </section>
    </div>`,
  }
}

const totalOf = (lines: Line[]) =>
  lines.reduce((all, { quantity, price: each, discount }) => all + quantity * each - discount, 0)

function summary(festival: Festival, lines: Line[], voucher: string | undefined): Markup {
  const discount = lines.reduce((all, line) => all + line.discount, 0)
  const where = [festival.venue, festival.country].filter(Boolean).join(', ')
  return html`<section class="sum" aria-labelledby="what">
    <h2 id="what"><a href="/guide/${festival.id}">${festival.name}</a></h2>
    <p class="quiet">${days(festival)}${where && `, ${where}`}</p>
    <dl id="lines">
      ${lines.map(
        ({ id, name, quantity, price: each }) =>
          html`<div data-line="${id}" data-name="${name}"><dt>${quantity} × ${name}</dt><dd>${each === 0 ? price(0) : sum(quantity * each)}</dd></div>`,
      )}
      ${voucher !== undefined && html`<div><dt>${words.discount(voucher)}</dt><dd>−${sum(discount)}</dd></div>`}
      <div class="total"><dt>${words.total}</dt><dd id="total">${sum(totalOf(lines))}</dd></div>
    </dl>
    <p class="quiet">${words.vatIncluded}</p>
  </section>`
}

function voucherForm(voucher: string | undefined): Shown {
  if (voucher !== undefined) return null
  return html`<details class="voucher">
    <summary>${words.voucherAsk}</summary>
    <form id="voucher" novalidate>
      <label for="voucher-code">${words.voucher}</label>
      <div class="row"><input id="voucher-code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" aria-describedby="voucher-fault"><button type="submit">${words.apply}</button></div>
      <p class="fault" id="voucher-fault" role="alert"></p>
    </form>
  </details>`
}

function contact(fan: Fan | undefined, { festival, items }: CheckoutState): Markup {
  if (fan && !fan.isGuest) {
    return html`<section class="who"><h2>${words.contact}</h2><p>${words.signedInAs} <strong>${fan.email}</strong></p></section>`
  }
  const back = encodeURIComponent(`/checkout?festival=${festival}&items=${items}`)
  return html`<section class="who" aria-labelledby="contact">
    <h2 id="contact">${words.contact}</h2>
    <label for="email">${words.email}</label>
    <input id="email" name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" required value="${fan?.email}" aria-describedby="email-hint email-fault">
    <p class="fault" id="email-fault" role="alert"></p>
    <p class="quiet" id="email-hint">${words.emailHint}</p>
    <p class="quiet">${words.haveAccount} <a href="/sign-in?next=${back}">${words.signIn}</a></p>
  </section>`
}

/** Where Stripe's script shows its form. */
function card(): Markup {
  return html`<section id="outcomes" aria-labelledby="card-title">
    <h2 id="card-title">${words.payment}</h2>
    <div id="card"></div>
    <p class="fault" id="card-fault" role="alert"></p>
  </section>`
}

/** No field that takes the number of a card, so that no one types a real one. */
function payment(lines: Line[]): Markup {
  return html`<fieldset class="outcomes" id="outcomes"${totalOf(lines) === 0 && html` hidden`}>
    <legend>${words.payment}</legend>
    <p class="quiet">${words.simulated}</p>
    ${outcomes.map(
      ({ method, name, hint }, index) =>
        html`<label class="choice"><input type="radio" name="method" value="${method}"${index === 0 && html` checked`}><span>${name}<small>${hint}</small></span></label>`,
    )}
  </fieldset>`
}

/** What the law wants a buyer to be told. */
function lawOf({ name, legal_name, legal_address, terms_url, privacy_url }: OrganizerRead): Markup {
  const [terms, privacy] = [webAddress(terms_url), webAddress(privacy_url)]
  return html`<div class="law">
    <p>${words.soldBy} <strong>${legal_name ?? name}</strong>${legal_address && `, ${legal_address}`}.${words.noWithdrawal}</p>
    ${(terms ?? privacy) && html`<p>${terms && html`<a href="${terms}" target="_blank" rel="noopener">${words.terms}</a> `}${privacy && html`<a href="${privacy}" target="_blank" rel="noopener">${words.privacy}</a>`}</p>`}
  </div>`
}

function endedPage(order: OrderRead, festival: Festival, items: string): GuidePage {
  const isLate = order.status === 'expired'
  const [title, text] = isLate
    ? [words.timeIsUp, words.timeIsUpWords]
    : [words.gone, order.failure?.message ?? words.goneWords]
  return message(title, html`${text}`, [
    html`<a class="button" href="/checkout?festival=${festival.id}&amp;items=${items}">${words.again}</a>`,
    html`<a class="button" href="/guide/${festival.id}#tickets">${words.back}</a>`,
  ])
}

function notSoldPage({ id }: Festival): GuidePage {
  const link = html`<a class="button" href="/guide/${id}">${words.back}</a>`
  return message(words.notSoldHere, html`${words.notSoldHereWords}`, [link])
}

function nothingPage(): GuidePage {
  const link = html`<a class="button" href="/">${words.find}</a>`
  return message(words.nothing, html`${words.nothingWords}`, [link])
}

export function message(title: string, text: Shown, actions: Markup[]): GuidePage {
  return {
    title,
    description: title,
    path: '/checkout',
    main: html`<section class="hero problem"><h1>${title}</h1><p class="lead">${text}</p><p class="actions">${actions}</p></section>`,
  }
}
