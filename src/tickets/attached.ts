import type { Database } from '#platform/database/tables'
import type { Attachment } from '#platform/outgoing/mail'
import { Problem } from '#platform/values/errors'
import { toPdf } from './pdf.ts'
import { findTicket } from './queries.ts'

/** Returns a user's own ticket to attach to a mail; undefined where it does not admit them. */
export async function attachedTicket(
  db: Database,
  { paymentId, userId }: { paymentId: string; userId: string },
): Promise<Attachment | undefined> {
  try {
    const content = await toPdf(await findTicket(db, { paymentId, by: { userId } }))
    return { filename: `ticket-${paymentId}.pdf`, contentType: 'application/pdf', content }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
