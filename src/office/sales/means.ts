/** The means of payment of a report: the methods of processors, and what takes no money. */
import { type ReportedMethod, reportedMethods } from '#shop/payments'

/** Each means of payment with its name in reports and its description in the API. */
export const means: Record<
  ReportedMethod | 'points' | 'complimentary' | 'free' | 'other',
  { name: string; description: string }
> = {
  ...reportedMethods,
  points: { name: 'Points', description: 'Paid with points' },
  complimentary: { name: 'Complimentary', description: 'Given for nothing' },
  free: {
    name: 'Free',
    description: 'Cost nothing: its price was 0, or a voucher took off all of it',
  },
  other: { name: 'Other', description: 'Paid by a method that this version does not know' },
}
export type MeansName = keyof typeof means

/** The methods of orders that took money and that reports know. */
export const knownMethods = Object.keys(reportedMethods)
