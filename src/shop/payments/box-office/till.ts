/** Sales at tills (docs/contract, section 8.5): the same orders, stock and states as in the shop. */
import { sql } from 'kysely'
import { insertGuest } from '#identity/users'
import { conflict, notFound } from '#platform/values/errors'
import { linesFor, type Means, newRequest, type SettledOrder } from '../model/order-stages.ts'
import {
  inTransaction,
  type PaymentContext,
  type PaymentTransaction,
} from '../model/payment-context.ts'
import { readOrders } from '../model/queries.ts'
import { findOffers, nouns, type Offer, offerKey } from '../pricing/offers.ts'
import { soldOut } from '../pricing/quote.ts'
import { problemOfItem } from '../reserving/price.ts'
import { priceGift, priceOne, recipientOf, reserveAtOnce, settleAtOnce } from './at-once.ts'

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
export function sellAtTill(context: PaymentContext, sale: TillOrder): Promise<SettledOrder> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    const offers = await offersOf(trx, sale)
    const email = sale.email
    const userId = await (email ? recipientOf(db, { email, now }) : insertGuest(db, { now }))
    const { means, saleId: sale_id, voucher, items } = sale
    const fields = { voucher, method: means, till: { means, sale_id } }
    const request = newRequest({ user_id: userId, lines: linesFor(items), ...fields })
    const order =
      means === 'complimentary'
        ? priceGift(trx, request, { ...sale, offers })
        : await priceOne(trx, request)
    await reserveAtOnce(trx, [order])
    if (means === 'terminal' && order.amount_cents > 0) return readSale(trx, sale_id)
    await settleAtOnce(trx, [order.id], { state: 'succeeded' })
    return readSale(trx, sale_id)
  })
}

/** Settles a sale that waited for the terminal; `inCash`: it was paid in cash instead. */
export function settleSale(
  context: PaymentContext,
  { saleId, isPaid, inCash }: { saleId: string; isPaid: boolean; inCash: boolean },
): Promise<SettledOrder> {
  return inTransaction(context, async (trx) => {
    const { id } = await readSale(trx, saleId)
    if (inCash) await sql`update orders set means = 'cash' where id = ${id}`.execute(trx.db)
    const declined = { state: 'declined', reason: 'card_terminal' } as const
    await settleAtOnce(trx, [id], isPaid ? { state: 'succeeded' } : declined)
    const order = await readSale(trx, saleId)
    const isSold = order.payments.every(({ status }) => status === 'succeeded')
    // The sale had lapsed, and its stock is sold to others: the till gives the money back.
    if (isPaid && !isSold) throw soldOut(null)
    return order
  })
}

async function readSale({ db }: PaymentTransaction, saleId: string): Promise<SettledOrder> {
  const [order] = await readOrders(
    db,
    sql`where p.order_id = (select id from orders where sale_id = ${saleId} order by id limit 1)`,
  )
  if (!order) throw notFound('Sale')
  return order
}

type FestivalItems = Pick<TillOrder, 'festivalId'> & { items: readonly TillItem[] }

/** Reads the named offers of this festival. @throws Problem 404 for another's, 409 for one that tills do not sell */
export async function offersOf(
  { db }: PaymentTransaction,
  { festivalId, items }: FestivalItems,
): Promise<Map<string, Offer>> {
  const offers = await findOffers(db, [...items])
  for (const item of items) {
    const offer = offers.get(offerKey(item))
    const order = { endpoint: 'orders' } as const
    if (offer?.festival_id !== festivalId) {
      throw problemOfItem(order, notFound(nouns[item.payment_type]), item)
    }
    if (offer.at_tills === false) throw problemOfItem(order, notAtTills(), item)
  }
  return offers
}

const notAtTills = () =>
  conflict('Tills do not sell this item: its at_tills is false', 'not_on_sale', {
    reason: 'not_at_tills',
  })
