import { mustBeApproved } from '#catalogue/organizers'
import { mustBeComplete } from '#platform/config/operator'
import { missingFields, notFound, Problem } from '#platform/values/errors'
import { refuseTurns, type Turn } from '#shop/queue'
import { findEntries, offerDenialReason, type WaitingEntry } from '#shop/waiting'
import type { OrderRequest, PricedOrder, RequestedLine } from '../model/order-stages.ts'
import { findOffers, nouns, type Offer, offerKey } from '../pricing/offers.ts'
import { ItemProblem, quote } from '../pricing/quote.ts'
import type { Batch } from './batch.ts'
import { linesOf, type Shortfall } from './hold.ts'
import { type Benefits, findVouchers } from './vouchers.ts'

/** Returns the orders that can be bought, with the amount charged for them; the others get their refusal. */
export async function price(batch: Batch, orders: OrderRequest[]): Promise<PricedOrder[]> {
  if (orders.length === 0) return []
  const offers = await findOffers(batch.db, linesOf(orders))
  const vouchers = await findVouchers(batch.db, orders, offers)
  const entries = await findEntries(batch.db, orders)
  const outOfTurn = await refuseTurns(batch.db, turnsOf(orders, { offers, entries }))
  return orders.flatMap((order) => {
    try {
      const problem =
        order.offer_id && offerDenialReason(order, entries.get(order.offer_id), batch.now)
      if (problem) throw problem
      const early = outOfTurn.get(order.id)
      if (early) throw problemOfItem(order, early.problem, early)
      const forBuyer = withoutStockLimit(offers, entries.get(order.offer_id ?? ''))
      const known = order.till ? asSoldAtTills(forBuyer) : forBuyer
      return priceOf(batch, order, { offers: known, benefits: vouchers.of(order) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      batch.results.set(order.id, { error })
      return []
    }
  })
}

type ItemOffers = { offers: Map<string, Offer>; entries: Map<string, WaitingEntry> }

/**
 * Returns the items of each order that are sold through a queue, one for each queue. Left out are the item that the
 * waiting list has offered to the buyer, and orders of tills.
 */
function turnsOf(orders: OrderRequest[], { offers, entries }: ItemOffers): Turn[] {
  return orders.flatMap(({ id, user_id, offer_id, lines, till }) => {
    if (till) return []
    const offered = entries.get(offer_id ?? '')?.tier_id
    const turns = new Map<string, Turn>()
    for (const line of lines) {
      const { entity_id } = line
      const queue_id = offers.get(offerKey(line))?.queue_id
      if (queue_id && entity_id !== offered)
        turns.set(queue_id, { id, user_id, queue_id, entity_id })
    }
    return [...turns.values()]
  })
}

/** Returns the offers without a limit on the stock that is held for the buyer: it cannot be sold out for them. */
function withoutStockLimit(
  offers: Map<string, Offer>,
  entry: WaitingEntry | undefined,
): Map<string, Offer> {
  const key = entry && offerKey({ payment_type: 'ticket', entity_id: entry.tier_id })
  const offer = key === undefined ? undefined : offers.get(key)
  return key && offer ? new Map(offers).set(key, { ...offer, remaining: null }) : offers
}

/** Returns the offers as a till sells them: also if hidden in the shop, and in any quantity. */
function asSoldAtTills(offers: Map<string, Offer>): Map<string, Offer> {
  return new Map(
    [...offers].map(([key, offer]) => [key, { ...offer, ...withoutLimits, hidden: false }]),
  )
}

const withoutLimits = { max_per_order: Infinity, max_per_person: null }

type Terms = { offers: Map<string, Offer>; benefits: Benefits }

function priceOf(
  { config, now }: Batch,
  order: OrderRequest,
  { offers, benefits }: Terms,
): PricedOrder {
  const items = [...Map.groupBy(order.lines, offerKey)].map(([key, lines]) => {
    const offered = offers.get(key)
    if (offered && (!offered.hidden || benefits.opens(offered))) {
      return { offered, quantity: lines.length, discount_cents: benefits.discountOf(offered) }
    }
    const [{ payment_type, entity_id }] = lines as [RequestedLine]
    throw problemOfItem(order, notFound(nouns[payment_type]), { entity_id })
  })
  benefits.require(
    items.map(({ offered }) => offered),
    now,
  )
  const fields = fieldsOf[order.endpoint]
  const terms = {
    now,
    pointsPerEuro: config.POINTS_PER_EUR,
    isApprovalNeeded: mustBeApproved(config),
    isSellerNeeded: mustBeComplete(config),
    pointsField: fields.points,
  }
  const { points_used: points, amount_cents: shown, user_id } = order
  const units = quoteFor(order, { items, points, amount_cents: shown }, terms)
  const lines = order.lines.flatMap((line, nth) => {
    const unit = units[nth]
    if (!unit) return []
    const { offered, ...paid } = unit
    return [
      { ...line, ...pick(offered), ...paid, user_id, voucher_code_id: benefits.codeFor(offered) },
    ]
  })
  const amount_cents = lines.reduce((sum, line) => sum + line.amount_cents, 0)
  if (amount_cents > 0 && order.method === undefined && !order.hold) {
    throw missingFields([fields.method])
  }
  return { ...order, lines, amount_cents }
}

const fieldsOf = {
  payments: { points: 'pointsToUse', method: 'processorPaymentMethodId' },
  orders: { points: 'points_to_use', method: 'processor_payment_method_id' },
}

function quoteFor(order: OrderRequest, ...[bid, terms]: Parameters<typeof quote<Offer>>) {
  try {
    return quote(bid, terms)
  } catch (error) {
    if (!(error instanceof ItemProblem)) throw error
    const { entity_id = '', remaining } = bid.items[error.nth]?.offered ?? {}
    throw problemOfItem(order, error, { entity_id, remaining: Math.max(0, remaining ?? 0) })
  }
}

/** Adds to the refusal of an order the item in the way, and how many of it are left. */
export function problemOfItem(
  { endpoint }: Pick<OrderRequest, 'endpoint'>,
  { status, message, code, facts }: Problem,
  { entity_id: item, remaining = 0 }: Pick<Shortfall, 'entity_id'> & Partial<Shortfall>,
): Problem {
  const named = endpoint === 'orders' && { item, ...(countsLeft.has(code) && { remaining }) }
  return new Problem(status, message, { ...facts, code, ...named })
}

/** The refusals that state how many there are. */
const countsLeft = new Set(['sold_out', 'voucher_used_up'])

const pick = ({ festival_id, price_cents, max_per_person, vat, ...offer }: Offer) => ({
  festival_id,
  price_cents,
  max_per_person,
  vat,
  cancel_until: offer.cancel_until,
  cancel_percent: offer.cancel_percent,
})
