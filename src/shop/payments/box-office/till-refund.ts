import { sql } from 'kysely'
import { found, notFound, Problem } from '#platform/values/errors'
import { inTransaction, leaseOf, type PaymentContext } from '../model/payment-context.ts'
import { beginRefunds } from '../refunds/refund.ts'
import { completeRefund } from '../refunds/refunds.ts'

type TillRefundRequest = {
  paymentId: string
  festivalId: string
  key: string
  reason: string
}

/** A refund paid out at a till; `id` is of the refund. `isReplay`: the same key had begun it, so the money is paid already. */
export type TillRefund = { id: string; means: string; amount_cents: number; isReplay: boolean }

/**
 * Refunds all that is left of a payment that a till of this festival took: the till pays the money out itself.
 * @throws Problem 404 for any other payment, 409 if it is refunded already, and `transferred` if the ticket has another
 * holder: only staff refund that, to its buyer
 */
export function refundAtTill(
  context: PaymentContext,
  { paymentId, festivalId, key, reason }: TillRefundRequest,
): Promise<TillRefund> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    const { rows } = await sql<{ means: string }>`
      select o.means from payments p join orders o on o.id = p.order_id
      where p.id = ${paymentId} and p.festival_id = ${festivalId} and o.sale_id is not null`.execute(
      db,
    )
    const { means } = found(rows[0], 'Payment')
    const joined = { ...context, db }
    const request = {
      payment_id: paymentId,
      idempotency_key: key,
      cents: undefined,
      reason,
      is_at_till: true,
    }
    const [begun] = await beginRefunds(joined, [request], leaseOf(trx, now))
    if (!begun || begun instanceof Problem) throw begun ?? notFound('Payment')
    if (!begun.isReplay) await completeRefund(joined, begun.id, { isGiven: true })
    const refunds = await sql<{ amount_cents: number }>`
      select amount_cents from refunds where id = ${begun.id}`.execute(db)
    const { amount_cents } = found(refunds.rows[0], 'Refund')
    return { id: begun.id, means, amount_cents, isReplay: begun.isReplay }
  })
}
