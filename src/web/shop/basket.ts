import { hash } from 'node:crypto'
import { type Item, readItems, writeItems } from '#common/pages/basket-items'
import type { Vat } from '#core/sale-terms'
import { Problem } from '#platform/values/errors'
import { isId } from '#platform/values/ids'
import type { Api } from '../ui/api.ts'
import type { PageRequest } from '../ui/request.ts'
import type { Checked, OrderRead, PlanRead, StayRead, Whole } from '../ui/shapes.ts'

/** One item of a basket or an order; the discount is the sum for all its units. */
export type BasketLine = Item & {
  name: string
  /** language of `name`, if it is known */
  language?: string | undefined
  price: number
  discount: number
  /** undefined: not known before the order is held, for example for an item that a voucher opens */
  vat: Vat | undefined
  /** true for a set date or period, so that there is no right of withdrawal */
  isDated: boolean
}

/** Parses the wanted items of a festival. Invalid ones are left out. */
export const readBasket = (text = ''): Item[] => readItems(text).filter(({ id }) => isId(id))

type Reading = { api: Api; mine: Api | undefined }
type BasketContents = { festival: Whole; items: Item[]; checked: Checked | undefined }

/** Returns the wanted items with their prices, without items that do not exist. */
export async function readBasketLines(
  { api, mine }: Reading,
  { festival, items, checked }: BasketContents,
): Promise<BasketLine[]> {
  const tiers = new Map(festival.tickets.map((tier) => [tier.id, tier]))
  const given = new Map(checked?.items.map((item) => [item.entity_id, item]))
  const read = {
    ticket: async ({ id }: Item) => tiers.get(id),
    accommodation: async ({ id }: Item) => {
      const stay = await found(api.get<StayRead>(`/accommodations/${id}`))
      return stay?.festival_id === festival.id ? stay : undefined
    },
    subscription: async ({ id }: Item) =>
      mine && (await found(mine.get<PlanRead>(`/subscriptions/${id}`))),
  }
  const lines = await Promise.all(
    items.map(async (item): Promise<BasketLine[]> => {
      const { quantity } = item
      const offer = await read[item.kind](item)
      const known = given.get(item.id)
      const named = known ?? offer
      if (!named) return []
      const discount = known ? quantity * (known.price - known.reduced_price) : 0
      const { name, price } = named
      const isDated = isForDates(item.kind, tiers.get(item.id))
      return [{ ...item, name, price, discount, vat: offer?.vat, isDated }]
    }),
  )
  return lines.flat()
}

type Dates = { valid_since: string | null; valid_until: string | null }

/**
 * Returns true for leisure and accommodation on a set date or in a set period, which Article 16 (l) of Directive
 * 2011/83/EU excludes from the right of withdrawal: accommodations, and tiers that state when they admit.
 */
function isForDates(kind: Item['kind'], dates: Dates | undefined): boolean {
  if (kind === 'ticket') return (dates?.valid_since ?? dates?.valid_until ?? null) !== null
  return kind === 'accommodation'
}

/** Returns the lines with their names in the language of the reader. */
export async function linesIn(
  { namesOf }: Pick<PageRequest, 'namesOf'>,
  lines: BasketLine[],
): Promise<BasketLine[]> {
  const names = await namesOf(lines.map(({ id }) => id))
  return lines.map((line) => ({ ...line, ...names.get(line.id) }))
}

async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

/** Returns true if an order is neither paid nor over. */
export const isOpen = ({ status }: OrderRead): boolean =>
  ['held', 'pending', 'requires_action'].includes(status)

/** Returns the lines of an order. Equal units are one line. */
export function linesOf({ payments }: OrderRead): BasketLine[] {
  const groups = Map.groupBy(payments, ({ entity_id }) => entity_id)
  return [...groups.values()].flatMap((units) => {
    const [first] = units
    if (!first) return []
    const { entity_id: id, payment_type: kind, item, price, vat } = first
    const discount = units.reduce((sum, unit) => sum + unit.discount, 0)
    const [name, quantity] = [item.name ?? '', units.length]
    return [{ kind, id, name, quantity, price, discount, vat, isDated: isForDates(kind, item) }]
  })
}

export const totalOf = (lines: BasketLine[]): number =>
  lines.reduce((all, { quantity, price, discount }) => all + quantity * price - discount, 0)

/** Returns the voucher of an order. */
export const voucherOf = ({ payments }: OrderRead): string | undefined =>
  payments.find(({ voucher }) => voucher !== null)?.voucher ?? undefined

/** The items wanted of a festival, with a voucher, or by an offer of its waiting list. */
export type BasketRequest = {
  id: string
  items: Item[]
  voucher?: string | undefined
  offer?: string | undefined
}

/**
 * Returns the idempotency key of the order that a page makes. However often the page is opened and sends it, also in
 * two tabs, the key is the same until the fan has another order.
 */
export function keyOf(
  { id, items, voucher, offer }: BasketRequest,
  newest: OrderRead | undefined,
): string {
  const text = [newest?.id ?? 'first', id, writeItems(items), voucher, offer].join(' ').trim()
  return `shop-${hash('sha256', text, 'base64url')}`
}
