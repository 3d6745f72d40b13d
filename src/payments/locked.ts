import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import { boughtTables } from './bought.ts'
import type { Taking } from './hold.ts'
import { type PaymentRow, paymentColumns, type TicketColumns } from './queries.ts'

/** A payment as it is locked while it moves. */
export type Locked = Taking &
  Omit<PaymentRow, keyof TicketColumns> & {
    is_fenced: boolean
    is_shared: boolean
    needs_review: string | null
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

type Row = Omit<Locked, 'bought' | 'is_shared'> & Pick<Bought, 'duration' | 'duration_type'>

/**
 * Locks payments, in the order of their ids: the first of all locks. Unknown ones are left out. No ticket
 * is read with them: one that was issued while this waited for the lock would be missing.
 */
export async function lockPayments(db: Transaction, ids: string[]): Promise<Map<string, Locked>> {
  const { rows } = await sql<Row>`
    select ${paymentColumns}, p.is_fenced, p.needs_review, plan.duration, plan.duration_type,
           coalesce(tier.max_per_person, stay.max_per_person) as max_per_person,
           f.cancelled_at is not null and exists (
             select from organizers o where o.id = f.organizer_id and o.approved_at is not null) as is_called_off,
           p.is_own or exists (
             select from organizer_managers om
             where om.organizer_id = f.organizer_id and om.user_id = p.user_id) as is_own
    from payments p ${boughtTables}
    where p.id = any (${list(ids, 'uuid')}) order by p.id for no key update of p`.execute(db)
  return new Map(rows.map((row) => [row.id, toLocked(row)]))
}

function toLocked(row: Row): Locked {
  const { duration, duration_type, ...payment } = row
  const isTicket = row.payment_type === 'ticket'
  const bought = {
    name: row.item_name ?? 'Your purchase',
    festival: row.festival_name,
    // A stay has its days, and its ticket admits at any time.
    valid_since: isTicket ? row.item_since : null,
    valid_until: isTicket ? row.item_until : null,
    duration,
    duration_type,
  }
  return { ...payment, is_shared: payment.client_secret !== null, bought }
}
