import type { Database } from '#platform/database/tables'
import type { Attachment } from '#platform/outgoing/mail'
import { Problem } from '#platform/values/errors'
import { personName, unlinked } from '#platform/values/plain-names'
import { toPdf } from './paper/pdf.ts'
import { findTicket, type PrintedTicket } from './queries.ts'

type Reader = { user_id: string; is_proven: boolean }

/** Returns a user's own ticket to attach to a mail; undefined if it does not admit them. */
export async function attachedTicket(
  db: Database,
  { paymentId, reader }: { paymentId: string; reader: Reader },
): Promise<Attachment | undefined> {
  try {
    const ticket = await findTicket(db, { paymentId, by: { userId: reader.user_id } })
    const content = await toPdf(reader.is_proven ? ticket : withoutText(ticket))
    return { filename: `ticket-${paymentId}.pdf`, contentType: 'application/pdf', content }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Returns a ticket for an e-mail that may be another person's: without free text, and with names that hold no link. */
const withoutText = (ticket: PrintedTicket): PrintedTicket => ({
  ...ticket,
  festival: unlinked(ticket.festival),
  what: unlinked(ticket.what),
  venue: ticket.venue && unlinked(ticket.venue),
  place: null,
  seller: ticket.seller && unlinked(ticket.seller),
  seller_address: null,
  vat: ticket.vat && { ...ticket.vat, exemption: null },
  holder: personName(ticket.holder) ?? '',
})
