import { shownShortCode } from '#common/codes/short-code'
import { languages, readerLanguage } from '#platform/values/reader-languages'
import { instantOf, localTime, longTime, withOffset } from '#platform/zones/local-time'
import type { PrintedTicket } from '../queries.ts'
import { ticketWords } from '../words.ts'
import type { AppleWallet } from './apple.ts'

/** Returns the `pass.json` of an event ticket, with all times in the time zone of the festival. */
export function passFields(ticket: PrintedTicket, { passType, team }: AppleWallet) {
  const { start_time, end_time, time_zone, festival } = ticket
  const at = (instant: Date) => withOffset(instant.toISOString(), time_zone)
  const place = placeOf(ticket)
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
    // The tickets of an order are one stack.
    groupingIdentifier: ticket.order_id,
    ...relevance(ticket, at),
    ...(place && { locations: [place] }),
    semantics: {
      eventType: 'PKEventTypeLivePerformance',
      eventName: festival,
      eventStartDate: at(start_time),
      eventEndDate: at(end_time),
      ...(ticket.venue && { venueName: ticket.venue }),
      ...(place && { venueLocation: place }),
    },
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

const placeOf = ({ latitude, longitude }: PrintedTicket) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/** Apple takes intervals of 24 hours at most. */
const longestMs = 86_400_000
/** The most days of a pass. */
const mostDays = 100

/**
 * Returns when the pass is offered on the lock screen: an interval for each day on which the ticket is valid. Versions of
 * iOS without intervals have one moment, after which a pass counts as over: only a pass of one day has it.
 */
function relevance(ticket: PrintedTicket, at: (instant: Date) => string) {
  const since = ticket.valid_since ?? ticket.start_time
  const until = ticket.valid_until ?? ticket.end_time
  const days: { startDate: string; endDate: string }[] = []
  for (let from = since; from < until && days.length < mostDays; ) {
    const tomorrow = midnightAfter(from, ticket.time_zone)
    const to = new Date(Math.min(+until, +tomorrow, +from + longestMs))
    days.push({ startDate: at(from), endDate: at(to) })
    from = to < until ? tomorrow : until
  }
  return { relevantDates: days, ...(days.length <= 1 && { relevantDate: at(since) }) }
}

/** Returns the next midnight in a zone. */
function midnightAfter(instant: Date, zone: string): Date {
  const local = localTime(instant, zone)
  const midnight = new Date((Math.floor(+local / longestMs) + 1) * longestMs)
  return instantOf(midnight, zone)
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
