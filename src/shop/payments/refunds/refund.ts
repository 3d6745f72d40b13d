import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import { found, invalidField, notFound, Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toCents } from '#platform/values/money'
import type { PaymentRow } from '../model/order-stages.ts'
import {
  inTransaction,
  leaseOf,
  type PaymentContext,
  type PaymentTransaction,
} from '../model/payment-context.ts'
import { findPayments } from '../model/queries.ts'
import type { NewRefund as NewRefundBody } from '../model/refund-schemas.ts'
import { isPaid } from '../model/states.ts'
import { recordSteps } from '../model/steps.ts'
import { lockPayments } from '../reserving/locked-orders.ts'
import { reverseSale } from '../reserving/reverse-sale.ts'
import {
  type Answer,
  type Begun,
  type BegunRefund,
  decideRefund,
  type RefundRequest,
} from './decisions.ts'
import { completeRefund, insertRefunds } from './refunds.ts'
import { lockReturned } from './returned.ts'

type StaffRefundRequest = {
  params: { id: string }
  headers: IncomingHttpHeaders
  body: NewRefundBody
}

/** Refunds a payment for staff: begun in one transaction, then done, if the processor answers. */
export async function refund(
  context: PaymentContext,
  { params, headers, body: { amount, reason, by_other_means } }: StaffRefundRequest,
  requested_by: string,
): Promise<Refunded> {
  const cents = typeof amount === 'number' ? toCents(amount) : undefined
  if (cents === 0) throw invalidField('amount', 'must be more than 0')
  const idempotency_key = idempotencyKeyOf(headers) ?? newId()
  const request = {
    payment_id: params.id,
    idempotency_key,
    cents,
    reason: reason ?? undefined,
    requested_by,
    by_other_means: by_other_means ?? undefined,
  }
  return refundNow(context, request)
}

export type { RefundRequest } from './decisions.ts'

export type Refunded = { payment: PaymentRow; isReplay: boolean }

/** Begins a refund and has the processor make it, if it answers: else the sweeper goes on. */
export async function refundNow(
  context: PaymentContext,
  request: RefundRequest,
): Promise<Refunded> {
  const begun = await begin(context, request)
  if (!begun.isReplay && !request.by_other_means) {
    await completeRefund(context, begun.id).catch((err: unknown) =>
      context.log.warn(
        { err, refund: begun.id },
        'The payment processor did not respond to a refund',
      ),
    )
  }
  const payment = (await findPayments(context.db, [request.payment_id])).get(request.payment_id)
  return { payment: found(payment, 'Payment'), isReplay: begun.isReplay }
}

/**
 * Begins a refund. One that staff have paid out themselves is done in the same transaction: the processor must not be
 * asked for it.
 */
async function begin(context: PaymentContext, request: RefundRequest): Promise<Answer> {
  return inTransaction(context, async ({ db, now }) => {
    const joined = { ...context, db }
    const [begun] = await beginRefunds(joined, [request], leaseOf(context, now))
    if (!begun || begun instanceof Problem) throw begun ?? notFound('Payment')
    if (request.by_other_means) await completeRefund(joined, begun.id, { isGiven: true })
    return begun
  })
}

/**
 * Takes back the purchases of payments, many in one transaction, and records the money to give back. In full: ticket,
 * stock, points and membership; in part: earned points in proportion, and nothing else. Returns the refunds, or the
 * reasons for refusing them; the same key again is the same refund.
 */
export function beginRefunds(
  context: PaymentContext,
  requests: RefundRequest[],
  leaseUntil: Date,
): Promise<(Answer | Problem)[]> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    const ids = requests.map(({ payment_id }) => payment_id)
    const locked = await lockPayments(db, ids)
    const known = await findRefunds(db, ids)
    const tickets = await lockReturned(
      db,
      requests.flatMap(({ is_by_buyer, is_at_till, payment_id }) =>
        is_by_buyer || is_at_till ? payment_id : [],
      ),
    )
    const decided = requests.map((request) => {
      const { payment_id: id } = request
      const [payment, before] = [locked.get(id), known.get(id) ?? []]
      return decideRefund(request, { payment, before, ticket: tickets.get(id), now })
    })
    const begun = decided.flatMap((refund) => ('payment' in refund ? refund : []))
    const [fresh, again] = [
      begun.filter(({ payment }) => isPaid(payment.status)),
      begun.filter(({ payment }) => !isPaid(payment.status)),
    ]
    const written = await writeRefunds(trx, fresh)
    await writeOwed(trx, again)
    await insertRefunds(db, [...again, ...written], { now, leaseUntil })
    await forgetReviews(db, begun)
    return decided.map((refund) =>
      'payment' in refund ? { id: refund.id, isReplay: false } : refund,
    )
  })
}

/** Reads the refunds of payments that were begun, by payment. */
export async function findRefunds(
  db: Database,
  paymentIds: string[],
): Promise<Map<string, BegunRefund[]>> {
  const { rows } = await sql<BegunRefund>`
    select id, payment_id, idempotency_key, requested_by, amount_cents, kept_cents, is_full, refused, is_owed, percent, return_id,
           by_other_means
    from refunds
    where payment_id = any (${paymentIds}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

/** Counts parts that failed after their payments had ended as refunded once more. */
async function writeOwed({ db }: PaymentTransaction, again: Begun[]) {
  for (const { payment_id, amount_cents, kept_cents, owed = [] } of again) {
    if (owed.length === 0) continue
    const ids = owed.map(({ id }) => id)
    await sql`
      with asked as (update refunds set is_owed = false where id = any (${ids}::uuid[]))
      update payments
      set refunded_cents = refunded_cents + ${amount_cents}, kept_cents = kept_cents + ${kept_cents}
      where id = ${payment_id}`.execute(db)
  }
}

/** Clears the review of payments with refunds that are requested again. */
async function forgetReviews(db: Database, begun: Begun[]) {
  const ids = begun.flatMap(({ payment, staysInReview = false }) =>
    payment.needs_review === null || staysInReview ? [] : payment.id,
  )
  if (ids.length === 0) return
  await sql`update payments set needs_review = null where id = any (${ids}::uuid[])`.execute(db)
}

/** Takes back the purchases that the refunds end, and returns the refunds with the money withheld from them. */
async function writeRefunds(
  { db, config, now }: PaymentTransaction,
  begun: Begun[],
): Promise<Begun[]> {
  if (begun.length === 0) return []
  const kept = await reverseSale({ db, now, pointsPerEuro: config.POINTS_PER_EUR }, begun)
  const written = begun.map((refund) => {
    const kept_cents = kept.get(refund.id) ?? 0
    return { ...refund, kept_cents, amount_cents: refund.amount_cents - kept_cents }
  })
  const rows = written.map(({ payment_id, amount_cents, kept_cents, is_full }) => ({
    id: payment_id,
    cents: amount_cents,
    kept: kept_cents,
    status: is_full ? ('refunding' as const) : ('partially_refunded' as const),
  }))
  await sql`
    update payments p
    set status = r.status, refunded_cents = p.refunded_cents + r.cents, kept_cents = p.kept_cents + r.kept
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r (id uuid, cents int, kept int, status text)
    where p.id = r.id`.execute(db)
  const steps = written.map(({ payment_id, amount_cents, reason, requested_by }, index) => ({
    payment_id,
    status: rows[index]?.status ?? 'refunding',
    cents: amount_cents,
    reason,
    by_user: requested_by,
  }))
  await recordSteps(db, steps, now)
  return written
}
