import { transact } from '#platform/database/transactions'
import { toEuros } from '#platform/values/money'
import { type PaymentContext, refundAtTill } from '#shop/payments'
import { readShift } from './books.ts'
import { leaveAtTill } from './pass.ts'
import { lockOpenShift } from './rights.ts'
import type { Sale } from './sale-schemas.ts'

type TillRefundRequest = { paymentId: string; key: string; reason: string }

/**
 * Refunds a ticket at the till: it ends, its stock is free, and the money comes out of this shift. The key belongs to
 * the shift, apart from the keys with which staff refund the same payment. A repeated request returns the refund as
 * booked.
 */
export function refundTicketAtTill(
  context: PaymentContext,
  shiftId: string,
  request: TillRefundRequest,
) {
  return transact(context.db, async (db) => {
    const open = await lockOpenShift(db, shiftId)
    const { festival_id: festivalId, seller } = open
    const key = `till ${shiftId} ${request.key}`
    const { isReplay, ...refunded } = await refundAtTill(
      { ...context, db },
      { ...request, key, festivalId },
    )
    if (!isReplay) {
      const [payment_id, at] = [request.paymentId, context.now()]
      await db
        .insertInto('till_refunds')
        .values({ ...refunded, shift_id: shiftId, payment_id, seller, at })
        .execute()
      await leaveAtTill({ ...context, db }, open, request.paymentId)
    }
    return {
      payment_id: request.paymentId,
      amount: toEuros(refunded.amount_cents),
      means: refunded.means as Sale['means'],
      shift: await readShift(db, shiftId),
    }
  })
}
