import { type RawBuilder, sql } from 'kysely'
import { isOver } from '#catalogue/festivals'
import type { Database } from '#platform/database/tables'
import { conflict, found, type Problem, tooManyRequests } from '#platform/values/errors'

/** A ticket with everything that decides if its buyer can give it to the next in line. */
type Ticket = {
  payment_type: string
  status: string
  tier_id: string
  festival_id: string
  left_cents: number
  /** the refund once another has bought it: the rest of its payment, at most the price of its tier now */
  promised_cents: number
  disputed_at: Date | null
  is_held_by_another: boolean
  issued_at: Date | null
  revoked_at: Date | null
  validated_at: Date | null
  /** true if its tier lets buyers give it back */
  refundable: boolean
  cancelled_at: Date | null
  has_begun: boolean
  is_over: boolean
  is_offered: boolean
  is_returned: boolean
  /** its returns that began within 24 hours, and the seconds until the first of them is older */
  returns: number
  reset: number | null
}

/** The most returns of one ticket in 24 hours, since each one leaves a row even if it is taken back. */
const quota = 20

const paid = new Set(['succeeded', 'partially_refunded'])

type Rule = [refuses: (ticket: Ticket) => boolean, problem: (ticket: Ticket) => Problem]

/** The reasons why a ticket cannot be given to the next in line: the first that applies counts. */
const rules: Rule[] = [
  [
    ({ payment_type, refundable }) => payment_type !== 'ticket' || !refundable,
    () =>
      conflict(
        'This ticket cannot be returned: it is not resold to the waiting list',
        'not_returnable',
      ),
  ],
  [
    ({ status }) => status === 'refunding' || status === 'refunded',
    () => conflict('This payment has already been refunded', 'already_refunded'),
  ],
  [
    ({ status, issued_at }) => !paid.has(status) || issued_at === null,
    ({ status }) => conflict(`The payment is ${status}`, 'not_succeeded', { status }),
  ],
  [
    ({ disputed_at }) => disputed_at !== null,
    () => conflict('The cardholder disputes this payment', 'disputed'),
  ],
  [({ revoked_at }) => revoked_at !== null, () => conflict('The ticket was revoked', 'revoked')],
  [
    ({ is_held_by_another }) => is_held_by_another,
    () => conflict('The ticket was transferred', 'transferred'),
  ],
  [
    ({ validated_at }) => validated_at !== null,
    () => conflict('The ticket was used', 'already_validated'),
  ],
  [
    ({ left_cents }) => left_cents <= 0,
    () => conflict('The ticket was free: there is nothing to refund', 'was_free'),
  ],
  [
    ({ cancelled_at }) => cancelled_at !== null,
    () => conflict('The festival is cancelled, and all payments are refunded in full', 'cancelled'),
  ],
  [({ has_begun }) => has_begun, () => conflict('The festival has begun', 'begun')],
  [
    ({ is_over }) => is_over,
    () => conflict('Tickets of this tier are no longer sold', 'not_on_sale'),
  ],
  [
    ({ is_offered }) => is_offered,
    () => conflict('The ticket has an open transfer: cancel the transfer first', 'transfer_open'),
  ],
  [
    ({ is_returned }) => is_returned,
    () => conflict('The ticket is already offered to the waiting list', 'already_returned'),
  ],
  [
    ({ returns }) => returns >= quota,
    ({ reset }) => {
      const limit = { name: 'returns', quota, window: 86_400, reset: reset ?? 1 }
      const error = `A ticket is given to the next in line ${quota} times in 24 hours at most: try again later`
      return tooManyRequests(error, { code: 'too_many_transfers', limit })
    },
  ],
]

type Owned = { paymentId: string; userId: string; now: Date }

/**
 * Returns a ticket that its buyer wants to give to the next in line; the caller has locked it. 404 for all others, 409
 * if it cannot be given, 429 `too_many_transfers` if it was given too often.
 */
export async function requireReturnable(
  db: Database,
  { paymentId, userId, now }: Owned,
): Promise<Ticket> {
  const dayBefore = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<Ticket>`
    select p.payment_type, p.status, p.entity_id as tier_id, p.festival_id,
           p.amount_cents - p.refunded_cents - p.kept_cents as left_cents, p.disputed_at,
           least(p.amount_cents - p.refunded_cents - p.kept_cents, t.price_cents) as promised_cents,
           k.holder_id is not null and k.holder_id <> p.user_id as is_held_by_another,
           k.issued_at, k.revoked_at, k.validated_at, coalesce(t.refundable, true) as refundable,
           f.cancelled_at, coalesce(f.start_time <= ${now}, false) as has_begun,
           coalesce(t.hidden or ${isOver(now)}, false) as is_over,
           ${existsOpen(sql`
             ticket_transfers x where x.payment_id = p.id and x.expires_at > ${now}`)} as is_offered,
           ${existsOpen(sql`ticket_returns x where x.payment_id = p.id`)} as is_returned,
           lately.returns, lately.reset
    from payments p
    cross join lateral (
      select count(*)::int as returns, ceil(extract(epoch from min(x.created_at) - ${dayBefore}::timestamptz))::int as reset
      from ticket_returns x where x.payment_id = p.id and x.created_at > ${dayBefore}
    ) lately
    left join tickets k on k.payment_id = p.id
    left join festivals f on f.id = p.festival_id
    left join tiers t on p.payment_type = 'ticket' and t.id = p.entity_id
    where p.id = ${paymentId} and p.user_id = ${userId}`.execute(db)
  const ticket = found(rows[0], 'Payment')
  const broken = rules.find(([refuses]) => refuses(ticket))
  if (broken) throw broken[1](ticket)
  return ticket
}

const existsOpen = (rows: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from ${rows} and x.ended_at is null)`
