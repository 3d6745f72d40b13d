/** A number with at most two decimals, its groups of three set apart by the separator given or not at all. */
const forms = [
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:[,' ]\d{3})+)\.(\d{1,2})$/,
  /^(\d{1,3}(?:[.' ]\d{3})+),(\d{1,2})$/,
  /^(\d{1,3}(?:[' ]\d{3})+)$/,
]

/**
 * Returns the amount in EUR of a text: `89.50` and `89,50` are the same. Undefined for anything that is not an amount,
 * and for `8,950` or `8.950`, which could mean two amounts.
 */
export function parsePrice(text: string): number | undefined {
  const trimmed = text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/^\s*€?\s*|\s*€?\s*$/g, '')
  for (const form of forms) {
    const [, whole, decimals = ''] = form.exec(trimmed) ?? []
    if (whole !== undefined) return Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`)
  }
  return undefined
}

const mostEuros = 1_000_000

/** Returns the fault of a price as a form holds it; null for a good one. */
export function faultOfPrice(price: number | string): string | null {
  return price === '' ? 'Enter a price; 0 is free' : faultOf(price, 'a price')
}

/** Works like `faultOfPrice`, for an amount of cash. */
export function faultOfCash(amount: number | string): string | null {
  return amount === '' ? 'Enter an amount; 0 is none' : faultOf(amount, 'an amount')
}

function faultOf(amount: number | string, what: string): string | null {
  if (typeof amount === 'string') return `Enter ${what} such as 89.50`
  return amount > mostEuros ? `At most ${mostEuros}` : null
}
