/** Refunds that the processor reports: ours, which may end days later, and refunds made in its dashboard. */
import { sql } from 'kysely'
import { type Transaction, transact } from '#platform/database/transactions'
import { Problem } from '#platform/values/errors'
import { isId } from '#platform/values/ids'
import { toEuros } from '#platform/values/money'
import type { ReservedOrder } from '../model/order-stages.ts'
import { answerOf, chargeOf, leaseOf, type PaymentContext } from '../model/payment-context.ts'
import { askForReview } from '../model/review.ts'
import { isPaid } from '../model/states.ts'
import type { ProcessorRefund } from '../processors/processor.ts'
import { type LockedPayment, lockOrders } from '../reserving/locked-orders.ts'
import { failedRefunds } from './decisions.ts'
import { beginRefunds, findRefunds, type RefundRequest } from './refund.ts'
import { completeRefund } from './refunds.ts'
import { bookRefundState } from './states.ts'

/** `refundedCents`: the total of all refunds. */
type ReportedRefunds = { refund: ProcessorRefund | undefined; refundedCents: number | undefined }

/**
 * Books the refunds of an order that an event reports. A refund of ours is booked as reported. For all others the
 * processor is asked for the current state of its refunds, since an event may be late, and one of a total names none.
 * @throws Problem 503 while the processor does not answer: it sends the event again
 */
export async function bookRefunds(
  context: PaymentContext,
  order: ReservedOrder,
  { refund, refundedCents }: ReportedRefunds,
): Promise<void> {
  if (refund && (await bookOurs(context, order.id, refund))) return
  const isNew =
    refundedCents !== undefined && refundedCents > (await bookedCents(context, order.id))
  if (!refund && !isNew) return
  const asked = answerOf(context, context.processors.of(order).refundsOf(chargeOf(order)))
  const refunds = await asked.catch((err: unknown) => {
    context.log.warn(
      { err, order: order.id },
      'The payment processor does not return the refunds of this charge',
    )
    throw new Problem(503, 'The payment processor does not return the refunds of this charge')
  })
  const others: ProcessorRefund[] = []
  for (const one of refunds) if (!(await bookOurs(context, order.id, one))) others.push(one)
  if (others.length > 0) await bookMadeThere(context, order.id, others)
}

/** Adds up the refunds of an order in our books, in cents, with refunds on their way and without disputes. */
async function bookedCents({ db }: PaymentContext, orderId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(r.amount_cents), 0)::int as cents
    from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${orderId} and r.refused is null and r.dispute_id is null
      and not r.by_other_means`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Books a refund of ours, and returns true. Returns false for a key that is unknown, or of another order. */
async function bookOurs(
  context: PaymentContext,
  orderId: string,
  refund: ProcessorRefund,
): Promise<boolean> {
  const { key = '', cents } = refund
  if (!isId(key)) return false
  const { rows } = await sql<{ payment_id: string; amount_cents: number }>`
    select r.payment_id, r.amount_cents from refunds r join payments p on p.id = r.payment_id
    where r.id = ${key} and p.order_id = ${orderId}`.execute(context.db)
  const [known] = rows
  if (!known) return false
  if (known.amount_cents === cents) await bookRefundState(context, key, refund)
  else {
    const [made, ours] = [toEuros(cents), toEuros(known.amount_cents)]
    const why = `The processor has a refund of ${made} EUR instead of ${ours} EUR`
    await askForReview(context.db, { id: known.payment_id }, why)
  }
  return true
}

type Booked = { id: string; key: string; cents: number }

/**
 * Books refunds that were made in the processor's dashboard, each once, when it is done: on the payments of the order
 * one after the other, up to the amount left of each. One that fails afterwards is treated as a failed refund of ours.
 */
async function bookMadeThere(context: PaymentContext, orderId: string, refunds: ProcessorRefund[]) {
  await transact(context.db, async (trx) => {
    const at = { ...context, db: trx }
    const order = (await lockOrders(trx, [orderId])).get(orderId)
    if (!order) return
    const { rows: booked } = await sql<Booked>`
      select r.id, r.idempotency_key as key, r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ${orderId} and r.idempotency_key like 'processor %'`.execute(trx)
    const byKey = Map.groupBy(booked, ({ key }) => key)
    // An earlier version booked the sum of all refunds, and did not record which they were.
    let before = booked.reduce((sum, { key, cents }) => sum + (/ \d+$/.test(key) ? cents : 0), 0)
    for (const refund of refunds) {
      const failed = (byKey.get(keyOf(refund)) ?? []).map(({ id }) => id)
      await bookFailed(at, refund, { failed, orderId, isUnknown: before > 0 })
    }
    for (const refund of refunds.filter(({ state }) => state === 'refunded')) {
      if (byKey.has(keyOf(refund))) continue
      const cents = refund.cents - Math.min(before, refund.cents)
      before -= refund.cents - cents
      if (cents > 0) await bookNew(at, orderId, { ...refund, cents })
    }
  })
}

type Failed = { failed: string[]; orderId: string; isUnknown: boolean }

/** Books a failed refund of the dashboard; one that is not known by itself may be in a sum of an earlier version. */
async function bookFailed(
  at: PaymentContext & { db: Transaction },
  refund: ProcessorRefund,
  { failed, orderId, isUnknown }: Failed,
) {
  if (refund.state !== 'refused') return
  for (const id of failed) await bookRefundState(at, id, refund)
  if (failed.length > 0 || !isUnknown) return
  await askForReview(at.db, { order_id: orderId }, `Refund failed: ${refund.reason}`)
}

const keyOf = ({ id }: ProcessorRefund) => `processor ${id}`

async function bookNew(
  at: PaymentContext & { db: Transaction },
  orderId: string,
  refund: ProcessorRefund,
) {
  const lines = (await lockOrders(at.db, [orderId])).get(orderId)?.lines ?? []
  const owed = await findOwed(at.db, lines)
  const begun = await beginRefunds(at, requestsFor(lines, owed, refund), leaseOf(at, at.now()))
  for (const one of begun) {
    if (!(one instanceof Problem)) await completeRefund(at, one.id, { isGiven: true })
  }
  const refused = begun.find((one) => one instanceof Problem)
  if (!refused) return
  const why = `The processor gave back more than is booked: ${refused.message}`
  await askForReview(at.db, { order_id: orderId }, why)
}

/** Reads the money that failed refunds still owe, in cents by payment. */
async function findOwed(db: Transaction, lines: LockedPayment[]): Promise<Map<string, number>> {
  const ids = lines.map(({ id }) => id)
  const known = await findRefunds(db, ids)
  const owed = lines.map((line): [string, number] => {
    const failed = failedRefunds(line, known.get(line.id) ?? [])
    return [line.id, failed.reduce((sum, { amount_cents }) => sum + amount_cents, 0)]
  })
  return new Map(owed)
}

/**
 * Spreads a refund over the payments: first the amounts owed of them, which ends nothing more, then the amounts left of
 * them. Any excess is requested of the last one, which refuses it.
 */
function requestsFor(
  lines: LockedPayment[],
  owed: Map<string, number>,
  refund: ProcessorRefund,
): RefundRequest[] {
  const shares = new Map<string, number>()
  let rest = refund.cents
  const add = (id: string, share: number) => {
    rest -= share
    if (share > 0) shares.set(id, (shares.get(id) ?? 0) + share)
  }
  for (const [id, share] of owed) if (share <= rest) add(id, share)
  for (const { id, ...line } of lines.filter(({ status }) => isPaid(status))) {
    add(id, Math.min(rest, line.amount_cents - line.refunded_cents - line.kept_cents))
  }
  const last = lines.at(-1)
  if (last) add(last.id, rest)
  const reason = 'Given back at the processor'
  const made = { idempotency_key: keyOf(refund), processor_id: refund.id, is_given: true }
  return [...shares].map(([payment_id, cents]) => ({ payment_id, cents, reason, ...made }))
}
