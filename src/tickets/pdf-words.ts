/** What tickets on paper say, of whatever size, in the language of their holder. */
import { longTime } from '#platform/values/local-time'
import { locales, readerLanguage } from '#platform/values/reader-languages'
import type { PrintedTicket } from './queries.ts'
import { ticketWords } from './words.ts'

/** When the festival is. */
export function period(ticket: PrintedTicket): string {
  return ticketWords(ticket).span(told(ticket, ticket.start_time), told(ticket, ticket.end_time))
}

/** When the ticket admits. */
export function validity(ticket: PrintedTicket): string {
  const { payment_type, valid_since, valid_until } = ticket
  const words = ticketWords(ticket)
  const what = payment_type === 'accommodation' ? words.stay : words.valid
  const since = valid_since && words.from(told(ticket, valid_since))
  const until = valid_until && words.until(told(ticket, valid_until))
  return since || until ? `${what}${since ?? ''}${until ?? ''}` : `${what}${words.whole}`
}

/** What it costs. */
export function price({ price_cents, language }: PrintedTicket): string {
  if (price_cents === 0) return ticketWords({ language }).free
  const euros = { style: 'currency', currency: 'EUR' } as const
  return new Intl.NumberFormat(locales[readerLanguage(language)], euros).format(price_cents / 100)
}

const told = ({ time_zone, language }: PrintedTicket, at: Date) =>
  longTime(at, time_zone, locales[readerLanguage(language)])
