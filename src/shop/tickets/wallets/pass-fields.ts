import { shownShortCode } from '#common/codes/short-code'
import { languages, readerLanguage } from '#platform/values/reader-languages'
import { longTime, withOffset } from '#platform/zones/local-time'
import type { PrintedTicket } from '../queries.ts'
import { ticketWords } from '../words.ts'
import type { AppleWallet } from './apple.ts'

/** Returns the `pass.json` of an event ticket, with all times in the time zone of the festival. */
export function passFields(ticket: PrintedTicket, { passType, team }: AppleWallet) {
  const { start_time, end_time, time_zone, festival } = ticket
  const at = (instant: Date) => withOffset(instant.toISOString(), time_zone)
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: team,
    // A pass that is added again replaces the pass of the same ticket.
    serialNumber: ticket.payment_id,
    organizationName: ticket.organizer ?? festival,
    description: `${festival}: ${ticket.what}`,
    logoText: festival,
    backgroundColor: 'rgb(20, 33, 61)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(201, 212, 238)',
    sharingProhibited: true,
    relevantDate: at(ticket.valid_since ?? start_time),
    relevantDates: [{ startDate: at(ticket.valid_since ?? start_time), endDate: at(end_time) }],
    expirationDate: at(ticket.valid_until ?? end_time),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: ticket.code,
        messageEncoding: 'iso-8859-1',
        ...(ticket.short_code !== null && { altText: shownShortCode(ticket.short_code) }),
      },
    ],
    eventTicket: fields(ticket, at),
  }
}

type Field = { key: string; label: string; value: string; [style: string]: unknown }

function fields(ticket: PrintedTicket, at: (instant: Date) => string) {
  const { start_time, end_time, time_zone, valid_since, valid_until } = ticket
  const where = [ticket.venue, ticket.place].filter(Boolean).join(', ')
  const since = valid_since ?? start_time
  const until = valid_until ?? end_time
  const words = ticketWords(ticket)
  const locale = languages[readerLanguage(ticket.language)].locale
  const span = (from: Date, to: Date) =>
    words.span(longTime(from, time_zone, locale), longTime(to, time_zone, locale))
  return {
    primaryFields: [text('ticket', words.ticket, ticket.what)],
    secondaryFields: [
      moment('since', words.since, at(since)),
      moment('until', words.to, at(until)),
    ],
    auxiliaryFields: [
      ...(where ? [text('where', words.where, where)] : []),
      ...(ticket.holder ? [text('holder', words.holder, ticket.holder)] : []),
    ],
    backFields: [
      text('when', words.festival, span(start_time, end_time)),
      text('valid', words.valid, span(since, until)),
      ...(where ? [text('place', words.where, where)] : []),
      text('number', words.number, ticket.payment_id),
      text('once', words.gate, words.once),
      text('snapshot', words.about, words.snapshot),
    ],
  }
}

const text = (key: string, label: string, value: string): Field => ({ key, label, value })

/** Shows a time as clocks at the festival do, wherever the phone is. */
const moment = (key: string, label: string, value: string): Field => ({
  ...text(key, label, value),
  dateStyle: 'PKDateStyleMedium',
  timeStyle: 'PKDateStyleShort',
  ignoresTimeZone: true,
})
