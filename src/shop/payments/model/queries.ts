import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import { shownShortCode, type TicketAddresses } from '#shop/tickets'
import { cancelableOf, hasOtherHolder } from './cancelable.ts'
import { failureOf } from './failure.ts'
import type { PaymentRow, SettledOrder, TicketColumns } from './order-stages.ts'
import { boughtColumns, boughtTables, festivalOf, itemOf } from './purchased-item.ts'
import type { Cancellation } from './refund-schemas.ts'
import type { Payment } from './schemas.ts'
import { isPaid } from './states.ts'

/**
 * The columns of `PaymentRow` without the ticket columns, for a statement that has `payments p`, their `orders o` and
 * `boughtTables`.
 */
export const paymentColumns = sql`
  p.id, p.order_id, o.number as order_number, o.processor_id, p.line, p.user_id, p.status, p.price_cents, p.discount_cents, p.amount_cents, p.refunded_cents, p.kept_cents, p.points_used,
  p.payment_type, p.entity_type, p.entity_id, p.hold_until, p.created_at, p.vat, p.vat_cents, o.failure, o.client_secret, o.livemode,
  p.disputed_at, p.cancel_until,
  (select code from voucher_codes c where c.id = p.voucher_code_id) as voucher,
  p.cancel_percent, o.status as order_status, o.means, o.amount_cents as order_cents, ${boughtColumns}`

/** The end of the open transfer of the ticket of this payment. */
export const offeredUntil = (id: string) => sql<Date | null>`(
  select x.expires_at from ticket_transfers x where x.payment_id = ${sql.ref(id)} and x.ended_at is null)`

const read = (db: Database, payments: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
  sql<PaymentRow>`
    select ${paymentColumns}, t.validated_at, t.validated_by, t.code, t.short_code, t.holder_id,
           coalesce(t.revision, 0) as revision, ${offeredUntil('p.id')} as offered_until
    from ${payments} p join orders o on o.id = p.order_id
    left join tickets t on t.payment_id = p.id ${boughtTables} ${rest}`.execute(db)

/** Reads the payments with these ids, by id. */
export async function findPayments(db: Database, ids: string[]): Promise<Map<string, PaymentRow>> {
  const { rows } = await read(db, sql`payments`, sql`where p.id = any (${list(ids, 'uuid')})`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the orders with these ids, by id. */
export async function findOrders(db: Database, ids: string[]): Promise<Map<string, SettledOrder>> {
  const orders = await readOrders(db, sql`where p.order_id = any (${list(ids, 'uuid')})`)
  return new Map(orders.map((order) => [order.id, order]))
}

/** Reads the orders of the payments `p` that `where` selects, the newest first. */
export async function readOrders(
  db: Database,
  where: RawBuilder<unknown>,
): Promise<SettledOrder[]> {
  const { rows } = await read(db, sql`payments`, sql`${where} order by p.order_id desc, p.line`)
  return [...Map.groupBy(rows, ({ order_id }) => order_id).values()].map(orderOf)
}

/** Builds an order from all of its payments, in their sequence. */
export function orderOf(payments: PaymentRow[]): SettledOrder {
  const [first] = payments as [PaymentRow]
  const { order_id, order_number, order_status, order_cents, ...shared } = first
  const { hold_until, failure, client_secret, livemode, means, created_at } = shared
  const order = { id: order_id, number: order_number, status: order_status }
  const charge = { amount_cents: order_cents, hold_until, failure, client_secret }
  return { ...order, ...charge, livemode, means, created_at, payments }
}

/** Reads a payment of a user; another user's is unknown. */
export async function findPayment(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<PaymentRow | undefined> {
  const { rows } = await read(db, sql`payments`, sql`where p.id = ${id} and p.user_id = ${userId}`)
  return rows[0]
}

type Filter = { userId: string; status?: string | undefined; limit: number; offset: number }

/** Lists the payments of a user, newest first, then by id. */
export async function listPayments(
  db: Database,
  { userId, status, limit, offset }: Filter,
): Promise<PaymentRow[]> {
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`
  const order = (of = sql``) => sql`order by ${of}created_at desc, ${of}id`
  const { rows } = await read(
    db,
    // Selects the page first, so that no tickets are read for the payments before it.
    sql`(select * from payments where user_id = ${userId} ${ofStatus} ${order()} limit ${limit} offset ${offset})`,
    order(sql`p.`),
  )
  return rows
}

/**
 * Returns a payment as its buyer reads it `now`; `addressOf` returns the addresses of its ticket files. They exist
 * while the ticket admits.
 */
export function toPayment(row: PaymentRow, addressOf: TicketAddresses, now?: Date): Payment {
  const isTransferred = hasOtherHolder(row)
  const code = isTransferred ? null : codeOf(row)
  return {
    id: row.id,
    order_id: row.order_id,
    order_number: row.order_number,
    status: row.status,
    amount: toEuros(row.amount_cents),
    currency: 'EUR',
    payment_type: row.payment_type,
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    points_used: row.points_used,
    refunded_amount: toEuros(row.refunded_cents),
    kept_amount: toEuros(row.kept_cents),
    createdAt: row.created_at,
    // The buyer may not read when the next holder uses it.
    ...admissionOf(isTransferred ? { validated_at: null, validated_by: null } : row),
    qr_code: code,
    qr_code_url: code && addressOf(row, 'qr.svg'),
    ticket_pdf_url: code && addressOf(row, 'ticket.pdf'),
    short_code: code && row.short_code && shownShortCode(row.short_code),
    transferred: isTransferred,
    client_secret: row.status === 'requires_action' ? row.client_secret : null,
    festival: festivalOf(row),
    item: itemOf(row),
    failure: failureOf(row.status, row.failure),
    livemode: row.livemode,
    vat: row.vat,
    cancelable: now ? cancelableOf(row, now) : null,
  }
}

const admissionOf = ({ validated_at, validated_by }: Admission) => ({
  is_validated: validated_at !== null,
  validated_at,
  validated_by,
})
type Admission = Pick<TicketColumns, 'validated_at' | 'validated_by'>

/** Returns the code of a ticket while it admits. */
const codeOf = ({ status, disputed_at, code }: PaymentRow) =>
  isPaid(status) && disputed_at === null ? code : null

/** Returns a payment as staff read it: without the ticket and the actions that only its buyer may take. */
export const toPaymentForStaff = (row: PaymentRow): Payment => ({
  ...toPayment({ ...row, code: null }, () => ''),
  ...admissionOf(row),
})

/** Returns the progress of a festival's refunds; `waiting` counts the refunds that the sweeper has yet to begin. */
export async function findCancellation(
  db: Database,
  festivalId: string,
): Promise<Static<typeof Cancellation> | undefined> {
  const { rows } = await sql<
    Omit<Static<typeof Cancellation>, 'refunded_amount' | 'due_amount'> & {
      refunded_cents: string
      due_cents: string
    }
  >`
    select f.cancelled_at, p.*
    from festivals f cross join lateral (
      select count(*) filter (where status not in ('failed', 'expired'))::int as payments,
             count(*) filter (where status in ('pending', 'requires_action', 'succeeded', 'partially_refunded'))::int as waiting,
             count(*) filter (where status = 'refunding')::int as refunding,
             count(*) filter (where status = 'refunded')::int as refunded,
             count(*) filter (where needs_review is not null)::int as needs_review,
             coalesce(sum(refunded_cents) filter (where status in ('refunded', 'partially_refunded')), 0) as refunded_cents,
             count(*) filter (where status in ('succeeded', 'partially_refunded'))::int as due_payments,
             coalesce(sum(amount_cents - refunded_cents - kept_cents)
               filter (where status in ('succeeded', 'partially_refunded')), 0) as due_cents
      from payments where festival_id = f.id
    ) p
    where f.id = ${festivalId}`.execute(db)
  return rows.map(({ refunded_cents, due_cents, ...counts }) => ({
    ...counts,
    refunded_amount: toEuros(Number(refunded_cents)),
    due_amount: toEuros(Number(due_cents)),
  }))[0]
}
