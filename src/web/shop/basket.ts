import { hash } from 'node:crypto'
import type { Vat } from '#core/sale-terms'
import { Problem } from '#platform/values/errors'
import { isId } from '#platform/values/ids'
import type { Api } from '../ui/api.ts'
import { type Item, readItems, writeItems } from '../ui/basket-items.ts'
import type { Asked } from '../ui/request.ts'
import type { Checked, OrderRead, PlanRead, StayRead, Whole } from '../ui/shapes.ts'

/** What is wanted, or ordered, of one thing; the discount is that of all its units. */
export type Line = Item & {
  name: string
  /** of its name, where it is known */
  language?: string | undefined
  price: number
  discount: number
  /** undefined: not known before the order is held, as of what a voucher opens */
  vat: Vat | undefined
  /** for a set date or period, so that there is no right of withdrawal */
  isDated: boolean
}

/** Parses what is wanted of a festival. What makes no sense is left out. */
export const readBasket = (text = ''): Item[] => readItems(text).filter(({ id }) => isId(id))

type Reading = { api: Api; mine: Api | undefined }
type Wanted = { festival: Whole; items: Item[]; checked: Checked | undefined }

/** What is wanted with its prices, without what there is not. */
export async function linesWanted(
  { api, mine }: Reading,
  { festival, items, checked }: Wanted,
): Promise<Line[]> {
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
    items.map(async (item): Promise<Line[]> => {
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
 * Returns true for leisure and accommodation on a set date or in a set period, of which Article 16 (l) of Directive
 * 2011/83/EU excludes the right of withdrawal: places to sleep, and tiers that say when they admit.
 */
function isForDates(kind: Item['kind'], dates: Dates | undefined): boolean {
  if (kind === 'ticket') return (dates?.valid_since ?? dates?.valid_until ?? null) !== null
  return kind === 'accommodation'
}

/** The lines with their names in the language of their reader. */
export async function linesIn({ namesOf }: Pick<Asked, 'namesOf'>, lines: Line[]): Promise<Line[]> {
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

/** Whether an order is neither paid nor over. */
export const isOpen = ({ status }: OrderRead): boolean =>
  ['held', 'pending', 'requires_action'].includes(status)

/** The lines of an order: what is the same, once. */
export function linesOf({ payments }: OrderRead): Line[] {
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

export const totalOf = (lines: Line[]): number =>
  lines.reduce((all, { quantity, price, discount }) => all + quantity * price - discount, 0)

/** The voucher of an order. */
export const voucherOf = ({ payments }: OrderRead): string | undefined =>
  payments.find(({ voucher }) => voucher !== null)?.voucher ?? undefined

/** What is wanted of a festival, with which voucher, and by which offer of its waiting list. */
export type Wish = {
  id: string
  items: Item[]
  voucher?: string | undefined
  offer?: string | undefined
}

/**
 * The idempotency key of the order that a page makes: however often it is opened and asks, also in two tabs, it is the
 * same until there is another order of the fan's.
 */
export function keyOf({ id, items, voucher, offer }: Wish, newest: OrderRead | undefined): string {
  const text = [newest?.id ?? 'first', id, writeItems(items), voucher, offer].join(' ').trim()
  return `shop-${hash('sha256', text, 'base64url')}`
}
