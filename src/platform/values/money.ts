import { Type } from 'typebox'

/** EUR outside: a JSON number, not negative, at most two decimals (contract, "Money"). */
export const Price = Type.Number({
  minimum: 0,
  maximum: 1_000_000,
  multipleOf: 0.01,
  description: 'EUR, at most two decimals',
  examples: [89.5],
})

/** EUR as written → whole cents, the only form of money inside. */
export function toCents(euros: number): number {
  return Math.round(euros * 100)
}

/** Whole cents → EUR as read. */
export function toEuros(cents: number): number {
  return cents / 100
}
