/** Ends refunds: done, refused, or failed after they were done. */
import { sql } from 'kysely'
import { restoreEvents } from '#audience/rewards'
import { makeDue } from '#messaging/mail'
import { afterCommit, type Transaction } from '#platform/database/transactions'
import { publishRefund, publishRefundFailed } from '../model/domain-events.ts'
import {
  inTransaction,
  type PaymentContext,
  type PaymentTransaction,
} from '../model/payment-context.ts'
import { isPaid } from '../model/states.ts'
import { recordSteps } from '../model/steps.ts'
import { vatGivenBack } from '../model/vat.ts'
import type { RefundState } from '../processors/processor.ts'
import { type LockedPayment, lockPayments } from '../reserving/locked-orders.ts'
import { notifyBuyers } from '../reserving/notification-content.ts'
import { rewardEventsOf } from '../reserving/reverse-sale.ts'

type BookedRefund = {
  id: string
  payment_id: string
  request_id: string | null
  amount_cents: number
  kept_cents: number
  is_full: boolean
  by_other_means: boolean
  /** true if it was done before, so that it fails afterwards */
  was_done: boolean
}

/**
 * Books the state of a refund that the processor reports, however often and in whichever order: it is done once, and
 * refused once, also after it was done. Reports after a refusal change nothing, nor does `pending`.
 */
export async function bookRefundState(
  context: PaymentContext,
  id: string,
  state: RefundState,
): Promise<void> {
  if (state.state === 'pending') return
  await inTransaction(context, async (trx) => {
    // Locks all payments of the request: if two refunds end it, the second sees that it is the last.
    const payments = await lockPayments(trx.db, await paymentsOf(trx.db, id))
    const refund = await writeState(trx, id, state)
    const payment = refund && payments.get(refund.payment_id)
    if (!refund || !payment) return
    if (state.state === 'refunded') {
      afterCommit(trx.db, () => trx.counts.returned.add({}, refund.amount_cents))
      await closeRefund(trx, refund)
    } else {
      const what = refund.was_done ? 'Refund failed' : 'Refund refused'
      await raise(trx, { ...refund, payment }, `${what}: ${state.reason}`)
    }
    // If a refund fails after its buyer was notified, nothing is sent: staff decide about the money.
    if (!refund.was_done) await tellBuyer(trx, refund, payments)
  })
}

/** Writes the state, and returns the refund if the state is new. */
async function writeState({ db, now }: PaymentTransaction, id: string, state: RefundState) {
  const isDone = state.state === 'refunded'
  const reason = state.state === 'refused' ? state.reason : null
  const { rows } = await sql<BookedRefund>`
    update refunds r
    set done_at = case when ${isDone}::boolean then ${now}::timestamptz else r.done_at end, refused = ${reason},
        refused_at = case when ${isDone}::boolean then null else ${now}::timestamptz end,
        processor_id = coalesce(${state.id ?? null}, r.processor_id),
        vat_cents = case when ${isDone}::boolean then ${vatGivenBack} else r.vat_cents end
    from payments p
    where r.id = ${id} and p.id = r.payment_id and r.refused is null and (r.done_at is null or not ${isDone}::boolean)
    returning r.id, r.payment_id, r.request_id, r.amount_cents, r.kept_cents, r.is_full, r.by_other_means,
              r.done_at is not null and not ${isDone}::boolean as was_done`.execute(db)
  return rows[0]
}

/** Returns the payment of a refund, and the payments of refunds that were requested together with it. */
async function paymentsOf(db: Transaction, id: string) {
  const { rows } = await sql<{ payment_id: string }>`
    select coalesce(b.payment_id, r.payment_id) as payment_id
    from refunds r left join refunds b on b.request_id = r.request_id where r.id = ${id}`.execute(
    db,
  )
  return rows.map((refund) => refund.payment_id)
}

async function closeRefund(trx: PaymentTransaction, refund: BookedRefund) {
  const { id, payment_id, amount_cents: cents, is_full } = refund
  const { db, now } = trx
  if (is_full) {
    await sql`update payments set status = 'refunded' where id = ${payment_id}`.execute(db)
    await recordSteps(db, [{ payment_id, status: 'refunded', cents }], now)
  }
  await publishRefund(trx, id)
}

type Decided = {
  payment_id: string
  cents: number
  kept: number
  is_open: boolean
  is_done: boolean
}

/** Notifies the buyer of all refunds requested at once, when the last of them is decided, and of none that was refused. */
async function tellBuyer(
  trx: PaymentTransaction,
  { id, request_id, by_other_means }: BookedRefund,
  locked: Map<string, LockedPayment>,
) {
  const { rows } = await sql<Decided>`
    select payment_id, amount_cents as cents, kept_cents as kept, done_at is not null and refused is null as is_done,
           done_at is null and refused is null as is_open
    from refunds where id = ${id} or request_id = ${request_id}`.execute(trx.db)
  const done = rows.filter(({ is_done }) => is_done)
  const ids = new Set(done.map(({ payment_id }) => payment_id))
  const payments = [...locked.values()]
    .filter((payment) => ids.has(payment.id))
    .toSorted((a, b) => a.line - b.line)
  const [first] = payments
  if (!first || rows.some(({ is_open }) => is_open)) return
  const about = request_id ?? id
  const cents = done.reduce((sum, refund) => sum + refund.cents, 0)
  const kept = done.reduce((sum, refund) => sum + refund.kept, 0)
  await notifyBuyers(trx, [{ type: 'refunded', key: `refund:${about}`, payments, cents, kept }])
  // The mail says that the money comes the way it was paid: staff that paid it out in another way notify the buyer
  // themselves.
  if (!by_other_means) await makeDue(trx, [{ kind: 'refund', about, user_id: first.user_id }])
}

/**
 * Asks staff for a review. An ended payment stays ended, and its money is owed. If only a part failed of a payment that
 * stays paid, that part is not given back after all.
 */
async function raise(
  { db, now }: PaymentTransaction,
  {
    payment,
    amount_cents,
    kept_cents,
    is_full,
    ...refund
  }: BookedRefund & { payment: LockedPayment },
  reason: string,
) {
  const { id } = payment
  const left = payment.refunded_cents - (is_full ? 0 : amount_cents)
  const kept = payment.kept_cents - (is_full ? 0 : kept_cents)
  const isAsBefore = payment.status === 'partially_refunded' && left + kept === 0
  const partly = isAsBefore ? 'succeeded' : payment.status
  const status = is_full ? 'refunding' : partly
  const isOwed = !is_full && !isPaid(payment.status)
  if (isOwed) await sql`update refunds set is_owed = true where id = ${refund.id}`.execute(db)
  await sql`
    update payments
    set needs_review = ${reason}, refunded_cents = ${left}, kept_cents = ${kept}, status = ${status}
    where id = ${id}`.execute(db)
  // No points come back if another refund has ended the payment meanwhile.
  if (!is_full && isPaid(payment.status)) {
    const { amount_cents: ofCents } = payment
    const reversed = rewardEventsOf(refund.id, id)
    const staying = { reversed, keepCents: ofCents - left - kept, ofCents }
    await restoreEvents({ db, now }, staying)
  }
  await recordSteps(db, [{ payment_id: id, status, cents: amount_cents, reason }], now)
  await publishRefundFailed({ db, now }, refund.id)
}
