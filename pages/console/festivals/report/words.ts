import type { Report } from '../../../../client/src/index.ts'

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns a month in words: `2027-07` is July 2027. */
export const monthName = (month: string) => months.format(new Date(`${month}-01T00:00:00.000Z`))

/** Returns a VAT rate, or the reason for none. */
export function vatName(vat: Report['vat'][number]['vat']): string {
  if (vat === null) return 'Not stated'
  return vat.rate === null ? (vat.exemption ?? '') : `${vat.rate} %`
}

const means = {
  card: 'Card',
  cash: 'Cash',
  terminal: 'Card terminal',
  transfer: 'Bank transfer',
  points: 'Points',
  complimentary: 'Complimentary',
  free: 'Free',
  other: 'Other',
}

/** Returns the means of payment; for a card, with the processor. */
export const meansName = ({ means: how, processor }: Report['means'][number]) =>
  processor === null ? means[how] : `${means[how]} (${processor})`
