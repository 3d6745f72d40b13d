import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { encodeCode, type Ticket } from './code.ts'
import { type At, signingKey } from './keys.ts'

type NewTicket = Ticket & { festival_id: string }

/**
 * Signs and stores the ticket of each payment, within the caller's transaction: codes by payment id.
 * Signing costs about 50 µs each.
 */
export async function issueTickets(at: At, tickets: NewTicket[]): Promise<Map<string, string>> {
  if (tickets.length === 0) return new Map()
  const key = await signingKey(at)
  const codes = new Map(tickets.map((ticket) => [ticket.payment_id, encodeCode(ticket, key)]))
  await sql`
    insert into tickets (payment_id, festival_id, code, issued_at)
    select payment_id, festival_id, code, ${at.now}
    from unnest(${tickets.map(({ payment_id }) => payment_id)}::uuid[],
                ${tickets.map(({ festival_id }) => festival_id)}::uuid[],
                ${tickets.map(({ payment_id }) => codes.get(payment_id))}::text[])
      t (payment_id, festival_id, code)
    order by payment_id`.execute(at.db)
  return codes
}

/** Ends tickets: no gate admits them any more. One that has admitted already keeps its time. */
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
