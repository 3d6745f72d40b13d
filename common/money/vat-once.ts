/**
 * The VAT of a receipt (docs/contract, section 10.8): computed once for each seller and rate, then spread over the
 * units. Used by the service, and by the till's page while it is offline. Imports nothing, so that both can be built
 * with it.
 */

/** A unit of a receipt. `rate` is in percent with at most two decimals; null: no VAT. `seller_id` null: the operator. */
export type TaxedUnit = { amount_cents: number; rate: number | null; seller_id: string | null }

/**
 * Returns the VAT in cents of each unit, in the order of the units. The units of one seller and rate have the VAT of
 * their sum: its basis is rounded half up, and spread in proportion to the amounts. The remaining cents go to the
 * largest remainders, and among equal ones to the earlier unit (EN 16931 BR-S-08 requires the basis to be the sum of
 * its lines).
 */
export function vatOnce(units: readonly TaxedUnit[]): number[] {
  const places = units.map((_, place) => place)
  const vat = units.map(() => 0)
  const groups = Map.groupBy(places, (place) => keyOf(units[place]))
  for (const group of groups.values()) {
    const amounts = group.map((place) => units[place]?.amount_cents ?? 0)
    const nets = spread(amounts, basisOf(sumOf(amounts), units[group[0] ?? 0]?.rate ?? 0))
    for (const [nth, place] of group.entries()) vat[place] = (amounts[nth] ?? 0) - (nets[nth] ?? 0)
  }
  return vat
}

const keyOf = (unit: TaxedUnit | undefined) => `${unit?.seller_id} ${unit?.rate ?? 0}`

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)

/** Returns the amount in cents without the VAT of this rate that it includes, rounded half up. */
export function basisOf(cents: number, rate: number): number {
  const whole = 10_000n + BigInt(Math.round(rate * 100))
  return Number((20_000n * BigInt(cents) + whole) / (2n * whole))
}

/** Divides a sum in proportion to amounts. Their total is at least the sum. */
export function spread(amounts: readonly number[], cents: number): number[] {
  const total = BigInt(sumOf(amounts))
  if (total === 0n) return amounts.map(() => 0)
  const shares = amounts.map((amount, place) => {
    const product = BigInt(amount) * BigInt(cents)
    return { place, floor: Number(product / total), remainder: product % total }
  })
  const left = cents - sumOf(shares.map(({ floor }) => floor))
  const largest = shares.toSorted((a, b) => Number(b.remainder - a.remainder) || a.place - b.place)
  const raised = new Set(largest.slice(0, left).map(({ place }) => place))
  return shares.map(({ place, floor }) => floor + Number(raised.has(place)))
}
