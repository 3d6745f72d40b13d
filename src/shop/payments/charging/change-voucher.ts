/** Changes the voucher of a held order, which stays the same order and retains its hold. */
import { sql } from 'kysely'
import { settlePoints } from '#audience/rewards'
import { rowsOf } from '#platform/database/sql'
import { notFound } from '#platform/values/errors'
import { lockCodes, moveUses } from '#shop/vouchers'
import type { SettledOrder } from '../model/order-stages.ts'
import { inTransaction, type PaymentTransaction } from '../model/payment-context.ts'
import { findOffers, nouns, offerKey } from '../pricing/offers.ts'
import { pointsOf } from '../reserving/hold.ts'
import { type LockedOrder, type LockedPayment, lockOrders } from '../reserving/locked-orders.ts'
import { problemOfItem } from '../reserving/price.ts'
import { findLacking, lockUses } from '../reserving/voucher-uses.ts'
import { findVouchers } from '../reserving/vouchers.ts'
import { claimWaiting, requireHeld } from './attempts.ts'
import { abandoned, cancelCharge } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'
import { readAgain } from './purchase.ts'

/** `voucher`: the key by which the code is found; undefined: without one. */
type VoucherChange = { id: string; userId: string; voucher: string | undefined }

/**
 * Prices a held order anew. If the processor still waits for the buyer of an attempt, that attempt is given up first.
 * The hold is not touched, so that no other order can get its units meanwhile; a refusal leaves the order as it was.
 * Repeating it changes nothing more.
 */
export async function changeVoucher(
  checkout: Checkout,
  { id, userId, voucher }: VoucherChange,
): Promise<SettledOrder> {
  const waiting = await claimWaiting(checkout, { id, user_id: userId })
  if (waiting) await cancelCharge(checkout, waiting, abandoned(waiting))
  await inTransaction(checkout, async (trx) => {
    const order = (await lockOrders(trx.db, [id])).get(id)
    if (order?.user_id !== userId) throw notFound('Order')
    requireHeld(order, trx.now)
    const lines = await priceAnew(trx, order, voucher)
    await moveBack(trx, order)
    await exchangeUses(trx, order, lines)
    await write(trx, order, lines)
    await trx.failpoint('C1 before reserve commits')
  })
  return readAgain(checkout, id)
}

/** Returns the lines with the discount that the voucher gives on the prices of the hold. */
async function priceAnew(
  { db, now }: PaymentTransaction,
  { lines }: LockedOrder,
  voucher: string | undefined,
): Promise<LockedPayment[]> {
  const offers = await findOffers(db, lines)
  const order = { voucher, lines }
  const benefits = (await findVouchers(db, [order], offers)).of(order)
  const offered = lines.map((line) => {
    const offer = offers.get(offerKey(line))
    if (offer && (!offer.hidden || benefits.opens(offer))) {
      return { ...offer, price_cents: line.price_cents }
    }
    throw problemOfItem({ endpoint: 'orders' }, notFound(nouns[line.payment_type]), line)
  })
  benefits.require(offered, now)
  return offered.map((offer, nth) => {
    const discount_cents = benefits.discountOf(offer)
    return {
      ...(lines[nth] as LockedPayment),
      discount_cents,
      voucher_code_id: benefits.codeFor(offer),
      points_used: 0,
      amount_cents: offer.price_cents - discount_cents,
    }
  })
}

/** Returns the points that a declined attempt has set aside: the next attempt names its own points. */
async function moveBack({ db, now }: PaymentTransaction, { lines }: LockedOrder) {
  const unspent = pointsOf(lines).map((points) => ({ ...points, spent: false }))
  await settlePoints({ db, now }, unspent)
}

/** Returns the voucher uses that the order holds, and holds the ones that it needs now. Locks both codes at once, by id. */
async function exchangeUses(
  { db }: PaymentTransaction,
  order: LockedOrder,
  lines: LockedPayment[],
): Promise<void> {
  const codes = [...order.lines, ...lines].flatMap(({ voucher_code_id: id }) => id ?? [])
  await lockCodes(db, [...new Set(codes)])
  await moveUses(
    db,
    order.lines.map((line) => ({ ...line, held: -1, used: 0 })),
  )
  const { free, takesOf } = await lockUses(db, { batch: [order], lines })
  const lacking = findLacking(lines.flatMap(takesOf), free)
  if (lacking?.refusal) {
    const { entity_id, pieces: remaining, refusal } = lacking
    throw problemOfItem({ endpoint: 'orders' }, refusal(), { entity_id, remaining })
  }
  await moveUses(
    db,
    lines.map((line) => ({ ...line, held: 1, used: 0 })),
  )
}

/** Ends the attempt before: its later results are ignored, and the next attempt has a sum of its own. */
async function write({ db, now }: PaymentTransaction, { id }: LockedOrder, lines: LockedPayment[]) {
  const cents = lines.reduce((sum, line) => sum + line.amount_cents, 0)
  await sql`
    with former as (
      update order_attempts a set failure = o.failure from orders o where o.id = ${id} and a.id = o.charge_id
    ), lines as (
      update payments p
      set discount_cents = l.discount_cents, voucher_code_id = l.voucher_code_id, points_used = 0,
          amount_cents = l.amount_cents
      from ${rowsOf('l', lines, { id: 'uuid', discount_cents: 'int', voucher_code_id: 'uuid', amount_cents: 'int' })}
      where p.id = l.id
    )
    update orders
    set charge_id = ${id}, amount_cents = ${cents}, failure = null, client_secret = null, touched_at = ${now}
    where id = ${id}`.execute(db)
}
