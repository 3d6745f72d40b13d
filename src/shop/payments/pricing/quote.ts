import { spreadPoints } from '#common/money/spread-points'
import { conflict, invalidField, Problem } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'

/** The terms that decide the price of an item, and if it is sold at all. `opens` and `closes` are its sale window. */
export type Offered = {
  price_cents: number
  opens: Date | null
  closes: Date | null
  /** false: archived, or its festival is cancelled or deleted */
  is_offered: boolean
  /** false: staff have not approved the organizer of its festival */
  is_approved: boolean
  /** false: its seller lacks what invoices need, or the offer says nothing of its VAT */
  is_documented: boolean
  /** null: unlimited */
  remaining: number | null
  /** most units of it in one order */
  max_per_order: number
}

/** The buyer's request: the quantity of each item, the points to use, and optionally the only amount they agree to pay. */
export type Bid<Item = Offered> = {
  items: { offered: Item; quantity: number; discount_cents?: number }[]
  points: number
  amount_cents: number | undefined
}

type Terms = {
  now: Date
  pointsPerEuro: number
  isApprovalNeeded: boolean
  /** true: real money is paid, so an invoice must be possible */
  isSellerNeeded: boolean
  /** the field of the request that has the points */
  pointsField: string
}

/** The cost of one unit: a voucher takes `discount_cents` off, and `points_used` of the rest are paid in points. */
export type Unit<Item = Offered> = {
  offered: Item
  discount_cents: number
  points_used: number
  amount_cents: number
}

/** A refusal about one of the items. */
export class ItemProblem extends Problem {
  readonly nth: number
  constructor(nth: number, { status, message, code, facts }: Problem) {
    super(status, message, { ...facts, code })
    this.nth = nth
  }
}

/**
 * Returns the cents to charge for each unit: its price less its discount and the worth of its points, rounded down.
 * Points pay for the first units first. Refuses items that are not on sale, or have an organizer without the required
 * approval or details (409 `not_on_sale`), more than an order may have (409 `limit`) or sold out (409 `sold_out`), more points
 * than the units are worth (400), and an amount that is neither the price nor the charge (409 `price_changed`).
 */
export function quote<Item extends Offered>(bid: Bid<Item>, terms: Terms): Unit<Item>[] {
  const { items, points, amount_cents } = bid
  refuse(items, ({ offered, quantity }) => denialReason(offered, quantity, terms))
  const units = chargePerUnit(items.flatMap(unitsOf), points, terms)
  const [price, charged] = [
    units.reduce((all, unit) => all + restOf(unit), 0),
    sum(units, 'amount_cents'),
  ]
  if (amount_cents !== undefined && ![price, charged].includes(amount_cents)) {
    const facts = { price: toEuros(price) }
    throw conflict('The price has changed: show the new price to the buyer', 'price_changed', facts)
  }
  refuse(items, ({ offered: { remaining }, quantity }) =>
    remaining !== null && remaining < quantity ? soldOut(null) : undefined,
  )
  return units
}

const sum = <Name extends string>(rows: Record<Name, number>[], name: Name) =>
  rows.reduce((total, row) => total + row[name], 0)

function refuse<Item>(items: Item[], why: (item: Item) => Problem | undefined) {
  for (const [nth, item] of items.entries()) {
    const problem = why(item)
    if (problem) throw new ItemProblem(nth, problem)
  }
}

/** Refuses (409) to give away an item that is not on offer any more, or has an organizer that must be approved first. */
export function refuseUnoffered(
  offered: Offered,
  terms: Pick<Terms, 'now' | 'isApprovalNeeded'>,
): void {
  const always = { ...offered, opens: null, closes: null }
  const refusal = denialReason(always, 1, { ...terms, isSellerNeeded: false })
  if (refusal) throw refusal
}

/** Returns the reason why so many of it cannot be bought now, even if they are free. */
function denialReason(
  offered: Offered,
  quantity: number,
  terms: Pick<Terms, 'now' | 'isApprovalNeeded' | 'isSellerNeeded'>,
): Problem | undefined {
  if (terms.isApprovalNeeded && !offered.is_approved) return notApproved()
  const isPaid = offered.price_cents > 0
  if (terms.isSellerNeeded && isPaid && !offered.is_documented) return sellerIncomplete()
  const { opens, closes, max_per_order: limit } = offered
  if (!isOnSale(offered, terms.now)) {
    const times = { start_time: opens, end_time: closes }
    return conflict('This item is not on sale now', 'not_on_sale', times)
  }
  if (quantity <= limit) return undefined
  return conflict(`An order can have at most ${limit} of this item`, 'limit', { limit })
}

type Priced = Pick<Offered, 'price_cents'>
type Discounted<Item> = Pick<Unit<Item>, 'offered' | 'discount_cents'>

const unitsOf = <Item extends Offered>({
  offered,
  quantity,
  discount_cents = 0,
}: Bid<Item>['items'][number]) =>
  Array.from({ length: quantity }, (): Discounted<Item> => ({ offered, discount_cents }))

const restOf = ({ offered, discount_cents }: Discounted<Priced>) =>
  offered.price_cents - discount_cents

/** Returns the amount left to pay for each unit. Refuses more points than the units are worth (400). */
export function chargePerUnit<Item extends Priced>(
  discounted: Discounted<Item>[],
  points: number,
  { pointsPerEuro, pointsField }: Pick<Terms, 'pointsPerEuro' | 'pointsField'>,
): Unit<Item>[] {
  const { units, left } = spreadPoints(discounted.map(restOf), points, pointsPerEuro)
  if (left > 0) throw invalidField(pointsField, 'must be at most what the price is worth')
  return discounted.flatMap((unit, nth) => {
    const paid = units[nth]
    return paid ? [{ ...unit, ...paid }] : []
  })
}

function notApproved(): Problem {
  const reason = 'organizer_not_approved'
  const error =
    'This item is not on sale now: its organizer is not approved yet. Try again once staff have approved it'
  return conflict(error, 'not_on_sale', { reason })
}

function sellerIncomplete(): Problem {
  const error =
    'This item is not on sale now: what invoices need of its seller, or its VAT, is not filled in. Try again once it is'
  return conflict(error, 'not_on_sale', { reason: 'seller_incomplete' })
}

function isOnSale({ is_offered, opens, closes }: Offered, now: Date): boolean {
  return is_offered && (opens === null || now >= opens) && (closes === null || now <= closes)
}

/** 409 `sold_out`; `next_release_at` is when the earliest hold may lapse, if any is held. */
export function soldOut(next_release_at: Date | null): Problem {
  return conflict('This item is sold out', 'sold_out', { next_release_at })
}
