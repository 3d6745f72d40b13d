/** What is done at the processor without us: refunds in its dashboard, charges of another amount, disputes. */
import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import { transact } from '#platform/database/transactions'
import { Problem } from '#platform/values/errors'
import type { Checkout } from './checkout.ts'
import { bookDispute } from './disputes.ts'
import { conclude } from './fence.ts'
import { type Locked, lockOrders } from './locked.ts'
import { type Charged, chargeKeyOf, leaseOf, type PaymentContext } from './payment-context.ts'
import { amountFault, type Outcome, type ProcessorEvent } from './processors/processor.ts'
import { beginRefunds, type Wish } from './refund.ts'
import { completeRefund } from './refunds.ts'
import { askForReview } from './review.ts'
import { isPaid, moveOf, type Standing } from './states.ts'

/**
 * Moves an order as an event says. A charge of another amount or currency moves nothing: staff are told to look,
 * and what is held stays held until the sweeper gives the order up.
 */
export async function follow(
  checkout: Checkout,
  order: Standing & Charged,
  { key, outcome, charged, refundedCents, dispute }: ProcessorEvent,
): Promise<void> {
  const { id } = order
  if (key !== chargeKeyOf(order)) return followFormer(checkout, id, outcome)
  const fault = charged && amountFault(charged, order.amount_cents)
  if (fault) return askForReview(checkout.db, { order_id: id }, fault)
  if (moveOf(order, outcome)) await conclude(checkout, order, outcome)
  if (refundedCents !== undefined) await bookRefund(checkout, id, refundedCents)
  if (dispute) await bookDispute(checkout, await linesOf(checkout, id), dispute)
}

/** Of an attempt to pay that was cancelled, before the next one began, no charge should come. */
async function followFormer({ db }: Checkout, order_id: string, { state }: Outcome) {
  if (state !== 'succeeded') return
  await askForReview(db, { order_id }, 'The processor has charged an attempt that it had cancelled')
}

async function linesOf({ db }: Checkout, orderId: string): Promise<string[]> {
  const lines = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  return lines.map(({ id }) => id)
}

/**
 * Books what the processor has given back beyond our own refunds, as refunds that are done: of the payments of the order
 * one after the other, of each what is left of it. `totalCents` is all that it gave back of the charge so far, ours
 * included: so it does not matter how often or in which order it tells.
 */
async function bookRefund(
  context: PaymentContext,
  orderId: string,
  totalCents: number,
): Promise<void> {
  await transact(context.db, async (trx) => {
    const at = { ...context, db: trx }
    const lines = (await lockOrders(trx, [orderId])).get(orderId)?.lines ?? []
    const ids = lines.map(({ id }) => id)
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents from refunds
      where payment_id = any (${list(ids, 'uuid')}) and refused is null and dispute_id is null`.execute(
      trx,
    )
    const cents = totalCents - (rows[0]?.cents ?? 0)
    if (cents <= 0) return
    const wishes = wishesFor(lines, cents, `processor ${totalCents}`)
    const begun = await beginRefunds(at, wishes, leaseOf(context, context.now()))
    for (const refund of begun) {
      if (!(refund instanceof Problem)) await completeRefund(at, refund.id, { isGiven: true })
    }
    const refused = begun.find((refund) => refund instanceof Problem)
    if (!refused) return
    const why = `The processor gave back more than is booked: ${refused.message}`
    await askForReview(trx, { order_id: orderId }, why)
  })
}

/** So much of what is left of the payments; what is more than that is asked of the last one, which refuses it. */
function wishesFor(lines: Locked[], cents: number, idempotency_key: string): Wish[] {
  let rest = cents
  return lines.flatMap(({ id: payment_id, ...line }, nth) => {
    const left = isPaid(line.status) ? line.amount_cents - line.refunded_cents - line.kept_cents : 0
    const given = nth === lines.length - 1 ? rest : Math.min(rest, left)
    rest -= given
    if (given === 0) return []
    const reason = 'Given back at the processor'
    return [{ payment_id, idempotency_key, cents: given, reason, is_given: true }]
  })
}
