import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { conflict, found } from '#platform/values/errors'

/** What a printed ticket says. `valid_…` is when a tier admits, or when the stay begins and ends. */
export type PrintedTicket = {
  payment_id: string
  payment_type: string
  code: string
  /** null: a moment after an earlier version issued it */
  short_code: string | null
  issued_at: Date
  holder: string
  what: string
  price_cents: number
  festival: string
  venue: string | null
  place: string | null
  start_time: Date
  end_time: Date
  valid_since: Date | null
  valid_until: Date | null
}

type Row = PrintedTicket & {
  status: string
  revoked_at: Date | null
  revision: number
  holder_id: string
}

/** Who asks for a ticket: a user, or who has an address that was signed for a revision. */
type Asking = { userId: string } | { revision: number }

/**
 * The ticket of a payment, for its holder alone: 409 `transferred` for its buyer who handed it on and for an address
 * from before, 404 for all others. What does not admit is 409, in the order in which a gate refuses it (contract,
 * section 8).
 */
export async function findTicket(
  db: Database,
  { paymentId, by }: { paymentId: string; by: Asking },
): Promise<PrintedTicket> {
  const { rows } = await sql<Row | (Omit<Row, 'code'> & { code: null })>`
    select p.id as payment_id, p.status, p.payment_type, p.price_cents, t.code, t.short_code, t.issued_at,
           coalesce(t.revoked_at, t.blocked_at) as revoked_at, coalesce(t.revision, 0) as revision, u.id as holder_id,
           concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) as holder,
           coalesce(tier.name, a.name) as what,
           coalesce(tier.valid_since, a.check_in) as valid_since,
           coalesce(tier.valid_until, a.check_out) as valid_until,
           f.name as festival, f.venue, nullif(concat_ws(', ', f.address, f.area, f.country), '') as place,
           f.start_time, f.end_time
    from payments p
    left join tickets t on t.payment_id = p.id
    join users u on u.id = coalesce(t.holder_id, p.user_id)
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations a on p.payment_type = 'accommodation' and a.id = p.entity_id
    left join festivals f on f.id = p.festival_id
    where p.id = ${paymentId} ${'userId' in by ? sql`and ${by.userId} in (p.user_id, t.holder_id)` : sql``}`.execute(
    db,
  )
  const row = found(rows[0], 'Payment')
  if (row.payment_type === 'subscription') {
    throw conflict('A membership has no ticket', 'not_a_ticket')
  }
  if (row.status === 'refunding' || row.status === 'refunded') {
    throw conflict('The payment was refunded', 'refunded')
  }
  if (row.code === null || !['succeeded', 'partially_refunded'].includes(row.status)) {
    throw conflict(`The payment is ${row.status}`, 'not_succeeded', { status: row.status })
  }
  if (row.revoked_at) throw conflict('The ticket was revoked', 'revoked')
  if ('userId' in by ? by.userId !== row.holder_id : by.revision !== row.revision) {
    throw conflict('The ticket was handed on', 'transferred')
  }
  return row
}
