/** The buyer's basket: a quantity of each tier and place. */
import type { TillItem } from '../../client/src/types.ts'
import { toCents } from './money.ts'

/** The maximum number of tickets and places in one sale. */
export const mostSold = 10

/** Quantities by the id of the tier or accommodation. */
export type Basket = Record<string, number>

export type BasketLine = { item: TillItem; quantity: number }

/** Returns the lines of the basket that are still offered, in the order of the list. */
export function linesOf(items: TillItem[], basket: Basket): BasketLine[] {
  return items.flatMap((item) => {
    const quantity = basket[item.entity_id] ?? 0
    return quantity > 0 ? [{ item, quantity }] : []
  })
}

export const unitsOf = (lines: BasketLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const totalOf = (lines: BasketLine[]): number =>
  lines.reduce((sum, { item, quantity }) => sum + toCents(item.price) * quantity, 0)

/** Changes the quantity of an item by `by`, within the stock and the limit of a sale. */
export function changed(basket: Basket, { entity_id }: TillItem, { by, most }: Change): Basket {
  const others = Object.entries(basket).filter(([id]) => id !== entity_id)
  const room = mostSold - others.reduce((sum, [, quantity]) => sum + quantity, 0)
  const wanted = (basket[entity_id] ?? 0) + by
  const quantity = Math.max(0, Math.min(wanted, most, room))
  return Object.fromEntries(quantity > 0 ? [...others, [entity_id, quantity]] : others)
}
type Change = { by: number; most: number }
