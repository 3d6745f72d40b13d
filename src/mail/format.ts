/** How times and money stand in mails. */

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })
const number = new Intl.NumberFormat('en-GB')

/** A time of UTC, such as "1 July 2027 at 18:00"; undefined for none. */
export const moment = (at: Date | null): string | undefined => (at ? time.format(at) : undefined)
/** Whole cents as "€129.00". */
export const money = (cents: number): string => euros.format(cents / 100)
/** Such as "1,200". */
export const amount = (many: number): string => number.format(many)
