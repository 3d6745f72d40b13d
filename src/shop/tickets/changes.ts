import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { randomBytesOfShortCode, toShortCode } from '#common/codes/short-code'
import { rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { encodeCode, type Ticket } from './codes/code.ts'
import { signingKey, type TicketKeyContext } from './codes/keys.ts'

type NewTicket = Omit<Ticket, 'revision'> & { festival_id: string }

/** The codes of a ticket: the signed text, and the short code that people can say. */
export type TicketCodes = { code: string; short_code: string }

/** Generates a short code. Two of one festival are equal less than once in 10¹³: then the database refuses the second. */
export const newShortCode = () => toShortCode(randomBytes(randomBytesOfShortCode))

/**
 * Signs and stores the ticket of each payment, within the caller's transaction; returns the codes by payment id.
 * @param meanwhile database work to do while other threads sign
 */
export async function issueTickets(
  context: TicketKeyContext,
  tickets: NewTicket[],
  meanwhile: () => Promise<void> = async () => {},
): Promise<Map<string, TicketCodes>> {
  const key = tickets.length > 0 ? await signingKey(context) : undefined
  if (key === undefined) {
    await meanwhile()
    return new Map()
  }
  // Signing runs no statement: if either fails first, no statement is left behind.
  const [codes] = await Promise.all([
    Promise.all(tickets.map((ticket) => encodeCode({ ...ticket, revision: 0 }, key))),
    meanwhile(),
  ])
  const signed = tickets.map((ticket, index) => ({
    ...ticket,
    code: codes[index] ?? '',
    short_code: newShortCode(),
  }))
  const columns = {
    payment_id: 'uuid',
    festival_id: 'uuid',
    code: 'text',
    short_code: 'text',
  } as const
  await sql`
    insert into tickets (payment_id, festival_id, code, short_code, issued_at)
    select payment_id, festival_id, code, short_code, ${context.now}
    from ${rowsOf('t', signed, columns)}
    order by payment_id`.execute(context.db)
  return new Map(
    signed.map(({ payment_id, code, short_code }) => [payment_id, { code, short_code }]),
  )
}

/** Revokes tickets: no gate admits them any more. A ticket that has admitted already retains its time. */
export async function revokeTickets(
  { db, now }: { db: Database; now: Date },
  paymentIds: string[],
): Promise<void> {
  if (paymentIds.length === 0) return
  await sql`
    with locked as (
      select payment_id from tickets
      where payment_id = any (${paymentIds}::uuid[]) and revoked_at is null
      order by payment_id for update
    )
    update tickets t set revoked_at = ${now}
    from locked where t.payment_id = locked.payment_id`.execute(db)
}

/**
 * Blocks the ticket of a payment from admitting since a moment; null unblocks it. Nothing else changes. The caller has
 * locked the payment.
 */
export async function setBlocked(
  db: Database,
  paymentId: string,
  since: Date | null,
): Promise<void> {
  await sql`
    update tickets set blocked_at = ${since}
    where payment_id = ${paymentId} and blocked_at is distinct from ${since}`.execute(db)
}
