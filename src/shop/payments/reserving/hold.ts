import { reservePoints, settlePoints } from '#audience/rewards'
import type { Transaction } from '#platform/database/transactions'
import { type Problem } from '#platform/values/errors'
import { moveUses } from '#shop/vouchers'
import type { HoldingLine } from '../model/order-stages.ts'
import { moveStock, stocks } from '../pricing/offers.ts'
import { findOverPerson, lockLimited } from './per-person.ts'
import { lockUses, type Take, type Uses, wantedOf } from './voucher-uses.ts'
import { type Late, type Offers, withOffers } from './waiting-offers.ts'

/** The payments of an order, which get everything they take together, or nothing. */
export type OrderToHold<Line = HoldingLine> = {
  id: string
  user_id: string
  /** the waiting entry of the offer that it buys with */
  offer_id?: string | null | undefined
  lines: Line[]
}

/** The item that an order did not get, and how many of it are left; `refusal` if it is a use of its voucher. */
export type Shortfall = { entity_id: string; remaining: number; refusal?: Problem }

/** Returns the points that payments use, without payments that use none. */
export function pointsOf(payments: HoldingLine[]) {
  return payments.flatMap(({ id, user_id, points_used }) =>
    points_used > 0 ? [{ payment_id: id, user_id, points: points_used }] : [],
  )
}

/** Returns how many pieces of the stock a payment holds or sells: none for a ticket that another user returns. */
export const piecesOf = ({ return_id = null }: Pick<HoldingLine, 'return_id'>) =>
  return_id === null ? 1 : 0

/** The orders that hold all they take, and the ones that lack something. */
type HoldResult = { held: Set<string>; shortfall: Map<string, Shortfall> }

/**
 * Sets aside points, then uses of vouchers and stock, for many orders, one after the other in the given order. Returns
 * the orders that hold all of it, the ones with too few points, the ones that lack something, and the ones with more of
 * an item than one person may have, with that item. An order that does not get everything takes nothing from the orders
 * behind it. An offer to a buyer is held already; if they have it no more they are refused, or, if the charge is late,
 * get units on sale to all.
 */
export async function hold(
  { db, now }: { db: Transaction; now: Date },
  orders: OrderToHold[],
  late?: Late,
): Promise<
  HoldResult & { insufficientPoints: Set<string>; overLimit: Map<string, string> } & Pick<
      Offers,
      'refused' | 'returned'
    >
> {
  await lockLimited({ db, now }, linesOf(orders))
  const insufficientPoints = await findInsufficientPoints(db, orders)
  const paying = orders.filter(({ id }) => !insufficientPoints.has(id))
  const overLimit = await findOverPerson(db, orders, paying)
  const permitted = paying.filter(({ id }) => !overLimit.has(id))
  const uses = await lockUses(db, { batch: orders, lines: linesOf(permitted) })
  const offers = await withOffers({ db, now }, permitted, late)
  const { allowed, refused, offered, returned, take } = offers
  const areSingleUnits = allowed.every(({ lines: [line, ...more] }) => {
    return more.length === 0 && line?.voucher_code_id === null && !offered.has(line.id)
  })
  const { held, shortfall } = areSingleUnits
    ? await holdEach(db, allowed)
    : await holdTogether(db, allowed, { uses, offered })
  await take(held)
  const without = pointsOf(linesOf(paying.filter(({ id }) => !held.has(id))))
  await settlePoints(
    { db, now },
    without.map((points) => ({ ...points, spent: false })),
  )
  return { held, shortfall, insufficientPoints, overLimit, refused, returned }
}

/** Returns an order with the returned tickets that its lines hold. */
export function holding<Line extends HoldingLine, Order extends { lines: Line[] }>(
  order: Order,
  returned: Map<string, string>,
): Order {
  if (returned.size === 0) return order
  const lines = order.lines.map((line) => ({ ...line, return_id: returned.get(line.id) ?? null }))
  return { ...order, lines }
}

export const linesOf = <Line>(orders: { lines: Line[] }[]): Line[] =>
  orders.flatMap(({ lines }) => lines)

/** Sets points aside for orders, and returns the orders of buyers with too few. */
async function findInsufficientPoints(
  db: Transaction,
  orders: OrderToHold[],
): Promise<Set<string>> {
  const wanted = orders.flatMap(({ id, user_id, lines }) => {
    const points = lines.reduce((sum, { points_used }) => sum + points_used, 0)
    return points > 0 ? [{ payment_id: id, user_id, points }] : []
  })
  const able = await reservePoints(db, wanted)
  return new Set(wanted.flatMap(({ payment_id: id }) => (able.has(id) ? [] : id)))
}

/** Holds one piece for each order of one thing, in one statement for each kind. */
async function holdEach(db: Transaction, orders: OrderToHold[]): Promise<HoldResult> {
  const [held, shortfall] = [new Set<string>(), new Map<string, Shortfall>()]
  const single = orders.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, id })))
  for (const { id, payment_type } of single) if (payment_type === 'subscription') held.add(id)
  for (const [type, stock] of stocks) {
    const wanted = single.flatMap(({ id, payment_type, entity_id }) =>
      payment_type === type ? [{ payment_id: id, entity_id }] : [],
    )
    for (const id of await stock.hold(db, wanted)) held.add(id)
  }
  for (const { id, entity_id } of single) {
    if (!held.has(id)) shortfall.set(id, { entity_id, remaining: 0 })
  }
  return { held, shortfall }
}

/**
 * Locks the stock for all orders, then decides one order after the other: each gets all of its pieces, or none. Pieces
 * that are `offered` do not have to be free.
 */
async function holdTogether(
  db: Transaction,
  orders: OrderToHold[],
  { uses, offered }: { uses: Uses } & Pick<Offers, 'offered'>,
): Promise<HoldResult> {
  const [held, shortfall] = [new Set<string>(), new Map<string, Shortfall>()]
  const unoffered = (lines: HoldingLine[]) => lines.filter(({ id }) => !offered.has(id))
  const free = new Map([...uses.free, ...(await lockFree(db, unoffered(linesOf(orders))))])
  for (const { id, lines } of orders) {
    const takes = [
      ...lines.flatMap(uses.takesOf),
      ...unoffered(lines).map((line): Take => ({ ...line, key: line.entity_id })),
    ]
    const wanted = wantedOf(takes, free)
    const lacking = wanted.find(({ rest }) => rest < 0)
    if (lacking) {
      const { entity_id, pieces: remaining, refusal } = lacking
      shortfall.set(id, { entity_id, remaining, ...(refusal && { refusal: refusal() }) })
      continue
    }
    held.add(id)
    for (const { key, rest } of wanted) free.set(key, rest)
  }
  const taken = linesOf(orders.filter(({ id }) => held.has(id)))
  await moveUses(
    db,
    taken.map((line) => ({ ...line, held: 1, used: 0 })),
  )
  await moveStock(
    db,
    unoffered(taken).map((line) => ({ ...line, held: 1, sold: 0 })),
  )
  return { held, shortfall }
}

/** Locks the stock, and returns the free pieces of each entity; a plan has no number. */
async function lockFree(db: Transaction, lines: HoldingLine[]): Promise<Map<string, number>> {
  const free = new Map<string, number>()
  for (const [type, stock] of stocks) {
    const ids = lines.flatMap(({ payment_type, entity_id }) =>
      payment_type === type ? entity_id : [],
    )
    for (const [id, pieces] of await stock.lock(db, [...new Set(ids)])) free.set(id, pieces)
  }
  return free
}

/** Releases everything that payments hold, in the same transaction. */
export async function release(
  { db, now }: { db: Transaction; now: Date },
  payments: HoldingLine[],
): Promise<void> {
  if (payments.length === 0) return
  const unspent = pointsOf(payments).map((points) => ({ ...points, spent: false }))
  await settlePoints({ db, now }, unspent)
  await moveUses(
    db,
    payments.map((payment) => ({ ...payment, held: -1, used: 0 })),
  )
  await moveStock(
    db,
    payments.map((payment) => ({ ...payment, held: -piecesOf(payment), sold: 0 })),
  )
}
