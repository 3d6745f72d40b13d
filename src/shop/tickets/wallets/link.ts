import { createHash, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { shownShortCode } from '#common/codes/short-code'
import { withOffset } from '#platform/zones/local-time'
import type { PrintedTicket } from '../queries.ts'
import type { GoogleWallet } from './google.ts'

/** The longest link, characters: according to Google, longer ones are cut off on their way. */
export const longestLink = 1_800

const start = 'https://pay.google.com/gp/v/save/'
const signElsewhere = promisify(sign)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Returns the link that saves a ticket to Google Wallet: an event ticket with its class, in a token signed with RS256.
 * The link has at most 1,800 characters: names are shortened, with an ellipsis, as far as needed.
 */
export async function toSaveLink(ticket: PrintedTicket, wallet: GoogleWallet): Promise<string> {
  const unsigned = fitting(ticket, wallet)
  const signature = await signElsewhere('sha256', Buffer.from(unsigned), wallet.key)
  return `${start}${unsigned}.${signature.toString('base64url')}`
}

type Size = { most: number; hasVenue: boolean }

/** The sizes to try, from the room that most tickets have to a size that always fits: the most bytes of each name, with or without the venue. */
const sizes: Size[] = [
  ...[200, 90, 60, 40, 30].map((most) => ({ most, hasVenue: true })),
  ...[200, 90, 60, 40, 30, 24, 16, 10].map((most) => ({ most, hasVenue: false })),
]

function fitting(ticket: PrintedTicket, wallet: GoogleWallet): string {
  const room = longestLink - start.length - signatureLength(wallet)
  const tried = sizes.values().map((size) => tokenOf(ticket, wallet, size))
  const fits = tried.find((token) => token.length <= room)
  if (fits === undefined) throw new Error('The ticket does not fit into a link')
  return fits
}

/** Returns the length of a signature, with the dot before it. */
const signatureLength = ({ key }: GoogleWallet) =>
  1 + Math.ceil((((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8) * 4) / 3)

function tokenOf(ticket: PrintedTicket, wallet: GoogleWallet, size: Size): string {
  const { email: iss, issuer } = wallet
  const eventTicketClass = identified(issuer, classOf(ticket, size))
  const eventTicket = identified(issuer, {
    classId: eventTicketClass.id,
    ...objectOf(ticket, size.most),
  })
  const claims = {
    iss,
    aud: 'google',
    typ: 'savetowallet',
    payload: { eventTicketClasses: [eventTicketClass], eventTicketObjects: [eventTicket] },
  }
  return `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
}

/**
 * Google stores the first content with an id, so the id follows from the content: changed content is new, and the same
 * link twice is one ticket. It reveals nothing about the ticket.
 */
function identified<Content extends object>(issuer: string, content: Content) {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  return { id: `${issuer}.${digest.slice(0, 12)}`, ...content }
}

function classOf(
  { festival, organizer, venue, place, ...times }: PrintedTicket,
  { most, hasVenue }: Size,
) {
  const at = (instant: Date) => withOffset(instant.toISOString(), times.time_zone)
  const address = hasVenue ? (place ?? venue) : null
  return {
    issuerName: shortened(organizer ?? festival, Math.min(most, 40)),
    reviewStatus: 'UNDER_REVIEW',
    eventName: localizedValue(festival, most),
    dateTime: { start: at(times.start_time), end: at(times.end_time) },
    // Google requires both.
    ...(address && {
      venue: {
        name: localizedValue(venue ?? address, most),
        address: localizedValue(address, most),
      },
    }),
  }
}

function objectOf({ code, short_code, what, holder }: PrintedTicket, most: number) {
  return {
    state: 'ACTIVE',
    ticketType: localizedValue(what, most),
    ...(holder && { ticketHolderName: shortened(holder, most) }),
    barcode: {
      type: 'QR_CODE',
      value: code,
      ...(short_code !== null && { alternateText: shownShortCode(short_code) }),
    },
  }
}

const localizedValue = (text: string, most: number) => ({
  defaultValue: { language: 'en', value: shortened(text, most) },
})

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** Shortens a text to `most` bytes of JSON, with an ellipsis if it is cut; no letter is cut in two. */
function shortened(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  const room = most - bytesOf('…')
  let kept = ''
  for (const { segment } of letters.segment(text)) {
    if (bytesOf(kept + segment) > room) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
