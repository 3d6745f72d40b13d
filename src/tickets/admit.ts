import { sql } from 'kysely'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { publishAdmitted } from './domain-events.ts'

/** A payment at the gate, with its ticket if it has one: else `issued_at` is null. */
export type PresentedTicket = {
  payment_id: string
  /** whose it is: who was given it, else its buyer */
  user_id: string
  festival_id: string | null
  payment_type: string
  status: string
  issued_at: Date | null
  /** how often it was handed on, and when: the code of revision n was good until the n-th time */
  revision: number
  handed_on_at: Date[]
  revoked: boolean
  /** its tier's window, as it is now */
  valid_since: Date | null
  valid_until: Date | null
  validated_at: Date | null
  /** paid for it, and neither given back nor kept back */
  paid_cents: number
  is_own: boolean
  /** who manages the festival's organizer */
  managers: string[]
}

/**
 * Holds the tickets of payments until the transaction ends, in the order of their ids. Returns who holds those that
 * were handed on, by payment.
 */
export async function lockTickets(
  db: Database,
  paymentIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ payment_id: string; holder_id: string | null }>`
    select payment_id, holder_id from tickets where payment_id = any (${list(paymentIds, 'uuid')})
    order by payment_id for no key update`.execute(db)
  return new Map(
    rows.flatMap(({ payment_id, holder_id }) => (holder_id ? [[payment_id, holder_id]] : [])),
  )
}

/**
 * Holds the tickets of payments until the transaction ends, so that two gates never wait for each other,
 * and reads what decides about them. Unknown payments are left out.
 */
export async function presentTickets(
  db: Database,
  paymentIds: string[],
): Promise<Map<string, PresentedTicket>> {
  await lockTickets(db, paymentIds)
  // Read by a statement of its own, which sees what those have done that were waited for.
  const { rows } = await sql<PresentedTicket>`
    select p.id as payment_id, coalesce(t.holder_id, p.user_id) as user_id, p.festival_id, p.payment_type,
           p.status, t.issued_at, coalesce(t.revision, 0) as revision,
           case when t.revision > 0 then array(
             select ended_at from ticket_transfers h where h.payment_id = t.payment_id and h.outcome = 'accepted'
             order by h.revision) else '{}' end as handed_on_at,
           coalesce(t.revoked_at, t.blocked_at) is not null as revoked, tier.valid_since, tier.valid_until, t.validated_at,
           p.amount_cents - p.refunded_cents - p.kept_cents as paid_cents, p.is_own,
           array(
             select om.user_id from festivals f join organizer_managers om on om.organizer_id = f.organizer_id
             where f.id = p.festival_id) as managers
    from payments p
    left join tickets t on t.payment_id = p.id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    where p.id = any (${list(paymentIds, 'uuid')})`.execute(db)
  return new Map(rows.map((row) => [row.payment_id, row]))
}

/** The source of the rewards event that an admission is. */
export const admissionSource = (paymentId: string) => `ticket:${paymentId}:validated`

/** A ticket that admits now; `by` is the user who let its holder in, null for a device. */
export type Admitted = { payment_id: string; at: Date; by: string | null }

/** Marks tickets as used, each at its moment; one that was used or revoked meanwhile stays as it is. */
export async function admitTickets(
  { db, now }: { db: Database; now: Date },
  admitted: Admitted[],
): Promise<void> {
  if (admitted.length === 0) return
  const rows = admitted.map(({ payment_id, at, by }) => ({ payment_id, at, by, event_id: newId() }))
  const columns = { payment_id: 'uuid', at: 'timestamptz', by: 'uuid', event_id: 'uuid' } as const
  await sql`
    with admitted as (
      update tickets t set validated_at = a.at, validated_by = a.by
      from ${rowsOf('a', rows, columns)}
      where t.payment_id = a.payment_id and t.validated_at is null and coalesce(t.revoked_at, t.blocked_at) is null
      returning t.payment_id, t.holder_id, t.validated_at, a.event_id
    )
    ${publishAdmitted('admitted', now)}`.execute(db)
}
