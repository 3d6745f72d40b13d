import type { Report } from '../../../../client/src/index.ts'

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month as it is said: `2027-07` is July 2027. */
export const monthName = (month: string) => months.format(new Date(`${month}-01T00:00:00.000Z`))

/** A rate, or why there is none. */
export function vatName(vat: Report['vat'][number]['vat']): string {
  if (vat === null) return 'Not stated'
  return vat.rate === null ? (vat.exemption ?? '') : `${vat.rate} %`
}

const means = {
  card: 'Card',
  cash: 'Cash',
  terminal: 'Card terminal',
  points: 'Points',
  complimentary: 'Complimentary',
  free: 'Free',
}

/** How it was paid; of a card, the processor. */
export const meansName = ({ means: how, processor }: Report['means'][number]) =>
  processor === null ? means[how] : `${means[how]} (${processor})`
