import { hash } from 'node:crypto'
import { isId } from '#platform/values/ids'
import type { OrderRead, Whole } from './guide-shapes.ts'

/** So many units may be in one order. */
const most = 20

export type Item = { id: string; quantity: number }
/** Of which festival something is wanted, and by which offer of its waiting list. */
export type Wish = { festival: string; offer?: string }
export type Line = { id: string; name: string; quantity: number; price: number; discount: number }

/** Parses `<id>:2,<id>:1`: what of a festival is wanted. What makes no sense is left out. */
export function readBasket(text = ''): Item[] {
  const wanted = new Map<string, number>()
  for (const [, id = '', digits] of text.matchAll(/([0-9a-f-]{36}):(\d{1,2})(?:,|$)/g)) {
    if (isId(id)) wanted.set(id, Number(digits))
  }
  return [...wanted].flatMap(([id, quantity]) =>
    quantity > 0 && quantity <= most ? [{ id, quantity }] : [],
  )
}

/** Writes what `readBasket` reads; the same things are always the same text. */
export function writeBasket(items: Item[]): string {
  const texts = items.map(({ id, quantity }) => `${id}:${quantity}`)
  return texts.toSorted((a, b) => a.localeCompare(b)).join(',')
}

/** The lines of a basket by the tiers of the festival, without those that it does not have. */
export function linesWanted({ tickets }: Whole, items: Item[]): Line[] {
  const tiers = new Map(tickets.map((tier) => [tier.id, tier]))
  return items.flatMap(({ id, quantity }) => {
    const tier = tiers.get(id)
    return tier ? [{ id, name: tier.name, quantity, price: tier.price, discount: 0 }] : []
  })
}

export const wishOf = ({ id }: Pick<Whole, 'id'>, { offer = '' }: { offer?: string }): Wish => ({
  festival: id,
  ...(isId(offer) && { offer }),
})

/** Whether an order is neither paid nor over. */
export const isOpen = ({ status }: OrderRead): boolean =>
  ['held', 'pending', 'requires_action'].includes(status)

/** The lines of an order: what is the same, once. */
export function linesOf({ payments }: OrderRead): Line[] {
  const groups = Map.groupBy(payments, ({ entity_id }) => entity_id)
  return [...groups].map(([id, units]) => ({
    id,
    name: units[0]?.item.name ?? '',
    quantity: units.length,
    price: units[0]?.price ?? 0,
    discount: units.reduce((sum, { discount }) => sum + discount, 0),
  }))
}

/**
 * The idempotency key of the order that a page makes: however often it is opened and asks, also in two tabs, it is the
 * same until there is another order of the fan's.
 */
export function keyOf(
  { festival, offer }: Wish,
  items: Item[],
  newest: OrderRead | undefined,
): string {
  const wish = offer === undefined ? [festival] : [festival, offer]
  const text = [newest?.id ?? 'first', ...wish, writeBasket(items)].join(' ')
  return `shop-${hash('sha256', text, 'base64url')}`
}
