import { plainCode, withLatin } from '#common/codes/typed-code'
import { type Item, writeItems } from '#common/pages/basket-items'
import type { CheckoutState } from '#common/pages/checkout-state'
import { words } from '#common/words/shop-words'
import { Problem } from '#platform/values/errors'
import { isId } from '#platform/values/ids'
import { hasSellerDetails, readSeller } from '../guide/sellers.ts'
import type { GuidePage } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { PageRequest } from '../ui/request.ts'
import type { Checked, OrderRead, Whole } from '../ui/shapes.ts'
import {
  type BasketRequest,
  isOpen,
  keyOf,
  linesIn,
  linesOf,
  readBasket,
  readBasketLines,
  voucherOf,
} from './basket.ts'
import { checkoutForm, type Purchase, summary, type Terms } from './checkout-form.ts'
import { transferOf } from './transfer.ts'

type Answer = Promise<GuidePage | { redirect: string }>
type Orders = { orders: OrderRead[] }
type Festival = NonNullable<Purchase['festival']>

/**
 * `/checkout?festival=…&items=…&voucher=…`: the items to buy. The script holds them, and the address is then
 * `/checkout?order=…`, which shows that order in any state. A visitor who comes back with the same items finds the same
 * order.
 */
export async function checkoutPage(request: PageRequest): Answer {
  const { query, mine, fan } = request
  const orders = mine ? (await mine.get<Orders>('/orders?limit=10')).orders : []
  if (query.order !== undefined) {
    return orderPage(
      request,
      orders.find(({ id }) => id === query.order),
    )
  }
  const items = readBasket(query.items)
  if (query.festival === undefined || items.length === 0) {
    return orderPage(request, orders.find(isOpen))
  }
  const needsAccount = items.some(({ kind }) => kind === 'subscription')
  const voucher = query.voucher?.trim() || undefined
  const wish = { id: query.festival, items, voucher, offer: offerIn(query) }
  if (needsAccount && (!fan || fan.isGuest)) {
    return { redirect: `/sign-in?next=${encodeURIComponent(addressOf(wish))}` }
  }
  return basketPage(request, { ...wish, orders })
}

const offerIn = ({ offer = '' }: PageRequest['query']) => (isId(offer) ? offer : undefined)

function addressOf({ id, items, voucher, offer }: BasketRequest): string {
  const code = voucher === undefined ? '' : `&voucher=${encodeURIComponent(voucher)}`
  const held = offer === undefined ? '' : `&offer=${offer}`
  return `/checkout?festival=${encodeURIComponent(id)}&items=${writeItems(items)}${code}${held}`
}

/** Shows the items wanted of a festival. An open order of the same items is shown instead. */
async function basketPage(
  request: PageRequest,
  { orders, ...wish }: BasketRequest & Orders,
): Answer {
  const { id, items, voucher, offer } = wish
  const path = `/festivals/${encodeURIComponent(id)}/summary?nested=100`
  const festival = await request.api.get<Whole>(path)
  const before = orders.find((order) => isOpen(order) && isOf(order, festival.id))
  if (before && isSame(before, items)) return orderPage(request, before, voucher)
  const checked = voucher === undefined ? undefined : await check(request, festival.id, voucher)
  const lines = await readBasketLines(request, { festival, items, checked })
  if (lines.length === 0) return nothingPage()
  const wanted = voucher === undefined ? lines : items
  const next = addressOf({ ...wish, id: festival.id })
  const state = {
    festival: festival.id,
    again: next,
    items: writeItems(wanted),
    key: keyOf({ ...wish, id: festival.id, items: wanted }, orders[0]),
    instead: before?.status === 'held' ? before.id : undefined,
    voucher,
    offer,
  }
  const purchase = { festival, lines, state, next }
  return show(request, checked ? { ...purchase, voucher } : purchase, festival)
}

/** Returns the effect of a voucher code for the fan; undefined if it is refused, which the order will report as well. */
async function check(
  { mine }: PageRequest,
  id: string,
  code: string,
): Promise<Checked | undefined> {
  const query = new URLSearchParams({ code })
  try {
    return await mine?.get<Checked>(`/festivals/${id}/vouchers/check?${query}`)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

const festivalOf = ({ payments }: OrderRead) =>
  payments.find(({ festival }) => festival !== null)?.festival ?? undefined

/** Returns true if an order is of this festival. An order of memberships alone is of any festival. */
function isOf(order: OrderRead, festivalId: string): boolean {
  const festival = festivalOf(order)
  return festival === undefined || festival.id === festivalId
}

/** Returns true if the order has these items, whatever its voucher has taken off. */
function isSame(order: OrderRead, items: Item[]): boolean {
  return writeItems(linesOf(order)) === writeItems(items)
}

/** Shows an existing order; with a `wish` for another voucher, which the script requests. */
async function orderPage(
  request: PageRequest,
  order: OrderRead | undefined,
  wish?: string,
): Answer {
  if (!order) return nothingPage()
  if (order.status === 'succeeded') return { redirect: `/tickets?order=${order.id}` }
  if (order.awaiting_payment !== null) return transferPage(request, order)
  if (isOpen(order)) return openPage(request, order, wish)
  const festival = festivalOf(order)
  return endedPage(order, festival, againOf(order, request))
}

/** Shows where to transfer the amount. The script follows the order until the money has come. */
async function transferPage(request: PageRequest, order: OrderRead): Answer {
  const festival = festivalOf(order)
  const lines = await linesIn(request, linesOf(order))
  const back = festival ? `/guide/${festival.id}#tickets` : '/'
  return {
    title: words.transfer.title,
    description: words.transfer.title,
    path: '/checkout',
    hasSearch: true,
    main: html`<div class="checkout" data-shop="transfer" data-back="${back}">
      <h1>${words.checkout}</h1>
      ${transferOf(order)}
      ${summary({ festival, lines, voucher: voucherOf(order) })}
      <p class="quiet">${words.orderNumber} <code>${order.number ?? order.id}</code></p>
    </div>`,
  }
}

/** Returns what a code looks like: one that was typed with O for 0 is the same. */
const looksOf = (code: string) => withLatin(plainCode(code))

/** Returns the address where the same items can be bought again. */
function againOf(order: OrderRead, { query }: PageRequest): string | undefined {
  const festival = festivalOf(order)
  const wish = { items: linesOf(order), voucher: voucherOf(order), offer: offerIn(query) }
  return festival && addressOf({ id: festival.id, ...wish })
}

async function openPage(request: PageRequest, order: OrderRead, wish: string | undefined): Answer {
  const festival = festivalOf(order)
  const lines = linesOf(order)
  const items = writeItems(lines)
  const voucher = voucherOf(order)
  const again = againOf(order, request)
  const isOther = wish !== undefined && looksOf(wish) !== looksOf(voucher ?? '')
  const state = {
    festival: festival?.id,
    items,
    order: order.id,
    voucher: isOther ? wish : undefined,
    again,
    offer: offerIn(request.query),
  }
  const terms = festival && (await termsOf(request, festival))
  const next = again ?? `/checkout?order=${order.id}`
  return show(request, { festival, lines, state, next, voucher }, terms)
}

const termsOf = ({ api }: PageRequest, { id }: Festival) =>
  api.get<Terms>(`/festivals/${id}/summary?nested=0`)

type Shop = Omit<Purchase, 'seller' | 'points' | 'state' | 'transferDays' | 'terms'> & {
  state: Omit<CheckoutState, 'processor'>
}

async function show(request: PageRequest, wanted: Shop, terms: Terms | undefined): Answer {
  const { processor, api, config, fan, mine, transferDays } = request
  const purchase = { ...wanted, lines: await linesIn(request, wanted.lines) }
  const { festival } = purchase
  const seller = terms && (await readSeller(api, terms.organizer.id))
  if (processor.livemode && !hasSellerDetails(seller, config)) return notSoldPage(festival)
  const points = fan && !fan.isGuest && mine ? await pointsOf(mine) : 0
  const state = {
    ...purchase.state,
    processor: { name: processor.name, form: processor.form, publicKey: processor.publicKey },
    ...(points > 0 && { pointsPerEuro: config.POINTS_PER_EUR }),
  }
  return {
    title: festival ? `${words.checkout}: ${festival.name}` : words.checkout,
    description: words.checkout,
    path: '/checkout',
    hasSearch: true,
    processor,
    main: checkoutForm({ ...purchase, state, seller, points, transferDays, terms }, fan),
  }
}

const pointsOf = async (mine: NonNullable<PageRequest['mine']>) =>
  (await mine.get<{ balance: number }>('/rewards/points')).balance

function endedPage(order: OrderRead, festival: Festival | undefined, address = ''): GuidePage {
  const isLate = order.status === 'expired'
  const [title, text] = isLate
    ? [words.timeIsUp, words.timeIsUpWords]
    : [words.gone, order.failure?.message ?? words.goneWords]
  const actions = festival
    ? [
        html`<a class="button" href="${address}">${words.again}</a>`,
        html`<a class="button" href="/guide/${festival.id}#tickets">${words.back}</a>`,
      ]
    : [html`<a class="button" href="/">${words.find}</a>`]
  return message(title, html`${text}`, actions)
}

function notSoldPage(festival: Festival | undefined): GuidePage {
  const href = festival ? `/guide/${festival.id}` : '/'
  const link = html`<a class="button" href="${href}">${words.back}</a>`
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
