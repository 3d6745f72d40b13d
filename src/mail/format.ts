/** How times and money stand in mails. */

import { longTime, utc } from '#platform/values/local-time'

const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })
const number = new Intl.NumberFormat('en-GB')

/** A time in a zone, such as "1 July 2027 at 18:00 CEST"; undefined for none. What is of no festival is in UTC. */
export const moment = (at: Date | null, zone: string | null): string | undefined =>
  at ? longTime(at, zone ?? utc) : undefined
/** Whole cents as "€129.00". */
export const money = (cents: number): string => euros.format(cents / 100)
/** Such as "1,200". */
export const amount = (many: number): string => number.format(many)
