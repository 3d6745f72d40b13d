/** Money as a till handles it: in whole cents. */

const shown = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
/** Notes that buyers tender, in cents; amounts are rounded up to multiples of them. */
const notes = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
const offered = 5

export const toCents = (euros: number): number => Math.round(euros * 100)
export const toEuros = (cents: number): number => cents / 100
export const euros = (cents: number): string => shown.format(cents / 100)

/** Parses a typed amount, with a point or a comma; returns undefined if it is not an amount. */
export function readCents(text: string): number | undefined {
  const found = /^\s*€?\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text)
  if (!found) return undefined
  const [, whole = '', part = ''] = found
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** The amounts that a buyer is likely to hand over: the exact one, then amounts in whole notes. */
export function quickAmounts(cents: number): number[] {
  const rounded = notes.map((note) => Math.ceil(cents / note) * note)
  return [...new Set([cents, ...rounded])].toSorted((a, b) => a - b).slice(0, offered)
}
