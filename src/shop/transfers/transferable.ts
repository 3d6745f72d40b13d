import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { conflict, found, type Problem } from '#platform/values/errors'
import type { Sender } from './holder.ts'

/** A ticket with everything that decides if it can be transferred. */
type Ticket = {
  payment_id: string
  payment_type: string
  status: string
  /** its buyer, and its holder now */
  buyer_id: string
  holder_id: string
  issued_at: Date | null
  revoked_at: Date | null
  validated_at: Date | null
  /** true if its tier or accommodation allows it now, or a manager offers it */
  transferable: boolean
  revision: number
  festival_id: string
  start_time: Date
  cancelled_at: Date | null
  /** true while its buyer gives it to the next in line */
  is_returned: boolean
}

const paid = new Set(['succeeded', 'partially_refunded'])
const refundedStatuses = new Set(['refunding', 'refunded'])

type Rule = [refuses: (ticket: Ticket, now: Date) => boolean, problem: (ticket: Ticket) => Problem]

/** The reasons why a ticket cannot be transferred: the first that applies counts. */
const rules: Rule[] = [
  [
    ({ payment_type }) => payment_type === 'subscription',
    () => conflict('A membership has no ticket', 'not_a_ticket'),
  ],
  [
    ({ status }) => refundedStatuses.has(status),
    () => conflict('The payment was refunded', 'refunded'),
  ],
  [
    ({ status, issued_at }) => !paid.has(status) || issued_at === null,
    ({ status }) => conflict(`The payment is ${status}`, 'not_succeeded', { status }),
  ],
  [({ revoked_at }) => revoked_at !== null, () => conflict('The ticket was revoked', 'revoked')],
  [
    ({ validated_at }) => validated_at !== null,
    () => conflict('The ticket was used', 'already_validated'),
  ],
  [
    ({ transferable }) => !transferable,
    () => conflict('Tickets of this tier cannot be transferred', 'not_transferable'),
  ],
  [
    ({ cancelled_at }) => cancelled_at !== null,
    () => conflict('The festival is cancelled', 'cancelled'),
  ],
  [({ start_time }, now) => start_time <= now, () => conflict('The festival has begun', 'begun')],
  [
    ({ is_returned }) => is_returned,
    () =>
      conflict(
        'The ticket is offered to the waiting list: withdraw the return first',
        'return_open',
      ),
  ],
]

type TransferRequest = Sender & { paymentId: string; now: Date }

/**
 * Returns a ticket that its holder wants to transfer, or a manager for them, even if its tier does not allow it. The
 * caller has locked it. 404 for all but its holder and its buyer, 409 for a buyer after the transfer, and for a ticket
 * that cannot be transferred.
 */
export async function requireTransferable(
  db: Database,
  { paymentId, holderId, offeredBy, now }: TransferRequest,
): Promise<Ticket> {
  const { rows } = await sql<Ticket>`
    select p.id as payment_id, p.payment_type, p.status, p.user_id as buyer_id,
           coalesce(t.holder_id, p.user_id) as holder_id, t.issued_at, coalesce(t.revoked_at, t.blocked_at) as revoked_at,
           t.validated_at,
           (${offeredBy !== null}::boolean or coalesce(tier.transferable, stay.transferable, true)) as transferable, coalesce(t.revision, 0) as revision, p.festival_id, f.start_time, f.cancelled_at,
           exists (select from ticket_returns r where r.payment_id = p.id and r.ended_at is null) as is_returned
    from payments p
    left join tickets t on t.payment_id = p.id
    left join festivals f on f.id = p.festival_id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    where p.id = ${paymentId} and ${holderId} in (p.user_id, t.holder_id)`.execute(db)
  const ticket = found(rows[0], 'Payment')
  if (ticket.holder_id !== holderId) throw conflict('The ticket was transferred', 'transferred')
  const broken = rules.find(([refuses]) => refuses(ticket, now))
  if (broken) throw broken[1](ticket)
  return ticket
}
