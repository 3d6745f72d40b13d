/** What is done at the processor without us: refunds in its dashboard, charges of another amount, disputes. */
import { sql } from 'kysely'
import { transact } from '#platform/database/transactions'
import { Problem } from '#platform/values/errors'
import type { Checkout } from './checkout.ts'
import { askForReview, bookDispute } from './disputes.ts'
import { lockPayments } from './locked.ts'
import { leaseOf, type PaymentContext } from './payment-context.ts'
import { amountFault, type ProcessorEvent } from './processors/processor.ts'
import { beginRefunds } from './refund.ts'
import { completeRefund } from './refunds.ts'
import { moveOf, type Standing } from './states.ts'

/**
 * Moves a payment as an event says. A charge of another amount or currency moves nothing: staff are told to look,
 * and what is held stays held until the sweeper gives the payment up.
 */
export async function follow(
  checkout: Checkout,
  payment: Standing & { amount_cents: number },
  { key: id, outcome, charged, refundedCents, dispute }: ProcessorEvent,
): Promise<void> {
  const fault = charged && amountFault(charged, payment.amount_cents)
  if (fault) return askForReview(checkout.db, id, fault)
  if (moveOf(payment, outcome)) await checkout.settle({ id, verdict: outcome })
  if (refundedCents !== undefined) await bookRefund(checkout, id, refundedCents)
  if (dispute) await bookDispute(checkout, [id], dispute)
}

/**
 * Books what the processor has given back beyond our own refunds, as a refund that is done. `totalCents` is all
 * that it gave back of the charge so far, ours included: so it does not matter how often or in which order it tells.
 */
async function bookRefund(
  context: PaymentContext,
  payment_id: string,
  totalCents: number,
): Promise<void> {
  await transact(context.db, async (trx) => {
    const at = { ...context, db: trx }
    await lockPayments(trx, [payment_id])
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents from refunds
      where payment_id = ${payment_id} and refused is null and dispute_id is null`.execute(trx)
    const cents = totalCents - (rows[0]?.cents ?? 0)
    if (cents <= 0) return
    const wish = {
      payment_id,
      idempotency_key: `processor ${totalCents}`,
      cents,
      reason: 'Given back at the processor',
      is_given: true,
    }
    const [begun] = await beginRefunds(at, [wish], leaseOf(context, context.now()))
    if (begun && !(begun instanceof Problem)) return completeRefund(at, begun.id, { isGiven: true })
    const why = `The processor gave back more than is booked: ${begun?.message ?? 'no such payment'}`
    await askForReview(trx, payment_id, why)
  })
}
