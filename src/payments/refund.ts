import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import { conflict, found, invalidField, notFound, Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toCents, toEuros } from '#platform/values/money'
import { cancelFault, cancelShare, disputed } from './cancelable.ts'
import { type Locked, lockPayments } from './locked.ts'
import {
  inTransaction,
  leaseOf,
  type PaymentContext,
  type PaymentTransaction,
} from './payment-context.ts'
import { findPayments, type PaymentRow } from './queries.ts'
import { completeRefund, insertRefunds, type NewRefund } from './refunds.ts'
import { lockReturned, type ReturnedTicket, withoutTicket } from './returned.ts'
import type { NewRefund as NewRefundBody } from './schemas.ts'
import { isPaid } from './states.ts'
import { recordSteps } from './steps.ts'
import { takeBack } from './take-back.ts'

/** What is to be given back; without `cents` all that is left. */
export type Wish = {
  payment_id: string
  idempotency_key: string
  cents: number | undefined
  reason?: string | undefined
  requested_by?: string | undefined
  /** the processor has given it back already: nothing can be kept back of it */
  is_given?: boolean
  /** a dispute that was lost: it ends what was bought, and takes at most what is left */
  dispute_id?: string
  /** by the buyer, as the payment allows: the rest stays with the seller */
  is_by_buyer?: boolean
}

type Asked = {
  params: { id: string }
  headers: IncomingHttpHeaders
  body: NewRefundBody
}

/** Refunds a payment for staff: begun in one transaction, then done, if the processor answers. */
export async function refund(
  context: PaymentContext,
  { params, headers, body: { amount, reason } }: Asked,
  requested_by: string,
): Promise<Refunded> {
  const cents = typeof amount === 'number' ? toCents(amount) : undefined
  if (cents === 0) throw invalidField('amount', 'must be more than 0')
  const idempotency_key = idempotencyKeyOf(headers) ?? newId()
  const wish = {
    payment_id: params.id,
    idempotency_key,
    cents,
    reason: reason ?? undefined,
    requested_by,
  }
  return refundNow(context, wish)
}

export type Refunded = { payment: PaymentRow; isReplay: boolean }

/** Begins a refund and has the processor do it, if it answers: else the sweeper goes on. */
export async function refundNow(context: PaymentContext, wish: Wish): Promise<Refunded> {
  const [begun] = await beginRefunds(context, [wish], leaseOf(context, context.now()))
  if (!begun || begun instanceof Problem) throw begun ?? notFound('Payment')
  if (!begun.isReplay) {
    await completeRefund(context, begun.id).catch((err: unknown) =>
      context.log.warn({ err, refund: begun.id }, 'The processor did not answer a refund'),
    )
  }
  const payment = (await findPayments(context.db, [wish.payment_id])).get(wish.payment_id)
  return { payment: found(payment, 'Payment'), isReplay: begun.isReplay }
}

/** `amount_cents` is given back, `kept_cents` is kept for points that were spent: both end with it. */
type Begun = NewRefund & Pick<Wish, 'is_given'> & { payment: Locked }

type Answer = { id: string; isReplay: boolean }

/**
 * Takes back what payments bought, many in one transaction, and notes the money to give back. In full:
 * ticket, stock, points and membership; in part: earned points in proportion, and nothing else. Returns
 * the refunds, or why not; the same key again is the same refund.
 */
export function beginRefunds(
  context: PaymentContext,
  wishes: Wish[],
  leaseUntil: Date,
): Promise<(Answer | Problem)[]> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    const locked = await lockPayments(
      db,
      wishes.map(({ payment_id }) => payment_id),
    )
    const known = await findRefunds(db, wishes)
    const tickets = await lockReturned(
      db,
      wishes.flatMap(({ is_by_buyer, payment_id }) => (is_by_buyer ? payment_id : [])),
    )
    const decided = wishes.map((wish) => {
      const before = known.get(wish.payment_id) ?? []
      const payment = locked.get(wish.payment_id)
      if (wish.is_by_buyer) return decideForBuyer(payment, wish, { before, tickets, now })
      const same = before.find(({ idempotency_key }) => idempotency_key === wish.idempotency_key)
      if (same) return replay(same, wish)
      const refused = before.find(({ is_full, refused }) => is_full && refused !== null)
      return payment?.needs_review && refused
        ? askAgain(payment, refused, wish)
        : decide(payment, wish)
    })
    const begun = decided.flatMap((refund) => ('payment' in refund ? refund : []))
    const [again, fresh] = [
      begun.filter(({ payment }) => payment.status === 'refunding'),
      begun.filter(({ payment }) => payment.status !== 'refunding'),
    ]
    const written = await writeRefunds(trx, fresh)
    await insertRefunds(db, [...again, ...written], { now, leaseUntil })
    await forgetReviews(db, begun)
    return decided.map((refund) =>
      'payment' in refund ? { id: refund.id, isReplay: false } : refund,
    )
  })
}

type Known = {
  id: string
  payment_id: string
  idempotency_key: string
  amount_cents: number
  kept_cents: number
  is_full: boolean
  refused: string | null
  percent: number | null
}

async function findRefunds(db: Database, wishes: Wish[]) {
  const { rows } = await sql<Known>`
    select id, payment_id, idempotency_key, amount_cents, kept_cents, is_full, refused, percent
    from refunds
    where payment_id = any (${wishes.map(({ payment_id }) => payment_id)}::uuid[])`.execute(db)
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

function replay(before: Known, { cents }: Wish): Answer | Problem {
  const whole = before.amount_cents + before.kept_cents
  const isSame = cents === undefined ? before.is_full : whole === cents
  if (isSame) return { id: before.id, isReplay: true }
  return conflict('This Idempotency-Key was used with another body', 'idempotency_key_reused')
}

/** The processor refused to give all of it back: it is asked for the same once more. */
function askAgain(
  payment: Locked,
  { amount_cents, kept_cents, percent }: Known,
  wish: Wish,
): Begun | Problem {
  const { cents = amount_cents, ...rest } = wish
  const same = { id: newId(), amount_cents, kept_cents, is_full: true, percent, payment }
  if (cents === amount_cents) return { ...rest, ...same }
  return conflict('A refund of all was refused: ask for that again', 'refund_refused', {
    amount: toEuros(amount_cents),
  })
}

/** What is asked for again needs no review by staff any more. */
async function forgetReviews(db: Database, begun: Begun[]) {
  const ids = begun.flatMap(({ payment }) => (payment.needs_review === null ? [] : payment.id))
  if (ids.length === 0) return
  await sql`update payments set needs_review = null where id = any (${ids}::uuid[])`.execute(db)
}

function decide(payment: Locked | undefined, wish: Wish): Begun | Problem {
  if (!payment) return notFound('Payment')
  const { status, amount_cents, refunded_cents, kept_cents } = payment
  if (status === 'refunding' || status === 'refunded') {
    return conflict('This payment is refunded already', 'already_refunded')
  }
  if (!isPaid(status)) return conflict('This payment has not succeeded', 'not_succeeded')
  if (payment.disputed_at !== null && !wish.dispute_id) return disputed()
  const left = amount_cents - refunded_cents - kept_cents
  const { cents = left, ...rest } = wish
  if (wish.dispute_id) {
    const amount_cents = Math.min(cents, left)
    return {
      ...rest,
      id: newId(),
      amount_cents,
      kept_cents: 0,
      is_full: true,
      percent: null,
      payment,
    }
  }
  if (cents > left) {
    return conflict('amount is more than what is left to refund', 'amount_too_large', {
      refundable: toEuros(left),
    })
  }
  const is_full = cents === left
  const percent = null
  return { ...rest, id: newId(), amount_cents: cents, kept_cents: 0, is_full, percent, payment }
}

/** Ends what was bought for a share of the money. Given back before by its buyer, it is that refund again. */
function decideForBuyer(
  payment: Locked | undefined,
  wish: Wish,
  { before, tickets, now }: { before: Known[]; tickets: Map<string, ReturnedTicket>; now: Date },
): Begun | Answer | Problem {
  const same = before.find(({ percent }) => percent !== null)
  if (same) return { id: same.id, isReplay: true }
  if (!payment) return notFound('Payment')
  const returned = { ...payment, ...(tickets.get(payment.id) ?? withoutTicket) }
  const fault = cancelFault(returned, now)
  if (fault) return fault
  const { percent, cents: amount_cents } = cancelShare(returned)
  return { ...wish, id: newId(), amount_cents, kept_cents: 0, is_full: true, percent, payment }
}

/** Takes back what the refunds end, and returns them with what of their money is kept back. */
async function writeRefunds(
  { db, config, now }: PaymentTransaction,
  begun: Begun[],
): Promise<Begun[]> {
  if (begun.length === 0) return []
  const kept = await takeBack({ db, now, pointsPerEuro: config.POINTS_PER_EUR }, begun)
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
