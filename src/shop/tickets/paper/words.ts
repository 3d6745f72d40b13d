/** The texts of tickets on paper of any size, in the language of their holder. */

import { languages, readerLanguage } from '#platform/values/reader-languages'
import { longDate, longTime } from '#platform/zones/local-time'
import type { PrintedTicket } from '../queries.ts'
import { ticketWords } from '../words.ts'

/** Returns the dates of the festival. */
export function period(ticket: PrintedTicket): string {
  return ticketWords(ticket).span(
    timeText(ticket, ticket.start_time),
    timeText(ticket, ticket.end_time),
  )
}

/** Returns the times in which the ticket admits. */
export function validity(ticket: PrintedTicket): string {
  const { payment_type, valid_since, valid_until } = ticket
  const words = ticketWords(ticket)
  const what = payment_type === 'accommodation' ? words.stay : words.valid
  const since = valid_since && words.from(timeText(ticket, valid_since))
  const until = valid_until && words.until(timeText(ticket, valid_until))
  return since || until ? `${what}${since ?? ''}${until ?? ''}` : `${what}${words.whole}`
}

/** Returns the price with the VAT rate, or with the exemption. */
export function price({ price_cents, vat, language }: PrintedTicket): string {
  const words = ticketWords({ language })
  if (price_cents === 0) return words.free
  const locale = languages[readerLanguage(language)].locale
  const euros = { style: 'currency', currency: 'EUR' } as const
  const sum = new Intl.NumberFormat(locale, euros).format(price_cents / 100)
  if (vat?.rate !== null && vat?.rate !== undefined) {
    return `${sum} (${words.vat(new Intl.NumberFormat(locale).format(vat.rate))})`
  }
  return vat?.exemption ? `${sum} (${vat.exemption})` : sum
}

/** Returns the date of issue, the seller and its address. */
export function sale(ticket: PrintedTicket): string {
  const { seller, seller_address, issued_at, time_zone, language } = ticket
  const words = ticketWords(ticket)
  const sold = seller && words.soldBy([seller, seller_address].filter(Boolean).join(', '))
  const issued = words.issued(
    longDate(issued_at, time_zone, languages[readerLanguage(language)].locale),
  )
  return [issued, sold].filter(Boolean).join(' · ')
}

const timeText = ({ time_zone, language }: PrintedTicket, at: Date) =>
  longTime(at, time_zone, languages[readerLanguage(language)].locale)
