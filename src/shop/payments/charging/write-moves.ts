import { type RawBuilder, sql } from 'kysely'
import { isMailed, makingDue } from '#messaging/mail'
import { list } from '#platform/database/sql'
import { newId } from '#platform/values/ids'
import { remindAt } from '../model/bank-transfer.ts'
import { publishMoved } from '../model/domain-events.ts'
import type { PaymentTransaction } from '../model/payment-context.ts'
import type { Move, Status } from '../model/states.ts'
import { appendSteps } from '../model/steps.ts'
import { insertRefunds } from '../refunds/refunds.ts'
import type { LockedOrder } from '../reserving/locked-orders.ts'

/** An order that moves. */
export type Moving = { order: LockedOrder; move: Move }

/** Returns the new state of the payments of an order that moves. */
export function statusOfLines(move: Move): Status {
  if (isGivenBack(move)) return 'refunding'
  return move.to === 'held' ? 'pending' : move.to
}

export const isGivenBack = ({ effect }: Move) => effect === 'giveBack' || effect === 'undo'

/** Returns the end of the hold of an order that moves. The hold of a method begins with the order, and shortens none. */
export function holdUntilOf(
  { config, now, processors }: PaymentTransaction,
  { order, move }: Moving,
): Date {
  const { created_at, hold_until, means } = order
  // Given up, it is held like any other: not for the days of a transfer.
  if (move.to === 'held' && means === 'transfer')
    return new Date(
      Math.min(hold_until.getTime(), now.getTime() + config.PAYMENT_HOLD_SECONDS * 1000),
    )
  if (!move.isAwaiting) return hold_until
  const seconds = processors.holdSecondsOf(order) ?? config.PAYMENT_HOLD_SECONDS
  return new Date(Math.max(hold_until.getTime(), created_at.getTime() + seconds * 1000))
}

/** Writes the orders, and their payments, with a step for each, if their state changes. */
export async function writeMoves(
  trx: PaymentTransaction,
  moving: Moving[],
  vat: Map<string, number>,
) {
  const { db, config, now } = trx
  const [orders, payments] = rowsOfMoves(trx, moving, vat)
  const steps = sql`
    select p.id as payment_id, p.festival_id, p.status, p.amount_cents as cents, o.new_failure as reason,
           null::uuid as by_user
    from moved p join charged o on o.id = p.order_id`
  const confirmed = sql`
    select distinct 'purchase' as kind, order_id as about, user_id, ${now}::timestamptz as due_at
    from moved where status = 'succeeded' ${mailsAwaiting(moving, now)}`
  const mailed = isMailed(config, 'purchase')
    ? sql`, mailed as (${makingDue(confirmed, sql`m.due_at`)})`
    : sql``
  await sql`
    with charged as (
      update orders o
      set status = m.status, is_fenced = m.is_fenced, failure = coalesce(m.failure, o.failure),
          client_secret = coalesce(m.client_secret, o.client_secret),
          processor_id = coalesce(m.processor_id, o.processor_id), hold_until = m.hold_until,
          lease_until = case when m.status = 'held' then m.hold_until else o.lease_until end,
          settled_at = case when m.status = 'succeeded' then ${now}::timestamptz else o.settled_at end
      from json_to_recordset(${JSON.stringify(orders)})
        as m (id uuid, status text, is_fenced boolean, failure text, client_secret text, processor_id text, hold_until timestamptz, event_id uuid)
      where o.id = m.id
      returning o.*, m.failure as new_failure, m.event_id
    ), moved as (
      update payments p
      set status = m.status, hold_until = m.hold_until, network = case
            when m.status in ('pending', 'requires_action') then p.network
            -- It counts for an hour as one that was held and not paid.
            when m.status = 'expired' and exists (
              select from orders o where o.id = p.order_id and o.charge_id is not null) then p.network
          end,
          refunded_cents = case when m.status = 'refunding' then p.amount_cents else p.refunded_cents end,
          return_id = case when m.status not in ('failed', 'expired', 'refunding') then p.return_id end,
          vat_cents = m.vat_cents, seller_id = case when m.vat_cents is not null then m.seller_id end
      from json_to_recordset(${JSON.stringify(payments)})
        as m (id uuid, status text, vat_cents int, seller_id text, hold_until timestamptz, event_id uuid)
      where p.id = m.id
      returning p.*, m.event_id
    ), published as (${publishMoved(now)})${mailed}
    ${appendSteps(steps, now)}`.execute(db)
}

/** Adds, for each order that begins to wait for a bank transfer, the mail that says where to, and its reminder. */
function mailsAwaiting(moving: Moving[], now: Date): RawBuilder<unknown> {
  const ids = moving.flatMap(({ order: { id, means, status }, move: { to } }) =>
    means === 'transfer' && to === 'requires_action' && status !== to ? id : [],
  )
  if (ids.length === 0) return sql``
  // About the attempt, not the order: a buyer who chooses a transfer again gets both again.
  return sql`
    union all
    select k.kind, c.charge_id, c.user_id, k.due_at from charged c cross join lateral (values
      ('paymentAwaited', ${now}::timestamptz), ('paymentReminder', ${remindAt(sql`c.hold_until`)})
    ) k (kind, due_at) where c.id = any (${list(ids, 'uuid')})`
}

/** Returns the rows of orders that move, and of the payments that move with them. */
function rowsOfMoves(
  trx: PaymentTransaction,
  moving: Moving[],
  vat: Map<string, number>,
): [orders: object[], payments: object[]] {
  const orders = moving.map(({ order, move }) => ({
    id: order.id,
    status: move.to,
    is_fenced: move.isFinal,
    failure: move.failure,
    client_secret: move.clientSecret,
    processor_id: move.processorId,
    hold_until: holdUntilOf(trx, { order, move }),
    event_id: newId(),
  }))
  const payments = moving
    .filter(({ order, move }) => order.status !== move.to || move.isAwaiting)
    .flatMap(({ order, move }) => {
      const hold_until = holdUntilOf(trx, { order, move })
      return order.lines.map(({ id, organizer_id: seller_id }) => {
        const vat_cents = vat.get(id) ?? null
        const status = statusOfLines(move)
        return { id, status, vat_cents, seller_id, hold_until, event_id: newId() }
      })
    })
  return [orders, payments]
}

/** Books a full refund of orders that were charged after their items were gone; the sweeper carries it out. */
export async function giveBack(
  { db, now }: PaymentTransaction,
  orders: LockedOrder[],
  reason: string,
) {
  const refunds = orders.flatMap(({ lines }) => {
    const request_id = newId()
    return lines.map(({ id, amount_cents }) => ({
      id: newId(),
      payment_id: id,
      idempotency_key: 'late charge',
      amount_cents,
      kept_cents: 0,
      is_full: true,
      percent: null,
      reason,
      request_id,
    }))
  })
  await insertRefunds(db, refunds, { now, leaseUntil: now })
}
