import { type RawBuilder, sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import type {
  HoldingLine,
  PaymentRow,
  ReservedOrder,
  TicketColumns,
} from '../model/order-stages.ts'
import { boughtTables } from '../model/purchased-item.ts'
import { paymentColumns } from '../model/queries.ts'
import type { OrderState } from '../model/states.ts'

/** A payment, locked while it moves. */
export type LockedPayment = HoldingLine &
  Omit<PaymentRow, keyof TicketColumns> & {
    is_fenced: boolean
    charge_id: string | null
    lease_until: Date
    /** the waiting entry of the offer that its order buys with */
    offer_id: string | null
    /** the payment of the ticket that is offered to it, locked with it; null: none is */
    offered_payment_id: string | null
    needs_review: string | null
    /** the lease with which its ticket was signed before it is sold */
    lease_id: string | null
    /** the processor that charges its order; null: a till does, or it was not noted */
    processor: string | null
    /** the sale of a till that it belongs to, with one receipt; null: it is of the shop, or not sold yet */
    sale_id: string | null
    /** its seller, as its festival says now; null: the operator */
    organizer_id: string | null
    /** true if its buyer manages the organizer, or did when it was bought */
    is_own: boolean
    /** true if its festival was cancelled, or moved since, by an organizer that staff have approved */
    is_called_off: boolean
    bought: Bought
  }

/** An order, locked while it moves, with its payments. */
export type LockedOrder = ReservedOrder &
  OrderState & {
    user_id: string
    offer_id: string | null
    offered_payment_id: string | null
    hold_until: Date
    lease_until: Date
    lines: LockedPayment[]
  }

/** The item of a payment, as its ticket or membership and the notices about it need it. */
export type Bought = {
  name: string
  /** the festival's name */
  festival: string | null
  valid_since: Date | null
  valid_until: Date | null
  duration: number | null
  duration_type: string | null
}

type LockedRow = Omit<LockedPayment, 'bought'> & Pick<Bought, 'duration' | 'duration_type'>
/** A row of a payment, also of one whose order is not among the orders of the statement. */
type Row = LockedRow | (Omit<LockedRow, 'order_status'> & { order_status: null })

/** The payment of the ticket that is offered to an order `o`. */
const offeredPayment = sql`
  select r.payment_id from waiting_entries e join ticket_returns r on r.id = e.return_id where e.id = o.offer_id`

/** Locks the payments that `where` selects, in the order of their ids. Returns the ones of `orders`, joined as `o`. */
async function readLocked(
  db: Transaction,
  { orders, where }: Record<'orders' | 'where', RawBuilder<unknown>>,
): Promise<LockedPayment[]> {
  const { rows } = await sql<Row>`
    with orders_of as (${orders})
    select ${paymentColumns}, o.is_fenced, o.charge_id, o.offer_id, (${offeredPayment}) as offered_payment_id,
           o.lease_until, p.return_id, p.needs_review, p.lease_id, o.processor, o.sale_id, f.organizer_id, p.voucher_code_id, plan.duration, plan.duration_type,
           coalesce(tier.max_per_person, stay.max_per_person) as max_per_person,
           (f.cancelled_at is not null or p.created_at < f.moved_at is true) and exists (
             select from organizers m where m.id = f.organizer_id and m.approved_at is not null) as is_called_off,
           p.is_own or exists (
             select from organizer_managers om
             where om.organizer_id = f.organizer_id and om.user_id = p.user_id) as is_own
    from payments p left join orders_of o on o.id = p.order_id ${boughtTables}
    where ${where} order by p.id for no key update of p`.execute(db)
  return rows.flatMap((row) => (isOfOrder(row) ? { ...row, bought: boughtOf(row) } : []))
}

/**
 * Locks payments, in the order of their ids, and not their orders, which no refund changes. Unknown ones are left out.
 * No ticket is read with them: one that was issued while this waited for the lock would be missing.
 */
export async function lockPayments(
  db: Transaction,
  ids: string[],
): Promise<Map<string, LockedPayment>> {
  const where = sql`p.id = any (${list(ids, 'uuid')})`
  const locked = await readLocked(db, { orders: sql`select * from orders`, where })
  return new Map(locked.map((payment) => [payment.id, payment]))
}

/**
 * Locks orders, then their payments and the payments of tickets offered to them, each in the order of their ids: the
 * first of all locks.
 */
export async function lockOrders(
  db: Transaction,
  ids: string[],
): Promise<Map<string, LockedOrder>> {
  // The payments are sorted before the first of them is locked; for that all orders are read and locked first.
  const orders = sql`
    select * from orders where id = any (${list(ids, 'uuid')}) order by id for no key update`
  // Selected as an array: from a union, PostgreSQL 18.4 locks only the first of the rows that another transaction
  // changes meanwhile (test/statements.long.test.ts).
  const where = sql`
    p.id = any (array(
      select l.id from orders_of o join payments l on l.order_id = o.id
      union all
      select (${offeredPayment}) from orders_of o where o.offer_id is not null))`
  const locked = await readLocked(db, { orders, where })
  const byOrder = Map.groupBy(locked, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([id, lines]) => [id, lockedOrderOf(lines)]))
}

const isOfOrder = (row: Row): row is LockedRow => row.order_status !== null

/** Builds an order from all of its payments. */
function lockedOrderOf(payments: LockedPayment[]): LockedOrder {
  const lines = payments.toSorted((a, b) => a.line - b.line)
  const [first] = lines as [LockedPayment]
  return {
    id: first.order_id,
    user_id: first.user_id,
    status: first.order_status,
    amount_cents: first.order_cents,
    is_fenced: first.is_fenced,
    offer_id: first.offer_id,
    offered_payment_id: first.offered_payment_id,
    is_shared: first.client_secret !== null,
    charge_id: first.charge_id,
    hold_until: first.hold_until,
    lease_until: first.lease_until,
    created_at: first.created_at,
    number: first.order_number,
    processor_id: first.processor_id,
    means: first.means,
    processor: first.processor,
    lines,
  }
}

function boughtOf(row: LockedRow): Bought {
  const isTicket = row.payment_type === 'ticket'
  return {
    name: row.item_name ?? 'Your purchase',
    festival: row.festival_name,
    // A stay has its days, and its ticket admits at any time.
    valid_since: isTicket ? row.item_since : null,
    valid_until: isTicket ? row.item_until : null,
    duration: row.duration,
    duration_type: row.duration_type,
  }
}
