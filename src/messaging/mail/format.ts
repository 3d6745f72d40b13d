/** Times, money and numbers in mails: given as values, and formatted by the letter in the reader's language. */

import { languages, type ReaderLanguage } from '#platform/values/reader-languages'
import { longDates, longTime, utc } from '#platform/zones/local-time'

/** A time, money, or a number in a mail. */
export type MailValue =
  | { at: Date; zone: string }
  | { from: Date; until: Date; zone: string }
  | { cents: number }
  | { many: number }

/** Returns a time in a zone; undefined for none. Times without a festival are in UTC. */
export const moment = (at: Date | null, zone: string | null): MailValue | undefined =>
  at ? { at, zone: zone ?? utc } : undefined
/** Returns the days from one time to another; undefined if either is absent. */
export const days = (
  from: Date | null,
  until: Date | null,
  zone: string | null,
): MailValue | undefined => (from && until ? { from, until, zone: zone ?? utc } : undefined)
export const money = (cents: number): MailValue => ({ cents })
export const amount = (many: number): MailValue => ({ many })

/** Formats a value: "1 July 2027 at 18:00 CEST", "€129.00", "1,200", or as another language writes them. */
export function written(told: MailValue, language: ReaderLanguage): string {
  const locale = languages[language].locale
  if ('at' in told) return longTime(told.at, told.zone, locale)
  if ('from' in told) return longDates(told, told.zone, locale)
  if ('many' in told) return new Intl.NumberFormat(locale).format(told.many)
  const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  return euros.format(told.cents / 100)
}
