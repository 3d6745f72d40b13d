import { Type } from 'typebox'

/** EUR in the API: a JSON number, not negative, at most two decimals (contract, "Money"). */
export const Price = Type.Number({
  minimum: 0,
  maximum: 1_000_000,
  multipleOf: 0.01,
  description: 'EUR, at most two decimals',
  examples: [89.5],
})

/** Converts EUR as written to whole cents, the only form of money inside. */
export function toCents(euros: number): number {
  return Math.round(euros * 100)
}

/** Converts whole cents to EUR as read. */
export function toEuros(cents: number): number {
  return cents / 100
}
