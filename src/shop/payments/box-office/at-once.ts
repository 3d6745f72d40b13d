/** Orders of staff and tills: reserved and settled in the caller's transaction, without a processor. */
import { sql } from 'kysely'
import { mustBeApproved } from '#catalogue/organizers'
import { insertGuest } from '#identity/users'
import type { Transaction } from '#platform/database/transactions'
import { emailKey } from '#platform/values/email'
import { notFound } from '#platform/values/errors'
import { settle } from '../charging/settle.ts'
import type { OrderRequest, PricedOrder, SettledOrder } from '../model/order-stages.ts'
import type { PaymentTransaction } from '../model/payment-context.ts'
import type { Verdict } from '../model/states.ts'
import { type Offer, offerKey } from '../pricing/offers.ts'
import { refuseUnoffered, soldOut } from '../pricing/quote.ts'
import type { Batch } from '../reserving/batch.ts'
import { hold } from '../reserving/hold.ts'
import { insertOrders } from '../reserving/insert-orders.ts'
import { price, problemOfItem } from '../reserving/price.ts'

/** Returns the account that has proven this e-mail, else a new guest with it. */
export async function recipientOf(
  db: Transaction,
  { email, now }: { email: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where email_key = ${emailKey(email)} and email_proven_at is not null and erased_at is null`.execute(
    db,
  )
  return rows[0]?.id ?? insertGuest(db, { email, now })
}

/** Prices one order. @throws Problem if it cannot be bought */
export async function priceOne(trx: PaymentTransaction, order: OrderRequest): Promise<PricedOrder> {
  const batch: Batch = { ...trx, results: new Map() }
  const [priced] = await price(batch, [order])
  const refused = batch.results.get(order.id)
  if (refused && 'error' in refused) throw refused.error
  if (!priced) throw notFound('Ticket')
  return priced
}

type Gift = { offers: ReadonlyMap<string, Offer>; reason: string; givenBy: string }

/** Prices an order that costs nothing and counts for no limit. @throws 409 for an item that is not on offer any more */
export function priceGift(
  { config, now }: PaymentTransaction,
  order: OrderRequest,
  { offers, reason, givenBy }: Gift,
): PricedOrder {
  const lines = order.lines.flatMap((line) => {
    const offered = offers.get(offerKey(line))
    if (!offered) return []
    refuseUnoffered(offered, { now, isApprovalNeeded: mustBeApproved(config) })
    return {
      ...line,
      user_id: order.user_id,
      festival_id: offered.festival_id,
      vat: offered.vat,
      price_cents: 0,
      discount_cents: 0,
      points_used: 0,
      amount_cents: 0,
      max_per_person: null,
      voucher_code_id: null,
      cancel_until: null,
      cancel_percent: null,
      given_by: givenBy,
      given_reason: reason,
    }
  })
  return { ...order, lines, amount_cents: 0 }
}

/** Writes orders and holds all of their units. @throws Problem for the first that does not get all of them */
export async function reserveAtOnce(trx: PaymentTransaction, orders: PricedOrder[]): Promise<void> {
  const inserted = await insertOrders({ ...trx, results: new Map() }, orders)
  const { held, shortfall, refused } = await hold(trx, inserted.orders)
  for (const order of inserted.orders) {
    if (held.has(order.id)) continue
    const lacking = shortfall.get(order.id)
    const why = refused.get(order.id) ?? lacking?.refusal ?? soldOut(null)
    throw problemOfItem(order, why, lacking ?? { entity_id: order.lines[0]?.entity_id ?? '' })
  }
}

/** Sells orders, or releases what they hold. Returns them as they are then. */
export async function settleAtOnce(
  trx: PaymentTransaction,
  ids: string[],
  verdict: Verdict,
): Promise<SettledOrder[]> {
  const { now } = trx
  const results = ids.map((id) => ({ id, key: id, verdict }))
  const settled = await settle({ ...trx, now: () => now }, results)
  return settled.flatMap((one) => {
    if ('error' in one) throw one.error
    return one.value ?? []
  })
}
