/** Amounts and dates as bank files write them. */

/**
 * Converts an amount with up to five decimals, such as `18.150` or `2700`, to cents. Undefined if it is no amount, or has
 * parts of a cent.
 */
export function centsOf(text: string): number | undefined {
  const [, whole, decimals = ''] = /^\+?(\d{1,13}|(?=\.\d))(?:\.(\d{0,5}))?$/.exec(text) ?? []
  if (whole === undefined || !/^\d{0,2}0*$/.test(decimals)) return undefined
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
}

/** Returns the day of a date or a date with time, as the bank writes it: an offset moves no day. */
export const dayOf = (text: string): string | undefined =>
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|[T+Z-])/.exec(text)?.[0]
