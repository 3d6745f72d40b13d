import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import type { Taking } from './hold.ts'
import type { PaymentRow } from './queries.ts'

/** A payment as it is locked while it moves. */
export type Locked = Taking &
  Omit<PaymentRow, 'code' | 'validated_at' | 'validated_by'> & {
    festival_id: string | null
    is_fenced: boolean
    is_shared: boolean
    needs_review: string | null
    kept_cents: number
    /** whether its buyer manages the organizer, or did when it was bought */
    is_own: boolean
    /** whether its festival is cancelled, of an organizer that staff have approved */
    is_called_off: boolean
    bought: Bought
  }

/** What a payment buys, as its ticket or membership is made of and the notices about it say. */
export type Bought = {
  name: string
  /** the festival's name */
  festival: string | null
  valid_since: Date | null
  valid_until: Date | null
  duration: number | null
  duration_type: string | null
}

type Row = Omit<Locked, 'bought' | 'is_shared'> & Bought

/**
 * Locks payments, in the order of their ids: the first of all locks. Unknown ones are left out. No ticket
 * is read with them: one that was issued while this waited for the lock would be missing.
 */
export async function lockPayments(db: Transaction, ids: string[]): Promise<Map<string, Locked>> {
  const { rows } = await sql<Row>`
    select p.id, p.user_id, p.payment_type, p.entity_type, p.entity_id, p.festival_id, p.points_used,
           p.amount_cents, p.refunded_cents, p.kept_cents, p.status, p.failure, p.client_secret, p.is_fenced,
           p.needs_review, p.created_at, coalesce(t.name, a.name, s.name, 'Your purchase') as name, f.name as festival,
           t.valid_since, t.valid_until, s.duration, s.duration_type,
           f.cancelled_at is not null and exists (
             select from organizers o where o.id = f.organizer_id and o.approved_at is not null) as is_called_off,
           p.is_own or exists (
             select from organizer_managers om
             where om.organizer_id = f.organizer_id and om.user_id = p.user_id) as is_own
    from payments p
    left join festivals f on f.id = p.festival_id
    left join tiers t on p.payment_type = 'ticket' and t.id = p.entity_id
    left join accommodations a on p.payment_type = 'accommodation' and a.id = p.entity_id
    left join subscriptions s on p.payment_type = 'subscription' and s.id = p.entity_id
    where p.id = any (${list(ids, 'uuid')}) order by p.id for no key update of p`.execute(db)
  return new Map(rows.map((row) => [row.id, toLocked(row)]))
}

function toLocked(row: Row): Locked {
  const { name, festival, valid_since, valid_until, duration, duration_type, ...payment } = row
  const bought = { name, festival, valid_since, valid_until, duration, duration_type }
  return { ...payment, is_shared: payment.client_secret !== null, bought }
}
