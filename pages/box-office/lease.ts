/** Leases, from which a till sells without a network: tickets that the service has signed and set aside for it. */
import { vatOnce } from '#common/money/vat-once'
import type { Basket, BasketLine } from './basket.ts'
import { toCents, toEuros } from './money.ts'
import type { Sold, SoldVat } from './sold.ts'

export type LeasedTickets = { payment_id: string; code: string; short_code: string }[]

/** A sale from a lease, not reported to the service yet. */
export type LeaseSale = {
  key: string
  payment_ids: string[]
  means: 'cash' | 'terminal'
  tendered?: number
  sold_at: string
}

/** A lease as the service returns it. */
export type Lease = {
  id: string
  entity_id: string
  name: string
  price: number
  /** absent if stored by an earlier version */
  vat?: { rate: number | null } | null
  expires_at: string
  state: 'open' | 'reported' | 'written_off'
}

/** A lease as it is stored: with the tickets that are left, and the sales in their order. */
export type StoredLease = Lease & { tickets: LeasedTickets; unsent: LeaseSale[] }

/** Returns true if a lease still sells at `at`, in milliseconds by the service's clock. */
export const isLive = ({ expires_at, state }: Lease, at: number): boolean =>
  state === 'open' && at < Date.parse(expires_at)

/** Returns the number of units of a tier or place that are left to be sold here. */
export function leftOf(leases: StoredLease[], entityId: string, at: number): number {
  return leases
    .filter((lease) => lease.entity_id === entityId && isLive(lease, at))
    .reduce((sum, { tickets }) => sum + tickets.length, 0)
}

type Selling = {
  lines: BasketLine[]
  means: 'cash' | 'terminal'
  tendered?: number
  at: Date
  /** random, and the same for one sale */
  key: string
}

/**
 * Takes the tickets of a sale out of their leases. The service gets one sale for each lease involved. Returns undefined
 * if there are too few. The cash tendered is reported with the first of these sales, less the cost of the others.
 */
export function sellFrom(
  leases: StoredLease[],
  { lines, means, tendered, at, key }: Selling,
): { changed: StoredLease[]; sale: Sold } | undefined {
  const changed: StoredLease[] = []
  const tickets: Sold['tickets'] = []
  const vat: SoldVat[] = []
  for (const { item, quantity } of lines) {
    let wanted = quantity
    for (const lease of leases) {
      if (wanted === 0 || lease.entity_id !== item.entity_id || !isLive(lease, at.getTime()))
        continue
      const taken = lease.tickets.slice(0, wanted)
      if (taken.length === 0) continue
      wanted -= taken.length
      tickets.push(...taken.map((one) => ({ ...one, name: lease.name, admitted: false })))
      vat.push(...vatOfReceipt(lease, taken.length))
      const sale = {
        key: `${key}-${changed.length}`,
        payment_ids: taken.map(({ payment_id }) => payment_id),
        means,
        sold_at: at.toISOString(),
      }
      changed.push({
        ...lease,
        tickets: lease.tickets.slice(taken.length),
        unsent: [...lease.unsent, sale],
      })
    }
    if (wanted > 0) return undefined
  }
  const cents = lines.reduce((sum, { item, quantity }) => sum + toCents(item.price) * quantity, 0)
  const change = tendered === undefined ? null : (toCents(tendered) - cents) / 100
  const sold = {
    id: key,
    at: at.getTime(),
    means,
    change,
    vat: byRate(vat),
    tickets,
    isOffline: true,
  }
  return { changed, sale: { ...sold, receipt: '', amount: cents / 100 } }
}

/** Returns the VAT of the units of one lease, which form a receipt, as the service will store it. */
function vatOfReceipt({ price, vat }: Lease, count: number): SoldVat[] {
  const rate = vat?.rate ?? null
  if (rate === null) return []
  const unit = { amount_cents: toCents(price), rate, seller_id: null }
  const cents = vatOnce(Array.from({ length: count }, () => unit))
  return [{ rate, vat_amount: toEuros(cents.reduce((sum, one) => sum + one, 0)) }]
}

const byRate = (vat: SoldVat[]): SoldVat[] =>
  [...Map.groupBy(vat, ({ rate }) => rate)]
    .map(([rate, all]) => {
      const cents = all.reduce((sum, { vat_amount }) => sum + toCents(vat_amount), 0)
      return { rate, vat_amount: toEuros(cents) }
    })
    .toSorted((a, b) => b.rate - a.rate)

/** Returns true if a basket can be sold from the leases. */
export const covers = (leases: StoredLease[], basket: Basket, at: number): boolean =>
  Object.entries(basket).every(([id, quantity]) => leftOf(leases, id, at) >= quantity)
