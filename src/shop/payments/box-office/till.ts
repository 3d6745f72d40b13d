/** Sales at tills (docs/contract, section 8.5): the same orders, stock and states as in the shop. */
import { sql } from 'kysely'
import { mustBeApproved } from '#catalogue/organizers'
import { insertGuest } from '#identity/users'
import { conflict, notFound } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { settle } from '../charging/settle.ts'
import {
  inTransaction,
  type PaymentContext,
  type PaymentTransaction,
} from '../model/payment-context.ts'
import { type OrderRow, readOrders } from '../model/queries.ts'
import type { Verdict } from '../model/states.ts'
import { findOffers, nouns, type Offer, offerKey } from '../pricing/offers.ts'
import { refuseUnoffered, soldOut } from '../pricing/quote.ts'
import { hold } from '../reserving/hold.ts'
import { insertOrders } from '../reserving/insert-orders.ts'
import type { Batch, Means, Order, Priced } from '../reserving/order.ts'
import { about, price } from '../reserving/price.ts'
import { givenLine, recipientOf } from './complimentary.ts'

export type TillItem = {
  payment_type: 'ticket' | 'accommodation'
  entity_id: string
  quantity: number
}

export type TillOrder = {
  saleId: string
  festivalId: string
  items: TillItem[]
  means: Exclude<Means, 'lease'>
  voucher?: string | undefined
  email?: string | undefined
  /** the reason why it costs nothing, and the user responsible for that */
  reason: string
  givenBy: string
}

/**
 * Takes the units that a till sells out of the stock, in the caller's transaction. Hidden tiers are sold too, in their
 * sale window; limits of an order and of a person do not count. A sale by terminal waits until the till reports its
 * result; all others are sold at once. @throws Problem 404 for an item that the festival does not have, 409 as in the
 * shop
 */
export function sellAtTill(context: PaymentContext, sale: TillOrder): Promise<OrderRow> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    const offers = await offersOf(trx, sale)
    const email = sale.email
    const userId = await (email ? recipientOf(db, { email, now }) : insertGuest(db, { now }))
    const asked = toOrder(sale, userId)
    const order =
      sale.means === 'complimentary'
        ? given(trx, asked, { sale, offers })
        : await pricedOf(trx, asked)
    await take(trx, [order])
    if (sale.means === 'terminal' && order.amount_cents > 0) return readSale(trx, sale.saleId)
    await conclude(trx, [order.id], { state: 'succeeded' })
    return readSale(trx, sale.saleId)
  })
}

/** Settles a sale that waited for the terminal; `inCash`: it was paid in cash instead. */
export function settleSale(
  context: PaymentContext,
  { saleId, isPaid, inCash }: { saleId: string; isPaid: boolean; inCash: boolean },
): Promise<OrderRow> {
  return inTransaction(context, async (trx) => {
    const { id } = await readSale(trx, saleId)
    if (inCash) await sql`update orders set means = 'cash' where id = ${id}`.execute(trx.db)
    const declined = { state: 'declined', reason: 'card_terminal' } as const
    await conclude(trx, [id], isPaid ? { state: 'succeeded' } : declined)
    const order = await readSale(trx, saleId)
    const isSold = order.payments.every(({ status }) => status === 'succeeded')
    // The sale had lapsed, and its stock is sold to others: the till gives the money back.
    if (isPaid && !isSold) throw soldOut(null)
    return order
  })
}

/** Moves orders that the caller sells or releases. */
export async function conclude(trx: PaymentTransaction, ids: string[], verdict: Verdict) {
  const { now } = trx
  const heard = ids.map((id) => ({ id, key: id, verdict }))
  const settled = await settle({ ...trx, now: () => now }, heard)
  for (const one of settled) if ('error' in one) throw one.error
}

async function readSale({ db }: PaymentTransaction, saleId: string): Promise<OrderRow> {
  const [order] = await readOrders(
    db,
    sql`where p.order_id = (select id from orders where sale_id = ${saleId} order by id limit 1)`,
  )
  if (!order) throw notFound('Sale')
  return order
}

type Named = Pick<TillOrder, 'festivalId'> & { items: readonly TillItem[] }

/** Reads the named offers of this festival. @throws Problem 404 for another's, 409 for one that tills do not sell */
export async function offersOf(
  { db }: PaymentTransaction,
  { festivalId, items }: Named,
): Promise<Map<string, Offer>> {
  const offers = await findOffers(db, [...items])
  for (const item of items) {
    const offer = offers.get(offerKey(item))
    const at = { endpoint: 'orders' } as const
    if (offer?.festival_id !== festivalId) {
      throw about(at, notFound(nouns[item.payment_type]), item)
    }
    if (offer.at_tills === false) throw about(at, notAtTills(), item)
  }
  return offers
}

const notAtTills = () =>
  conflict('Tills do not sell this: its at_tills is false', 'not_on_sale', {
    reason: 'not_at_tills',
  })

type Asked = Pick<TillOrder, 'voucher'> & { items: readonly TillItem[] } & {
  saleId: string | null
  means: Means
}

/** Builds the order of a till, with a payment for each unit. */
export function toOrder({ saleId, items, means, voucher }: Asked, user_id: string): Order {
  const id = newId()
  return {
    id,
    user_id,
    endpoint: 'orders',
    hold: false,
    idempotency_key: id,
    request_hash: Buffer.alloc(32),
    lines: items.flatMap(({ quantity, payment_type, entity_id }) =>
      Array.from({ length: quantity }, () => {
        return { id: newId(), entity_type: null, payment_type, entity_id }
      }),
    ),
    points_used: 0,
    amount_cents: undefined,
    voucher,
    method: means,
    network: null,
    atTill: { means, sale_id: saleId },
  }
}

type Known = { sale: TillOrder; offers: Map<string, Offer> }

/** Prices an order. @throws Problem if it cannot be bought */
export async function pricedOf(trx: PaymentTransaction, order: Order): Promise<Priced> {
  const batch: Batch = { ...trx, results: new Map() }
  const [priced] = await price(batch, [order])
  const refused = batch.results.get(order.id)
  if (refused && 'error' in refused) throw refused.error
  if (!priced) throw notFound('Ticket')
  return priced
}

function given({ config, now }: PaymentTransaction, order: Order, { sale, offers }: Known): Priced {
  const lines = order.lines.flatMap((line) => {
    const offered = offers.get(offerKey(line))
    if (!offered) return []
    refuseUnoffered(offered, { now, isApprovalNeeded: mustBeApproved(config) })
    return { ...givenLine(offered, { ...sale, userId: order.user_id }), id: line.id }
  })
  return { ...order, lines, amount_cents: 0 }
}

/** Writes orders and holds all of their units, or refuses them. */
export async function take(trx: PaymentTransaction, orders: Priced[]): Promise<void> {
  const inserted = await insertOrders({ ...trx, results: new Map() }, orders)
  const { held, short, refused } = await hold(trx, inserted)
  for (const order of inserted) {
    if (held.has(order.id)) continue
    const lacking = short.get(order.id)
    const why = refused.get(order.id) ?? lacking?.refusal ?? soldOut(null)
    throw about(order, why, lacking ?? { entity_id: order.lines[0]?.entity_id ?? '' })
  }
}
